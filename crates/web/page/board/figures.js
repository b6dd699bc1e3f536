// What stands on a site, as a group at its place: a piece, or a heap of beans with its number.

import { s } from '../core/dom.js';
import { heap } from './beans.js';
import { BOWL } from './layout.js';
import { piece } from './pieces.js';

/**
 * The figure on a site, or nothing.
 * @param {import('./view.js').BoardView} view @param {number} site
 */
export function figure(view, site) {
  const content = view.contents[site];
  if (typeof content !== 'object') return null;
  const { x, y } = view.layout.sites[site];
  const group = s('g', { class: 'figure', transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  if ('piece' in content) {
    group.append(piece(view.seats, content.piece));
  } else {
    group.append(...beans(view, site, content.beans));
  }
  return group;
}

/** @param {import('./view.js').BoardView} view @param {number} site @param {number} beans */
function beans({ board, layout }, site, beans) {
  const { shape, name } = board.places[site];
  const reach = shape === 'store' ? layout.store : BOWL;
  // The number stands outside the bowl, on the side away from the middle of the board.
  const down = layout.sites[site].y < layout.middle ? -1 : 1;
  return [
    heap(site, beans, reach),
    s('text', { class: 'count', y: down * (reach + 20) }, beans),
    s('text', { class: 'bowl-name', y: down * (reach + 46) }, name),
  ];
}

/**
 * How many beans are in a bowl.
 * @param {import('../core/types.js').Content} content
 */
export function beansIn(content) {
  return typeof content === 'object' && 'beans' in content ? content.beans : 0;
}

/**
 * Whose piece stands there, or nothing.
 * @param {import('../core/types.js').Content | undefined} content
 */
export function pieceOn(content) {
  return typeof content === 'object' && 'piece' in content ? content.piece : null;
}
