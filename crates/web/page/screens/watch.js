// Watching: players against players, as fast as one likes; the arena's matches and tournaments; the
// practice server's environments; and the games of this server that run, or are over. What
// other processes play appears by itself.

import { fill, h, refill } from '../core/dom.js';
import * as api from '../core/api.js';
import { poll } from '../core/poll.js';
import { address } from '../core/router.js';
import { date, seatName, t, tOr } from '../core/i18n.js';
import { environment } from '../parts/environment.js';
import { families } from '../parts/families.js';
import { begin, pick } from '../parts/new-game.js';
import { playerName, specName } from '../parts/players.js';

/** How often the lists are asked for, in milliseconds. */
const REFRESH = 3000;
/** So many tournaments and games are shown at first. */
const FEW = 12;

/** @typedef {import('../core/types.js').GameInfo} GameInfo */

/** @returns {Promise<import('../app.js').Screen>} */
export async function watch() {
  const games = await api.games();
  const title = (/** @type {string | null} */ name) => games.find((game) => game.name === name)?.title ?? name ?? '';
  const list = h('div', { class: 'stack' });
  const ask = () => Promise.all([api.sessions(), api.events(), api.environments()]);
  let last = '';
  const tell = (/** @type {Awaited<ReturnType<typeof ask>>} */ answers) => {
    const [sessions, events, environments] = answers;
    const now = JSON.stringify(answers);
    if (now === last) return;
    last = now;
    refill(list,
      section('events', t('watch.events'), events.map((event) => eventLink(event, title)), t('watch.events.none')),
      environments.length > 0 && h('section', { id: 'environments' }, h('h2', null, t('watch.environments')),
        h('div', { class: 'stack' }, environments.map((each) => environment(each, title)))),
      section('running', t('watch.running'), sessions.filter((session) => !session.over).map((session) => sessionLink(session, title))),
      section('finished', t('watch.finished'), sessions.filter((session) => session.over).map((session) => sessionLink(session, title))));
  };
  tell(await ask());
  return {
    title: t('nav.watch'),
    element: h('div', { class: 'watch' }, h('h1', null, t('nav.watch')), starter(games), list),
    close: poll(ask, tell, REFRESH),
  };
}

/** A form for a game between players. @param {GameInfo[]} games */
function starter(games) {
  let game = families(games)[0][0];
  /** @type {string[]} */
  let seats = [];
  const choosers = h('div', { class: 'row' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const draw = async () => {
    const names = await api.players(game.name);
    seats = game.seats.map((_, seat) => seats[seat] ?? (seat === 0 ? 'strong' : 'level:5'));
    fill(choosers, game.seats.map((name, seat) => pick(seatName(name), names.map((spec) => [spec, specName(spec)]),
      seats[seat], (spec) => { seats[seat] = spec; })));
  };
  draw();
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    begin({ game: game.name, seats, first: 0, minutes: 0, increment: 0, think: 1000 }).catch((error) => fill(trouble, error.message));
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

/** A list; what is too long for a look can be unfolded.
 * @param {string} id @param {string} title @param {HTMLElement[]} links @param {string} [none] */
function section(id, title, links, none = t('watch.none')) {
  const items = links.map((link) => h('li', null, link));
  return h('section', { id }, h('h2', null, title),
    items.length === 0 && h('p', { class: 'soft' }, none),
    items.length > 0 && h('ul', { class: 'game-list' }, items.slice(0, FEW)),
    items.length > FEW && h('details', null, h('summary', null, t('watch.more', { count: items.length - FEW })),
      h('ul', { class: 'game-list' }, items.slice(FEW))));
}

/** @param {import('../core/types.js').EventEntry} event @param {(name: string | null) => string} title */
function eventLink(event, title) {
  const facts = [tOr(`event.${event.kind}`, event.kind), t('event.count', { games: event.games }), date(event.changed ?? event.begun)];
  return h('a', { href: address(['event', String(event.id)]) },
    h('strong', null, event.name), h('span', null, title(event.game)), h('span', { class: 'soft small' }, facts.join(' · ')));
}

/** @param {import('../core/types.js').SessionEntry} session @param {(name: string | null) => string} title */
function sessionLink(session, title) {
  return h('a', { href: address(['session', session.id]) },
    h('strong', null, title(session.game)),
    h('span', null, session.seats.map(playerName).join(' – ')),
    h('span', { class: 'soft small' }, `${t('watch.plies', { plies: session.plies })} · ${date(session.changed * 1000)}`));
}
