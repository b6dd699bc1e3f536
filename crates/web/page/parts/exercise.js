// A board with a position to solve: the person moves, the screen judges the move and says what is
// played then. Lessons and puzzles share it. It needs the rules alone, by `core/api.js`.

import * as api from '../core/api.js';
import { announce } from '../core/announce.js';
import { GameRecord } from '../core/game-record.js';
import { moveText } from '../board/speech.js';
import { PlayBoard } from './play-board.js';
import { Playback } from './playback.js';

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').Position} Position */

export class Exercise {
  /** @type {GameRecord} */
  #record;
  /** @type {Position | null} */
  #here = null;
  #settled = () => {};
  /** Grows with every position that is begun, so that late answers are dropped. */
  #scene = 0;

  /**
   * @param {import('../core/types.js').GameInfo} game @param {import('../core/types.js').BoardResponse} board
   * @param {(move: Move) => void} made
   */
  constructor(game, board, made) {
    this.game = game;
    this.#record = new GameRecord({ position: '', contents: board.contents, turn: 0 });
    this.board = new PlayBoard({ game, board, made, hurry: () => this.playback.finish() });
    this.playback = new Playback(this.board.view, this.#record, {
      settled: (ply) => {
        this.element.dataset.plies = String(ply);
        this.#settled();
      },
      shown: (ply) => announce(moveText(this.#record.plies[ply - 1], board.board, game.seats)),
    });
    this.element = this.board.element;
  }

  get record() {
    return this.#record;
  }

  /** Shows a position, with its side to move at the bottom. @param {string | undefined} position */
  async begin(position) {
    this.#scene += 1;
    const scene = this.#scene;
    this.board.offer(null);
    const here = await api.position({ game: this.game.name, position });
    if (scene !== this.#scene) return false;
    this.#here = here;
    this.#settled = () => {};
    const { contents, turn, outcome } = here;
    this.#record = new GameRecord({ position: here.position, contents, turn, outcome });
    this.board.view.seatAtBottom(turn ?? 0);
    this.playback.jump(0, this.#record);
    return true;
  }

  /** Lets the person move. @param {string} prompt */
  offer(prompt) {
    const here = this.#here;
    if (!here || here.turn === null) return this.board.offer(null, prompt);
    this.board.offer({ contents: here.contents, moves: here.moves, paths: here.paths, seat: here.turn }, prompt);
  }

  /**
   * Plays moves and shows them. Answers with false if something else is shown by now.
   * @param {string[]} texts
   */
  async play(texts) {
    const scene = this.#scene;
    const record = this.#record;
    const moves = [...record.texts(), ...texts];
    const here = await api.position({ game: this.game.name, position: record.start.position, moves });
    if (scene !== this.#scene) return false;
    this.#here = here;
    record.replace(record.length, (here.plies ?? []).slice(record.length));
    await new Promise((resolve) => {
      this.#settled = () => resolve(null);
      this.playback.follow(record.length, record);
    });
    return scene === this.#scene;
  }

  /** Goes back to the position after so many plies. @param {number} ply */
  async back(ply) {
    const scene = this.#scene;
    const record = this.#record;
    const here = await api.position({ game: this.game.name, position: record.position(ply) });
    if (scene !== this.#scene) return false;
    this.#here = here;
    this.#settled = () => {};
    record.replace(ply, []);
    this.playback.jump(ply, record);
    return true;
  }

  close() {
    this.#scene += 1;
    this.playback.stop();
  }
}
