// Puzzles: a position, a task, and a proven solution. A right move is answered as the puzzle says, a
// wrong one by its refutation, and can be taken back. Which were solved is kept in this browser.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { announce } from '../core/announce.js';
import { puzzles as puzzlesOf } from '../core/learning-data.js';
import { remember, solvedOf } from '../core/learned.js';
import { address } from '../core/router.js';
import { seatName, t } from '../core/i18n.js';
import { Exercise } from '../parts/exercise.js';
import { exerciseList, familyOf, gameTabs } from '../parts/exercise-panel.js';
import { families } from '../parts/families.js';
import { icon } from '../parts/icons.js';
import { ofDay } from '../parts/puzzle-of-day.js';

/** @typedef {import('../core/types.js').Puzzle} Puzzle */
/** @typedef {import('../core/types.js').PuzzleTurn} PuzzleTurn */
/** @typedef {import('../core/types.js').GameInfo} GameInfo */

/** The address of the puzzle of the day. */
const DAILY = 'today';

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function puzzles({ path }) {
  const all = families(await api.games());
  const [{ family }] = familyOf(all, path[1]);
  const list = await puzzlesOf(family);
  const puzzle = choose(list, family, path[2]);
  const [game, board] = await Promise.all([api.game(puzzle.game), api.board(puzzle.game)]);
  const screen = new PuzzleScreen({ all, game, board, list, puzzle, daily: path[2] === DAILY });
  await screen.begin();
  return {
    title: t('puzzles.title', { game: game.title }), element: screen.element,
    close: () => screen.close(), focus: () => screen.exercise.board.view.focus(),
  };
}

/**
 * The puzzle that is asked for, that of the day, or the first that is not solved yet.
 * @param {Puzzle[]} list @param {string} family @param {string | undefined} id
 */
function choose(list, family, id) {
  if (id === DAILY) return list[ofDay(new Date(), list.length)];
  const solved = solvedOf('puzzles', family);
  return list.find((puzzle) => puzzle.id === id) ?? list.find((puzzle) => !solved.has(puzzle.id)) ?? list[0];
}

class PuzzleScreen {
  /** @type {PuzzleTurn} */
  #turn;
  /** How many turns of the person are still to come. */
  #left = 0;
  #helped = false;

