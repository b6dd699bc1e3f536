// The engine's analysis: depth, nodes, time, whether the score is proven, and the best variations
// (multi-PV). A variation's first move can be played by a click; the arrows on the board have the numbers of the lines.

import { fill, h } from '../core/dom.js';
import { number, seatName, t } from '../core/i18n.js';
import { badge } from '../board/pieces.js';
import { short } from './move-list.js';
import { scoreText } from './score.js';

export class EngineLines {
  /** @param {string[]} seats @param {(move: import('../core/types.js').Move) => void} play */
  constructor(seats, play) {
    this.seats = seats;
    this.play = play;
    this.facts = h('p', { class: 'soft small facts' });
    this.list = h('ol', { class: 'lines' });
    this.element = h('section', { class: 'engine', 'aria-label': t('engine') }, this.facts, this.list);
  }

  /** @param {string} [text] */
  clear(text = '') {
    fill(this.facts, text);
    fill(this.list);
  }

  /** @param {import('../core/types.js').Analysis} analysis */
  show({ seat, depth, nodes, time_ms: time, exact, table_hits: hits, points, lines, done }) {
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
      h('span', { class: 'score' }, scoreText(score)),
      moves[0] && h('button', { class: 'move', onclick: () => this.play(moves[0]) }, short(moves[0].text)),
      h('span', { class: 'rest' }, moves.slice(1).map((move) => short(move.text)).join(' ')))));
  }
}
