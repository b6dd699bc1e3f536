// Game review: the evaluation of every position as a curve, the accuracy of every seat, and the moves
// that gave something away, each with its grade and what would have been better.

import { fill, h } from '../core/dom.js';
import { number, seatName, t } from '../core/i18n.js';
import { badge } from '../board/pieces.js';
import { EvalGraph } from './eval-graph.js';
import { short } from './move-list.js';
import { scoreText } from './score.js';
import { numberOf } from './variation-list.js';

/** @typedef {import('../core/types.js').Mistake} Mistake */
/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/variation-tree.js').VariationNode} VariationNode */

/** What stands behind a move of each grade. @type {Record<Mistake['grade'], string>} */
const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };
/** How many moves of a better line are shown. */
const LONGEST_LINE = 6;

/**
 * @typedef {object} ReviewListener
 * @property {(node: VariationNode) => void} choose
 * @property {(node: VariationNode, mistake: Mistake) => void} show  the position before a mistake
 * @property {(node: VariationNode, moves: Move[]) => void} play  moves from a position on
 */

export class ReviewPanel {
  /** The line that is reviewed. @type {VariationNode[]} */
  #line = [];
  /** What was found. @type {Map<VariationNode, Pick<import('../core/types.js').Analysis, 'seat' | 'score' | 'points'>>} */
  #known = new Map();
  /** What is to be said of moves. @type {Map<VariationNode, import('./variation-list.js').Remark>} */
  remarks = new Map();
  /** Whether it is still going on. */
  isRunning = false;

  /** @param {string[]} seats @param {ReviewListener} listener */
  constructor(seats, listener) {
    this.seats = seats;
    this.listener = listener;
    this.graph = new EvalGraph(seats, (ply) => this.#line[ply] && listener.choose(this.#line[ply]));
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': t('review.progress') });
    this.accuracy = h('ul', { class: 'accuracy', 'aria-label': t('accuracy') });
    this.list = h('ol', { class: 'mistakes' });
    this.element = h('section', { class: 'stack review', 'aria-label': t('review'), hidden: true },
      this.graph.element, this.progress, this.accuracy, this.list);
  }

  /** Begins with a line. @param {VariationNode[]} line */
  begin(line) {
    this.clear();
    this.#line = line;
    this.isRunning = true;
    this.graph.clear(line.length - 1);
    this.progress.hidden = false;
    this.progress.value = 0;
    this.element.hidden = false;
  }

  clear() {
    this.#line = [];
    this.#known = new Map();
    this.remarks = new Map();
    this.isRunning = false;
    this.element.hidden = true;
    fill(this.accuracy);
    fill(this.list);
  }

  /** What was found of a position. @param {VariationNode} node */
  known(node) {
    return this.#known.get(node);
  }

  /** Whether a move belongs to the line. @param {VariationNode} node */
  has(node) {
    return this.#line.includes(node);
  }

  /** Marks on the curve where the game stands, or where a variation has left it. @param {VariationNode[]} path  from the start */
  at(path) {
    this.graph.at(Math.max(0, path.findLastIndex((node, ply) => this.#line[ply] === node)));
  }

  /** One more position; answers which. @param {any} message */
  advance(message) {
    this.progress.max = Math.max(1, message.of);
    this.progress.value = message.ply;
    const node = this.#line[message.ply];
    this.#known.set(node, message);
    this.graph.add(message.ply, message.seat, message.score);
    return node;
  }

  /** All positions have been searched. @param {{ mistakes: Mistake[], accuracy: (number | null)[] }} found */
  finish({ mistakes, accuracy }) {
    this.isRunning = false;
    this.progress.hidden = true;
    this.remarks = new Map(mistakes.map(({ ply, grade, better }) => [this.#line[ply + 1], {
      mark: MARKS[grade], kind: grade, text: t('review.remark', { grade: t(`grade.${grade}`), move: short(better.text) }),
    }]));
    this.graph.markMistakes(mistakes);
    fill(this.accuracy, accuracy.map((each, seat) => this.#accuracyOf(seat, each, mistakes)));
    fill(this.list, mistakes.length === 0 ? h('li', null, t('review.none')) : mistakes.map((mistake) => this.#item(mistake)));
  }

  /** @param {number} seat @param {number | null} accuracy @param {Mistake[]} mistakes */
  #accuracyOf(seat, accuracy, mistakes) {
    if (accuracy === null) return null;
    const counts = Object.entries(MARKS).map(([grade, mark]) => {
      const count = mistakes.filter((each) => each.seat === seat && each.grade === grade).length;
      const name = t(`grades.${/** @type {Mistake['grade']} */ (grade)}`);
      return h('span', { class: `remark ${grade}`, title: name, role: 'img', 'aria-label': `${name}: ${count}` }, `${mark} ${number(count)}`);
    });
    return h('li', { 'data-seat': seat }, badge(this.seats, seat), seatName(this.seats[seat]),
      h('strong', null, t('accuracy.is', { percent: number(accuracy, { maximumFractionDigits: 0 }) })), counts);
  }

  /** @param {Mistake} mistake */
  #item(mistake) {
    const { ply, seat, grade, loss, played, line, score, after } = mistake;
    const before = this.#line[ply];
    const move = t('review.move', { number: numberOf(this.#line[ply + 1]), who: seatName(this.seats[seat]), move: short(played.text) });
    return h('li', { class: grade },
      h('button', { class: 'flaw', onclick: () => this.listener.show(before, mistake) },
        h('strong', null, move, h('span', { class: `remark ${grade}` }, ` ${MARKS[grade]} ${t(`grade.${grade}`)}`)),
        h('span', { class: 'soft small' }, t('review.loss', {
          before: scoreText(score, seat, this.seats), after: scoreText(after, seat, this.seats), loss: number(100 * loss, { maximumFractionDigits: 0 }),
        }))),
      h('p', { class: 'better' }, t('review.better'), line.slice(0, LONGEST_LINE).map((each, nth) => h('button', {
        class: 'move rest', onclick: () => this.listener.play(before, line.slice(0, nth + 1)),
      }, short(each.text)))));
  }
}
