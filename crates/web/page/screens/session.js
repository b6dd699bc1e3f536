// A session: a game that persons play, or that players play while one watches. The address holds the
// session's id, and the server holds the game; this screen can be left and reopened at any time.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { announce } from '../core/announce.js';
import { SessionConnection } from '../core/session-connection.js';
import { seatName, t, tOr } from '../core/i18n.js';
import { moveText } from '../board/speech.js';
import { captured, pathOfPiece } from '../board/picker.js';
import { Clocks } from '../parts/clock.js';
import { MoveList } from '../parts/move-list.js';
import { PlayBoard } from '../parts/play-board.js';
import { isPerson } from '../parts/players.js';
import { SeatStrips } from '../parts/seat-strips.js';
import { SessionControls } from '../parts/session-controls.js';
import { endingText, result } from '../parts/result.js';
import { scoreText } from '../parts/score.js';
import { stepByKeys } from '../parts/step-keys.js';

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function session({ path }) {
  const first = await api.session(path[1] ?? '');
  const [game, board] = await Promise.all([api.game(first.game), api.board(first.game)]);
  const screen = new SessionScreen(first, game, board);
  return { title: game.title, element: screen.element, close: () => screen.close() };
}

class SessionScreen {
  /** The ply that is looked at, or null for the present. @type {number | null} */
  #past = null;
  /** The person has seen the next move already, by making it. */
  #seen = false;
  /** Moves are shown one after the other. @type {Promise<void>} */
  #showing = Promise.resolve();
  /** The seat at the bottom of the board. */
  #bottom;
  /** Counts up when what is being shown is out of date. */
  #scene = 0;

