// The first thing one sees: the four games with their boards. One click starts a game; the other
// buttons choose how, or tell the rules.

import { h } from '../core/dom.js';
import { board, games } from '../core/api.js';
import { address } from '../core/router.js';
import { t, tOr } from '../core/i18n.js';
import { BoardView } from '../board/view.js';
import { askForGame, begin, lastOptions } from '../parts/new-game.js';
import { specName } from '../parts/players.js';
import { icon } from '../parts/icons.js';
import { families } from '../parts/families.js';
import { ownGamesSection } from '../parts/own-games.js';
import { keptGames } from '../core/standalone.js';

/** @typedef {import('../core/types.js').GameInfo} GameInfo */

/** @returns {Promise<import('../app.js').Screen>} */
export async function home() {
  const list = await games();
  const [cards, kept] = await Promise.all([Promise.all(families(list).map(card)), keptGames(list)]);
  return {
    title: '',
    element: h('div', { class: 'home' },
      h('h1', null, t('home.title')),
      h('p', { class: 'soft lead' }, t('home.lead')),
      ownGamesSection((name) => list.find((game) => game.name === name)?.title ?? name),
      h('div', { class: 'cards' }, cards),
      kept),
  };
}

/** @param {GameInfo[]} variants */
async function card(variants) {
  const [usual] = variants;
  const options = lastOptions(variants);
  const { board: places, contents } = await board(options.game);
  const info = variants.find((game) => game.name === options.game) ?? usual;
  const view = new BoardView({
    board: places, seats: info.seats, start: contents, label: t('board.label', { game: info.title }),
  });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const play = () => begin(options).catch((error) => { trouble.textContent = error.message; });
  const others = new Set(options.seats.filter((spec) => spec !== 'person').map(specName));
  const against = others.size ? t('home.against', { players: [...others].join(', ') }) : t('home.friends');
  return h('article', { class: 'card game-card', 'data-game': usual.name },
    h('div', { class: 'thumb' }, view.element),
    h('h2', null, usual.title),
    h('p', { class: 'soft small' }, tOr(`about.${usual.family}`, usual.rules)),
    h('div', { class: 'row' },
      h('button', { class: 'primary', onclick: play }, icon('play'), t('home.play')),
      h('button', { onclick: () => askForGame(variants) }, t('home.options')),
      h('a', { class: 'button', href: address(['rules', usual.name]) }, t('nav.rules'))),
    h('p', { class: 'soft small choice' }, against),
    trouble);
}
