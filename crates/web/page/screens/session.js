// A session: a game that persons play, or that players play while one watches. The address holds the
// session's id, and the server holds the game; this screen can be left and reopened at any time.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { announce } from '../core/announce.js';
import { GameRecord } from '../core/game-record.js';
import { invitations } from '../core/owner.js';
import { sound } from '../core/sound.js';
import { SessionConnection } from '../core/session-connection.js';
import { seatName, t, tOr } from '../core/i18n.js';
import { moveText } from '../board/speech.js';
import { pathOfPiece } from '../board/picker.js';
import { Clocks } from '../parts/clock.js';
import { offerInvitations } from '../parts/invite.js';
import { MoveList, short } from '../parts/move-list.js';
import { Offers } from '../parts/offers.js';
import { PlayBoard } from '../parts/play-board.js';
import { Playback } from '../parts/playback.js';
import { isPerson } from '../parts/players.js';
import { SeatStrips } from '../parts/seat-strips.js';
import { SessionControls } from '../parts/session-controls.js';
import { endingText, result } from '../parts/result.js';
import { scoreText } from '../parts/score.js';
import { stepByKeys } from '../parts/step-keys.js';

/** @typedef {import('../core/types.js').Move} Move */

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function session({ path, query }) {
  const key = query.get('key');
  const first = await api.session(path[1] ?? '', key);
  const [game, board] = await Promise.all([api.game(first.game), api.board(first.game)]);
  const screen = new SessionScreen(first, game, board, key);
  const plays = first.invited ? typeof first.you === 'number' : first.seats.some(isPerson);
  // Whoever plays finds the game again on the first page; where that fails, the address is enough.
  if (plays) api.addOwnGame(first.id, key).catch(() => {});
  return {
    title: game.title, element: screen.element, close: () => screen.close(),
    focus: () => (screen.invites ? screen.invite() : screen.board.view.focus()),
  };
}

class SessionScreen {
  /** The ply that is looked at, or null for the present. @type {number | null} */
  #past = null;
  /** Where the person has left the piece of the move that was sent. @type {{ from: number, to: number } | null} */
  #tried = null;
  /** The seat at the bottom of the board. */
  #bottom;
  /** Whether the clock of the person on turn waits until the board can be played on. */
  #clockHeld = false;

