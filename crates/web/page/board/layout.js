// Where everything lies in a drawing: the board's own coordinates, turned so that a seat sits at
// the bottom, scaled to the drawing's unit. Star boards turn by sixths, all others by halves.

import { UNIT, area, corners, hull, outside } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('../core/types.js').Board} Board */
/** @typedef {import('../core/types.js').Content} Content */

/** Half the width of a bowl, in units of the drawing. */
export const BOWL = 43;

/**
 * @typedef {object} Layout
 * @property {Board} board
 * @property {Point[]} sites  the middle of each place
 * @property {{ text: string, x: number, y: number }[]} labels
 * @property {Point[]} outline  the hull of the wooden board, to be drawn with `border` around it
 * @property {number} border
 * @property {import('./geometry.js').Area} view
 * @property {number} store  half the height of a store
 * @property {number} middle  halfway down
 */

/** @param {Board} board @param {number} [angle] in degrees @returns {Layout} */
export function layout(board, angle = 0) {
  const centre = middleOf(board.places);
  const place = turner(centre, angle);
  const sites = board.places.map(place);
  const labels = board.labels.map((label) => ({ text: label.text, ...place(label) }));
  const store = storeReach(board, sites);
  const { outline, border } = frame(board, sites, labels, store);
  const view = area(outline, border + 14);
  return { board, sites, labels, outline, border, view, store, middle: (view.top + view.bottom) / 2 };
}

/** @param {Point[]} points @returns {Point} */
function middleOf(points) {
  const { left, right, top, bottom } = area(points);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** @param {Point} centre @param {number} angle @returns {(point: Point) => Point} */
function turner(centre, angle) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return ({ x, y }) => {
    const [right, down] = [x - centre.x, y - centre.y];
    return { x: (right * cos - down * sin) * UNIT, y: (right * sin + down * cos) * UNIT };
  };
}

/** A store is as high as the rows of houses beside it. @param {Board} board @param {Point[]} sites */
function storeReach(board, sites) {
  const houses = sites.filter((_, site) => board.places[site].shape === 'house');
  if (houses.length === 0) return BOWL;
  const { top, bottom } = area(houses);
  return (bottom - top) / 2 + BOWL;
}

/**
 * A board of nothing but holes follows them, as a hexagon follows a star; others are rectangles.
 * @param {Board} board @param {Point[]} sites @param {Point[]} labels @param {number} store
 */
function frame(board, sites, labels, store) {
  const around = hull(sites);
  const farthest = Math.max(0, ...labels.map((label) => outside(around, label)));
  if (board.places.every((place) => place.shape === 'hole') && farthest <= 130) {
    return { outline: around, border: Math.max(80, farthest + 26) };
  }
  const room = { hole: [50, 50], square: [50, 50], point: [42, 42], house: [50, 82], store: [50, store + 39] };
  const boxes = sites.flatMap((site, nth) => {
    const [w, h] = room[board.places[nth].shape];
    return corners(site, w, h);
  });
  const all = area([...boxes, ...labels.flatMap((label) => corners(label, 14, 14))]);
  const outline = hull(corners(middleOf([{ x: all.left, y: all.top }, { x: all.right, y: all.bottom }]),
    (all.right - all.left) / 2, (all.bottom - all.top) / 2));
  return { outline, border: 26 };
}

/**
 * The angle at which a seat sits at the bottom: the place where it begins, or where its pieces are.
 * @param {Board} board @param {Content[]} start  contents at the beginning of the game
 * @param {number} seat
 */
export function angleFor(board, start, seat) {
  const zone = board.zones.find((zone) => zone.seat === seat && zone.kind !== 'home');
  const own = zone
    ? zone.spots.filter((site) => board.places[site].shape !== 'store')
    : start.flatMap((content, site) => (isPiece(content, seat) ? [site] : []));
  if (own.length === 0) return 0;
  const centre = middleOf(board.places);
  const sum = (/** @type {(site: number) => number} */ of) => own.reduce((all, site) => all + of(site), 0);
  const x = sum((site) => board.places[site].x - centre.x);
  const y = sum((site) => board.places[site].y - centre.y);
  if (board.places.every((place) => place.shape === 'hole')) {
    const away = 90 - (Math.atan2(y, x) * 180) / Math.PI;
    return (Math.round(away / 60) * 60 + 360) % 360;
  }
  return y < -0.01 ? 180 : 0;
}

/** @param {Content} content @param {number} seat */
function isPiece(content, seat) {
  return typeof content === 'object' && 'piece' in content && content.piece === seat;
}
