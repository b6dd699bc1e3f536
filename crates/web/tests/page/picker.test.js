// How clicks become a move.

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

/** All paths of these moves, as the server sends them. @param {Move[]} moves @returns {import('../../page/core/types.js').PathEntry[]} */
function pathsOf(moves) {
  const paths = [...new Set(moves.flatMap(({ path }) => path.map((_, nth) => path.slice(0, nth + 1).join())))];
  paths.sort((a, b) => a.split(',').length - b.split(',').length);
  return paths.map((path) => {
    const sites = path.split(',').map(Number);
    const nth = moves.findIndex((move) => move.path.join() === path);
    const parent = paths.indexOf(sites.slice(0, -1).join());
    const standing = moves[nth]?.trail?.steps.at(-1)?.to ?? sites.at(-1);
    return [parent < 0 ? null : parent, sites.at(-1) ?? -1, nth < 0 ? null : nth, standing, nth < 0 ? [] : captured(moves[nth])];
  });
}

/** A picker for these moves, and what it tells. @param {Move[]} moves @param {any[]} [contents] @param {any[]} [paths] */
function picker(moves, contents = [], paths = pathsOf(moves)) {
  globalThis.fetch = () => assert.fail('choosing needs no request');
  /** @type {{ made: string[], refused: number[], changes: number }} */
  const told = { made: [], refused: [], changes: 0 };
  const turn = { moves, paths, seat: 0, contents: Array.from({ length: 10 }, (_, site) => contents[site] ?? 'empty') };
  const pick = new Picker(turn, {
    changed: () => { told.changes += 1; },
    made: (move) => told.made.push(move.text),
    refused: (site) => told.refused.push(site),
  });
  return { pick, told };
}

beforeEach(() => change({ hops: 'end' }));

test('a site where no move begins is refused', () => {
  const { pick, told } = picker([walk(1, 2)]);
  pick.choose(5);
  assert.deepEqual(told, { made: [], refused: [5], changes: 0 });
});

test('a move is made by its two ends', () => {
  const { pick, told } = picker([walk(1, 2), walk(1, 3)]);
  pick.choose(1);
  assert.deepEqual(pick.path, [1]);
  assert.deepEqual(pick.next, [2, 3]);
  pick.choose(2);
  assert.deepEqual(told.made, ['1-2']);
});

test('one click on the far end makes a chain of hops', () => {
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5), walk(1, 3, 5, 7)]);
  pick.choose(1);
  assert.deepEqual(pick.ends.sort(), [5, 7]);
  pick.choose(7);
  assert.deepEqual(told.made, ['1-3-5-7']);
});

test('hop by hop, a chain goes on until its end or until it is stopped', () => {
  change({ hops: 'step' });
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5)]);
  pick.choose(1);
  pick.choose(3);
  assert.deepEqual(told.made, []);
  assert.equal(pick.standing, 3);
  pick.stop();
  assert.deepEqual(told.made, ['1-3']);
  pick.choose(5);
  assert.deepEqual(told.made, ['1-3', '1-3-5']);
});

test('an end that two paths lead to is no end', () => {
  const { pick } = picker([walk(1, 2, 9), walk(1, 3, 9)]);
  pick.choose(1);
  assert.deepEqual(pick.ends, []);
});

test('another piece can be chosen instead, and the same one unselected', () => {
  const { pick } = picker([walk(1, 2), walk(4, 5)]);
  pick.choose(1);
  pick.choose(4);
  assert.deepEqual(pick.path, [4]);
  pick.choose(4);
  assert.deepEqual(pick.path, []);
  assert.deepEqual(pick.next, [1, 4]);
});

test('back goes back by one site', () => {
  change({ hops: 'step' });
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5)]);
  pick.choose(1);
  pick.choose(3);
  pick.back();
  assert.deepEqual(pick.path, [1]);
  pick.back();
  assert.deepEqual(pick.path, []);
  assert.deepEqual(told.made, []);
});

