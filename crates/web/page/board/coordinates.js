// Coordinates of a star: its holes are named by two numbers, such as `3,-4`. Holes that share one of
// them lie on a line, and the number stands at the line's end: `3,` or `,-4`.

import { UNIT } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */

/** How far behind the last hole of a line its number stands. */
const BEYOND = 0.74 * UNIT;

/**
 * @param {import('./layout.js').Layout} layout
 * @returns {{ text: string, x: number, y: number }[]}
 */
export function coordinates({ board, sites }) {
  const names = board.places.map(({ name, shape }) => (shape === 'hole' ? /^(-?\d+),(-?\d+)$/.exec(name) : null));
  if (names.length === 0 || names.some((name) => name === null)) return [];
  return [1, 2].flatMap((axis) => {
    /** @type {Map<string, Point[]>} */
    const lines = new Map();
    names.forEach((name, site) => {
      const number = name?.[axis] ?? '';
      lines.set(number, [...(lines.get(number) ?? []), sites[site]]);
    });
    // One axis is read at the lower ends of its lines, the other at the right ones.
    const reach = (/** @type {Point} */ { x, y }) => (axis === 1 ? y + x / 100 : x + y / 100);
    const along = direction([...lines.values()], reach);
    return [...lines].map(([number, line]) => {
      const end = line.reduce((a, b) => (reach(b) > reach(a) ? b : a));
      return { text: axis === 1 ? `${number},` : `,${number}`, x: end.x + along.x * BEYOND, y: end.y + along.y * BEYOND };
    });
  });
}

/** The direction in which all lines run. @param {Point[][]} lines @param {(point: Point) => number} reach @returns {Point} */
function direction(lines, reach) {
  const longest = lines.reduce((a, b) => (b.length > a.length ? b : a));
  const from = longest.reduce((a, b) => (reach(b) < reach(a) ? b : a));
  const to = longest.reduce((a, b) => (reach(b) > reach(a) ? b : a));
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
