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
   * @param {(move: Move, built: boolean) => void} options.made  `built`: the person saw it already
   * @param {number} [options.bottom]
   * @param {(site: number) => void} [options.touched]  a site was chosen while no move can be made
   */
  constructor({ game, board, made, bottom, touched }) {
    this.game = game;
    this.made = made;
    this.touched = touched;
    /** @type {BoardView} */
    this.view = new BoardView({
      board: board.board, seats: game.seats, start: board.contents, bottom,
      label: t('board.label', { game: game.title }),
      listener: {
        choose: (site) => this.#choose(site),
        cancel: () => this.#picker?.cancel(),
        look: (site) => this.#picker?.look(site),
        canDrag: (site) => this.#picker?.starts.has(site) === true && this.#picker.path.length < 2
          && pieceOn(this.view.contents[site]) !== null,
        drop: (from, to) => this.#guard(this.#picker?.drop(from, to)),
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
    if (!this.#picker) return this.touched?.(site);
    this.#refused = '';
    this.#guard(this.#picker.choose(site));
  }

  /** A server that is away for a moment must not leave the board half chosen.
   * @param {Promise<void> | undefined} work */
  #guard(work) {
    work?.catch(() => {
      this.#refused = t('offline');
      this.#picker?.cancel();
    });
  }

  /** @param {Move} move */
  #made(move) {
    const built = (this.#picker?.path.length ?? 0) > 1;
    this.offer(null);
    this.made(move, built);
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
    if (!picker) {
      this.view.highlight({});
      fill(this.prompt, h('p', null, this.#prompt));
      return;
    }
    const { path, now, doomed, turn } = picker;
    const moved = path.length > 1 ? picker.standing : null;
    this.#preview(moved);
    const beans = typeof turn.contents[path[0]] === 'object' && 'beans' in Object(turn.contents[path[0]]);
    this.view.highlight({
      movable: path.length === 0 ? [...picker.starts] : [],
      picked: path.length > 0 && !beans ? (moved ?? path[0]) : null,
      next: path.length > 0 && !picker.isChoice ? now.next : [],
      choices: picker.isChoice ? now.next : [],
      ends: path.length > 0 ? picker.ends : [],
      doomed, piecePath: picker.piecePath,
    });
    fill(this.prompt, h('p', null, this.#refused || this.#promptFor(picker)), this.#buttons(picker));
  }

  /** Shows the piece where it has got to. @param {number | null} standing */
  #preview(standing) {
    const picker = this.#picker;
    if (!picker) return;
    const { contents } = picker.turn;
    const shown = [...contents];
    if (standing !== null && standing !== picker.path[0]) {
      shown[standing] = contents[picker.path[0]];
      shown[picker.path[0]] = 'empty';
    }
    if (shown.some((content, site) => content !== this.view.contents[site])) this.view.show(shown);
  }

  /** @param {Picker} picker */
  #promptFor(picker) {
    if (picker.isChoice) return t('choose.stones');
    if (picker.path.length === 0) return this.#prompt;
    if (picker.path.length === 1) return t('choose.target');
    return picker.now.done ? t('choose.on') : t('choose.must');
  }

  /** @param {Picker} picker */
  #buttons(picker) {
    if (picker.path.length < 2) return null;
    return h('div', { class: 'row' },
      picker.now.done && h('button', { class: 'primary', id: 'stop-here', onclick: () => picker.stop() }, t('stop.here')),
      h('button', { onclick: () => this.#guard(picker.back() ?? undefined) }, t('step.back')),
      h('button', { onclick: () => picker.cancel() }, t('cancel')));
  }
}
