// Analysis: any position or game on the board, the engine's best lines beside it, and a review of a
// whole game. Moves can be tried for every seat: a move that the game does not have begins a
// variation. The address always holds the whole tree and what is shown of it.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { AnalysisConnection } from '../core/analysis-connection.js';
import { announce } from '../core/announce.js';
import { GameRecord } from '../core/game-record.js';
import { extend, loadVariations } from '../core/load-variations.js';
import { address, go, rename } from '../core/router.js';
import { seatName, t } from '../core/i18n.js';
import { VariationTree } from '../core/variation-tree.js';
import { moveText } from '../board/speech.js';
import { nodeAt, pathTree } from '../board/path-tree.js';
import { pathOfPiece } from '../board/picker.js';
import { Editor } from '../parts/editor.js';
import { EngineLines } from '../parts/engine-lines.js';
import { EvalBar } from '../parts/eval-bar.js';
import { variantsOf } from '../parts/families.js';
import { icon } from '../parts/icons.js';
import { LinePreview } from '../parts/line-preview.js';
import { menu } from '../parts/menu.js';
import { askForGame, pick } from '../parts/new-game.js';
import { PlayBoard } from '../parts/play-board.js';
import { Playback } from '../parts/playback.js';
import { hasServer } from '../core/transport.js';
import { ExplorerPanel } from '../parts/explorer-panel.js';
import { ReviewPanel } from '../parts/review-panel.js';
import { waitingText } from '../parts/seat-strips.js';
import { offerExport, offerImport } from '../parts/share.js';
import { stepByKeys } from '../parts/step-keys.js';
import { TablebasePanel } from '../parts/tablebase-panel.js';
import { askForComment, confirmRemoval } from '../parts/variation-dialogs.js';
import { VariationList } from '../parts/variation-list.js';

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/variation-tree.js').VariationNode} VariationNode */

/** How long the engine looks at each position of a review, in milliseconds. */
const REVIEW_MS = 200;

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function analysis({ path, query }) {
  const games = await api.games();
  const name = path[1] ?? games[0].name;
  const [game, board] = await Promise.all([api.game(name), api.board(name)]);
  const screen = new AnalysisScreen(games, game, board);
  const at = query.get('at');
  await screen.load(query.get('position') || undefined, query.get('moves') ?? '', {
    at: at === null ? undefined : Number(at), review: query.get('review') !== null,
  });
  return { title: t('analysis.of', { game: game.title }), element: screen.element, close: () => screen.close() };
}

class AnalysisScreen {
  /** @type {VariationTree} */
  #tree;
  /** The position that is looked at. @type {VariationNode} */
  #node;
  /** The line through it, from the start to its end. @type {VariationNode[]} */
  #line;
  /** The same, for the board. @type {GameRecord} */
  #record;
  #lines = 3;
  #engine = true;
  /** @type {Editor | null} */
  #editor = null;
  #scene = 0;
  /** The engine's best moves. @type {Move[]} */
  #best = [];
  /** The paths of all moves of the position, once they are known. @type {import('../board/path-tree.js').PathNode[]} */
  #paths = [];

