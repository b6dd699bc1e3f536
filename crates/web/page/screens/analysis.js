// Analysis: any position or game on the board, the engine's best variations beside it, and a
// review of a whole game. Moves can be tried for every seat; the address always holds what is shown.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { AnalysisConnection } from '../core/analysis-connection.js';
import { announce } from '../core/announce.js';
import { GameRecord } from '../core/game-record.js';
import { address, go, rename } from '../core/router.js';
import { seatName, t } from '../core/i18n.js';
import { moveText } from '../board/speech.js';
import { pathOfPiece } from '../board/picker.js';
import { Editor } from '../parts/editor.js';
import { EngineLines } from '../parts/engine-lines.js';
import { EvalBar } from '../parts/eval-bar.js';
import { EvalGraph } from '../parts/eval-graph.js';
import { variantsOf } from '../parts/families.js';
import { icon } from '../parts/icons.js';
import { Mistakes } from '../parts/mistakes.js';
import { MoveList } from '../parts/move-list.js';
import { askForGame, pick } from '../parts/new-game.js';
import { PlayBoard } from '../parts/play-board.js';
import { offerExport, offerImport } from '../parts/share.js';

/** @typedef {import('../core/types.js').Move} Move */

/** How long the engine looks at each position of a review, in milliseconds. */
const REVIEW_MS = 200;

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function analysis({ path, query }) {
  const games = await api.games();
  const name = path[1] ?? games[0].name;
  const [game, board] = await Promise.all([api.game(name), api.board(name)]);
  const screen = new AnalysisScreen(games, game, board);
  const moves = (query.get('moves') ?? '').split(' ').filter(Boolean);
  await screen.load(query.get('position') || undefined, moves, query.get('review') !== null);
  return { title: t('analysis.of', { game: game.title }), element: screen.element, close: () => screen.close() };
}

class AnalysisScreen {
  /** @type {GameRecord} */
  #record;
  #at = 0;
  #lines = 3;
  #engine = true;
  #reviewing = false;
  /** @type {Editor | null} */
  #editor = null;
  /** @type {Map<number, string>} */
  #remarks = new Map();
  #scene = 0;
  /** The moves of the arrows, with their animations. @type {Map<string, Move>} */
  #animated = new Map();