  /**
   * @param {import('../core/types.js').SessionState} first @param {import('../core/types.js').GameInfo} game
   * @param {import('../core/types.js').BoardResponse} board
   */
  constructor(first, game, board) {
    this.game = game;
    this.boardData = board.board;
    this.#bottom = first.seats.findIndex(isPerson);
    const bottom = Math.max(0, this.#bottom);
    this.board = new PlayBoard({ game, board, bottom, made: (move, built) => this.#made(move, built) });
    this.strips = new SeatStrips(game.seats);
    this.clocks = new Clocks((left, running) => this.strips.tick(left, running));
    this.list = new MoveList(game.seats, (ply) => this.#jump(ply));
    this.note = h('p', { class: 'note', role: 'status' });
    this.result = h('div', { class: 'result-slot' });
    this.connection = new SessionConnection(first, {
      changed: (added) => this.#changed(added),
      thinking: (analysis) => this.strips.showAnalysis(analysis),
      hint: (hint) => this.#hint(hint),
      refused: (error) => this.#refused(error),
      connection: (up) => this.#connection(up),
    });
    this.controls = new SessionControls(this.connection, this.board.view, game.seats);
    this.removeKeys = stepByKeys(() => [this.#past ?? this.connection.record.length, this.connection.record.length], (ply) => this.#jump(ply));
    this.element = h('div', { class: 'game-screen' },
      h('h1', { class: 'hidden' }, game.title),
      h('div', { class: 'board-side' }, this.board.element),
      h('div', { class: 'panel stack' }, this.strips.element, this.result, this.note, this.controls.element, this.list.element));
    this.#changed(-1);
  }

  close() {
    this.#scene += 1;
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
    this.#turnToPerson(state.seats);
    this.strips.show(state.seats, state.over ? null : state.now.turn, state.over?.outcome ?? null);
    if (state.clocks && !state.over) this.clocks.show(state.clocks);
    else this.clocks.stop();
    this.controls.show(state);
    this.list.show(record.plies, this.#past ?? record.length);
    if (this.#past !== null) return;
    if (added > 0 && added < 4) {
      this.#enter(record.length - added);
    } else if (added !== 0 || state.over || !state.now.person || !this.board.isOffered) {
      this.#scene += 1;
      this.#settle(record.length);
    }
  }

  /** Turns the board to the first person, when that is another seat than before.
   * @param {import('../core/types.js').SeatOccupant[]} seats */
  #turnToPerson(seats) {
    const seat = seats.findIndex(isPerson);
    if (seat >= 0 && seat !== this.#bottom) this.board.view.seatAtBottom(seat);
    this.#bottom = seat;
  }

  /** Shows the plies from one on, each as it moved, then lets the person on turn play.
   * @param {number} from */
  #enter(from) {
    const scene = this.#scene;
    const { record } = this.connection;
    const seen = this.#seen;
    this.#seen = false;
    this.board.offer(null, this.#status());
    this.#showing = this.#showing.then(async () => {
      for (let ply = from; ply < record.length && scene === this.#scene; ply += 1) {
        const { move } = record.plies[ply];
        this.board.view.showLastMove([]);
        const skip = seen && ply === from;
        await this.board.view.play(skip ? undefined : move.trail, record.contents(ply + 1));
        if (scene !== this.#scene) return;
        this.board.view.showLastMove(pathOfPiece(move));
        announce(moveText(record.plies[ply], this.boardData, this.game.seats));
      }
      if (scene === this.#scene) this.#settle(record.length);
    });
  }

  /** Shows a position as it is, and lets the person on turn play if it is the present.
   * @param {number} ply */
  #settle(ply) {
    const { state, record } = this.connection;
    const { view } = this.board;
    const contents = record.contents(ply);
    view.show(contents);
    view.showLastMove(ply > 0 ? pathOfPiece(record.plies[ply - 1].move) : []);
    this.list.show(record.plies, ply);
    const present = ply === record.length;
    fill(this.result, present && state.over ? result(state, this.game, record) : null);
    const { turn, moves } = state.now;
    if (present && !state.over && state.now.person && moves && turn !== null) {
      this.board.offer({ game: this.game.name, position: state.now.position, contents, moves, seat: turn, board: this.boardData },
        this.#status());
      this.#explain(ply);
    } else {
      this.board.offer(null, present ? this.#status() : t('past', { ply, plies: record.length }));
    }
  }

  /** Says so where the rules leave only captures. @param {number} ply */
  async #explain(ply) {
    const { moves, position } = this.connection.state.now;
    const word = tOr(`must.${this.game.family}`, '');
    if (!word || !moves?.length) return;
    const { done } = await api.follow(this.game.name, position, moves[0].path).catch(() => ({ done: null }));
    const now = this.connection.record.length === ply && this.#past === null;
    if (now && done && captured(done).length > 0) fill(this.note, word);
  }

  #status() {
    const { state } = this.connection;
    if (state.over) return endingText(state.over, this.game.seats);
    if (state.paused) return t('paused');
    const who = seatName(this.game.seats[state.now.turn ?? 0]);
    if (!state.now.person) return t('turn.player', { who });
    return state.seats.filter(isPerson).length > 1 ? t('turn.person', { who }) : t('turn.you', { who });
  }

  /** @param {import('../core/types.js').Move} move @param {boolean} built */
  #made(move, built) {
    this.#seen = built;
    if (this.connection.move(move.path)) {
      this.board.offer(null, '');
    } else {
      this.#refused(t('offline'));
    }
  }

  /** @param {number} ply */
  #jump(ply) {
    const { record } = this.connection;
    const before = this.#past ?? record.length;
    const to = Math.max(0, Math.min(record.length, ply));
    this.#past = to === record.length ? null : to;
    this.#scene += 1;
    if (to === before + 1) {
      this.board.offer(null, '');
      this.list.show(record.plies, to);
      const scene = this.#scene;
      this.#showing = this.board.view.play(record.plies[before].move.trail, record.contents(to)).then(() => {
        if (scene === this.#scene) this.#settle(to);
      });
    } else {
      this.#settle(to);
    }
  }

  /** @param {{ ply: number, move: import('../core/types.js').Move, score: any }} hint */
  #hint({ ply, move, score }) {
    if (ply !== this.connection.record.length || this.#past !== null) return;
    this.board.view.setArrows([{ path: pathOfPiece(move), kind: 'hint' }]);
    const text = t('hint.is', { move: move.text, score: scoreText(score) });
    fill(this.note, text);
  }

  /** @param {string} error */
  #refused(error) {
    this.#settle(this.#past ?? this.connection.record.length);
    fill(this.note, error);
  }

  /** @param {boolean} up */
  #connection(up) {
    if (up && !this.element.classList.contains('offline')) return;
    this.element.classList.toggle('offline', !up);
    fill(this.note, up ? null : t('offline'));
  }
}
