// The engine's analysis: depth, nodes, time, whether the score is proven, and the best variations
// (multi-PV). A click on a move of a variation plays it up to there, the pointer or the focus on it
// shows a preview; the arrows on the board have the numbers of the lines.

import { fill, h } from '../core/dom.js';
import { number, seatName, t } from '../core/i18n.js';
import { badge } from '../board/pieces.js';
import { short } from './move-list.js';
import { scoreText } from './score.js';

/** @typedef {import('../core/types.js').Move} Move */

/**
 * @typedef {object} LinesListener
 * @property {(moves: Move[]) => void} play
 * @property {(anchor: Element, moves: Move[]) => void} preview  somebody looks at the last of these moves
 * @property {() => void} leave  and now at none
 */

export class EngineLines {
  /** Whether a pointer is down on a line: what is pressed must not be redrawn before it is let go. */
  #pressed = false;
  /** Whether somebody looks at a move of a line, which must not be redrawn either. */
  #looking = false;
  /** What has come meanwhile. @type {import('../core/types.js').Analysis | null} */
  #waiting = null;
  /** The moves up to each button. @type {WeakMap<Element, Move[]>} */
  #moves = new WeakMap();

  /** @param {string[]} seats @param {LinesListener} listener */
  constructor(seats, listener) {
    this.seats = seats;
    this.listener = listener;
    this.facts = h('p', { class: 'soft small facts' });
    // Only a pointer that moves looks: one that rests where a line appears does not.
    const look = (/** @type {Event} */ event) => this.#look(event.target);
    const leave = () => this.#leave();
    this.list = h('ol', {
      class: 'lines', onpointerdown: () => this.#press(), onpointermove: look, onfocusin: look, onpointerleave: leave, onfocusout: leave,
    });
    this.element = h('section', { class: 'engine', 'aria-label': t('engine') }, this.facts, this.list);
  }

  #press() {
    this.#pressed = true;
    const release = () => {
      this.#pressed = false;
      this.#catchUp();
    };
    // The click comes after the pointer is up.
    const up = () => setTimeout(release);
    addEventListener('pointerup', up, { once: true });
    addEventListener('pointercancel', up, { once: true });
  }

  /** @param {EventTarget | null} target */
  #look(target) {
    const button = target instanceof Element ? target.closest('.move') : null;
    const moves = button && this.#moves.get(button);
    if (!button || !moves) return;
    this.#looking = true;
    this.listener.preview(button.closest('li') ?? button, moves);
  }

  #leave() {
    if (!this.#looking) return;
    this.#looking = false;
    this.listener.leave();
    this.#catchUp();
  }

  #catchUp() {
    if (this.#waiting && !this.#pressed && !this.#looking) this.#draw(this.#waiting);
  }

  /** @param {string} [text] */
  clear(text = '') {
    this.#waiting = null;
    this.#leave();
    fill(this.facts, text);
    fill(this.list);
  }

  /** @param {import('../core/types.js').Analysis} analysis */
  show(analysis) {
    this.#waiting = analysis;
    this.#catchUp();
  }

  /** @param {import('../core/types.js').Analysis} analysis */
  #draw({ seat, depth, nodes, time_ms: time, exact, table_hits: hits, points, lines, done }) {
    this.#waiting = null;
    const facts = [
      t('engine.depth', { depth }),
      t('engine.nodes', { nodes: number(nodes, { notation: 'compact' }) }),
      t('seconds', { seconds: number(time / 1000, { maximumFractionDigits: 1 }) }),
      hits > 0 && t('engine.tablebases', { hits: number(hits) }),
      exact && t('engine.exact'),
      done && t('engine.done'),
    ].filter(Boolean);
    fill(this.facts, `${seatName(this.seats[seat])}: ${facts.join(' · ')}`,
      points && h('span', { class: 'expected-points' }, points.map((each, nth) => h('span', { class: 'row' }, badge(this.seats, nth),
        t('points', { points: number(each, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })))));
    fill(this.list, lines.map(({ score, moves }, rank) => h('li', { class: `rank${Math.min(rank, 3)}` },
      h('span', { class: 'score' }, scoreText(score, seat, this.seats)),
      moves.map((move, nth) => this.#button(moves.slice(0, nth + 1), nth === 0)))));
  }

  /** @param {Move[]} moves  up to the one of the button @param {boolean} first */
  #button(moves, first) {
    const button = h('button', { class: first ? 'move' : 'move rest', onclick: () => this.listener.play(moves) },
      short(moves[moves.length - 1].text));
    this.#moves.set(button, moves);
    return button;
  }
}