  /** @param {import('../core/types.js').GameInfo[]} games @param {import('../core/types.js').GameInfo} game
   * @param {import('../core/types.js').BoardResponse} board */
  constructor(games, game, board) {
    this.games = games;
    this.game = game;
    this.boardData = board.board;
    this.#tree = new VariationTree({ position: '', contents: board.contents, turn: 0 });
    this.#node = this.#tree.root;
    this.#line = [this.#node];
    this.#record = new GameRecord(this.#tree.start);
    this.board = new PlayBoard({
      game, board, made: (move) => this.#play([move]), hurry: () => this.playback.finish(), touched: (site) => this.#editor?.touch(site),
    });
    this.playback = new Playback(this.board.view, this.#record, {
      settled: () => this.#settled(),
      shown: (ply) => announce(moveText(this.#record.plies[ply - 1], this.boardData, game.seats)),
    });
    this.bar = new EvalBar(game.seats);
    this.preview = new LinePreview(game, board, () => this.board.view.angle);
    /** @type {import('../parts/engine-lines.js').LinesListener} */
    const lines = {
      play: (moves) => this.#play(moves),
      preview: (anchor, moves) => this.preview.show(anchor, this.#tree.position(this.#node), moves),
      leave: () => this.preview.hide(),
    };
    this.lines = new EngineLines(game.seats, lines);
    this.tablebase = new TablebasePanel(game.seats, lines);
    this.explorer = new ExplorerPanel(game.seats, lines);
    this.review = new ReviewPanel(game.seats, {
      choose: (node) => this.#goTo(node), show: (node, mistake) => this.#showMistake(node, mistake),
      play: (node, moves) => { this.#goTo(node); this.#play(moves); },
    });
    this.list = new VariationList(game.seats, {
      choose: (node) => this.#goTo(node), step: (ply) => this.#jump(ply), promote: () => this.#promote(),
      remove: () => this.#remove(), comment: () => this.#comment(),
    });
    this.connection = new AnalysisConnection((message) => this.#receive(message));
    this.note = h('p', { class: 'note', role: 'status' });
    this.side = h('div', { class: 'panel stack' });
    this.element = h('div', { class: 'game-screen analysis' },
      h('h1', { class: 'hidden' }, t('analysis.of', { game: game.title })),
      h('div', { class: 'board-side with-bar' }, this.bar.element, this.board.element), this.side);
    this.removeKeys = stepByKeys(() => [this.#at, this.#record.length], (ply) => !this.#editor && this.#jump(ply), (by) => this.#switch(by));
    this.#panel();
  }

  get #at() {
    return this.#node.depth;
  }

  /**
   * Shows a game, at its end or at the node with this number in the order of the text.
   * @param {string | undefined} position @param {string} moves @param {{ at?: number, review?: boolean }} [options]
   */
  async load(position, moves, { at, review = false } = {}) {
    this.#tree = await loadVariations(this.game.name, position, moves);
    this.list.forget();
    this.review.clear();
    const { root } = this.#tree;
    const node = (at === undefined ? null : this.#tree.nodes()[at]) ?? this.#tree.lineThrough(root).at(-1) ?? root;
    this.#take(node);
    if (review && this.#record.length > 0) this.#startReview();
    this.playback.finish();
    this.playback.jump(this.#at, this.#record);
  }

  close() {
    this.#scene += 1;
    this.playback.stop();
    this.removeKeys();
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
        this.#button('review', 'chart', () => this.#startReview()),
        hasServer() && this.#button('explorer', 'book', () => this.#toggleExplorer(), this.explorer.isOn),
        this.#button('editor', 'edit', () => this.#edit()),
        menu('more-controls', t('controls.more'), [
          this.#button('flip', 'flip', () => this.board.view.turnTo(this.board.view.angle + 180)),
          this.#button('import', 'plus', () => offerImport(game.name, ({ position, moves }) => this.load(position || undefined, moves))),
          this.#button('export', 'share', () => offerExport(this.#gameInput(), { line: this.#record.texts(), tree: this.#tree.write() })),
          this.#button('play.from', 'play', () => askForGame(variantsOf(this.games, game.name), { game: game.name },
            { position: this.#record.position(this.#at) })),
        ])),
      this.note, h('div', { class: 'stack with-preview' }, this.lines.element, this.tablebase.element, this.explorer.element, this.preview.element),
      this.review.element, this.list.element);
  }

  /** @param {string} name @param {import('../parts/icons.js').Icon} image @param {() => void} press @param {boolean} [pressed] */
  #button(name, image, press, pressed) {
    const text = t(/** @type {import('../core/i18n.js').StringKey} */ (name));
    return h('button', {
      id: `do-${name.replace('.', '-')}`, title: text, onclick: press,
      'aria-pressed': pressed === undefined ? null : String(pressed),
    }, icon(image), h('span', null, text));
  }

  /** Looks at a position of the tree. @param {VariationNode} node */
  #take(node) {
    this.#node = node;
    this.#line = this.#tree.lineThrough(this.#line.includes(node) ? (this.#line.at(-1) ?? node) : node);
    this.#record = new GameRecord(this.#tree.start, this.#line.flatMap(({ ply }) => ply ?? []));
  }

  /** Shows a position of the tree, with the move to it if that is the next one. @param {VariationNode} node */
  #goTo(node) {
    const { playback } = this;
    playback.finish();
    const next = node.parent !== null && node.parent === this.#node && playback.at === this.#at;
    this.#take(node);
    if (!next) return playback.jump(this.#at, this.#record);
    this.#scene += 1;
    this.board.offer(null);
    this.board.view.setArrows([]);
    playback.follow(this.#at, this.#record);
  }

  /** Shows a ply of the line. @param {number} ply */
  #jump(ply) {
    this.#goTo(this.#line[Math.max(0, Math.min(this.#record.length, ply))]);
  }

  /** Changes to another variation. @param {number} by */
  #switch(by) {
    const other = this.#editor ? undefined : this.#node.sibling(by);
    if (other) this.#goTo(other);
    return other !== undefined;
  }

  #promote() {
    this.#tree.promote(this.#node);
    this.#goTo(this.#node);
  }

  async #remove() {
    const node = this.#node;
    if (!(await confirmRemoval(node))) return;
    if (this.review.has(node)) this.review.clear();
    this.#line = [];
    this.#goTo(this.#tree.remove(node));
  }

  async #comment() {
    const node = this.#node;
    const comment = await askForComment(node.comment);
    if (comment === null) return;
    this.#tree.setComment(node, comment);
    this.#keep();
  }

  /** The board stands still: asks about the position that it shows. */
  async #settled() {
    this.#scene += 1;
    this.#best = [];
    this.#paths = [];
    const scene = this.#scene;
    const record = this.#record;
    const at = this.#at;
    const contents = record.contents(at);
    const turn = record.turn(at);
    const { view } = this.board;
    view.setArrows([]);
    this.preview.hide();
    this.#keep();
    this.review.at(this.#line.slice(0, at + 1));
    this.#showKnown();
    if (!this.review.isRunning) this.#analyse();
    this.board.offer(null, turn === null ? t('over') : t('turn.person', { who: seatName(this.game.seats[turn]) }));
    this.tablebase.clear();
    this.explorer.show(this.game.name, record.position(at), turn);
    if (turn === null) return;
    this.#probe(record.position(at), scene);
    const here = await api.position({ game: this.game.name, position: record.position(at) });
    if (scene !== this.#scene) return;
    this.#paths = pathTree(here.moves, here.paths);
    if (this.#best.length > 0) this.#showBestMoves(this.#best);
    this.board.offer({ contents, moves: here.moves, paths: here.paths, seat: turn },
      t('turn.person', { who: seatName(this.game.seats[turn]) }));
  }

  /** Shows the tree, and keeps it in the address. */
  #keep() {
    const { start } = this.#tree;
    const end = !this.#node.isVariation && this.#node.children.length === 0;
    this.list.show(this.#tree, this.#node, this.#record.length, this.review.remarks);
    rename(address(['analysis', this.game.name], {
      position: start.position, moves: this.#tree.write(), at: end ? undefined : String(this.#tree.nodes().indexOf(this.#node)),
    }));
  }

  /** Shows on the bar what is known of the position before the engine has looked at it. */
  #showKnown() {
    const outcome = this.#record.outcome(this.#at);
    const reviewed = this.review.known(this.#node);
    if (outcome) this.bar.showOutcome(outcome);
    else if (reviewed) this.bar.show(reviewed);
    else if (!this.#engine) this.bar.clear();
  }

  #gameInput() {
    return { game: this.game.name, position: this.#record.start.position, moves: this.#record.texts(this.#at) };
  }

  /** Plays moves from here on: those that the tree has already, or a variation. @param {Move[]} line */
  async #play(line) {
    const tree = this.#tree;
    const node = await extend(this.game.name, tree, this.#node, line.map(({ text }) => text));
    if (tree === this.#tree) this.#goTo(node);
  }

  #toggle() {
    this.#engine = !this.#engine;
    document.getElementById('do-engine')?.setAttribute('aria-pressed', String(this.#engine));
    this.review.isRunning = false;
    this.#analyse();
  }

  #toggleExplorer() {
    this.explorer.isOn = !this.explorer.isOn;
    document.getElementById('do-explorer')?.setAttribute('aria-pressed', String(this.explorer.isOn));
    this.explorer.show(this.game.name, this.#tree.position(this.#node), this.#record.turn(this.#at));
  }

  #analyse() {
    if (!this.#engine || this.#editor || this.#record.turn(this.#at) === null) {
      this.connection.stop();
      this.board.view.setArrows([]);
      return this.lines.clear();
    }
    this.connection.ask('analyse', { ...this.#gameInput(), lines: this.#lines });
  }

  #startReview() {
    if (this.#record.length === 0) return fill(this.note, t('review.nothing'));
    this.review.begin(this.#line);
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
      this.lines.clear(t('review.progress'));
      if (this.review.advance(message) === this.#node) this.#showKnown();
      this.review.at(this.#line.slice(0, this.#at + 1));
    } else if (message.type === 'reviewed') {
      this.review.finish(message);
      this.lines.clear();
      announce(t('review.done'));
      this.#keep();
      this.#analyse();
    } else if (message.type === 'waiting') {
      this.lines.clear(waitingText(message.ahead));
    } else if (message.type === 'refused') {
      fill(this.note, message.error);
    }
  }

  /** Asks for the exact results of the moves here. @param {string} position @param {number} scene */
  async #probe(position, scene) {
    const answer = await api.tablebase({ game: this.game.name, position }).catch(() => null);
    if (answer && scene === this.#scene) this.tablebase.show(answer);
  }

  /** Draws arrows for the best moves, along the path that each takes. @param {Move[]} moves */
  #showBestMoves(moves) {
    this.#best = moves;
    this.board.view.setArrows(moves.map((move, rank) => ({ path: nodeAt(this.#paths, move.path)?.walked ?? pathOfPiece(move), rank })));
  }

  /** @param {VariationNode} node  before the mistake @param {import('../core/types.js').Mistake} mistake */
  #showMistake(node, { played, better }) {
    this.#take(node);
    this.playback.jump(this.#at, this.#record);
    this.connection.stop();
    this.lines.clear();
    this.board.view.setArrows([{ path: pathOfPiece(better) }, { path: pathOfPiece(played), kind: 'played' }]);
  }

  #edit() {
    if (this.#editor) return this.#leaveEditor();
    this.playback.finish();
    this.#scene += 1;
    this.board.offer(null, t('editor.how'));
    this.board.view.showLastMove([]);
    const editor = new Editor(this.game, this.board.view, (position) => {
      this.#leaveEditor();
      this.load(position.position, '');
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
    this.playback.jump(this.#at, this.#record);
  }
}
