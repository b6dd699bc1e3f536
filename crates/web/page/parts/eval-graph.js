// The evaluation of a game as a curve: one for two players, one for each of three. A click on it
// leads to the move; the moves that lost most are marked.

import { setAttributes, fill, h, s } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { tone } from '../board/seats.js';
import { forFirst } from './score.js';

/** @typedef {import('../core/types.js').Score} Score */

const [WIDTH, HEIGHT] = [600, 120];

export class EvalGraph {
  /** @type {{ seat: number, score: Score | null }[]} */
  #points = [];
  #of = 1;

  /** @param {string[]} seats @param {(ply: number) => void} jump */
  constructor(seats, jump) {
    this.seats = seats;
    this.curves = s('g');
    this.flaws = s('g', { class: 'flaws' });
    this.cursor = s('line', { class: 'now', y1: 0, y2: HEIGHT });
    this.picture = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      s('line', { class: 'zero', x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), this.curves, this.flaws, this.cursor);
    setAttributes(this.picture, { onclick: (/** @type {MouseEvent} */ event) => {
      const box = this.picture.getBoundingClientRect();
      jump(Math.round(((event.clientX - box.left) / box.width) * this.#of));
    } });
    this.element = h('figure', { class: 'graph' }, this.picture, h('figcaption', { class: 'soft small' }, t('graph')));
  }

  /** @param {number} of  how many plies the game has */
  clear(of) {
    this.#points = [];
    this.#of = Math.max(1, of);
    this.#draw();
    fill(this.flaws);
  }

  /** @param {number} ply @param {number} seat @param {Score | null} score */
  add(ply, seat, score) {
    this.#points[ply] = { seat, score };
    this.#draw();
  }

  /** @param {number} ply */
  at(ply) {
    setAttributes(this.cursor, { x1: this.#x(ply), x2: this.#x(ply) });
  }

  /** @param {import('../core/types.js').Mistake[]} mistakes */
  markMistakes(mistakes) {
    fill(this.flaws, mistakes.map(({ ply }) => s('line', { x1: this.#x(ply + 1), x2: this.#x(ply + 1), y1: 0, y2: HEIGHT })));
  }

  #draw() {
    const two = this.seats.length === 2;
    const curves = two ? [null] : this.seats.map((_, seat) => seat);
    fill(this.curves, curves.map((only) => {
      const points = this.#points.flatMap((point, ply) => (point && (only === null || point.seat === only)
        ? [`${this.#x(ply).toFixed(1)} ${this.#y(forFirst(point.score, point.seat, this.seats.length))}`] : []));
      if (points.length === 0) return null;
      return s('polyline', { class: `curve ${tone(this.seats, only ?? 0)}${only === null ? ' single' : ''}`, points: points.join(' ') });
    }));
  }

  /** @param {number} ply */
  #x(ply) {
    return (ply / this.#of) * WIDTH;
  }

  /** @param {number} share */
  #y(share) {
    return (HEIGHT / 2 - share * (HEIGHT / 2 - 6)).toFixed(1);
  }
}
