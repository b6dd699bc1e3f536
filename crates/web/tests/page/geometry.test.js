// Hulls and outlines, the ground of every drawn board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { area, hull, outerSides, outside, rounded } from '../../page/board/geometry.js';

const grid = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => ({ x: x * 100, y: y * 100 })));
const square = [{ x: 0, y: 0 }, { x: 200, y: 0 }, { x: 200, y: 200 }, { x: 0, y: 200 }];

test('an area encloses all points, with a margin', () => {
  assert.deepEqual(area(grid), { left: 0, top: 0, right: 200, bottom: 200 });
  assert.deepEqual(area(grid, 5), { left: -5, top: -5, right: 205, bottom: 205 });
});

test('the hull of a grid is its corners, clockwise on the screen', () => {
  assert.deepEqual(hull(grid), square);
});

test('the hull of one point is that point', () => {
  assert.deepEqual(hull([{ x: 3, y: 4 }]), [{ x: 3, y: 4 }]);
  assert.deepEqual(hull([]), []);
});

test('a hull leaves its points as they are', () => {
  const points = [{ x: 2, y: 0 }, { x: 0, y: 0 }, { x: 1, y: 5 }];
  const before = structuredClone(points);
  hull(points);
  assert.deepEqual(points, before);
});

test('a point is outside a hull by its distance from the nearest side or corner', () => {
  assert.equal(outside(square, { x: 100, y: 100 }), 0);
  assert.equal(outside(square, { x: 200, y: 50 }), 0);
  assert.equal(outside(square, { x: 230, y: 50 }), 30);
  assert.equal(outside(square, { x: 203, y: -4 }), 5);
});

test('a rounded outline has an arc at every corner and is closed', () => {
  const path = rounded(square, 10);
  assert.equal(path.match(/A10 10/g)?.length, 4);
  assert.ok(path.startsWith('M-10 0A10 10 0 0 1 0 -10L'), path);
  assert.ok(path.endsWith('Z'));
});

test('around one point the outline is a circle', () => {
  assert.equal(rounded([{ x: 50, y: 20 }], 10), 'M40 20a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z');
});

test('sides between two squares are not drawn', () => {
  const sides = (/** @type {string} */ path) => path.match(/M/g)?.length;
  assert.equal(sides(outerSides([{ x: 0, y: 0 }])), 4);
  assert.equal(sides(outerSides([{ x: 0, y: 0 }, { x: 100, y: 0 }])), 6);
  assert.equal(sides(outerSides(grid)), 12);
});