  /** @param {import('../core/types.js').GameInfo[]} games @param {import('../core/types.js').GameInfo} game
   * @param {import('../core/types.js').BoardResponse} board */
  constructor(games, game, board) {
    this.games = games;
    this.game = game;
    this.boardData = board.board;
    this.#record = new GameRecord({ position: '', contents: board.contents, turn: 0 });
    this.board = new PlayBoard({
      game, board, made: (move) => this.#play(move), touched: (site) => this.#editor?.touch(site),
    });
    this.bar = new EvalBar(game.seats);
    this.graph = new EvalGraph(game.seats, (ply) => this.#jump(ply));
    this.lines = new EngineLines(game.seats, (move) => this.#play(move));
    this.mistakes = new Mistakes(game.seats, (mistake) => this.#showMistake(mistake));
    this.list = new MoveList(game.seats, (ply) => this.#jump(ply));
    this.connection = new AnalysisConnection((message) => this.#receive(message));
    this.note = h('p', { class: 'note', role: 'status' });
    this.side = h('div', { class: 'panel stack' });
    this.element = h('div', { class: 'game-screen analysis' },
      h('h1', { class: 'hidden' }, t('analysis.of', { game: game.title })),
      h('div', { class: 'board-side with-bar' }, this.bar.element, this.board.element), this.side);
    this.#panel();
  }

  /** Shows a game, at its end. @param {string | undefined} position @param {string[]} moves @param {boolean} review */
  async load(position, moves, review = false) {
    const start = await api.position({ game: this.game.name, position });
    const end = moves.length > 0 ? await api.position({ game: this.game.name, position, moves }) : start;
    this.#record = new GameRecord({ position: start.position, contents: start.contents, turn: start.turn }, end.plies ?? []);
    this.#forget();
    this.#at = this.#record.length;
    if (review && this.#record.length > 0) this.#review();
    await this.#show();
  }

  close() {
    this.#scene += 1;
    this.connection.close();
  }

  #panel() {
    const { game } = this;
    fill(this.side,
      h('div', { class: 'row' },
        pick(t('game'), this.games.map(({ name, title }) => [name, title]), game.name, (name) => go(address(['analysis', name]))),
        pick(t('engine.lines'), ['1', '2', '3', '5'].map((count) => [count, count]), String(this.#lines), (count) => {
          this.#lines = Number(count);
          this.#analyse();
        })),
      h('div', { class: 'row controls', role: 'toolbar', 'aria-label': t('controls') },
        this.#button('engine', 'play', () => this.#toggle(), this.#engine),
        this.#button('review', 'chart', () => this.#review()),
        this.#button('editor', 'edit', () => this.#edit()),
        this.#button('flip', 'flip', () => this.board.view.turnTo(this.board.view.angle + 180)),
        this.#button('import', 'plus', () => offerImport(game.name, ({ position, moves }) => this.load(position || undefined, moves))),
        this.#button('export', 'share', () => offerExport(this.#gameInput())),
        this.#button('play.from', 'play', () => askForGame(variantsOf(this.games, game.name), { game: game.name },
          { position: this.#record.position(this.#at) }))),
      this.note, this.lines.element, this.graph.element, this.mistakes.element, this.list.element);
  }

  /** @param {string} name @param {import('../parts/icons.js').Icon} image @param {() => void} press @param {boolean} [pressed] */
  #button(name, image, press, pressed) {
    const text = t(/** @type {import('../core/i18n.js').StringKey} */ (name));
    return h('button', {
      id: `do-${name.replace('.', '-')}`, title: text, onclick: press,
      'aria-pressed': pressed === undefined ? null : String(pressed),
    }, icon(image), h('span', null, text));
  }

  /** Shows the position that is looked at, and asks about it. */
  async #show() {
    this.#scene += 1;
    this.#animated.clear();
    const scene = this.#scene;
    const record = this.#record;
    const at = this.#at;
    const contents = record.contents(at);
    const turn = record.turn(at);
    const { view } = this.board;
    view.show(contents);
    view.showLastMove(at > 0 ? pathOfPiece(record.plies[at - 1].move) : []);
    view.setArrows([]);
    this.list.show(record.plies, at, this.#remarks);
    this.graph.at(at);
    rename(address(['analysis', this.game.name], { position: record.start.position, moves: record.texts().join(' ') }));
    if (!this.#reviewing) this.#analyse();
    this.board.offer(null, turn === null ? t('over') : t('turn.person', { who: seatName(this.game.seats[turn]) }));
    if (turn === null) return;
    const here = await api.position({ game: this.game.name, position: record.position(at) });
    if (scene !== this.#scene) return;
    this.board.offer({ game: this.game.name, position: here.position, contents, moves: here.moves, seat: turn, board: this.boardData },
      t('turn.person', { who: seatName(this.game.seats[turn]) }));
  }

  #gameInput() {
    return { game: this.game.name, position: this.#record.start.position, moves: this.#record.texts(this.#at) };
  }

  /** @param {Move} move */
  async #play(move) {
    const { position, moves } = this.#gameInput();
    const next = this.#record.plies[this.#at];
    if (next?.move.text !== move.text) {
      const answer = await api.position({ game: this.game.name, position, moves: [...moves, move.text] });
      this.#record.replace(this.#at, (answer.plies ?? []).slice(this.#at));
      this.#forget();
    }
    const ply = this.#record.plies[this.#at];
    this.#at += 1;
    this.board.view.showLastMove([]);
    this.board.view.setArrows([]);
    await this.board.view.play(ply.move.trail, this.#record.contents(this.#at));
    announce(moveText(ply, this.boardData, this.game.seats));
    await this.#show();
  }

  /** @param {number} ply */
  #jump(ply) {
    this.#at = Math.max(0, Math.min(this.#record.length, ply));
    this.#show();
  }

  /** Drops what was said of a game that is another one now. */
  #forget() {
    this.#remarks = new Map();
    this.#reviewing = false;
    this.mistakes.clear();
    this.graph.clear(this.#record.length);
    this.graph.element.hidden = true;
  }

  #toggle() {
    this.#engine = !this.#engine;
    document.getElementById('do-engine')?.setAttribute('aria-pressed', String(this.#engine));
    this.#reviewing = false;
    this.#analyse();
  }

  #analyse() {
    if (!this.#engine || this.#editor || this.#record.turn(this.#at) === null) {
      this.connection.stop();
      this.board.view.setArrows([]);
      return this.lines.clear();
    }
    this.connection.ask('analyse', { ...this.#gameInput(), lines: this.#lines });
  }

  #review() {
    if (this.#record.length === 0) return fill(this.note, t('review.nothing'));
    this.#forget();
    this.#reviewing = true;
    this.graph.element.hidden = false;
    this.lines.clear(t('review.progress'));
    this.connection.ask('review', { game: this.game.name, position: this.#record.start.position, moves: this.#record.texts(), ms: REVIEW_MS });
  }

  /** @param {any} message */
  #receive(message) {
    fill(this.note);
    if (message.type === 'analysis') {
      this.lines.show(message);
      this.bar.show(message);
      this.#showBestMoves(message.lines.flatMap((/** @type {import('../core/types.js').Variation} */ { moves }) => moves.slice(0, 1)));
    } else if (message.type === 'review') {
      this.mistakes.advance(message.ply, message.of);
      this.graph.add(message.ply, message.seat, message.score);
      this.graph.at(this.#at);
    } else if (message.type === 'reviewed') {
      this.#reviewing = false;
      this.#remarks = new Map(message.mistakes.map((/** @type {import('../core/types.js').Mistake} */ { ply, better }) =>
        [ply, t('review.better', { move: better.text })]));
      this.mistakes.tell(message.mistakes);
      this.graph.markMistakes(message.mistakes);
      announce(t('review.done'));
      this.list.show(this.#record.plies, this.#at, this.#remarks);
      this.#analyse();
    } else if (message.type === 'refused') {
      fill(this.note, message.error);
    }
  }

  /** Draws arrows for the best moves, along the path that each takes. @param {Move[]} moves */
  #showBestMoves(moves) {
    const scene = this.#scene;
    this.board.view.setArrows(moves.map((move, rank) => ({ path: pathOfPiece(this.#animated.get(move.text) ?? move), rank })));
    for (const move of moves.filter(({ text, trail }) => !trail && !this.#animated.has(text))) {
      this.#animated.set(move.text, move);
      api.follow(this.game.name, this.#record.position(this.#at), move.path).then(({ done }) => {
        if (scene === this.#scene && done) this.#animated.set(move.text, done);
      }, () => {});
    }
  }

  /** @param {import('../core/types.js').Mistake} mistake */
  async #showMistake({ ply, played, better }) {
    this.#at = ply;
    await this.#show();
    this.connection.stop();
    this.lines.clear();
    const position = this.#record.position(ply);
    const whole = async (/** @type {Move} */ move) =>
      (move.trail ? move : (await api.follow(this.game.name, position, move.path)).done) ?? move;
    const [best, made] = await Promise.all([whole(better), whole(played)]);
    this.board.view.setArrows([{ path: pathOfPiece(best) }, { path: pathOfPiece(made), kind: 'played' }]);
  }

  #edit() {
    if (this.#editor) return this.#leaveEditor();
    this.#scene += 1;
    this.board.offer(null, t('editor.how'));
    this.board.view.showLastMove([]);
    const editor = new Editor(this.game, this.board.view, (position) => {
      this.#leaveEditor();
      this.load(position.position, []);
    });
    this.#editor = editor;
    this.#analyse();
    this.board.view.setArrows([]);
    fill(this.side, editor.element, h('button', { id: 'editor-cancel', onclick: () => this.#leaveEditor() }, t('cancel')));
    editor.begin(this.#record.turn(this.#at));
  }

  #leaveEditor() {
    this.#editor = null;
    this.#panel();
    this.#show();
  }
}
