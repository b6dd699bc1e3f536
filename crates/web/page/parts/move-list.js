// The moves of a game in their own notation, a line for each round; any of them can be jumped to.
// Below stand the buttons for the first, previous, next and last position.

import { setAttributes, fill, h } from '../core/dom.js';
import { seatName, t } from '../core/i18n.js';
import { icon } from './icons.js';

export class MoveList {
  /** @type {HTMLButtonElement[]} */
  #moves = [];
  #count = 0;
  #at = 0;
  #texts = '';

  /** @param {string[]} seats @param {(ply: number) => void} jump */
  constructor(seats, jump) {
    this.seats = seats;
    this.jump = jump;
    this.list = h('ol', { class: 'moves', 'aria-label': t('moves'), tabindex: 0 });
    /** @type {[import('./icons.js').Icon, import('../core/i18n.js').StringKey, () => number][]} */
    const steps = [
      ['first', 'go.first', () => 0], ['back', 'go.back', () => this.#at - 1],
      ['on', 'go.on', () => this.#at + 1], ['last', 'go.last', () => this.#count],
    ];
    this.buttons = steps.map(([name, word, to]) => h('button', {
      class: 'icon', 'aria-label': t(word), title: t(word), onclick: () => this.jump(to()),
    }, icon(name)));
    this.element = h('section', { class: 'move-list', 'aria-label': t('moves') },
      this.list, h('div', { class: 'row steps' }, this.buttons));
  }

  /**
   * @param {import('../core/types.js').Ply[]} plies @param {number} at  the ply that is shown
   * @param {Map<number, string>} [remarks]  what is to be said of a move, by the plies before it
   */
  show(plies, at, remarks = new Map()) {
    this.#count = plies.length;
    this.#at = at;
    const texts = plies.map((ply, nth) => `${ply.seat}${ply.move.text}${remarks.get(nth) ?? ''}`).join(' ');
    if (texts !== this.#texts) {
      this.#texts = texts;
      this.#write(plies, remarks);
    }
    this.#moves.forEach((button, nth) => setAttributes(button, { 'aria-current': nth === at - 1 ? 'step' : null }));
    const now = this.#moves[at - 1];
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    const [first, back, on, last] = this.buttons;
    first.disabled = back.disabled = at === 0;
    on.disabled = last.disabled = at >= plies.length;
  }

  /** @param {import('../core/types.js').Ply[]} plies @param {Map<number, string>} remarks */
  #write(plies, remarks) {
    /** @type {{ ply: import('../core/types.js').Ply, nth: number }[][]} */
    const rounds = [];
    plies.forEach((ply, nth) => {
      const round = rounds.at(-1);
      if (!round || ply.seat <= (round.at(-1)?.ply.seat ?? -1)) rounds.push([{ ply, nth }]);
      else round.push({ ply, nth });
    });
    this.#moves = [];
    fill(this.list, rounds.map((round) => h('li', null, round.map(({ ply, nth }) => {
      const remark = remarks.get(nth);
      const button = h('button', {
        class: `move${remark ? ' remarked' : ''}`, onclick: () => this.jump(nth + 1),
        'aria-label': `${seatName(this.seats[ply.seat])} ${short(ply.move.text)} ${remark ?? ''}`.trim(),
        title: remark ?? null,
      }, short(ply.move.text), remark && h('span', { class: 'remark', 'aria-hidden': 'true' }, '?'));
      this.#moves.push(button);
      return button;
    }))));
  }
}

/** Notation that fits into a narrow column: the long arrays of a path lose their brackets.
 * @param {string} text */
export function short(text) {
  if (!text.startsWith('[[')) return text;
  const sites = text.slice(2, -2).split('],[');
  return sites.length > 3 ? `${sites[0]} ⋯ ${sites.at(-1)}` : sites.join(' → ');
}
