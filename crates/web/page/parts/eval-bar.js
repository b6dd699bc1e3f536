// A bar beside the board: whose side the position is on. Of two players the first fills it from
// below; with three it shows how the one on turn stands.

import { h } from '../core/dom.js';
import { seatName, t } from '../core/words.js';
import { tone } from '../board/seats.js';
import { forFirst, scoreText } from './score.js';

export class EvalBar {
  /** @param {string[]} seats */
  constructor(seats) {
    this.seats = seats;
    this.full = h('div', { class: `full ${tone(seats, 0)}` });
    this.element = h('div', {
      class: `eval-bar ${seats.length === 2 ? tone(seats, 1) : ''}`, role: 'meter', 'aria-label': t('evaluation'),
      'aria-valuemin': -100, 'aria-valuemax': 100, 'aria-valuenow': 0,
    }, this.full);
  }

  /** @param {import('../core/types.js').Score | null} score @param {number} seat */
  show(score, seat) {
    const share = forFirst(score, seat, this.seats.length);
    this.full.style.setProperty('--share', `${(50 + 50 * share).toFixed(1)}%`);
    if (this.seats.length > 2) this.full.className = `full ${tone(this.seats, seat)}`;
    this.element.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    this.element.setAttribute('aria-valuetext', `${seatName(this.seats[seat])}: ${scoreText(score)}`);
  }
}
