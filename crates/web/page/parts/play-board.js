// A board that is played on: the board itself, the picker that selects moves, and beneath it a
// line that prompt what to do now, with *stop here* and *back* where there is a choice.

import { fill, h } from '../core/dom.js';
import { announce } from '../core/announce.js';
import { t, tOr } from '../core/i18n.js';
import { BoardView } from '../board/view.js';
import { Picker } from '../board/picker.js';
import { pieceOn } from '../board/figures.js';

/** @typedef {import('../core/types.js').Content} Content */
/** @typedef {import('../core/types.js').Move} Move */

export class PlayBoard {
  /** @type {Picker | null} */
  #picker = null;
  /** @type {string} */
  #prompt = '';
  #refused = '';

  /**
   * @param {object} options
   * @param {import('../core/types.js').GameInfo} options.game
   * @param {import('../core/types.js').BoardResponse} options.board
   * @param {(move: Move, to: number | null) => void} options.made  `to`: the site to which the person
   *   has brought the piece on the board, if any
   * @param {() => void} [options.hurry]  the board is touched: an animation ends
   * @param {number} [options.bottom]
   * @param {(site: number) => void} [options.touched]  a site was chosen while no move can be made
   */
  constructor({ game, board, made, hurry, bottom, touched }) {
    this.game = game;
    this.made = made;
    this.hurry = hurry;
    this.touched = touched;
    /** @type {BoardView} */
    this.view = new BoardView({
      board: board.board, seats: game.seats, start: board.contents, bottom,
      label: t('board.label', { game: game.title }),
      listener: {
        press: () => this.hurry?.(),
        choose: (site) => this.#choose(site),
        cancel: () => this.#picker?.cancel(),
        look: (site) => this.#picker?.look(site),
        canDrag: (site) => this.#picker?.starts.has(site) === true && this.#picker.path.length < 2
          && pieceOn(this.view.contents[site]) !== null,
        drop: (from, to) => this.#picker?.drop(from, to),
      },
    });
    this.prompt = h('div', { class: 'prompt' });
    this.element = h('div', { class: 'play-board' }, this.view.element, this.prompt);
  }

  /**
   * Lets a person make a move, or nobody.
   * @param {import('../board/picker.js').Turn | null} turn @param {string} [prompt]  the line beneath
   */
  offer(turn, prompt = '') {
    this.#prompt = prompt;
    this.#refused = '';
    this.#picker = turn && new Picker(turn, {
      changed: () => this.#changed(),
      made: (move) => this.#made(move),
      refused: (site) => this.#refuse(site),
    });
    this.#changed();
  }

  /** Whether a person is to move here. */
  get isOffered() {
    return this.#picker !== null;
  }

  /** @param {number} site */
  #choose(site) {
    this.hurry?.();
    if (!this.#picker) return this.touched?.(site);
    this.#refused = '';
    this.#picker.choose(site);
  }

  /** @param {Move} move */
  #made(move) {
    const picker = this.#picker;
    const to = picker && picker.path.length > 1 ? picker.standing : null;
    this.offer(null);
    this.made(move, to);
  }

  /** @param {number} site */
  #refuse(site) {
    const picker = this.#picker;
    if (!picker) return;
    const own = pieceOn(picker.turn.contents[site]) === picker.turn.seat;
    this.#refused = own ? tOr(`stuck.${this.game.family}`, t('stuck')) : t('not.there');
    this.#changed();
    announce(this.#refused);
  }

  #changed() {
    const picker = this.#picker;
    this.prompt.dataset.path = picker?.path.join() ?? '';
    // The last move would be taken for a part of the one that is being chosen.
    this.view.element.classList.toggle('choosing', (picker?.path.length ?? 0) > 0);
    if (!picker) {
      this.view.highlight({});
      fill(this.prompt, h('p', null, this.#prompt));
      return;
    }
    const { path, doomed, turn, taken, next } = picker;
    const moved = path.length > 1 ? picker.standing : null;
    const shown = this.#preview(picker, moved);
    const beans = typeof turn.contents[path[0]] === 'object' && 'beans' in Object(turn.contents[path[0]]);
    this.view.highlight({
      movable: path.length === 0 ? next : [],
      picked: path.length > 0 && !beans ? (moved ?? path[0]) : null,
      next: path.length > 0 && !picker.isChoice ? next : [],
      choices: picker.choices.map((choice) => ({ site: choice.site, sites: choice.captures, label: this.#choiceText(choice) })),
      ends: path.length > 0 ? picker.ends : [],
      gone: taken.flatMap((site) => (shown[site] === 'empty' ? [[site, pieceOn(turn.contents[site]) ?? 0]] : [])),
      doomed, piecePath: picker.piecePath,
    });
    fill(this.prompt, h('p', null, this.#refused || this.#promptFor(picker)), this.#buttons(picker));
  }

  /** Shows the piece where it has got to, without what it has captured.
   * @param {Picker} picker @param {number | null} standing */
  #preview({ turn, path, taken }, standing) {
    const shown = [...turn.contents];
    for (const site of taken) shown[site] = 'empty';
    if (standing !== null && standing !== path[0]) {
      shown[standing] = turn.contents[path[0]];
      shown[path[0]] = 'empty';
    }
    if (shown.some((content, site) => content !== this.view.contents[site])) this.view.show(shown);
    return shown;
  }

  /** Whether the stones lie before the piece or behind it. @param {{ site: number, from: number, standing: number }} choice */
  #choiceText({ site, from, standing }) {
    const { places } = this.view.board;
    const [a, b, stone] = [places[from], places[standing], places[site]];
    const ahead = (b.x - a.x) * (stone.x - b.x) + (b.y - a.y) * (stone.y - b.y) > 0;
    return tOr(`choice.${ahead ? 'ahead' : 'behind'}.${this.game.family}`, '');
  }

  /** @param {Picker} picker */
  #promptFor(picker) {
    if (picker.isChoice) return t('choose.stones');
    if (picker.path.length === 0) return this.#prompt;
    if (picker.path.length === 1) return t('choose.target');
    return picker.done ? t('choose.on') : t('choose.must');
  }

  /** @param {Picker} picker */
  #buttons(picker) {
    if (picker.path.length < 2) return null;
    return h('div', { class: 'row' },
      picker.done && h('button', { class: 'primary', id: 'stop-here', onclick: () => picker.stop() }, t('stop.here')),
      h('button', { onclick: () => picker.back() }, t('step.back')),
      h('button', { onclick: () => picker.cancel() }, t('cancel')));
  }
}
