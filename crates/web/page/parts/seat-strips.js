// One strip a seat: its piece, who plays it, the clock, and what a player reports while it searches.

import { setAttributes, fill, h } from '../core/dom.js';
import { number, seatName, t } from '../core/i18n.js';
import { badge } from '../board/pieces.js';
import { clockText } from './clock.js';
import { playerName } from './players.js';
import { scoreText } from './score.js';

export class SeatStrips {
  /** @param {string[]} names  what the game calls its seats */
  constructor(names) {
    this.names = names;
    this.strips = names.map((name, seat) => {
      const parts = { who: h('span', { class: 'who' }), clock: h('span', { class: 'clock' }), thinking: h('span', { class: 'thinking' }) };
      const element = h('li', { class: 'strip', 'data-seat': seat },
        badge(names, seat), h('span', { class: 'seat' }, seatName(name)), parts.who, parts.clock, parts.thinking);
      return { element, ...parts };
    });
    this.element = h('ul', { class: 'strips', 'aria-label': t('seats') }, this.strips.map((strip) => strip.element));
  }

  /**
   * @param {import('../core/types.js').SeatOccupant[]} seats @param {number | null} turn
   * @param {number[] | null} outcome
   */
  show(seats, turn, outcome) {
    this.strips.forEach(({ element, who, thinking, clock }, seat) => {
      fill(who, playerName(seats[seat] ?? {}));
      setAttributes(element, { 'aria-current': seat === turn ? 'true' : null });
      if (seat !== turn) fill(thinking);
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

  /** Shows a text beside a seat. @param {number} seat @param {string} text */
  say(seat, text) {
    fill(this.strips[seat].thinking, text);
  }

  /** Shows how many searches are ahead of a player's. @param {number} seat @param {number} ahead */
  showWaiting(seat, ahead) {
    this.say(seat, waitingText(ahead));
  }

  /** @param {import('../core/types.js').Analysis} analysis */
  showAnalysis({ seat, depth, score, nodes }) {
    const thinking = this.strips[seat]?.thinking;
    if (!thinking) return;
    const text = score ? t('thinking.score', { depth, score: scoreText(score, seat, this.names) }) : t('thinking', { nodes: number(nodes) });
    fill(thinking, h('span', { class: 'dots', 'aria-hidden': 'true' }), text);
  }
}

/** How many searches are ahead of one. @param {number} ahead */
export const waitingText = (ahead) => (ahead === 1 ? t('waiting.one') : t('waiting', { ahead }));
