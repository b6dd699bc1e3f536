// The opening explorer: the moves that were played in the position that is shown, in the stored games
// of the arena and of this server: how often, with which result, and the mean score of those who made
// them. It asks only while it is switched on.

import { fill, h } from '../core/dom.js';
import { explorer } from '../core/api.js';
import { number, seatName, t } from '../core/i18n.js';
import { tone } from '../board/seats.js';
import { short } from './move-list.js';
import { scoreText } from './score.js';

/** @typedef {import('../core/types.js').ExploredMove} ExploredMove */

export class ExplorerPanel {
  isOn = false;
  /** What was asked last. */
  #asked = '';

  /** @param {string[]} seats @param {import('./engine-lines.js').LinesListener} listener */
  constructor(seats, listener) {
    this.seats = seats;
    this.listener = listener;
    this.element = h('section', { class: 'explorer', 'aria-label': t('explorer'), hidden: true, onpointerleave: listener.leave, onfocusout: listener.leave });
  }

  /** Asks for a position, if it is on. @param {string} game @param {string} position @param {number | null} turn */
  async show(game, position, turn) {
    this.element.hidden = !this.isOn;
    if (!this.isOn || position === this.#asked) return;
    this.#asked = position;
    const answer = await explorer({ game, position }).catch(() => null);
    if (answer && position === this.#asked) this.#draw(answer, turn ?? 0);
  }

  /** @param {import('../core/types.js').ExplorerAnswer} answer @param {number} turn */
  #draw({ games, moves }, turn) {
    const heading = h('h2', { class: 'small' }, t('explorer'), ' ', h('span', { class: 'soft' }, t('explorer.games', { games: number(games) })));
    if (moves.length === 0) return fill(this.element, heading, h('p', { class: 'soft small' }, t('explorer.none')));
    fill(this.element, heading, h('table', { class: 'numbers explored' },
      h('thead', { class: 'hidden' }, h('tr', null, [t('explorer.move'), t('event.games'), t('result'), t('evaluation')].map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', null, moves.map((each) => this.#row(each, turn)))));
  }

  /** @param {ExploredMove} explored @param {number} turn */
  #row({ move, games, points, score }, turn) {
    const row = h('tr');
    const look = () => this.listener.preview(row, [move]);
    fill(row,
      h('td', null, h('button', { class: 'move', onclick: () => this.listener.play([move]), onpointermove: look, onfocus: look }, short(move.text))),
      h('td', null, number(games)),
      h('td', { class: 'shares-cell' }, this.#shares(points)),
      h('td', null, score === null ? '' : scoreText({ text: '', value: score }, turn, this.seats)));
    return row;
  }

  /** The points of the seats as parts of a bar. @param {number[]} points */
  #shares(points) {
    const all = points.reduce((sum, each) => sum + each, 0) || 1;
    const text = points.map((each, seat) => `${seatName(this.seats[seat])} ${number(each / all, { style: 'percent' })}`).join(', ');
    return h('div', { class: 'shares', role: 'img', 'aria-label': text, title: text }, points.map((each, seat) => {
      const part = h('span', { class: tone(this.seats, seat) });
      part.style.setProperty('--share', `${(100 * each) / all}%`);
      return part;
    }));
  }
}
