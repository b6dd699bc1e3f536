// Lessons and puzzles: when a goal is reached, what is remembered, and the puzzle of the day.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ofDay } from '../../page/parts/puzzle-of-day.js';
import { reaches } from '../../page/parts/goal.js';

/** @typedef {import('../../page/core/types.js').Content} Content */

/** @param {string[]} names @param {import('../../page/core/types.js').Shape} shape */
const board = (names, shape) => ({
  places: names.map((name) => ({ name, x: 0, y: 0, shape })), lines: [], zones: [], labels: [],
});

/** A walk over sites. @param {number[]} path @param {number[]} [outcome] */
const walk = (path, outcome) => /** @type {any} */ ({
  seat: 0, changes: [], position: '', turn: 1, outcome,
  move: { text: '', path, trail: { kind: 'walk', from: path[0], steps: path.slice(1).map((to) => ({ to, captured: [] })) } },
});

const POINTS = board(['a', 'b', 'c', 'd'], 'point');
/** @type {Content[]} */
const BEFORE = [{ piece: 0 }, 'empty', { piece: 1 }, { piece: 1 }];
/** @type {Content[]} */
const AFTER = ['empty', { piece: 0 }, 'empty', { piece: 1 }];

test('a goal names where the move begins and ends, and how many steps it has', () => {
  const judge = (/** @type {any} */ goal, /** @type {number[]} */ path) => reaches(goal, walk(path), BEFORE, AFTER, POINTS);
  assert.equal(judge({}, [0, 1]), true);
  assert.equal(judge({ from: ['a'], reach: ['b', 'c'] }, [0, 1]), true);
  assert.equal(judge({ from: ['b'] }, [0, 1]), false);
  assert.equal(judge({ reach: ['b'] }, [0, 1, 2]), false);
  assert.equal(judge({ steps: 2 }, [0, 1, 2]), true);
  assert.equal(judge({ steps: 2 }, [0, 1]), false);
});

test('captured stones count, and stored beans do', () => {
  assert.equal(reaches({ capture: 1 }, walk([0, 1]), BEFORE, AFTER, POINTS), true);
  assert.equal(reaches({ capture: 2 }, walk([0, 1]), BEFORE, AFTER, POINTS), false);
  const bowls = { ...board(['W1', 'store'], 'store'), places: [{ name: 'W1', x: 0, y: 0, shape: /** @type {const} */ ('house') }, { name: 'W', x: 1, y: 0, shape: /** @type {const} */ ('store') }] };
  const sow = { ...walk([0]), move: { text: '1', path: [0], trail: { kind: 'sow', from: 0, steps: [] } } };
  const stored = (/** @type {number} */ beans) => reaches({ capture: 4 }, /** @type {any} */ (sow), [{ beans: 1 }, { beans: 10 }], [{ beans: 0 }, { beans }], bowls);
  assert.equal(stored(14), true);
  assert.equal(stored(12), false);
});

test('a win is one seat ahead of all others, and an open game has no outcome', () => {
  const ends = (/** @type {'win' | 'open'} */ end, /** @type {number[] | undefined} */ outcome) =>
    reaches({ end }, walk([0, 1], outcome), BEFORE, AFTER, POINTS);
  assert.deepEqual([[1, 0], [0, 1], [0.5, 0.5], undefined].map((outcome) => ends('win', outcome)), [true, false, false, false]);
  assert.deepEqual([[1, 0], undefined].map((outcome) => ends('open', outcome)), [false, true]);
});

test('every day has another puzzle until all have been shown', () => {
  for (const count of [1, 2, 40, 97, 100]) {
    const days = Array.from({ length: count }, (_, day) => ofDay(new Date(2026, 0, 1 + day), count));
    assert.deepEqual([...days].sort((a, b) => a - b), days.map((_, nth) => nth), `${count} puzzles`);
  }
  assert.equal(ofDay(new Date(2026, 4, 3, 1), 50), ofDay(new Date(2026, 4, 3, 23), 50));
});

test('what was solved is remembered by game, and kept', async () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  Object.assign(globalThis, { localStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  } });
  const { remember, solvedOf } = await import('../../page/core/learned.js');
  remember('puzzles', 'halma', '1');
  remember('puzzles', 'halma', '1');
  remember('lessons', 'halma', 'step');
  assert.deepEqual([...solvedOf('puzzles', 'halma')], ['1']);
  assert.deepEqual([...solvedOf('lessons', 'halma')], ['step']);
  assert.equal(solvedOf('puzzles', 'fanorona').size, 0);
  assert.match([...kept.values()].join(), /step/);
});

test('lessons have every text in both languages', async () => {
  for (const family of ['fauhalma', 'halma', 'fanorona', 'bohnenspiel']) {
    const text = await readFile(new URL(`../../page/lessons/${family}.json`, import.meta.url), 'utf8');
    for (const lesson of JSON.parse(text)) {
      for (const pair of [lesson.title, lesson.text, lesson.done]) assert.equal(pair.filter(Boolean).length, 2, lesson.id);
    }
  }
});