test('a dropped piece moves, and a wrong drop is refused', () => {
  const { pick, told } = picker([walk(1, 2), walk(1, 3, 5)]);
  pick.drop(1, 8);
  assert.deepEqual(told.refused, [8]);
  pick.drop(1, 5);
  assert.deepEqual(told.made, ['1-3-5']);
});

test('captures are previewed, and forgotten again', () => {
  const { pick } = picker([capture([6, 7], [1, 2]), walk(1, 2, 3)]);
  pick.choose(1);
  pick.look(2);
  assert.deepEqual(pick.doomed, [6, 7]);
  assert.deepEqual(pick.piecePath, [1, 2]);
  pick.look(null);
  assert.deepEqual(pick.doomed, []);
});

test('a stone to capture is a choice, not a place to go', () => {
  const stones = { 8: { piece: 1 }, 9: { piece: 1 } };
  const { pick, told } = picker([capture([8], [1, 2, 8]), capture([9], [1, 2, 9])], Object.assign([], stones));
  pick.choose(1);
  assert.equal(pick.isChoice, false);
  pick.choose(2);
  assert.equal(pick.isChoice, true);
  pick.choose(9);
  assert.deepEqual(told.made, ['1-2-9']);
});

test('what has been captured is gone, and is not doomed any more', () => {
  const moves = [capture([6], [1, 2]), { ...walk(1, 2, 3), trail: { kind: /** @type {const} */ ('walk'), from: 1, steps: [{ to: 2, captured: [6] }, { to: 3, captured: [7] }] } }];
  const { pick } = picker(moves);
  pick.choose(1);
  pick.choose(2);
  assert.deepEqual([pick.taken, pick.doomed, pick.standing], [[6], [], 2]);
  pick.look(3);
  assert.deepEqual([pick.taken, pick.doomed, pick.piecePath], [[6], [7], [1, 2, 3]]);
});

test('any of the stones to capture is a choice', () => {
  const stones = { 7: { piece: 1 }, 8: { piece: 1 }, 9: { piece: 1 } };
  const { pick, told } = picker([capture([7, 8], [1, 2, 8]), capture([9], [1, 2, 9])], Object.assign([], stones));
  pick.choose(1);
  pick.choose(2);
  assert.deepEqual(pick.choices.map(({ captures }) => captures), [[7, 8], [9]]);
  pick.choose(7);
  assert.deepEqual(told.made, ['1-2-8']);
});

test('several paths to one end are one move, made along the sites that were clicked', () => {
  change({ hops: 'step' });
  /** @type {any[]} */
  const paths = [[null, 1, null], [0, 2, 0], [0, 3, 1], [1, 9, 2], [2, 9, 2]];
  const moves = [walk(1, 2), walk(1, 3), walk(1, 2, 9)];
  const { pick, told } = picker(moves, [], paths);
  pick.choose(1);
  assert.deepEqual(pick.ends, [9]);
  pick.choose(3);
  assert.deepEqual(pick.next, [9]);
  pick.choose(9);
  assert.deepEqual(told.made, ['1-2-9']);
});

test('a move whose paths are too many has its shortest one', () => {
  const { pick, told } = picker([walk(1, 3), walk(1, 3, 5)], [], [[null, 1, null], [0, 3, 0]]);
  pick.choose(1);
  pick.choose(5);
  assert.deepEqual(told.made, ['1-3-5']);
});

test('what a move captures and where its piece goes', () => {
  assert.deepEqual(captured(capture([6], [1, 2])), [6]);
  assert.deepEqual(captured({ text: '3', path: [2], trail: { kind: 'sow', from: 2, steps: [{ to: 3, captured: [3] }] } }), []);
  assert.deepEqual(pathOfPiece(walk(1, 3, 5)), [1, 3, 5]);
  assert.deepEqual(pathOfPiece({ text: '', path: [1, 2, 8] }), [1, 8]);
});
