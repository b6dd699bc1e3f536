// Game review: the moves of a game that lost most, with what would have been better. A click
// shows the position with both moves on the board.

import { fill, h } from '../core/dom.js';
import { number, seatName, t } from '../core/i18n.js';
import { short } from './move-list.js';
import { scoreText } from './score.js';

/** @typedef {import('../core/types.js').Mistake} Mistake */

export class Mistakes {
  /** @param {string[]} seats @param {(mistake: Mistake) => void} show */
  constructor(seats, show) {
    this.seats = seats;
    this.show = show;
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': t('review.progress'), hidden: true });
    this.list = h('ol', { class: 'mistakes' });
    this.element = h('section', { class: 'stack review', 'aria-label': t('review') }, this.progress, this.list);
  }

  /** @param {number} ply @param {number} of */
  advance(ply, of) {
    this.progress.hidden = false;
    this.progress.max = Math.max(1, of);
    this.progress.value = ply;
  }

  clear() {
    this.progress.hidden = true;
    fill(this.list);
  }

  /** @param {Mistake[]} mistakes */
  tell(mistakes) {
    this.progress.hidden = true;
    fill(this.list, mistakes.length === 0 ? h('li', null, t('review.none')) : mistakes.map((mistake) => {
      const { ply, seat, loss, played, better, score, after } = mistake;
      return h('li', null, h('button', { class: 'mistake', onclick: () => this.show(mistake) },
        h('strong', null, t('review.move', { number: ply + 1, who: seatName(this.seats[seat]), move: short(played.text) })),
        h('span', null, t('review.better', { move: short(better.text) })),
        h('span', { class: 'soft small' }, t('review.loss', {
          before: scoreText(score), after: scoreText(after), loss: number(loss, { maximumFractionDigits: 2 }),
        }))));
    }));
  }
}
