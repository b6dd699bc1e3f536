// The game so far, settings, requests and polling.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import * as api from '../../page/core/api.js';
import { GameRecord } from '../../page/core/game-record.js';
import { poll } from '../../page/core/poll.js';
import { change, current, onChange } from '../../page/core/settings.js';

/** @type {any} */
const browser = globalThis;

/** @param {string} text @param {[number, any][]} changes @param {number} seat */
const ply = (text, changes, seat) => ({
  seat, move: { text, path: [] }, changes, position: `after ${text}`, turn: 1 - seat,
});
const start = () => ({ position: 'start', turn: 0, contents: [/** @type {any} */ ({ piece: 0 }), 'empty', 'empty'] });

test('contents after each ply are worked out from the changes', () => {
  const record = new GameRecord(start(), [
    ply('a', [[0, 'empty'], [1, { piece: 0 }]], 0), ply('b', [[2, { piece: 1 }]], 1),
  ]);
  assert.deepEqual(record.contents(2), ['empty', { piece: 0 }, { piece: 1 }]);
  assert.deepEqual(record.contents(1), ['empty', { piece: 0 }, 'empty']);
  assert.deepEqual(record.contents(0), [{ piece: 0 }, 'empty', 'empty']);
});

test('a ply that is taken back and replaced is forgotten', () => {
  const record = new GameRecord(start(), [ply('a', [[1, { piece: 0 }]], 0), ply('b', [[2, { piece: 1 }]], 1)]);
  record.contents(2);
  record.replace(1, [ply('c', [[2, 'blocked']], 1)]);
  assert.deepEqual(record.texts(), ['a', 'c']);
  assert.deepEqual(record.contents(2), [{ piece: 0 }, { piece: 0 }, 'blocked']);
  record.replace(0, []);
  assert.equal(record.length, 0);
  assert.deepEqual(record.contents(0), start().contents);
});

test('position, turn and moves at any ply', () => {
  const record = new GameRecord(start(), [ply('a', [], 0), ply('b', [], 1)]);
  assert.deepEqual([0, 1, 2].map((at) => record.position(at)), ['start', 'after a', 'after b']);
  assert.deepEqual([0, 1, 2].map((at) => record.turn(at)), [0, 1, 0]);
  assert.deepEqual(record.texts(1), ['a']);
});

test('a change of settings is told to all who listen, until they stop', () => {
  let told = 0;
  const stop = onChange(() => { told += 1; });
  change({ motion: 'quick' });
  assert.equal(current().motion, 'quick');
  stop();
  change({ motion: 'calm' });
  assert.equal(told, 1);
});

test('settings are kept, and what cannot be read is as if nothing was kept', async () => {
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  // A query makes it another module: the page as it is loaded again.
  const load = (/** @type {string} */ again) => import(`../../page/core/settings.js?${again}`);
  (await load('first')).change({ theme: 'dark' });
  assert.equal((await load('second')).current().theme, 'dark');
  kept.set('spielwerk', '{"theme":');
  assert.equal((await load('third')).current().theme, 'system');
});

/** Answers requests, and notes them. @type {{ path: string, options: any }[]} */
let requests = [];
/** @param {(path: string) => any} answer */
function serve(answer) {
  browser.fetch = async (/** @type {string} */ path, /** @type {any} */ options) => {
    requests.push({ path, options });
    return answer(path);
  };
}
beforeEach(() => { requests = []; });
const ok = (/** @type {any} */ body) => ({ ok: true, json: async () => body });
const refused = (/** @type {number} */ status, /** @type {any} */ body) => ({
  ok: false, status, statusText: 'No', json: async () => (body === undefined ? JSON.parse('<') : body),
});

test('what never changes is requested once, also after a failure', async () => {
  serve(() => refused(503, { error: 'busy' }));
  await assert.rejects(api.games(), /busy/);
  serve(() => ok([{ name: 'halma' }]));
  await Promise.all([api.games(), api.games()]);
  assert.equal((await api.game('halma')).name, 'halma');
  assert.equal(requests.length, 2);
  await assert.rejects(api.game('chess'), { status: 404 });
});

test('an error has the server’s message and its status', async () => {
  serve(() => refused(422, { error: 'no such move' }));
  await assert.rejects(api.position({ game: 'halma' }), { message: 'no such move', status: 422 });
  serve(() => refused(502, undefined));
  await assert.rejects(api.position({ game: 'halma' }), { message: '502 No', status: 502 });
  serve(() => { throw new TypeError('network'); });
  await assert.rejects(api.position({ game: 'halma' }), { status: 0 });
});

test('a question is posted as JSON, and names are escaped in addresses', async () => {
  serve(() => ok({}));
  await api.position({ game: 'halma', position: 'b', moves: ['c'] });
  await api.session('a/b?c');
  await api.eventGames('7', { limit: 20, player: 'ugi:x y&z' });
  const [{ options }, session, games] = requests;
  assert.equal(options.headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(options.body), { game: 'halma', position: 'b', moves: ['c'] });
  assert.equal(session.path, '/api/sessions/a%2Fb%3Fc');
  assert.equal(new URL(games.path, 'http://x').searchParams.get('player'), 'ugi:x y&z');
});

test('polling rests while the page is hidden, survives a failure, and ends', async () => {
  browser.document = { hidden: false };
  mock.timers.enable({ apis: ['setInterval'] });
  /** @type {number[]} */
  const told = [];
  let asked = 0;
  const end = poll(async () => {
    asked += 1;
    if (asked === 1) throw new Error('offline');
    return asked;
  }, (answer) => told.push(answer), 1000);
  const tick = async () => {
    mock.timers.tick(1000);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  await tick();
  await tick();
  assert.deepEqual(told, [2]);
  browser.document.hidden = true;
  await tick();
  assert.equal(asked, 2);
  browser.document.hidden = false;
  end();
  await tick();
  assert.deepEqual([asked, told], [2, [2]]);
  mock.timers.reset();
});

test('an answer that comes after the end is not told', async () => {
  browser.document = { hidden: false };
  mock.timers.enable({ apis: ['setInterval'] });
  let told = 0;
  const end = poll(async () => {}, () => { told += 1; }, 1000);
  mock.timers.tick(1000);
  end();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  assert.equal(told, 0);
  mock.timers.reset();
});
