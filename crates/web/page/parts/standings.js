// The standings of a tournament: a row for each player, ratings with their error bars, and the
// cross-table. A cell of the cross-table leads to the games behind it.

import { h, s } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { specName } from './players.js';

/** @typedef {import('../core/types.js').Standings} Standings */
/** @typedef {import('../core/types.js').StandingsLine} Line */

/** Halves as people write them. @param {number} points */
export const score = (points) => number(points, { maximumFractionDigits: 1 });

/** A box that scrolls sideways by itself, also by keyboard.
 * @param {string} label @param {Node} content */
export function wide(label, content) {
  return h('div', { class: 'wide', role: 'region', tabindex: 0, 'aria-label': label }, content);
}

/** @param {Standings} standings @param {boolean} two  whether two are at the board */
export function standingsTable({ lines, padded }, two) {
  const forfeits = lines.some((line) => line.forfeits > 0);
  const out = lines.some((line) => line.out !== undefined);
  const heads = ['#', t('event.player'), 'Elo', t('event.points'), t('event.games'), t('event.won'), t(two ? 'event.drawn' : 'event.other'), t('event.lost'),
    ...(forfeits ? [t('event.forfeits')] : []), ...(out ? [t('event.out')] : [])];
  const cells = (/** @type {Line} */ line) => [
    line.games > 0 ? elo(line) : '–', score(line.points), number(line.games), number(line.wins), number(line.draws), number(line.losses),
    ...(forfeits ? [number(line.forfeits)] : []), ...(out ? [line.out === undefined ? '' : number(line.out)] : []),
  ];
  return [
    wide(t('event.standings'), h('table', { class: 'numbers' },
      h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', null, lines.map((line, place) => h('tr', null,
        h('td', null, place + 1), h('th', { scope: 'row' }, specName(line.player)), cells(line).map((cell) => h('td', null, cell))))))),
    padded && h('p', { class: 'soft small' }, t('event.padded')),
  ];
}

/** @param {Line} line */
function elo({ rating }) {
  return `${number(rating.elo, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })} ± ${number(rating.error, { maximumFractionDigits: 0 })}`;
}

/** Ratings as points with the range in which they lie, best above. @param {Standings} standings */
export function ratings({ lines }) {
  const known = lines.filter((line) => line.games > 0);
  if (known.length < 2) return null;
  const low = Math.min(...known.map(({ rating }) => rating.elo - rating.error));
  const high = Math.max(...known.map(({ rating }) => rating.elo + rating.error));
  const x = (/** @type {number} */ value) => `${(2 + (96 * (value - low)) / Math.max(1, high - low)).toFixed(2)}%`;
  const marks = ticks(low, high);
  const rules = () => marks.map((mark) => s('line', { class: mark === 0 ? 'zero' : 'tick', x1: x(mark), x2: x(mark), y1: 0, y2: '100%' }));
  return h('figure', { class: 'ratings' },
    h('ul', null, known.map((line) => h('li', null,
      h('span', { class: 'who' }, specName(line.player)),
      s('svg', { role: 'img', 'aria-label': `${specName(line.player)}: ${elo(line)}`, height: 26 }, rules(),
        s('line', { class: 'error', x1: x(line.rating.elo - line.rating.error), x2: x(line.rating.elo + line.rating.error), y1: 13, y2: 13 }),
        [-1, 1].map((side) => s('line', {
          class: 'error', x1: x(line.rating.elo + side * line.rating.error), x2: x(line.rating.elo + side * line.rating.error), y1: 7, y2: 19,
        })),
        s('circle', { class: 'rating', cx: x(line.rating.elo), cy: 13, r: 5 })))),
    h('li', { class: 'scale', 'aria-hidden': 'true' }, h('span'),
      s('svg', { height: 18 }, marks.map((mark) => s('text', { x: x(mark), y: 13, 'text-anchor': 'middle' }, number(mark)))))),
    h('figcaption', { class: 'soft small' }, t('event.ratings.how')));
}

/** Round numbers between two others, a handful of them. @param {number} low @param {number} high */
function ticks(low, high) {
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((each) => (high - low) / each <= 3.5) ?? 5000;
  const marks = [];
  for (let mark = Math.ceil(low / step) * step; mark <= high; mark += step) marks.push(mark);
  return marks;
}

/**
 * The cross-table.
 * @param {Standings} standings @param {(player: string, against: string) => void} choose
 */
export function crossTable({ lines, cross }, choose) {
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [won, games] = cross[row][column];
    if (row === column || games === 0) return h('td', { class: row === column ? 'self' : null });
    const [player, against] = [lines[row].player, lines[column].player];
    const text = `${score(won)}/${games}`;
    const drawn = h('td', null, h('button', {
      class: 'cell', id: `cross-${row}-${column}`, onclick: () => choose(player, against),
      'aria-label': t('event.cell', { player: specName(player), against: specName(against), won: score(won), games }),
    }, text));
    drawn.style.setProperty('--won', `${Math.round((100 * won) / games)}%`);
    return drawn;
  };
  return wide(t('event.cross'), h('table', { class: 'numbers cross' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, '#'), h('th', { scope: 'col' }, t('event.player')),
      lines.map((line, place) => h('th', { scope: 'col', title: specName(line.player) }, place + 1)))),
    h('tbody', null, lines.map((line, row) => h('tr', null, h('td', null, row + 1),
      h('th', { scope: 'row' }, specName(line.player)), lines.map((_, column) => cell(row, column)))))));
}
