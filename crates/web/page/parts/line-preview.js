// A small board that shows where a line leads, while the pointer or the focus is on one of its moves.

import { fill, h } from '../core/dom.js';
import { position } from '../core/api.js';
import { BoardView } from '../board/view.js';
import { pathOfPiece } from '../board/picker.js';

/** @typedef {import('../core/types.js').Move} Move */

/** How many positions are kept. */
const MOST_KEPT = 100;

export class LinePreview {
  /** @type {Map<string, Promise<import('../core/types.js').Position>>} */
  #known = new Map();
  /** The position that is wanted now. */
  #wanted = '';

  /**
   * @param {import('../core/types.js').GameInfo} game @param {import('../core/types.js').BoardResponse} board
   * @param {() => number} angle  how the large board is turned
   */
  constructor(game, board, angle) {
    this.game = game;
    this.angle = angle;
    this.view = new BoardView({ board: board.board, seats: game.seats, start: board.contents, label: '' });
    this.element = h('div', { class: 'line-preview', hidden: true, 'aria-hidden': 'true' });
  }

  /** Shows the position after some moves, below an element. @param {Element} anchor @param {string} from @param {Move[]} moves */
  async show(anchor, from, moves) {
    const wanted = `${from} ${moves.map(({ text }) => text).join(' ')}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const answer = await this.#ask(wanted, from, moves).catch(() => null);
    if (wanted !== this.#wanted || !answer) return;
    this.view.turnTo(this.angle());
    this.view.show(answer.contents);
    this.view.showLastMove(pathOfPiece(answer.plies?.at(-1)?.move ?? moves[moves.length - 1]));
    this.#place(anchor);
    fill(this.element, this.view.element);
    this.element.hidden = false;
  }

  hide() {
    this.#wanted = '';
    fill(this.element);
    this.element.hidden = true;
  }

  /** @param {string} key @param {string} from @param {Move[]} moves */
  #ask(key, from, moves) {
    let answer = this.#known.get(key);
    if (!answer) {
      answer = position({ game: this.game.name, position: from, moves: moves.map(({ text }) => text) });
      if (this.#known.size >= MOST_KEPT) this.#known.clear();
      this.#known.set(key, answer);
      answer.catch(() => this.#known.delete(key));
    }
    return answer;
  }

  /** Puts the board below an element; both are in one positioned parent. @param {Element} anchor */
  #place(anchor) {
    const around = this.element.parentElement;
    if (!around) return;
    this.element.style.top = `${anchor.getBoundingClientRect().bottom - around.getBoundingClientRect().top + 4}px`;
  }
}
