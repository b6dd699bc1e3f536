// Playing through the page. Which moves there are the server says; they are made by clicks or keys
// on the board, as a person would. No rule of any game stands here either: walking games are played
// towards home, all others at random.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./server.js').Server} Server */

/** Starts a session in which the first seat is a person. @param {Server} server @param {Page} page @param {any} options */
export async function startSession(server, page, options) {
  const state = await server.ask('/api/sessions', options);
  await page.goto(`${server.address}/#/session/${state.id}`);
  await page.waitForSelector('.game-screen');
  return /** @type {string} */ (state.id);
}

/** Waits until a person can move, or the game is over. @param {Page} page */
export async function myTurn(page) {
  await page.waitForSelector('.site.grab, .result');
  return (await page.locator('.result').count()) === 0;
}

/** @param {Page} page @param {number} site */
export const clickSite = (page, site) => page.locator(`[data-site="${site}"]`).first().dispatchEvent('click');

/** A click with the real pointer. @param {Page} page @param {number} site */
export const clickPointer = (page, site) => page.locator(`[data-site="${site}"] .hit`).click();

/**
 * Makes a move: chooses its sites one after the other, each when the page has understood the one
 * before, and *stop here* where it could go on.
 * @param {Page} page @param {number[]} path @param {(page: Page, site: number) => Promise<void>} [press]
 */
export async function make(page, path, press = clickSite) {
  const plies = await count(page);
  for (let nth = 0; nth < path.length; nth += 1) {
    await press(page, path[nth]);
    const chosen = path.slice(0, nth + 1).join();
    await page.waitForFunction(({ chosen, plies }) =>
      document.querySelectorAll('.moves .move').length > plies
        || /** @type {HTMLElement} */ (document.querySelector('.prompt')).dataset.path === chosen, { chosen, plies });
    if ((await count(page)) > plies) return;
  }
  if (await page.locator('#stop-here').count()) await page.locator('#stop-here').click();
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, plies);
}

/** Chooses something from the menu of rare controls. @param {Page} page @param {string} id */
export async function chooseRare(page, id) {
  await page.locator('#more-controls').click();
  await page.locator(`#${id}`).click();
}

/** How many moves the list has. @param {Page} page */
export const count = (page) => page.locator('.moves .move').count();

/**
 * Plays to the end of the game.
 * @param {Server} server @param {Page} page @param {string} id
 * @param {(page: Page, site: number) => Promise<void>} [press]
 */
export async function playOut(server, page, id, press = clickSite) {
  const state = await server.ask(`/api/sessions/${id}`);
  const { board } = await server.ask(`/api/games/${state.game}/board`);
  const dice = random(7);
  for (let turn = 0; turn < 400; turn += 1) {
    if (!(await myTurn(page))) return;
    const now = await server.ask(`/api/sessions/${id}`);
    if (!now.now.moves) continue;
    const { path } = choose(now, board, dice);
    // Where nothing is taken on the way, only the end is clicked.
    const ends = board.zones.some((/** @type {any} */ zone) => zone.kind === 'home');
    await make(page, ends ? [path[0], path[path.length - 1]] : path, press);
  }
  assert.fail('the game does not end');
}

/**
 * A move: towards the deepest site of home that is still free of own pieces, where there is a home.
 * @param {any} state @param {any} board @param {() => number} dice @returns {{ path: number[] }}
 */
function choose(state, board, dice) {
  const { moves, turn } = state.now;
  const zone = (/** @type {string} */ kind) =>
    board.zones.find((/** @type {any} */ each) => each.kind === kind && each.seat === turn)?.spots;
  const [home, start] = [zone('home'), zone('start')];
  if (!home) return moves[Math.floor(dice() * moves.length)];
  const apart = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.hypot(board.places[a].x - board.places[b].x, board.places[a].y - board.places[b].y);
  const depth = (/** @type {number} */ site) => Math.min(...start.map((/** @type {number} */ from) => apart(site, from)));
  const contents = [...state.start.contents];
  for (const ply of state.plies) for (const [site, content] of ply.changes) contents[site] = content;
  const deepest = [...home].sort((a, b) => depth(b) - depth(a));
  const goal = deepest.find((site) => contents[site].piece !== turn) ?? deepest[0];
  const held = deepest.slice(0, deepest.indexOf(goal));
  const gain = (/** @type {{ path: number[] }} */ { path }) => {
    const [from, to] = [path[0], path[path.length - 1]];
    return 1.12 * apart(from, goal) - apart(to, goal) - (held.includes(from) ? 50 : 0) + dice() * 0.3;
  };
  const gains = moves.map(gain);
  return moves[gains.indexOf(Math.max(...gains))];
}

/** The same numbers in every run (mulberry32). @param {number} seed */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}
