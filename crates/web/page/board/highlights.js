// Highlights on a board: pieces that can move, sites to go to, stones that would be captured, the
// last move, and arrows for moves that could be made. Shapes differ as well as colours.

import { s } from '../core/dom.js';
import { BOWL } from './layout.js';
import { PIECE, piece } from './pieces.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./geometry.js').Point} Point */

/** @param {Point} point */
const at = ({ x, y }) => ({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });

/**
 * Highlights for choosing a move.
 * @param {Layout} layout @param {import('./view.js').Highlights} highlights
 * @param {import('../core/types.js').Content[]} contents
 */
export function targets(layout, highlights, contents) {
  const { movable = [], next = [], ends = [], doomed = [], choices = [], picked } = highlights;
  const free = (/** @type {number} */ site) => typeof contents[site] !== 'object' || 'beans' in contents[site];
  const site = (/** @type {number} */ nth) => at(layout.sites[nth]);
  return [
    movable.map((nth) => outline(layout, nth, 'can-move')),
    picked !== null && picked !== undefined && outline(layout, picked, 'chosen'),
    ends.map((nth) => s('circle', { ...site(nth), class: 'end', r: 11 })),
    next.map((nth) => (free(nth)
      ? s('circle', { ...site(nth), class: 'next', r: 17 })
      : outline(layout, nth, 'next-taken'))),
    choices.flatMap(({ sites }) => sites.map((nth) => outline(layout, nth, 'choice'))),
    choices.map(({ site: nth, label }) => label && choiceLabel(layout, nth, label)),
    doomed.map((nth) => s('g', { ...site(nth), class: 'doom' },
      s('path', { class: 'doom-back', d: 'M-17 -17L17 17M-17 17L17 -17' }),
      s('path', { d: 'M-17 -17L17 17M-17 17L17 -17' }))),
  ];
}

/** The name of a choice, below its first stone. @param {Layout} layout @param {number} nth @param {string} text */
function choiceLabel(layout, nth, text) {
  return s('g', { ...at(layout.sites[nth]), class: 'choice-label' }, s('text', { y: PIECE + 22 }, text));
}

/** A piece that was captured, where it stood. @param {Layout} layout @param {string[]} seats @param {number} nth @param {number} seat */
export function ghost(layout, seats, nth, seat) {
  return s('g', { ...at(layout.sites[nth]), class: 'ghost' }, piece(seats, seat));
}

/** The path that a piece has gone or would go. @param {Layout} layout @param {number[]} sites */
export function pieceLine(layout, sites) {
  return sites.length > 1 ? s('path', { class: 'piece-path', d: polyline(sites.map((nth) => layout.sites[nth])) }) : null;
}

/** A line around a site, of the site's own shape. @param {Layout} layout @param {number} nth @param {string} kind */
function outline(layout, nth, kind) {
  const place = at(layout.sites[nth]);
  switch (layout.board.places[nth].shape) {
    case 'square':
      return s('rect', { ...place, class: kind, x: -46, y: -46, width: 92, height: 92, rx: 8 });
    case 'house':
      return s('circle', { ...place, class: kind, r: BOWL + 3 });
    case 'store': {
      const reach = layout.store + 3;
      return s('rect', { ...place, class: kind, x: -BOWL - 3, y: -reach, width: 2 * BOWL + 6, height: 2 * reach, rx: BOWL + 3 });
    }
    default:
      return s('circle', { ...place, class: kind, r: PIECE + 6 });
  }
}

/** The last move: its ends outlined, a line between them. @param {Layout} layout @param {number[]} path */
export function lastMove(layout, path) {
  if (path.length === 0) return [];
  const points = path.map((site) => layout.sites[site]);
  return [
    points.length > 1 && s('path', { class: 'last-path', d: polyline(points) }),
    points.slice(0, -1).map((point) => s('circle', { ...at(point), class: 'stop', r: 9 })),
    outline(layout, path[path.length - 1], 'arrival'),
  ];
}

/** @param {Point[]} points */
function polyline(points) {
  return points.map(({ x, y }, nth) => `${nth ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/**
 * An arrow along a path; a path of one site gets a ring.
 * @param {Layout} layout @param {import('./view.js').Arrow} arrow
 */
export function arrow(layout, { path, rank = 0, kind = 'best' }) {
  const name = `arrow ${kind} rank${Math.min(rank, 3)}`;
  const points = path.map((site) => layout.sites[site]);
  if (points.length < 2) {
    return points.length ? s('g', { class: name }, outline(layout, path[0], 'ring')) : null;
  }
  const [before, end] = points.slice(-2);
  const [x, y] = [end.x - before.x, end.y - before.y];
  const length = Math.hypot(x, y) || 1;
  const [bx, by] = [-x / length, -y / length];
  const tip = { x: end.x + bx * 12, y: end.y + by * 12 };
  const neck = { x: tip.x + bx * 26, y: tip.y + by * 26 };
  const head = [tip, { x: neck.x + by * 19, y: neck.y - bx * 19 }, { x: neck.x - by * 19, y: neck.y + bx * 19 }];
  return s('g', { class: name },
    s('path', { class: 'shaft', d: polyline([...points.slice(0, -1), neck]) }),
    s('path', { class: 'head', d: `${polyline(head)}Z` }));
}
