// The server's HTTP API: one function for each request. What never changes (games, boards, players)
// is requested once. An error status becomes an `ApiError` with the server's message.

import { ownerKey } from './owner.js';
import { send, sendInstant } from './transport.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').BoardResponse} BoardResponse */

/** A request that the server refused, or that could not be sent. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status  0 if no server answered */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @type {Map<string, Promise<any>>} */
const cache = new Map();

/** The version of what never changes, with which a browser may keep it for ever. */
const version = globalThis.document?.documentElement?.dataset?.version;

/** @param {string} path @returns {Promise<any>} */
function once(path) {
  let answer = cache.get(path);
  if (!answer) {
    answer = ask(version ? `${path}?v=${version}` : path);
    cache.set(path, answer);
    answer.catch(() => cache.delete(path));
  }
  return answer;
}

/** @param {string} path @param {any} [body] @param {RequestInit} [more] */
async function request(path, body, more = {}) {
  /** @type {RequestInit} */
  const options = body === undefined ? more : {
    method: 'POST',
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await send(path, options);
  } catch {
    throw new ApiError('offline', 0);
  }
  if (response.ok) return response;
  const reason = await response.json().catch(() => ({}));
  throw new ApiError(reason.error ?? `${response.status} ${response.statusText}`, response.status);
}

/** @param {string} path @param {any} [body] @param {RequestInit} [more] @returns {Promise<any>} */
async function ask(path, body, more) {
  return (await request(path, body, more)).json();
}

/** Says whose request it is. @returns {RequestInit} */
const asOwner = () => ({ headers: { 'spielwerk-owner': ownerKey() } });

/** All games and variants. @returns {Promise<GameInfo[]>} */
export const games = () => once('/api/games');

/** One game by its name. @param {string} name @returns {Promise<GameInfo>} */
export async function game(name) {
  const found = (await games()).find((game) => game.name === name);
  if (!found) throw new ApiError(`no game is called ${name}`, 404);
  return found;
}

/** A game's board and what stands on it at the start. @param {string} game @returns {Promise<BoardResponse>} */
export const board = (game) => once(`/api/games/${encodeURIComponent(game)}/board`);

/** The names of a game's players. @param {string} game @returns {Promise<string[]>} */
export const players = (game) => once(`/api/games/${encodeURIComponent(game)}/players`);

/**
 * A position, after moves if there are any.
 * @param {{ game: string, position?: any, moves?: string[] }} question
 * @returns {Promise<import('./types.js').Position>}
 */
export const position = (question) => ask('/api/position', question);

/**
 * The ply that a move makes, where that can be told at once; null otherwise.
 * @param {string} game @param {string} position @param {string} move
 * @returns {Promise<import('./types.js').Ply | null>}
 */
export async function instantPly(game, position, move) {
  const response = await sendInstant('/api/position', { method: 'POST', body: JSON.stringify({ game, position, moves: [move] }) });
  return response?.ok ? (await response.json()).plies[0] : null;
}

/**
 * The position that was set up, or an error that says why it is invalid.
 * @param {string} game @param {import('./types.js').Content[]} contents @param {number} turn
 * @returns {Promise<import('./types.js').Position>}
 */
export const setup = (game, contents, turn) => ask('/api/setup', { game, contents, turn });

/**
 * The exact results of the moves of a position, as far as tablebases have them.
 * @param {{ game: string, position?: any, moves?: string[] }} question
 * @returns {Promise<import('./types.js').TablebaseAnswer>}
 */
export const tablebase = (question) => ask('/api/tablebase', question);

/**
 * What was played in a position, in all stored games.
 * @param {{ game: string, position?: any, moves?: string[] }} question
 * @returns {Promise<import('./types.js').ExplorerAnswer>}
 */
export const explorer = (question) => ask('/api/explorer', question);

/**
 * A file to save.
 * @param {{ game: string, position?: any, moves?: string[], format: string, dark?: boolean, width?: number }} options
 */
export const exported = async (options) => (await request('/api/export', options)).blob();

/** Stores a game for a short link. @param {import('./types.js').SharedGame} game @returns {Promise<{ id: string }>} */
export const shareGame = (game) => ask('/api/shared-games', game);

/** A game behind a short link. @param {string} id @returns {Promise<import('./types.js').SharedGame>} */
export const sharedGame = (id) => ask(`/api/shared-games/${encodeURIComponent(id)}`);

/** Creates a session. @param {any} options @returns {Promise<import('./types.js').SessionState>} */
export const newSession = (options) => ask('/api/sessions', options, asOwner());

/** The latest sessions in which only players play. @returns {Promise<import('./types.js').SessionEntry[]>} */
export const sessions = () => ask('/api/sessions?limit=50');

/** One session. @param {string} id @param {string | null} [key]  of a seat @returns {Promise<import('./types.js').SessionState>} */
export const session = (id, key) => ask(`/api/sessions/${encodeURIComponent(id)}${keyQuery(key)}`);

/** @param {string | null | undefined} key */
export const keyQuery = (key) => (key ? `?${new URLSearchParams({ key })}` : '');

/** The games of this browser, the latest first. @returns {Promise<import('./types.js').OwnGame[]>} */
export const ownGames = () => ask('/api/own-games', undefined, asOwner());

/** Puts a session among them. @param {string} id @param {string | null} [key]  of a seat */
export const addOwnGame = (id, key) => request(`/api/own-games/${encodeURIComponent(id)}${keyQuery(key)}`, undefined, { ...asOwner(), method: 'PUT' });

/** Removes a session from them. @param {string} id */
export const removeOwnGame = (id) => request(`/api/own-games/${encodeURIComponent(id)}`, undefined, { ...asOwner(), method: 'DELETE' });

/** The arena's matches and tournaments, the latest first. @returns {Promise<import('./types.js').EventEntry[]>} */
export const events = () => ask('/api/events');

/** One of them, with its standings. @param {string} id @returns {Promise<import('./types.js').EventView>} */
export const event = (id) => ask(`/api/events/${encodeURIComponent(id)}`);

/**
 * Its games, the last first.
 * @param {string} id @param {{ limit: number, player?: string, against?: string }} which
 * @returns {Promise<import('./types.js').GameEntry[]>}
 */
export function eventGames(id, { limit, player, against }) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (player) query.set('player', player);
  if (against) query.set('against', against);
  return ask(`/api/events/${encodeURIComponent(id)}/games?${query}`);
}

/** One game. @param {string} id @param {string} number @returns {Promise<import('./types.js').Replay>} */
export const eventGame = (id, number) => ask(`/api/events/${encodeURIComponent(id)}/games/${encodeURIComponent(number)}`);

/** The practice server's environments in which somebody has played. @returns {Promise<import('./types.js').Environment[]>} */
export const environments = () => ask('/api/environments');

/** A run there. @param {string} id @returns {Promise<import('./types.js').Replay>} */
export const run = (id) => ask(`/api/runs/${encodeURIComponent(id)}`);
