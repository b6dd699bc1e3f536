// The server's HTTP API: one function for each request. What never changes (games, boards, players)
// is requested once. An error status becomes an `ApiError` with the server's message.

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

/** @param {string} path @returns {Promise<any>} */
function once(path) {
  let answer = cache.get(path);
  if (!answer) {
    answer = ask(path);
    cache.set(path, answer);
    answer.catch(() => cache.delete(path));
  }
  return answer;
}

/** @param {string} path @param {any} [body] */
async function request(path, body) {
  /** @type {RequestInit} */
  const options = body === undefined ? {} : {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError('offline', 0);
  }
  if (response.ok) return response;
  const reason = await response.json().catch(() => ({}));
  throw new ApiError(reason.error ?? `${response.status} ${response.statusText}`, response.status);
}

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
async function ask(path, body) {
  return (await request(path, body)).json();
}

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
 * The sites that can be clicked after a path.
 * @param {string} game @param {string} position @param {number[]} path
 * @returns {Promise<import('./types.js').Follow>}
 */
export const follow = (game, position, path) => ask('/api/follow', { game, position, path });

/**
 * The position that was set up, or an error that says why it is invalid.
 * @param {string} game @param {import('./types.js').Content[]} contents @param {number} turn
 * @returns {Promise<import('./types.js').Position>}
 */
export const setup = (game, contents, turn) => ask('/api/setup', { game, contents, turn });

/**
 * A file to save.
 * @param {{ game: string, position?: any, moves?: string[], format: string, dark?: boolean, width?: number }} options
 */
export const exported = async (options) => (await request('/api/export', options)).blob();

/** Creates a session. @param {any} options @returns {Promise<import('./types.js').SessionState>} */
export const newSession = (options) => ask('/api/sessions', options);

/** The latest sessions in which only players play. @returns {Promise<import('./types.js').SessionEntry[]>} */
export const sessions = () => ask('/api/sessions?limit=50');

/** One session. @param {string} id @returns {Promise<import('./types.js').SessionState>} */
export const session = (id) => ask(`/api/sessions/${encodeURIComponent(id)}`);

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
