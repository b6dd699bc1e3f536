// One strip a seat: its piece, who plays it, the clock, and what a player thinks while it thinks.

import { dress, fill, h } from '../core/dom.js';
import { number, seatName, t } from '../core/words.js';
import { badge } from '../board/pieces.js';
import { clockText } from './clock.js';
import { playerName } from './players.js';
import { scoreText } from './score.js';

export class SeatStrips {
  /** @param {string[]} names  what the game calls its seats */
  constructor(names) {
    this.names = names;
    this.strips = names.map((name, seat) => {
      const parts = { who: h('span', { class: 'who' }), clock: h('span', { class: 'clock' }), mind: h('span', { class: 'mind' }) };
      const element = h('li', { class: 'strip', 'data-seat': seat },
        badge(names, seat), h('span', { class: 'seat' }, seatName(name)), parts.who, parts.clock, parts.mind);
      return { element, ...parts };
    });
    this.element = h('ul', { class: 'strips', 'aria-label': t('seats') }, this.strips.map((strip) => strip.element));
  }

  /**
   * @param {import('../core/types.js').SeatSpec[]} seats @param {number | null} turn
   * @param {number[] | null} outcome
   */
  show(seats, turn, outcome) {
    this.strips.forEach(({ element, who, mind, clock }, seat) => {
      fill(who, playerName(seats[seat] ?? {}));
      dress(element, { 'aria-current': seat === turn ? 'true' : null });
      if (seat !== turn) fill(mind);
      if (outcome) fill(clock, t('points', { points: number(outcome[seat]) }));
      else if (clock.dataset.timed === undefined) fill(clock);
    });
  }

  /** @param {number[]} left @param {number | null} running */
  tick(left, running) {
    this.strips.forEach(({ clock }, seat) => {
      clock.dataset.timed = '';
      clock.classList.toggle('short', seat === running && left[seat] < 20_000);
      fill(clock, clockText(left[seat]));
    });
  }

  /** What was thought on a seat. @param {number} seat @param {string} words */
  say(seat, words) {
    fill(this.strips[seat].mind, words);
  }

  /** @param {import('../core/types.js').Thinking} thought */
  think({ seat, depth, score, nodes }) {
    const mind = this.strips[seat]?.mind;
    if (!mind) return;
    const words = score ? t('mind.score', { depth, score: scoreText(score) }) : t('mind', { nodes: number(nodes) });
    fill(mind, h('span', { class: 'dots', 'aria-hidden': 'true' }), words);
  }
}
