// Watching: players against players, as fast as one likes; the games that run, and those that are
// over. Tournaments stand above the single games when the server knows any.

import { fill, h } from '../core/dom.js';
import * as api from '../core/api.js';
import { address } from '../core/router.js';
import { language, t } from '../core/words.js';
import { families } from '../parts/families.js';
import { begin } from '../parts/new-game.js';
import { playerName, specName } from '../parts/players.js';
import { pick } from '../parts/new-game.js';

/** How often the list is asked for, in milliseconds. */
const REFRESH = 5000;

/** @returns {Promise<import('../app.js').Screen>} */
export async function watch() {
  const games = await api.games();
  const list = h('div', { class: 'stack' });
  const refresh = async () => {
    const [tables] = await Promise.all([api.tables()]);
    fill(list, section(t('watch.running'), tables.filter((table) => !table.over), games),
      section(t('watch.finished'), tables.filter((table) => table.over), games));
  };
  await refresh();
  const timer = setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, REFRESH);
  return {
    title: t('nav.watch'),
    element: h('div', { class: 'narrow stack' }, h('h1', null, t('nav.watch')), starter(games), list),
    close: () => clearInterval(timer),
  };
}

/** A form for a game between players. @param {import('../core/types.js').GameInfo[]} games */
function starter(games) {
  let game = families(games)[0][0];
  /** @type {string[]} */
  let seats = [];
  const choosers = h('div', { class: 'row' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const draw = async () => {
    const names = await api.players(game.name);
    seats = game.seats.map((_, seat) => seats[seat] ?? (seat === 0 ? 'strong' : 'level:5'));
    fill(choosers, game.seats.map((name, seat) => pick(name, names.map((spec) => [spec, specName(spec)]),
      seats[seat], (spec) => { seats[seat] = spec; })));
  };
  draw();
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    begin({ game: game.name, seats, minutes: 0, increment: 0, think: 1000 }).catch((error) => fill(trouble, error.message));
  };
  return h('form', { class: 'card stack', onsubmit: start },
    h('h2', null, t('watch.new')),
    pick(t('game'), games.map(({ name, title }) => [name, title]), game.name, (name) => {
      game = games.find((each) => each.name === name) ?? game;
      seats = [];
      draw();
    }),
    choosers, trouble, h('div', { class: 'row' }, h('button', { class: 'primary', id: 'watch-start' }, t('watch.start'))));
}

/** @param {string} title @param {import('../core/types.js').TableEntry[]} tables @param {import('../core/types.js').GameInfo[]} games */
function section(title, tables, games) {
  return h('section', null, h('h2', null, title),
    tables.length === 0 ? h('p', { class: 'soft' }, t('watch.none')) : h('ul', { class: 'tables' }, tables.map((table) => {
      const game = games.find((each) => each.name === table.game);
      const when = new Date(table.changed * 1000).toLocaleString(language(), { dateStyle: 'short', timeStyle: 'short' });
      return h('li', null, h('a', { href: address(['table', table.id]) },
        h('strong', null, game?.title ?? table.game),
        h('span', null, table.seats.map(playerName).join(' – ')),
        h('span', { class: 'soft small' }, `${t('watch.plies', { plies: table.plies })} · ${when}`)));
    })));
}
