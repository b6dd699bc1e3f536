// Lessons: small tasks that teach a game move by move. Which were solved is kept in this browser.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { announce } from '../core/announce.js';
import { lessons as lessonsOf } from '../core/learning-data.js';
import { remember, solvedOf } from '../core/learned.js';
import { address } from '../core/router.js';
import { language, seatName, t } from '../core/i18n.js';
import { Exercise } from '../parts/exercise.js';
import { exerciseList, familyOf, gameTabs } from '../parts/exercise-panel.js';
import { families } from '../parts/families.js';
import { reaches } from '../parts/goal.js';
import { icon } from '../parts/icons.js';

/** @typedef {import('../core/types.js').Lesson} Lesson */
/** @typedef {import('../core/types.js').GameInfo} GameInfo */

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function learn({ path }) {
  const all = families(await api.games());
  const [{ family }] = familyOf(all, path[1]);
  const list = await lessonsOf(family);
  const solved = solvedOf('lessons', family);
  const lesson = list.find(({ id }) => id === path[2]) ?? list.find(({ id }) => !solved.has(id)) ?? list[0];
  const [game, board] = await Promise.all([api.game(lesson.game), api.board(lesson.game)]);
  const screen = new LessonScreen({ all, game, board, list, lesson });
  await screen.begin();
  return {
    title: t('learn.title', { game: all.find(([each]) => each.family === family)?.[0].title ?? '' }), element: screen.element,
    close: () => screen.close(), focus: () => screen.exercise.board.view.focus(),
  };
}

class LessonScreen {
  /**
   * @param {{ all: GameInfo[][], game: GameInfo, board: import('../core/types.js').BoardResponse,
   *   list: Lesson[], lesson: Lesson }} options
   */
  constructor({ all, game, board, list, lesson }) {
    this.game = game;
    this.boardData = board.board;
    this.list = list;
    this.lesson = lesson;
    this.exercise = new Exercise(game, board, (move) => this.#made(move.text));
    this.verdict = h('p', { class: 'verdict', role: 'status', hidden: true });
    this.controls = h('div', { class: 'row controls', role: 'toolbar', 'aria-label': t('controls') });
    this.numbers = h('div');
    const [{ title }] = all.find(([each]) => each.family === game.family) ?? [game];
    this.element = h('div', { class: 'game-screen exercise' },
      h('div', { class: 'board-side' }, this.exercise.element),
      h('div', { class: 'panel stack' },
        gameTabs('learn', all, game, t('nav.learn')), h('h1', null, t('learn.title', { game: title })),
        h('section', { class: 'lesson' }, h('h2', null, `${list.indexOf(lesson) + 1}. ${inLanguage(lesson.title)}`), h('p', null, inLanguage(lesson.text))),
        this.verdict, this.controls, this.numbers,
        h('p', { class: 'row' },
          h('a', { href: address(['puzzles', game.family]) }, t('puzzles.title', { game: title })),
          h('a', { href: address(['rules', game.family]) }, t('rules.title', { game: title })))));
  }

  /** Shows the lesson's position. */
  async begin() {
    if (!(await this.exercise.begin(this.lesson.position))) return;
    this.#say(null);
    this.#draw();
    this.#offer();
  }

  close() {
    this.exercise.close();
  }

  #offer() {
    const seat = this.exercise.record.turn(0) ?? 0;
    this.exercise.offer(t('exercise.move', { who: seatName(this.game.seats[seat]) }));
  }

  /** The person has moved. @param {string} text */
  async #made(text) {
    const { exercise, lesson } = this;
    if (!(await exercise.play([text]))) return;
    const { record } = exercise;
    const right = reaches(lesson.goal, record.plies[0], record.contents(0), record.contents(1), this.boardData);
    exercise.board.offer(null, '');
    if (!right) {
      this.#say('bad', t('learn.wrong'));
      this.#draw(h('button', { class: 'primary', id: 'do-retry', onclick: () => this.#retry() }, icon('undo'), t('exercise.again')));
      document.getElementById('do-retry')?.focus();
      return;
    }
    remember('lessons', this.game.family, lesson.id);
    this.#say('good', inLanguage(lesson.done));
    this.#draw();
    document.getElementById('do-next')?.focus();
  }

  async #retry() {
    await this.begin();
    this.exercise.board.view.focus();
  }

  /** Starts again and makes the move. */
  async #show() {
    await this.begin();
    await this.#made(this.lesson.solution);
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
    const { list, lesson } = this;
    const { family } = this.game;
    const solved = solvedOf('lessons', family);
    const following = list[list.indexOf(lesson) + 1];
    const to = following ? address(['learn', family, following.id]) : address(['puzzles', family]);
    fill(this.controls, first,
      h('button', { id: 'do-show', title: t('learn.show'), onclick: () => this.#show() }, icon('hint'), h('span', null, t('learn.show'))),
      h('a', { class: `button ${solved.has(lesson.id) && !first ? 'primary' : ''}`, id: 'do-next', href: to },
        icon('on'), h('span', null, t(following ? 'learn.next' : 'learn.puzzles'))));
    const entries = list.map(({ id, title }) => ({ id, name: inLanguage(title) }));
    const done = list.filter(({ id }) => solved.has(id)).length;
    fill(this.numbers,
      h('h2', null, t('exercise.progress', { solved: done, all: list.length })),
      exerciseList(entries, lesson.id, solved, (id) => address(['learn', family, id]), t('nav.learn')));
  }
}

/** Of a pair of texts, the one in the reader's language. @param {[string, string]} pair */
function inLanguage([english, german]) {
  return language() === 'de' ? german : english;
}