  /**
   * @param {import('../core/types.js').SessionState} first @param {import('../core/types.js').GameInfo} game
   * @param {import('../core/types.js').BoardResponse} board @param {string | null} key  of a seat
   */
  constructor(first, game, board, key) {
    this.game = game;
    this.boardData = board.board;
    this.#bottom = this.#seatAtBottom(first);
    const bottom = Math.max(0, this.#bottom);
    this.board = new PlayBoard({ game, board, bottom, made: (move, to) => this.#made(move, to), hurry: () => this.playback.finish() });
    this.strips = new SeatStrips(game.seats);
    this.clocks = new Clocks((left, running) => this.strips.tick(left, running));
    this.list = new MoveList(game.seats, (ply) => this.#jump(ply));
    this.note = h('p', { class: 'note', role: 'status' });
    this.result = h('div', { class: 'result-slot' });
    this.connection = new SessionConnection(first, {
      changed: (added) => this.#changed(added),
      thinking: (analysis) => this.strips.showAnalysis(analysis),
      waiting: (ahead) => this.strips.showWaiting(this.connection.state.now.turn ?? 0, ahead),
      hint: (hint) => this.#hint(hint),
      refused: (error) => this.#refused(error),
      connection: (up) => this.#connection(up),
    }, key);
    this.offers = new Offers(game.seats, (type) => this.connection.socket.send({ type }));
    this.playback = new Playback(this.board.view, this.connection.record, {
      settled: (ply) => this.#settled(ply), shown: (ply) => this.#announce(ply),
    });
    this.controls = new SessionControls(this.connection, this.board.view, game.seats);
    this.removeKeys = stepByKeys(() => [this.#past ?? this.connection.record.length, this.connection.record.length], (ply) => this.#jump(ply));
    this.element = h('div', { class: 'game-screen' },
      h('h1', { class: 'hidden' }, game.title),
      h('div', { class: 'board-side' }, this.board.element),
      h('div', { class: 'panel stack' }, this.strips.element, this.result, this.offers.element, this.note, this.controls.element, this.list.element));
    this.#changed(-1);
  }

  close() {
    this.playback.stop();
    this.clocks.stop();
    this.removeKeys();
    this.connection.close();
  }

  /** The game has changed. @param {number} added */
  #changed(added) {
    const { state, record } = this.connection;
    if (added < 0) this.#past = null;
    if (added !== 0) {
      this.board.view.setArrows([]);
      fill(this.note);
    }
    this.#turnToPerson(state);
    this.offers.show(state.over && state.offer?.what === 'draw' ? null : state.offer, state.you ?? null);
    this.strips.show(state.seats, state.over ? null : state.now.turn, state.over?.outcome ?? null);
    this.controls.show(state);
    this.list.show(record.plies, this.#past ?? record.length);
    if (this.#past === null) this.#showPlies(added);
    this.#showClocks();
  }

  /** @param {number} added */
  #showPlies(added) {
    const { state, record } = this.connection;
    if (added > 0) {
      this.board.offer(null, this.#status());
      this.playback.follow(record.length, record, this.#seenSteps(record.plies[record.length - added]));
    } else if (added < 0) {
      this.playback.jump(record.length, record);
    } else if (!this.playback.isBusy && !this.connection.isMoving && (state.over || !this.connection.isMyTurn || !this.board.isOffered)) {
      this.playback.jump(record.length, record);
    }
  }

  /** A person's clock stands still while the board is locked by an animation. */
  #showClocks() {
    const { state } = this.connection;
    if (!state.clocks || state.over) return this.clocks.stop();
    this.#clockHeld = state.now.person && this.playback.isBusy;
    this.clocks.show(this.#clockHeld ? { ...state.clocks, running: null } : state.clocks);
    if (state.now.person && !this.#clockHeld) this.connection.ready();
  }

  /** How many steps of a ply the person has made on the board already. @param {import('../core/types.js').Ply} ply */
  #seenSteps({ move: { trail } }) {
    const tried = this.#tried;
    this.#tried = null;
    if (!tried || trail?.kind !== 'walk' || trail.from !== tried.from) return 0;
    return trail.steps.findLastIndex((step) => step.to === tried.to) + 1;
  }

  /** One's own seat, or else the first person's. @param {import('../core/types.js').SessionState} state */
  #seatAtBottom({ seats, you }) {
    return you ?? seats.findIndex(isPerson);
  }

  /** Turns the board to the person, when that is another seat than before. @param {import('../core/types.js').SessionState} state */
  #turnToPerson(state) {
    const seat = this.#seatAtBottom(state);
    if (seat >= 0 && seat !== this.#bottom) this.board.view.seatAtBottom(seat);
    this.#bottom = seat;
  }

  /** Whether others have to be invited before the game can begin. */
  get invites() {
    const { state, record } = this.connection;
    return state.invited === true && record.length === 0 && !state.over && invitations(state.id) !== null;
  }

  /** Shows the links for the others. */
  invite() {
    offerInvitations(this.connection.state.id, this.game.seats, this.connection.state.you ?? null);
  }

  /** @param {number} ply */
  #announce(ply) {
    const { state, record } = this.connection;
    const shown = this.playback.record.plies[ply - 1];
    announce(moveText(shown, this.boardData, this.game.seats));
    if (shown.outcome || (state.over && ply === record.length)) sound('end');
    else sound(shown.move.trail?.steps.some((step) => step.captured.length > 0) ? 'capture' : 'move');
  }

  /** The board stands still: lets the person on turn play if it is the present. @param {number} ply */
  #settled(ply) {
    const { state, record } = this.connection;
    // A move of one's own that the server has not answered yet.
    if (ply > record.length) return;
    if (this.#clockHeld) this.#showClocks();
    const contents = record.contents(ply);
    this.list.show(record.plies, ply);
    const present = ply === record.length;
    fill(this.result, present && state.over ? result(state, this.game, record) : null);
    const { turn, moves, paths } = state.now;
    if (present && !state.over && this.connection.isMyTurn && turn !== null) {
      this.board.offer({ contents, moves, paths, seat: turn }, this.#status());
      this.#explain();
    } else {
      this.board.offer(null, present ? this.#status() : t('past', { ply, plies: record.length }));
    }
  }

  /** Says so where the rules leave only captures. */
  #explain() {
    const word = tOr(`must.${this.game.family}`, '');
    if (word && this.connection.state.now.paths.some(([, , , , captured]) => captured?.length)) fill(this.note, word);
  }

  #status() {
    const { state } = this.connection;
    if (state.over) return endingText(state.over, this.game.seats);
    if (state.paused) return t('paused');
    const who = seatName(this.game.seats[state.now.turn ?? 0]);
    if (!state.now.person) return t('turn.player', { who });
    const mine = state.invited ? this.connection.isMyTurn : state.seats.filter(isPerson).length === 1;
    return mine ? t('turn.you', { who }) : t('turn.person', { who });
  }

  /** @param {Move} move @param {number | null} to  where its piece was left */
  #made(move, to) {
    this.#tried = to === null ? null : { from: move.path[0], to };
    if (this.connection.move(move.path)) {
      this.board.offer(null, '');
      this.#showAhead(move);
    } else {
      this.#refused(t('offline'));
    }
  }

  /** Shows one's own move before the server has answered, where the page can tell what it does. What
   * the server answers counts: a move that it refuses is taken off the board. @param {Move} move */
  async #showAhead(move) {
    const { record } = this.connection;
    const { length } = record;
    const ply = await api.instantPly(this.game.name, record.position(length), move.text);
    const isOpen = this.connection.isMoving && this.connection.record === record && record.length === length;
    if (!ply || !isOpen || this.#past !== null) return;
    this.playback.follow(length + 1, new GameRecord(record.start, [...record.plies, ply]), this.#seenSteps(ply));
  }

  /** @param {number} ply */
  #jump(ply) {
    const { record } = this.connection;
    this.playback.finish();
    const to = Math.max(0, Math.min(record.length, ply));
    this.#past = to === record.length ? null : to;
    if (to !== this.playback.at + 1) return this.playback.jump(to, record);
    this.board.offer(null, '');
    this.list.show(record.plies, to);
    this.playback.follow(to, record);
  }

  /** @param {{ ply: number, seat: number, move: import('../core/types.js').Move, score: any }} hint */
  #hint({ ply, seat, move, score }) {
    if (ply !== this.connection.record.length || this.#past !== null) return;
    this.board.view.setArrows([{ path: pathOfPiece(move), kind: 'hint' }]);
    const text = t('hint.is', { move: short(move.text), score: scoreText(score, seat, this.game.seats) });
    fill(this.note, text);
  }

  /** @param {string} error */
  #refused(error) {
    this.#tried = null;
    const { record } = this.connection;
    this.playback.jump(this.#past ?? record.length, record);
    fill(this.note, error);
  }

  /** @param {boolean} up */
  #connection(up) {
    if (up && !this.element.classList.contains('offline')) return;
    this.element.classList.toggle('offline', !up);
    fill(this.note, up ? null : t('offline'));
  }
}
