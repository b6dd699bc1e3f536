// The evaluation bar beside the board. In games for two the first seat fills it from below. Three
// seats share it by their expected points, every part with its seat's pattern.

import { h } from '../core/dom.js';
import { number, seatName, t } from '../core/i18n.js';
import { mark, tone } from '../board/seats.js';
import { forFirst, scoreText } from './score.js';

/** @typedef {import('../core/types.js').Analysis} Analysis */

export class EvalBar {
  /** @param {string[]} seats */
  constructor(seats) {
    this.seats = seats;
    const two = seats.length === 2;
    this.parts = (two ? seats.slice(0, 1) : seats).map((_, seat) => h('div', { class: `full ${tone(seats, seat)} ${two ? '' : mark(seat)}` }));
    this.element = h('div', two ? {
      class: `eval-bar ${tone(seats, 1)}`, role: 'meter', 'aria-label': t('evaluation'),
      'aria-valuemin': -100, 'aria-valuemax': 100, 'aria-valuenow': 0,
    } : { class: 'eval-bar shared', role: 'img', 'aria-label': t('evaluation') }, this.parts);
  }

  /** @param {Pick<Analysis, 'score' | 'seat' | 'points'>} analysis */
  show({ score, seat, points }) {
    if (this.seats.length === 2) this.#fill(forFirst(score, seat, 2), scoreText(score, seat, this.seats));
    else if (points) this.#share(points);
  }

  /** Shows how a game has ended. @param {number[]} points  of every seat */
  showOutcome(points) {
    if (this.seats.length !== 2) return this.#share(points);
    const first = Math.sign(points[0] - points[1]);
    this.show({ seat: 0, score: { text: '', result: first > 0 ? 'win' : first < 0 ? 'loss' : 'draw', plies: null } });
  }

  /** Shows nothing, where nothing is known. */
  clear() {
    if (this.seats.length === 2) this.#fill(0, scoreText(null, 0, this.seats));
    else this.#share(this.seats.map(() => 1));
  }

  /** @param {number} share  of the first seat, from -1 to 1 @param {string} text */
  #fill(share, text) {
    this.parts[0].style.setProperty('--share', `${(50 + 50 * share).toFixed(1)}%`);
    this.element.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    this.element.setAttribute('aria-valuetext', text);
  }

  /** @param {number[]} points */
  #share(points) {
    const all = points.reduce((sum, each) => sum + each, 0) || 1;
    this.parts.forEach((part, each) => part.style.setProperty('--share', `${((100 * points[each]) / all).toFixed(1)}%`));
    this.element.setAttribute('aria-label', t('evaluation.points', { points: shares(this.seats, points) }));
  }
}

/** The expected points of every seat as text. @param {string[]} seats @param {number[]} points */
export function shares(seats, points) {
  return seats.map((name, seat) => `${seatName(name)} ${number(points[seat], { minimumFractionDigits: 1, maximumFractionDigits: 1 })}`).join(', ');
}
