// A session on the client's side: the WebSocket, the game so far, and the last state. States come as
// differences; the listener gets the whole state, and how many plies are new.

import { ReconnectingSocket } from './reconnecting-socket.js';
import { GameRecord } from './game-record.js';

/** @typedef {import('./types.js').SessionState} SessionState */

/**
 * @typedef {object} SessionListener
 * @property {(added: number) => void} changed  with how many plies were added at the end; -1 if the
 *   game is another one than before (first state, undo, redo)
 * @property {(analysis: import('./types.js').Analysis) => void} thinking
 * @property {(hint: { ply: number, seat: number, move: import('./types.js').Move, score: any }) => void} hint
 * @property {(error: string) => void} refused
 * @property {(up: boolean) => void} connection
 */

export class SessionConnection {
  /** @type {SessionState} */
  state;
  /** @type {GameRecord} */
  record;

  /** @param {SessionState} first  with a start @param {SessionListener} listener */
  constructor(first, listener) {
    if (!first.start) throw new Error('a session needs a start');
    this.state = first;
    this.listener = listener;
    this.record = new GameRecord(first.start, first.plies);
    this.socket = new ReconnectingSocket(`/api/sessions/${encodeURIComponent(first.id)}/live`, {
      up: () => listener.connection(true),
      down: () => listener.connection(false),
      message: (message) => this.#receive(message),
    });
  }

  /** Plays a move. @param {number[]} path */
  move(path) {
    return this.socket.send({ type: 'move', path, ply: this.record.length });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === 'state') this.#update(message);
    else if (message.type === 'thinking') this.listener.thinking(message);
    else if (message.type === 'hint') this.listener.hint(message);
    else if (message.type === 'refused') this.listener.refused(message.error);
  }

  /** @param {SessionState} state */
  #update(state) {
    const before = this.record;
    const same = state.keep === before.length
      || (state.keep === 0 && before.plies.every((ply, nth) => state.plies[nth]?.move.text === ply.move.text));
    const count = state.keep + state.plies.length;
    const added = same && count >= before.length ? count - before.length : -1;
    if (state.keep === 0 && state.start) this.record = new GameRecord(state.start, state.plies);
    else before.replace(state.keep, state.plies);
    this.state = state;
    this.listener.changed(added);
  }

  close() {
    this.socket.close();
  }
}
