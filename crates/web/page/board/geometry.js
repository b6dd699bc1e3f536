// Outlines around points: areas, convex hulls, and hulls with round corners as SVG paths. All in
// the drawing's own unit, a hundredth of the distance between two neighbouring sites.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** The distance between neighbouring sites in a drawing. */
export const UNIT = 100;

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** @param {Point[]} points @param {number} [margin] @returns {Area} */
export function area(points, margin = 0) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** The corners of a rectangle around a point. @param {Point} at @param {number} w @param {number} h */
export function corners({ x, y }, w, h) {
  return [
    { x: x - w, y: y - h },
    { x: x + w, y: y - h },
    { x: x + w, y: y + h },
    { x: x - w, y: y + h },
  ];
}

/** The convex hull, clockwise on the screen (Andrew's chain). @param {Point[]} points */
export function hull(points) {
  if (points.length < 2) return [...points];
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** @param {Point[]} points */
function chain(points) {
  /** @type {Point[]} */
  const result = [];
  for (const point of points) {
    while (result.length > 1 && turn(result[result.length - 2], result[result.length - 1], point) <= 0) {
      result.pop();
    }
    result.push(point);
  }
  return result;
}

/** Positive where the way turns right on the screen. @param {Point} a @param {Point} b @param {Point} c */
function turn(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/**
 * All points no farther than `radius` from a hull, as a path with round corners.
 * @param {Point[]} around @param {number} radius
 */
export function rounded(around, radius) {
  if (around.length < 2) {
    const { x, y } = around[0] ?? { x: 0, y: 0 };
    return `M${short(x - radius)} ${short(y)}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
  }
  const parts = around.map((corner, nth) => {
    const before = around[(nth + around.length - 1) % around.length];
    const after = around[(nth + 1) % around.length];
    const from = beside(corner, before, corner, radius);
    const to = beside(corner, corner, after, radius);
    return `${nth ? 'L' : 'M'}${from}A${radius} ${radius} 0 0 1 ${to}`;
  });
  return `${parts.join('')}Z`;
}

/** @param {Point} at @param {Point} a @param {Point} b @param {number} by */
function beside(at, a, b, by) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return `${short(at.x + ((b.y - a.y) / length) * by)} ${short(at.y - ((b.x - a.x) / length) * by)}`;
}

/** How far a point is outside a hull; 0 inside. @param {Point[]} around @param {Point} point */
export function outside(around, point) {
  const edges = around.map((a, nth) => [a, around[(nth + 1) % around.length]]);
  if (around.length > 2 && edges.every(([a, b]) => turn(a, b, point) >= 0)) return 0;
  return Math.min(...edges.map(([a, b]) => distance(a, b, point)));
}

/** @param {Point} a @param {Point} b @param {Point} point */
function distance(a, b, point) {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const square = x * x + y * y;
  const share = square ? ((point.x - a.x) * x + (point.y - a.y) * y) / square : 0;
  const along = Math.min(1, Math.max(0, share));
  return Math.hypot(point.x - a.x - along * x, point.y - a.y - along * y);
}

/**
 * The sides of squares on which no other of them lies, as one path.
 * @param {Point[]} squares
 */
export function outerSides(squares) {
  const taken = new Set(squares.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`));
  const half = UNIT / 2;
  const sides = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  return squares
    .flatMap(({ x, y }) =>
      sides
        .filter(([right, down]) => !taken.has(`${Math.round(x + right * UNIT)} ${Math.round(y + down * UNIT)}`))
        .map(([right, down]) => {
          const [sx, sy] = [x + right * half, y + down * half];
          return `M${sx - down * half} ${sy - right * half}L${sx + down * half} ${sy + right * half}`;
        }),
    )
    .join('');
}
