// Where a board is drawn, who sits at the bottom, and where arrow keys lead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coordinates } from '../../page/board/coordinates.js';
import { angleFor, layout } from '../../page/board/layout.js';
import { neighbour } from '../../page/board/neighbour.js';
import { mark, tone } from '../../page/board/seats.js';

/** @typedef {import('../../page/core/types.js').Shape} Shape */

/** A board of three by three sites. @param {Shape} shape @returns {import('../../page/core/types.js').Board} */
function board(shape) {
  const places = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ name: `${x}${y}`, x, y, shape })));
  return {
    places, lines: [], labels: [],
    zones: [{ kind: 'start', seat: 0, spots: [0, 1, 2] }, { kind: 'start', seat: 1, spots: [6, 7, 8] }],
  };
}

test('a seat that begins above is turned to the bottom', () => {
  assert.equal(angleFor(board('square'), [], 0), 180);
  assert.equal(angleFor(board('square'), [], 1), 0);
});

test('without a zone the pieces of the start count', () => {
  const start = board('point').places.map((_, site) => (site < 3 ? { piece: 0 } : 'empty'));
  const bare = { ...board('point'), zones: [] };
  assert.equal(angleFor(bare, /** @type {any} */ (start), 0), 180);
  assert.equal(angleFor(bare, /** @type {any} */ (start), 1), 0);
});

test('a star is turned by sixths', () => {
  const corner = { ...board('hole'), zones: [{ kind: /** @type {const} */ ('start'), seat: 0, spots: [2, 5] }] };
  assert.equal(angleFor(corner, [], 0) % 60, 0);
  assert.notEqual(angleFor(corner, [], 0), 0);
});

test('a turn by a half swaps opposite sites', () => {
  const [straight, turned] = [layout(board('square')), layout(board('square'), 180)];
  straight.sites.forEach((site, nth) => {
    const opposite = turned.sites[8 - nth];
    assert.ok(Math.hypot(site.x - opposite.x, site.y - opposite.y) < 1e-6);
  });
});

test('neighbouring sites are a hundred apart and all in view', () => {
  for (const shape of /** @type {Shape[]} */ (['hole', 'square', 'point', 'house', 'store'])) {
    const { sites, view } = layout(board(shape));
    assert.ok(Math.abs(sites[1].x - sites[0].x - 100) < 1e-6);
    assert.ok(sites.every(({ x, y }) => x > view.left && x < view.right && y > view.top && y < view.bottom), shape);
  }
});

test('arrow keys walk rows and columns and stop at the edge', () => {
  const { sites } = layout(board('square'));
  assert.equal(neighbour(sites, 4, [1, 0]), 5);
  assert.equal(neighbour(sites, 4, [-1, 0]), 3);
  assert.equal(neighbour(sites, 4, [0, 1]), 7);
  assert.equal(neighbour(sites, 4, [0, -1]), 1);
  assert.equal(neighbour(sites, 5, [1, 0]), 5);
  assert.equal(neighbour(sites, 0, [0, -1]), 0);
});

test('in shifted rows a site straight ahead wins over nearer ones to the side', () => {
  const sites = [{ x: 50, y: 0 }, { x: 0, y: 87 }, { x: 100, y: 87 }, { x: 50, y: 173 }];
  assert.equal(neighbour(sites, 0, [0, 1]), 3);
  assert.equal(neighbour(sites.slice(0, 3), 0, [0, 1]), 1);
  assert.equal(neighbour(sites, 1, [1, 0]), 2);
});

test('seats are told apart by tone and by mark', () => {
  assert.equal(tone(['White', 'Black'], 0), 'white');
  assert.equal(tone(['Weisse', 'Schwarz'], 1), 'black');
  const seats = ['A', 'B', 'C'];
  assert.equal(new Set(seats.map((_, seat) => tone(seats, seat))).size, 3);
  assert.equal(new Set(seats.map((_, seat) => mark(seat))).size, 3);
});

test('the lines of a star have their numbers at their ends', () => {
  const holes = board('hole');
  const named = { ...holes, places: holes.places.map((place) => ({ ...place, name: `${place.x},${-place.y}` })) };
  const found = coordinates(layout(named, 0));
  assert.deepEqual(found.map(({ text }) => text).sort(), [',-1', ',-2', ',0', '0,', '1,', '2,']);
  const { sites } = layout(named, 0);
  for (const { x, y } of found) assert.ok(sites.every((site) => Math.hypot(site.x - x, site.y - y) > 40));
  assert.deepEqual(coordinates(layout(board('point'), 0)), []);
});
