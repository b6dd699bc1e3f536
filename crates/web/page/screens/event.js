// A match or tournament of the arena: how it stands, who beat whom, and every game. It may be played
// by another process at this moment; then the page follows it. A game opens on a board of its own.

import { h, refill } from '../core/dom.js';
import * as api from '../core/api.js';
import { poll } from '../core/poll.js';
import { address } from '../core/router.js';
import { date, t, tOr } from '../core/words.js';
import { endingText } from '../parts/result.js';
import { specName } from '../parts/players.js';
import { crossTable, ratings, score, table } from '../parts/standings.js';
import { replay } from './replay.js';

/** How often the standings are asked for, in milliseconds. */
const REFRESH = 2000;
/** A tournament whose last game is older than this is not being played just now. */
const RESTING = 120_000;
const PAGE = 50;
const MOST = 500;

/** @typedef {import('../core/types.js').EventSeen} EventSeen */

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
  return { title: screen.seen.name, element: screen.element, close: screen.close };
}

class EventScreen {
  #shown = PAGE;
  /** The two whose games are listed, if not all are. @type {string[]} */
  #between = [];

  /** @param {EventSeen} seen @param {import('../core/types.js').GameInfo[]} games @param {URLSearchParams} query */
  constructor(seen, games, query) {
    this.seen = seen;
    this.infos = games;
    this.#between = query.getAll('player').concat(query.getAll('against')).slice(0, 2);
    this.head = h('div');
    this.standings = h('div', { class: 'stack' });
    this.games = h('section', { id: 'games' });
    this.element = h('div', { class: 'event stack' }, this.head, this.standings, this.games);
    this.#draw();
    this.close = poll(() => api.event(String(seen.id)), (now) => this.#follow(now), REFRESH);
  }

  /** @param {EventSeen} now */
  #follow(now) {
    const changed = now.games !== this.seen.games;
    this.seen = now;
    if (!changed) return;
    this.#draw();
    this.list();
  }

  #draw() {
    const { seen } = this;
    const { standings } = seen;
    const info = this.infos.find(({ name }) => name === standings.game);
    const facts = [tOr(`event.${seen.kind}`, seen.kind), info?.title ?? standings.game, seen.format && tOr(`format.${seen.format}`, seen.format),
      t('event.begun', { date: date(seen.begun) })];
    refill(this.head,
      h('p', { class: 'way' }, h('a', { href: '#/watch' }, t('nav.watch'))),
      h('h1', null, seen.name),
      h('p', { class: 'soft' }, facts.filter(Boolean).join(' · ')),
      h('p', { class: 'row', 'data-games': seen.games }, state(seen),
        h('span', null, seen.total ? t('event.count.of', { games: seen.games, total: seen.total }) : t('event.count', { games: seen.games }))),
      seen.total && !standings.complete && h('progress', { max: seen.total, value: seen.games, 'aria-label': t('event.progress') }));
    if (standings.lines.length === 0) return;
    refill(this.standings,
      h('div', { class: 'event-tables' },
        h('section', { class: 'card' }, h('h2', null, t('event.standings')), table(standings, info?.seats.length === 2)),
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
    const games = await api.eventGames(String(this.seen.id), { limit: this.#shown, player, against });
    const more = () => { this.#shown = Math.min(MOST, this.#shown + PAGE); this.list(); };
    refill(this.games,
      h('div', { class: 'row spread' },
        h('h2', null, player ? t('event.between', { player: specName(player), against: specName(against ?? '') }) : t('event.all')),
        player && h('button', { id: 'all-games', onclick: () => this.#choose([]) }, t('event.show.all'))),
      games.length === 0 ? h('p', { class: 'soft' }, t('watch.none'))
        : h('ul', { class: 'tables' }, games.map((game) => h('li', null, h('a', { href: address(['event', String(this.seen.id), String(game.number)]) },
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

/** Whether it is being played. @param {EventSeen} seen */
function state(seen) {
  if (seen.kind !== 'tournament') return null;
  if (seen.standings.complete) return h('strong', null, t('event.complete'));
  const last = Date.parse(seen.changed ?? seen.begun);
  if (Date.now() - last > RESTING) return h('strong', null, t('event.resting'));
  return h('strong', { class: 'live' }, h('span', { class: 'dots', 'aria-hidden': 'true' }), t('event.live'));
}
