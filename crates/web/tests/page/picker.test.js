// How clicks become a move. The server is played by a list of legal paths.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Picker, captured, pathOfPiece } from '../../page/board/picker.js';
import { change } from '../../page/core/settings.js';

/** @typedef {import('../../page/core/types.js').Move} Move */

/** A move along a path that captures nothing. @param {...number} path @returns {Move} */
const walk = (...path) => ({
  text: path.join('-'), path,
  trail: { kind: 'walk', from: path[0], steps: path.slice(1).map((to) => ({ to, captured: [] })) },
});

/** A move with one step that captures. @param {number[]} taken @param {number[]} path @returns {Move} */
const capture = (taken, path) => ({
  text: path.join('-'), path, trail: { kind: 'walk', from: path[0], steps: [{ to: path[1], captured: taken }] },
});

/** Requests that were sent. @type {number[][]} */
let asked = [];
/** Whether the server answers. */
let online = true;

/** Plays a server that knows these moves. @param {Move[]} moves */
function serve(moves) {
  const begins = (/** @type {Move} */ move, /** @type {number[]} */ path) => path.every((site, nth) => move.path[nth] === site);
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ _, /** @type {any} */ options) => {
    const { path } = JSON.parse(options.body);
    asked.push(path);
    if (!online) throw new Error('offline');
    const ahead = moves.filter((move) => move.path.length > path.length && begins(move, path));
    const done = moves.find((move) => move.path.length === path.length && begins(move, path)) ?? null;
    return { ok: true, json: async () => ({ next: [...new Set(ahead.map((move) => move.path[path.length]))], done }) };
  });
}

/** A picker for these moves, and what it tells. @param {Move[]} moves @param {any[]} [contents] */
function picker(moves, contents = []) {
  serve(moves);
  /** @type {{ made: string[], refused: number[], changes: number }} */
  const told = { made: [], refused: [], changes: 0 };
  const turn = {
    game: 'g', position: 'p', moves, seat: 0, contents: Array.from({ length: 10 }, (_, site) => contents[site] ?? 'empty'),
    board: { places: [], lines: [], zones: [], labels: [] },
  };
  const pick = new Picker(turn, {
    changed: () => { told.changes += 1; },
    made: (move) => told.made.push(move.text),
    refused: (site) => told.refused.push(site),
  });
  return { pick, told };
}

beforeEach(() => {
  asked = [];
  online = true;
  change({ hops: 'end' });
});

test('a site where no move begins is refused, without a request', async () => {
  const { pick, told } = picker([walk(1, 2)]);
  await pick.choose(5);
  assert.deepEqual(told, { made: [], refused: [5], changes: 0 });
  assert.deepEqual(asked, []);
});

test('a move is made by its two ends', async () => {
  const { pick, told } = picker([walk(1, 2), walk(1, 3)]);
  await pick.choose(1);
  assert.deepEqual(pick.path, [1]);
  assert.deepEqual(pick.now.next, [2, 3]);
  await pick.choose(2);
  assert.deepEqual(told.made, ['1-2']);
});

test('one click on the far end makes a chain of hops', async () => {
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5), walk(1, 3, 5, 7)]);
  await pick.choose(1);
  assert.deepEqual(pick.ends.sort(), [5, 7]);
  await pick.choose(7);
  assert.deepEqual(told.made, ['1-3-5-7']);
});

test('hop by hop, a chain goes on until its end or until it is stopped', async () => {
  change({ hops: 'step' });
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5)]);
  await pick.choose(1);
  await pick.choose(3);
  assert.deepEqual(told.made, []);
  assert.equal(pick.standing, 3);
  pick.stop();
  assert.deepEqual(told.made, ['1-3']);
  await pick.choose(5);
  assert.deepEqual(told.made, ['1-3', '1-3-5']);
});

test('an end that two paths lead to is no end', async () => {
  const { pick } = picker([walk(1, 2, 9), walk(1, 3, 9)]);
  await pick.choose(1);
  assert.deepEqual(pick.ends, []);
});

test('another piece can be chosen instead, and the same one unselected', async () => {
  const { pick } = picker([walk(1, 2), walk(4, 5)]);
  await pick.choose(1);
  await pick.choose(4);
  assert.deepEqual(pick.path, [4]);
  await pick.choose(4);
  assert.deepEqual(pick.path, []);
  assert.deepEqual(pick.now.next, [1, 4]);
});

test('back goes back by one site', async () => {
  change({ hops: 'step' });
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5)]);
  await pick.choose(1);
  await pick.choose(3);
  await pick.back();
  assert.deepEqual(pick.path, [1]);
  await pick.back();
  assert.deepEqual(pick.path, []);
  assert.deepEqual(told.made, []);
});

test('a dropped piece moves, and a wrong drop is refused', async () => {
  const { pick, told } = picker([walk(1, 2), walk(1, 3, 5)]);
  await pick.drop(1, 8);
  assert.deepEqual(told.refused, [8]);
  await pick.drop(1, 5);
  assert.deepEqual(told.made, ['1-3-5']);
});

test('captures are previewed, and forgotten again', async () => {
  const { pick } = picker([capture([6, 7], [1, 2]), walk(1, 2, 3)]);
  await pick.choose(1);
  await pick.look(2);
  assert.deepEqual(pick.doomed, [6, 7]);
  assert.deepEqual(pick.piecePath, [1, 2]);
  await pick.look(null);
  assert.deepEqual(pick.doomed, []);
});

test('a stone to capture is a choice, not a place to go', async () => {
  const stones = { 8: { piece: 1 }, 9: { piece: 1 } };
  const { pick, told } = picker([capture([8], [1, 2, 8]), capture([9], [1, 2, 9])], Object.assign([], stones));
  await pick.choose(1);
  assert.equal(pick.isChoice, false);
  await pick.choose(2);
  assert.equal(pick.isChoice, true);
  await pick.choose(9);
  assert.deepEqual(told.made, ['1-2-9']);
});

test('an answer that comes after cancelling is dropped', async () => {
  const { pick } = picker([walk(1, 2), walk(1, 3)]);
  const late = pick.choose(1);
  pick.cancel();
  await late;
  assert.deepEqual(pick.path, []);
});

test('an answer is requested once, and again after a failure', async () => {
  const { pick } = picker([walk(1, 2), walk(1, 3)]);
  online = false;
  await assert.rejects(pick.choose(1));
  online = true;
  await pick.choose(1);
  pick.cancel();
  await pick.choose(1);
  assert.deepEqual(asked, [[1], [1]]);
});

test('what a move captures and where its piece goes', () => {
  assert.deepEqual(captured(capture([6], [1, 2])), [6]);
  assert.deepEqual(captured({ text: '3', path: [2], trail: { kind: 'sow', from: 2, steps: [{ to: 3, captured: [3] }] } }), []);
  assert.deepEqual(pathOfPiece(walk(1, 3, 5)), [1, 3, 5]);
  assert.deepEqual(pathOfPiece({ text: '', path: [1, 2, 8] }), [1, 8]);
});
