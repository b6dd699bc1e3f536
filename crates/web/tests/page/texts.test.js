// Scores, clocks, names and moves as people read them.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { contentText, moveText } from '../../page/board/speech.js';
import { change } from '../../page/core/settings.js';
import { Clocks, clockText } from '../../page/parts/clock.js';
import { families, variantsOf } from '../../page/parts/families.js';
import { short } from '../../page/parts/move-list.js';
import { isPerson, playerName, specName } from '../../page/parts/players.js';
import { forFirst, goodness, readScore, scoreText } from '../../page/parts/score.js';
import { en } from '../../page/strings/en.js';

beforeEach(() => change({ language: 'en' }));

const estimate = (/** @type {number} */ value) => ({ text: '', value });

const SEATS = ['White', 'Black'];

test('an estimate has a sign and two places, as the reader writes them', () => {
  assert.equal(scoreText(estimate(1.5), 0, SEATS), '+1.50');
  assert.equal(scoreText(estimate(-0.25), 0, SEATS), '-0.25');
  assert.equal(scoreText(estimate(0), 1, SEATS), '0.00');
  change({ language: 'de' });
  assert.equal(scoreText(estimate(1.5), 0, SEATS), '+1,50');
});

test('between two, a score is always that of the first seat', () => {
  assert.equal(scoreText(estimate(1.5), 1, SEATS), '-1.50');
  const wins = (/** @type {'win' | 'loss'} */ result, /** @type {number} */ seat) => scoreText({ text: '', result, plies: 3 }, seat, SEATS);
  assert.equal(wins('win', 0), wins('loss', 1));
  assert.equal(wins('win', 1), wins('loss', 0));
  assert.match(wins('win', 1), /Black.*3/);
  assert.equal(scoreText(estimate(1.5), 1, ['A', 'B', 'C']), '+1.50');
});

test('a proven score says so, with the moves to the end where they are known', () => {
  const [exact, open] = [7, null].map((plies) => scoreText({ text: '', result: 'win', plies }, 0, SEATS));
  assert.match(exact, /7/);
  assert.doesNotMatch(open, /\{|null/);
  assert.notEqual(open, scoreText({ text: '', result: 'loss', plies: null }, 0, SEATS));
  assert.equal(scoreText(null, 0, SEATS), '–');
});

test('a recorded score is read again', () => {
  assert.deepEqual(['-1.20', 'win in 7', 'draw'].map((text) => scoreText(readScore(text), 0, SEATS)), ['-1.20', 'White wins in 7', 'draw']);
});

test('a better score fills more of the bar, a proven one all of it', () => {
  const values = [-1000, -6, -1, 0, 1, 6, 1000].map((value) => goodness(estimate(value)));
  assert.deepEqual(values, [...values].sort((a, b) => a - b));
  assert.ok(values.every((share) => Math.abs(share) < 1));
  assert.equal(goodness({ text: '', result: 'win' }), 1);
  assert.equal(goodness({ text: '', result: 'loss' }), -1);
  assert.equal(goodness({ text: '', result: 'draw' }), 0);
  assert.equal(goodness(null), 0);
});

test('in a game for two the bar is the first seat’s', () => {
  assert.equal(forFirst({ text: '', result: 'win' }, 1, 2), -1);
  assert.equal(forFirst({ text: '', result: 'win' }, 0, 2), 1);
  assert.equal(forFirst({ text: '', result: 'win' }, 1, 3), 1);
});

test('a clock shows hours where there are some, and tenths when time is short', () => {
  for (const [ms, text] of /** @type {[number, string][]} */ ([
    [3_723_000, '1:02:03'], [600_000, '10:00'], [65_999, '1:05'], [10_000, '0:10'], [9_999, '0:09.9'], [50, '0:00.0'], [-20, '0:00.0'],
  ])) assert.equal(clockText(ms), text);
});

test('only the clock that runs counts down, until it is stopped', (context) => {
  /** @type {any} */ (globalThis).window = globalThis;
  mock.timers.enable({ apis: ['setInterval'] });
  let now = 1000;
  context.mock.method(performance, 'now', () => now);
  /** @type {number[][]} */
  const seen = [];
  const clocks = new Clocks((left) => seen.push(left));
  clocks.show({ left_ms: [5000, 7000], running: 1 });
  now += 100;
  mock.timers.tick(100);
  clocks.stop();
  mock.timers.tick(1000);
  assert.deepEqual(seen, [[5000, 7000], [5000, 6900]]);
  mock.timers.reset();
});

test('a long path is shortened to its ends', () => {
  assert.equal(short('d3-e3A'), 'd3-e3A');
  assert.equal(short('[[2,2],[2,0]]'), '2,2 → 2,0');
  assert.equal(short('[[2,2],[2,0],[0,2],[-2,2]]'), '2,2 ⋯ -2,2');
});

test('players are named as people know them', () => {
  assert.equal(playerName({ person: 'Ada' }), 'Ada');
  assert.notEqual(playerName({ person: '' }), '');
  assert.match(specName('level:3'), /3/);
  assert.notEqual(specName('level:3'), 'level:3');
  assert.equal(specName('mcts:nodes=5'), 'mcts:nodes=5');
  assert.equal(isPerson({ person: '' }), true);
  assert.equal(isPerson({ player: 'strong' }), false);
});

test('variants stand with their family, in the order of the server', () => {
  const game = (/** @type {string} */ name, /** @type {string} */ family) => ({ name, family, title: '', seats: [''], board: '', rules: '' });
  const all = [game('a', 'f'), game('b', 'g'), game('c', 'f')];
  const names = (/** @type {{ name: string }[]} */ games) => games.map(({ name }) => name);
  assert.deepEqual(families(all).map(names), [['a', 'c'], ['b']]);
  assert.deepEqual(names(variantsOf(all, 'c')), ['a', 'c']);
});

test('a board is read aloud', () => {
  const seats = ['White', 'Black'];
  assert.equal(contentText({ piece: 1 }, seats), 'Black');
  assert.match(contentText({ beans: 4 }, seats), /4/);
  assert.equal(contentText({ beans: 1 }, seats), en['content.bean']);
  assert.notEqual(contentText('blocked', seats), contentText('empty', seats));
});

test('a move is read aloud with what it takes', () => {
  const places = ['a1', 'b1', 'c1'].map((name, x) => ({ name, x, y: 0, shape: /** @type {const} */ ('point') }));
  const board = { places, lines: [], zones: [], labels: [] };
  const ply = (/** @type {number[]} */ taken) => ({
    seat: 0, changes: [], position: '', turn: 1,
    move: { text: '', path: [0, 1], trail: { kind: /** @type {const} */ ('walk'), from: 0, steps: [{ to: 1, captured: taken }] } },
  });
  const plain = moveText(ply([]), board, ['White', 'Black']);
  assert.match(plain, /White.*a1.*b1/);
  assert.doesNotMatch(plain, /c1/);
  assert.match(moveText(ply([2]), board, ['White', 'Black']), /c1/);
});
