// A session on the client's side: the WebSocket, the game so far, and the last state. States come as
// differences; the listener gets the whole state, and how many plies are new.

import { keyQuery } from './api.js';
import { GameRecord } from './game-record.js';
import { t } from './i18n.js';
import { connect } from './transport.js';

/** @typedef {import('./types.js').SessionState} SessionState */

/**
 * @typedef {object} SessionListener
 * @property {(added: number) => void} changed  with how many plies were added at the end; -1 if the
 *   game is another one than before (first state, undo, redo)
 * @property {(analysis: import('./types.js').Analysis) => void} thinking
 * @property {(ahead: number) => void} waiting  the search of the player on turn has so many others before it
 * @property {(hint: { ply: number, seat: number, move: import('./types.js').Move, score: any }) => void} hint
 * @property {(error: string) => void} refused
 * @property {(up: boolean) => void} connection
 */

export class SessionConnection {
  /** @type {SessionState} */
  state;
  /** @type {GameRecord} */
  record;
  /** The move that the server has not answered yet. @type {{ type: 'move', path: number[], ply: number } | null} */
  #move = null;

  /** @param {SessionState} first  with a start @param {SessionListener} listener @param {string | null} [key]  of a seat */
  constructor(first, listener, key) {
    if (!first.start) throw new Error('a session needs a start');
    this.state = first;
    this.listener = listener;
    this.record = new GameRecord(first.start, first.plies);
    this.socket = connect(`/api/sessions/${encodeURIComponent(first.id)}/live${keyQuery(key)}`, {
      up: () => this.#up(),
      down: () => this.#down(),
      message: (message) => this.#receive(message),
    });
  }

  /**
   * Plays a move. The board can be played on before the connection is open: such a move is sent as
   * soon as it is. Answers false where the server cannot be reached. @param {number[]} path
   */
  move(path) {
    /** @type {{ type: 'move', path: number[], ply: number }} */
    const move = { type: 'move', path, ply: this.record.length };
    if (!this.socket.send(move) && !this.socket.isOpening) return false;
    this.#move = move;
    return true;
  }

  /** Whether a move has been made that the server has not answered yet. */
  get isMoving() {
    return this.#move !== null;
  }

  /** Whether whoever uses this page may move now. */
  get isMyTurn() {
    const { now, invited, you } = this.state;
    return now.person && (!invited || now.turn === you);
  }

  /** The last move has been shown: the clock of the one on turn may start. */
  ready() {
    this.socket.send({ type: 'ready', ply: this.record.length });
  }

  #up() {
    this.listener.connection(true);
    if (this.#move) this.socket.send(this.#move);
  }

  #down() {
    this.listener.connection(false);
    if (this.#move) this.#refused(t('offline'));
  }

  /** @param {string} error */
  #refused(error) {
    this.#move = null;
    this.listener.refused(error);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === 'state') this.#update(message);
    else if (message.type === 'thinking') this.listener.thinking(message);
    else if (message.type === 'waiting') this.listener.waiting(message.ahead);
    else if (message.type === 'hint') this.listener.hint(message);
    else if (message.type === 'refused') this.#refused(message.error);
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
    if (added < 0 || (this.#move && count > this.#move.ply)) this.#move = null;
    // Which seat is one's own never changes, and is not sent again.
    this.state = { ...state, you: this.state.you };
    this.listener.changed(added);
  }

  close() {
    this.socket.close();
  }
}
