// Shows the plies of a game on a board, each of them once and in order. The board shows the position
// after `#shown` plies, or the animation from there to the next. Plies that arrive meanwhile are
// shown in their turn, since only the number of the last one is kept.

import { pathOfPiece } from '../board/picker.js';

/** @typedef {import('../core/game-record.js').GameRecord} GameRecord */

/** A game that runs ahead of the board by more plies than this is caught up with at once. */
const MOST_BEHIND = 3;

/**
 * @typedef {object} PlaybackListener
 * @property {(ply: number) => void} settled  the board stands still, after so many plies
 * @property {(ply: number) => void} [shown]  one more ply has been shown
 */

export class Playback {
  #shown = 0;
  #end = 0;
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @param {import('../board/view.js').BoardView} view @param {GameRecord} record
   * @param {PlaybackListener} listener
   */
  constructor(view, record, listener) {
    this.view = view;
    this.record = record;
    this.listener = listener;
  }

  /** Whether plies are still to be shown. */
  get isBusy() {
    return this.#running !== null;
  }

  /** How many plies the board shows, or will when it stands still. */
  get at() {
    return this.#end;
  }

  /** Shows the position after so many plies at once. @param {number} ply @param {GameRecord} [record] */
  jump(ply, record = this.record) {
    this.stop();
    this.record = record;
    this.#end = ply;
    this.#place(ply);
    this.listener.settled(ply);
  }

  /**
   * Plays on up to a ply.
   * @param {number} ply @param {GameRecord} [record]
   * @param {number} [seen]  how many steps of the next ply are on the board already
   */
  follow(ply, record = this.record, seen = 0) {
    this.record = record;
    this.#end = ply;
    if (this.isBusy) return;
    this.#running = new AbortController();
    this.#run(this.#running.signal, seen);
  }

  /** Ends the animation, and shows at once what it led to. */
  finish() {
    if (!this.isBusy) return;
    const from = this.#shown;
    const to = this.#end;
    this.stop();
    for (let ply = from + 1; ply <= to; ply += 1) this.listener.shown?.(ply);
    this.jump(to);
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
  }

  /** @param {AbortSignal} signal @param {number} seen */
  async #run(signal, seen) {
    for (let steps = seen; this.#shown < this.#end; steps = 0) {
      if (this.#end - this.#shown > MOST_BEHIND) this.#place(this.#end - 1);
      // What a person has tried out stands on the board only if it became this very ply.
      if (steps === 0) this.view.show(this.record.contents(this.#shown));
      this.view.showLastMove([]);
      await this.view.play(this.record.plies[this.#shown].move.trail, this.record.contents(this.#shown + 1), steps);
      if (signal.aborted) return;
      this.#place(this.#shown + 1);
      this.listener.shown?.(this.#shown);
    }
    this.#running = null;
    this.listener.settled(this.#shown);
  }

  /** @param {number} ply */
  #place(ply) {
    this.#shown = ply;
    this.view.show(this.record.contents(ply));
    this.view.showLastMove(ply > 0 ? pathOfPiece(this.record.plies[ply - 1].move) : []);
  }
}
