// Pegs, pieces and stones, each with the mark of its seat; and the shades that they, the wood and
// the beans are painted with, defined once for all boards of the page.

import { h, s } from '../core/dom.js';
import { KIDNEY } from './beans.js';
import { mark, tone } from './seats.js';

/** The radius of a piece. */
export const PIECE = 38;

/**
 * A piece of a seat, around the origin.
 * @param {string[]} seats  the names of all seats @param {number} seat @param {number} [radius]
 */
export function piece(seats, seat, radius = PIECE) {
  const paint = tone(seats, seat);
  return s('g', { class: `body ${paint}` },
    s('ellipse', { class: 'shadow', cx: radius * 0.06, cy: radius * 0.16, rx: radius * 1.02, ry: radius }),
    s('circle', { class: 'disc', r: radius, fill: `url(#sw-${paint})`, 'stroke-width': radius * 0.08 }),
    sign(mark(seat), radius),
    s('ellipse', { class: 'gleam', cx: -radius * 0.3, cy: -radius * 0.48, rx: radius * 0.3, ry: radius * 0.16 }),
  );
}

/** The mark on a piece. @param {import('./seats.js').Mark} mark @param {number} radius */
function sign(mark, radius) {
  const line = { class: 'sign line', 'stroke-width': radius * 0.17 };
  switch (mark) {
    case 'ring':
      return s('circle', { ...line, r: radius * 0.5 });
    case 'triangle': {
      const [side, down] = [radius * 0.48, radius * 0.3];
      return s('path', { class: 'sign', d: `M0 ${-radius * 0.56}L${side} ${down}H${-side}Z` });
    }
    case 'cross': {
      const arm = radius * 0.36;
      return s('path', { ...line, d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` });
    }
    default:
      return null;
  }
}

/** A small ghost of the piece that an empty place waits for. @param {string[]} seats @param {number} seat */
export function emblem(seats, seat) {
  const paint = tone(seats, seat);
  return s('g', { class: `emblem ${paint}` }, s('circle', { class: 'flat', r: 15 }), sign(mark(seat), 15));
}

/**
 * A seat's piece as a small picture beside its name.
 * @param {string[]} seats @param {number} seat
 */
export function badge(seats, seat) {
  return h('span', { class: 'badge', 'aria-hidden': 'true' },
    s('svg', { viewBox: '-46 -46 92 96', focusable: 'false' }, piece(seats, seat)));
}

/** Puts gradients and bean shapes into the document, once. */
export function definitions() {
  const stop = (/** @type {number} */ offset, /** @type {string} */ name) =>
    s('stop', { offset, class: `stop-${name}` });
  const paints = ['white', 'black', 'red', 'blue', 'yellow', 'green'].map((paint) =>
    s('radialGradient', { id: `sw-${paint}`, cx: 0.36, cy: 0.3, r: 0.75, class: paint },
      stop(0, 'light'), stop(0.5, 'base'), stop(1, 'dark')));
  const beans = [0, 1, 2].map((sort) =>
    s('g', { id: `sw-bean${sort}`, class: `bean sort${sort}` },
      s('path', { class: 'shadow', d: KIDNEY, transform: 'translate(2 7)' }),
      s('path', { class: 'skin', d: KIDNEY }),
      s('path', { class: 'shine', d: 'M-35 -5C-31 -19 -14 -24 4 -23' })));
  return s('svg', { class: 'definitions', 'aria-hidden': 'true', focusable: 'false' },
    s('defs', null,
      s('linearGradient', { id: 'sw-wood', x1: 0, y1: 0, x2: 1, y2: 1 }, stop(0, 'wood'), stop(1, 'wood-end')),
      s('radialGradient', { id: 'sw-hollow', cx: 0.5, cy: 0.4, r: 0.62 }, stop(0.3, 'deep'), stop(1, 'lit')),
      paints, beans));
}
