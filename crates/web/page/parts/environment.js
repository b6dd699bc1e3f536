// An environment of the practice server: its agents, the best first, and their newest runs.

import { h } from '../core/dom.js';
import { address } from '../core/router.js';
import { number, t } from '../core/i18n.js';
import { specName } from './players.js';
import { wide } from './standings.js';

/** @param {number | null} value */
const rating = (value) => (value === null ? '–' : number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/** @param {import('../core/types.js').Environment} environment @param {(name: string) => string} title */
export function environment({ name, game, opponent, worth, agents, runs }, title) {
  return h('article', { class: 'card stack', 'data-environment': name },
    h('div', null, h('h3', null, name),
      h('p', { class: 'soft small' }, t('env.about', { game: title(game), opponent: specName(opponent), worth }))),
    wide(t('env.leaders', { name }), h('table', { class: 'numbers' },
      h('thead', null, h('tr', null, ['#', t('env.agent'), t('env.best'), t('env.rating'), t('env.runs')]
        .map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', null, agents.map((agent, place) => h('tr', null,
        h('td', null, place + 1), h('th', { scope: 'row' }, agent.name),
        [rating(agent.best), rating(agent.rating), number(agent.runs)].map((cell) => h('td', null, cell))))))),
    h('details', null, h('summary', null, t('env.newest', { count: runs.length })),
      h('ul', { class: 'game-list' }, runs.map((run) => h('li', null, h('a', { href: address(['run', String(run.id)]) },
        h('span', null, h('strong', null, t('run', { id: run.id })), ' ', run.agent),
        h('span', { class: 'soft small' }, t('watch.plies', { plies: run.acts }), ' · ',
          run.points === null ? t('run.open') : t('points', { points: number(run.points) }))))))));
}
