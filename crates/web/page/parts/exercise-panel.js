// What lessons and puzzles have beside their boards: the four games as tabs, and a list of all
// exercises of a game with those solved ticked off.

import { h } from '../core/dom.js';
import { address } from '../core/router.js';
import { t } from '../core/i18n.js';

/** @typedef {import('../core/types.js').GameInfo} GameInfo */

/**
 * The games, one of them chosen.
 * @param {'learn' | 'puzzles'} screen @param {GameInfo[][]} all @param {GameInfo} game @param {string} label
 */
export function gameTabs(screen, all, game, label) {
  return h('nav', { class: 'row tabs', 'aria-label': label }, all.map(([each]) => h('a', {
    class: 'button', href: address([screen, each.family]), 'aria-current': each.family === game.family ? 'page' : null,
  }, each.title)));
}

/**
 * All exercises of a game by number.
 * @param {{ id: string, name: string }[]} exercises @param {string} here @param {Set<string>} solved
 * @param {(id: string) => string} link @param {string} label
 */
export function exerciseList(exercises, here, solved, link, label) {
  return h('ol', { class: 'exercises', 'aria-label': label }, exercises.map(({ id, name }, nth) => h('li', null, h('a', {
    href: link(id), 'aria-current': id === here ? 'step' : null, class: solved.has(id) ? 'solved' : null, title: name,
    'aria-label': t(solved.has(id) ? 'exercise.solved' : 'exercise.open', { number: nth + 1, name }),
  }, nth + 1))));
}

/** The game of a family, or the first of all. @param {GameInfo[][]} all @param {string | undefined} name */
export function familyOf(all, name) {
  return all.find((games) => games.some((game) => game.family === name || game.name === name)) ?? all[0];
}
