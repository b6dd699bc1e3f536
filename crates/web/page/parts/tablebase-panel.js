// The exact result of every legal move, where a tablebase has it, the best first. A click plays the
// move, the pointer or the focus on it shows a preview.

import { fill, h } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { short } from './move-list.js';
import { scoreText } from './score.js';

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').TablebaseAnswer} TablebaseAnswer */

export class TablebasePanel {
  /** @param {string[]} seats @param {import('./engine-lines.js').LinesListener} listener */
  constructor(seats, listener) {
    this.seats = seats;
    this.listener = listener;
    this.list = h('ol', { class: 'exact-moves', onpointerleave: listener.leave, onfocusout: listener.leave });
    this.element = h('section', { class: 'tablebase', 'aria-label': t('tablebase'), hidden: true },
      h('h2', { class: 'small' }, t('tablebase')), this.list);
  }

  clear() {
    this.show({ seat: null, moves: [] });
  }

  /** @param {TablebaseAnswer} answer */
  show({ seat, moves }) {
    this.element.hidden = moves.length === 0;
    fill(this.list, moves.map(({ move, result }) => {
      const item = h('li', { class: result?.result ?? 'unknown' });
      const look = () => this.listener.preview(item, [move]);
      fill(item, h('button', { class: 'move', onclick: () => this.listener.play([move]), onpointermove: look, onfocus: look }, short(move.text)),
        h('span', null, result ? resultText(result, seat ?? 0, this.seats) : t('tablebase.unknown')));
      return item;
    }));
  }
}

/** @param {import('../core/types.js').ExactResult} result @param {number} seat @param {string[]} seats */
function resultText(result, seat, seats) {
  const text = scoreText({ text: '', ...result }, seat, seats);
  if (result.margin === undefined || result.margin === 0) return text;
  return t('tablebase.margin', { result: text, beans: number(Math.abs(result.margin)) });
}