  /**
   * @param {{ all: GameInfo[][], game: GameInfo, board: import('../core/types.js').BoardResponse,
   *   list: Puzzle[], puzzle: Puzzle, daily: boolean }} options
   */
  constructor({ all, game, board, list, puzzle, daily }) {
    this.game = game;
    this.list = list;
    this.puzzle = puzzle;
    this.daily = daily;
    this.#turn = puzzle.solution;
    this.exercise = new Exercise(game, board, (move) => this.#made(move.text));
    this.heading = h('h1', null, t('puzzles.title', { game: game.title }));
    this.task = h('p', { class: 'task' });
    this.verdict = h('p', { class: 'verdict', role: 'status', hidden: true });
    this.controls = h('div', { class: 'row controls', role: 'toolbar', 'aria-label': t('controls') });
    this.numbers = h('div');
    this.element = h('div', { class: 'game-screen exercise' },
      h('div', { class: 'board-side' }, this.exercise.element),
      h('div', { class: 'panel stack' },
        gameTabs('puzzles', all, game, t('puzzles')), this.heading, this.task, this.verdict, this.controls,
        h('p', { class: 'row' }, this.#dailyLink(), h('a', { href: address(['learn', game.family]) }, t('learn.title', { game: game.title }))),
        this.numbers));
  }

  /** Starts the puzzle, from its first position. */
  async begin() {
    this.#turn = this.puzzle.solution;
    this.#left = this.puzzle.turns;
    if (!(await this.exercise.begin(this.puzzle.position))) return;
    fill(this.task, this.#taskText(), ' ', h('span', { class: 'soft small' }, t('puzzles.rating', { rating: this.puzzle.rating })));
    this.#say(null);
    this.#draw();
    this.#offer();
  }

  close() {
    this.exercise.close();
  }

  #offer() {
    this.exercise.offer(t('exercise.move', { who: this.#who() }));
  }

  #who() {
    return seatName(this.game.seats[this.exercise.record.turn(0) ?? 0]);
  }

  #taskText() {
    const { task, turns } = this.puzzle;
    return t(`puzzles.task.${task}`, { who: this.#who(), turns });
  }

  /** The person has moved. @param {string} text */
  async #made(text) {
    const { exercise } = this;
    const turn = this.#turn;
    const before = exercise.record.length;
    if (!(text in turn.right)) return this.#wrong(text, before);
    const line = turn.right[text];
    const replies = line ? line.reply.split(' ') : [];
    if (!(await exercise.play([text, ...replies]))) return;
    this.#left -= 1;
    if (!line) return this.#solved();
    this.#turn = line.turn;
    this.#say('good', t('puzzles.right'));
    this.#offer();
  }

  /** @param {string} text @param {number} before */
  async #wrong(text, before) {
    const turn = this.#turn;
    const refutation = turn.refutations?.[text] ?? turn.refutation ?? '';
    const replies = refutation.split(' ').filter(Boolean);
    if (!(await this.exercise.play([text, ...replies]))) return;
    this.#say('bad', this.#whyWrong(replies.length > 0));
    this.exercise.board.offer(null, '');
    this.#draw(h('button', { class: 'primary', id: 'do-retry', onclick: () => this.#retry(before) }, icon('undo'), t('exercise.again')));
    document.getElementById('do-retry')?.focus();
  }

  /** @param {boolean} answered */
  #whyWrong(answered) {
    const { task } = this.puzzle;
    if (task !== 'win') return t(answered ? `puzzles.wrong.${task}` : 'puzzles.wrong');
    const left = this.#left - 1;
    return left > 0 ? t('puzzles.wrong.win', { turns: left }) : t('puzzles.wrong.last');
  }

  /** @param {number} ply */
  async #retry(ply) {
    if (!(await this.exercise.back(ply))) return;
    this.#say(null);
    this.#draw();
    this.#offer();
    this.exercise.board.view.focus();
  }

  #solved() {
    if (!this.#helped) remember('puzzles', this.game.family, this.puzzle.id);
    this.#say('good', t(this.#helped ? 'puzzles.shown' : 'puzzles.solved'));
    this.exercise.board.offer(null, '');
    this.#draw();
    document.getElementById('do-next')?.focus();
  }

  /** Plays the solution from the first position. */
  async #show() {
    this.#helped = true;
    if (!(await this.exercise.begin(this.puzzle.position))) return;
    this.#say(null);
    /** @type {PuzzleTurn | undefined} */
    let turn = this.puzzle.solution;
    while (turn) {
      /** @type {[string, import('../core/types.js').PuzzleLine | null]} */
      const [move, line] = Object.entries(turn.right)[0];
      if (!(await this.exercise.play([move, ...(line ? line.reply.split(' ') : [])]))) return;
      turn = line?.turn;
    }
    this.#solved();
  }

  /** @param {'good' | 'bad' | null} kind @param {string} [text] */
  #say(kind, text = '') {
    this.verdict.hidden = kind === null;
    this.verdict.className = `verdict ${kind ?? ''}`;
    this.verdict.textContent = text;
    if (text) announce(text);
  }

  /** @param {HTMLElement} [first] */
  #draw(first) {
    const { family } = this.game;
    const solved = solvedOf('puzzles', family);
    const following = this.list[(this.list.indexOf(this.puzzle) + 1) % this.list.length];
    const done = solved.has(this.puzzle.id);
    fill(this.controls, first,
      h('button', { id: 'do-show', title: t('puzzles.show'), onclick: () => this.#show() }, icon('hint'), h('span', null, t('puzzles.show'))),
      h('a', { class: `button ${done && !first ? 'primary' : ''}`, id: 'do-next', href: address(['puzzles', family, following.id]) },
        icon('on'), h('span', null, t('puzzles.next'))));
    const entries = this.list.map((puzzle) => ({ id: puzzle.id, name: t('puzzles.rating', { rating: puzzle.rating }) }));
    fill(this.numbers,
      h('h2', null, t('exercise.progress', { solved: solved.size, all: this.list.length })),
      exerciseList(entries, this.puzzle.id, solved, (id) => address(['puzzles', family, id]), t('puzzles')));
  }

  #dailyLink() {
    return h('a', { href: address(['puzzles', this.game.family, DAILY]), 'aria-current': this.daily ? 'page' : null }, t('puzzles.today'));
  }
}
