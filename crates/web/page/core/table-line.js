// A table as the page knows it: the line to the server, the game so far, and the last state. States
// come as differences; whoever listens gets the whole picture, and which plies are new.

import { Live } from './live.js';
import { Record } from './record.js';

/** @typedef {import('./types.js').State} State */

/**
 * @typedef {object} TableListener
 * @property {(added: number) => void} changed  with how many plies were added at the end; -1 if the
 *   game is another one than before (first state, undo, redo)
 * @property {(thought: import('./types.js').Thinking) => void} thinking
 * @property {(hint: { ply: number, seat: number, move: import('./types.js').Move, score: any }) => void} hint
 * @property {(error: string) => void} refused
 * @property {(up: boolean) => void} line
 */

export class TableLine {
  /** @type {State} */
  state;
  /** @type {Record} */
  record;

  /** @param {State} first  with a start @param {TableListener} listener */
  constructor(first, listener) {
    if (!first.start) throw new Error('a table needs a start');
    this.state = first;
    this.listener = listener;
    this.record = new Record(first.start, first.plies);
    this.live = new Live(`/api/tables/${encodeURIComponent(first.id)}/live`, {
      up: () => listener.line(true),
      down: () => listener.line(false),
      message: (message) => this.#hear(message),
    });
  }

  /** Plays a move. @param {number[]} path */
  move(path) {
    return this.live.send({ type: 'move', path, ply: this.record.length });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'state') this.#take(message);
    else if (message.type === 'thinking') this.listener.thinking(message);
    else if (message.type === 'hint') this.listener.hint(message);
    else if (message.type === 'refused') this.listener.refused(message.error);
  }

  /** @param {State} state */
  #take(state) {
    const before = this.record;
    const same = state.keep === before.length
      || (state.keep === 0 && before.plies.every((ply, nth) => state.plies[nth]?.move.text === ply.move.text));
    const count = state.keep + state.plies.length;
    const added = same && count >= before.length ? count - before.length : -1;
    if (state.keep === 0 && state.start) this.record = new Record(state.start, state.plies);
    else before.replace(state.keep, state.plies);
    this.state = state;
    this.listener.changed(added);
  }

  close() {
    this.live.close();
  }
}
