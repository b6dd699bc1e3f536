// A match or tournament of the arena: standings, cross-table, and every game. It may be played
// by another process at this moment; then the page follows it. A game opens on a board of its own.

import { h, refill } from '../core/dom.js';
import * as api from '../core/api.js';
import { poll } from '../core/poll.js';
import { address } from '../core/router.js';
import { date, t, tOr } from '../core/i18n.js';
import { endingText } from '../parts/result.js';
import { specName } from '../parts/players.js';
import { crossTable, ratings, score, standingsTable } from '../parts/standings.js';
import { replay } from './replay.js';

/** How often the standings are asked for, in milliseconds. */
const REFRESH = 2000;
/** A tournament whose last game is older than this is not being played just now. */
const RESTING = 120_000;
const PAGE = 50;
const MOST = 500;

/** @typedef {import('../core/types.js').EventView} EventView */

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function event({ path, query }) {
  const id = path[1] ?? '';
  if (path[2]) {
    const back = { href: address(['event', id]), text: '' };
    return replay(() => api.eventGame(id, path[2]), (game) => ({
      ...back, text: game.event ?? '', title: t('event.game', { number: game.number ?? 0 }),
    }));
  }
  const games = await api.games();
  const screen = new EventScreen(await api.event(id), games, query);
  await screen.list();
  return { title: screen.view.name, element: screen.element, close: screen.close };
}

class EventScreen {
  #shown = PAGE;
  /** The two whose games are listed, if not all are. @type {string[]} */
  #between = [];

  /** @param {EventView} view @param {import('../core/types.js').GameInfo[]} games @param {URLSearchParams} query */
  constructor(view, games, query) {
    this.view = view;
    this.infos = games;
    this.#between = query.getAll('player').concat(query.getAll('against')).slice(0, 2);
    this.head = h('div');
    this.standings = h('div', { class: 'stack' });
    this.games = h('section', { id: 'games' });
    this.element = h('div', { class: 'event stack' }, this.head, this.standings, this.games);
    this.#draw();
    this.close = poll(() => api.event(String(view.id)), (now) => this.#follow(now), REFRESH);
  }

  /** @param {EventView} now */
  #follow(now) {
    const changed = now.games !== this.view.games;
    this.view = now;
    if (!changed) return;
    this.#draw();
    this.list();
  }

  #draw() {
    const { view } = this;
    const { standings } = view;
    const info = this.infos.find(({ name }) => name === standings.game);
    const facts = [tOr(`event.${view.kind}`, view.kind), info?.title ?? standings.game, view.format && tOr(`format.${view.format}`, view.format),
      t('event.begun', { date: date(view.begun) })];
    refill(this.head,
      h('p', { class: 'breadcrumb' }, h('a', { href: '#/watch' }, t('nav.watch'))),
      h('h1', null, view.name),
      h('p', { class: 'soft' }, facts.filter(Boolean).join(' · ')),
      h('p', { class: 'row', 'data-games': view.games }, state(view),
        h('span', null, view.total ? t('event.count.of', { games: view.games, total: view.total }) : t('event.count', { games: view.games }))),
      view.total && !standings.complete && h('progress', { max: view.total, value: view.games, 'aria-label': t('event.progress') }));
    if (standings.lines.length === 0) return;
    refill(this.standings,
      h('div', { class: 'event-standings' },
        h('section', { class: 'card' }, h('h2', null, t('event.standings')), standingsTable(standings, info?.seats.length === 2)),
        h('section', { class: 'card' }, h('h2', null, t('event.ratings')), ratings(standings) ?? h('p', { class: 'soft' }, t('watch.none')))),
      h('section', { class: 'card' }, h('h2', null, t('event.cross')), h('p', { class: 'soft small' }, t('event.cross.how')),
        crossTable(standings, (player, against) => this.#choose([player, against]))));
  }

  /** Lists the games of two players alone, or all. @param {string[]} players */
  async #choose(players) {
    this.#between = players;
    this.#shown = PAGE;
    await this.list();
    this.games.scrollIntoView();
  }

  /** Fills the list of games. */
  async list() {
    const [player, against] = this.#between;
    const games = await api.eventGames(String(this.view.id), { limit: this.#shown, player, against });
    const more = () => { this.#shown = Math.min(MOST, this.#shown + PAGE); this.list(); };
    refill(this.games,
      h('div', { class: 'row spread' },
        h('h2', null, player ? t('event.between', { player: specName(player), against: specName(against ?? '') }) : t('event.all')),
        player && h('button', { id: 'all-games', onclick: () => this.#choose([]) }, t('event.show.all'))),
      games.length === 0 ? h('p', { class: 'soft' }, t('watch.none'))
        : h('ul', { class: 'game-list' }, games.map((game) => h('li', null, h('a', { href: address(['event', String(this.view.id), String(game.number)]) },
          h('span', null, h('strong', null, `${game.number}.`), ' ', game.players.map(specName).join(' – ')),
          h('span', { class: 'soft small' },
            facts(game).join(' · ')))))),
      games.length === this.#shown && this.#shown < MOST && h('button', { id: 'more-games', onclick: more }, t('event.more')));
  }
}

/** What came of a game; how it ended, where that is anything special. @param {import('../core/types.js').GameEntry} game */
function facts(game) {
  const ending = game.ending === 'natural' ? [] : [endingText({ ending: game.ending, culprit: null }, [])];
  return [game.points.map(score).join(' : '), ...ending, t('watch.plies', { plies: game.plies })];
}

/** Whether it is being played. @param {EventView} view */
function state(view) {
  if (view.kind !== 'tournament') return null;
  if (view.standings.complete) return h('strong', null, t('event.complete'));
  const last = Date.parse(view.changed ?? view.begun);
  if (Date.now() - last > RESTING) return h('strong', null, t('event.resting'));
  return h('strong', { class: 'live' }, h('span', { class: 'dots', 'aria-hidden': 'true' }), t('event.live'));
}
