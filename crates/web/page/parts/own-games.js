// The games of this browser: those that go on first. Each leads back to where it was left.

import { fill, h } from '../core/dom.js';
import { ownGames, removeOwnGame } from '../core/api.js';
import { date, t } from '../core/i18n.js';
import { icon } from './icons.js';
import { sessionAddress } from './invite.js';
import { isPerson, playerName } from './players.js';

/** @typedef {import('../core/types.js').OwnGame} OwnGame */

/** How many are shown at first. */
const FEW = 5;

/** A section that fills itself once the games are known. @param {(name: string) => string} title  of a game */
export function ownGamesSection(title) {
  const element = h('section', { class: 'stack own-games', 'aria-labelledby': 'own-games', hidden: true });
  /** @type {OwnGame[]} */
  let games = [];
  let shown = FEW;
  const draw = () => {
    element.hidden = games.length === 0;
    fill(element, h('h2', { id: 'own-games' }, t('own')),
      h('ul', { class: 'game-list' }, games.slice(0, shown).map((game) => item(game, title, forget))),
      games.length > shown && h('button', { id: 'own-more', onclick: () => { shown = games.length; draw(); } }, t('own.all', { count: games.length })));
  };
  const forget = async (/** @type {OwnGame} */ game) => {
    await removeOwnGame(game.id);
    games = games.filter((each) => each !== game);
    draw();
  };
  ownGames().then((found) => {
    games = [...found.filter(({ over }) => !over), ...found.filter(({ over }) => over)];
    draw();
  }, () => {});
  return element;
}

/** @param {OwnGame} game @param {(name: string) => string} title @param {(game: OwnGame) => void} forget */
function item(game, title, forget) {
  const { id, key, seats, plies, over, changed } = game;
  const others = seats.filter((seat, nth) => (game.seat === null ? !isPerson(seat) : nth !== game.seat)).map(playerName);
  const against = others.length > 0 ? t('own.against', { players: [...new Set(others)].join(', ') }) : t('own.friends');
  return h('li', { class: 'row nowrap', 'data-session': id },
    h('a', { href: sessionAddress(id, key) },
      h('strong', null, title(game.game)), h('span', null, against),
      h('span', { class: 'soft small' }, t('watch.plies', { plies }), ' · ', over ? outcomeText(game) : t('own.open'), ' · ', date(changed * 1000))),
    h('button', { class: 'icon', 'aria-label': t('own.forget'), title: t('own.forget'), onclick: () => forget(game) }, icon('close')));
}

/** How a game has ended for its owner. @param {OwnGame} game */
function outcomeText({ over, seats, seat }) {
  const persons = seats.flatMap((each, nth) => (isPerson(each) ? [nth] : []));
  const own = seat ?? (persons.length === 1 ? persons[0] : null);
  if (!over || own === null) return t('over');
  const best = Math.max(...over.outcome);
  if (over.outcome.every((points) => points === best)) return t('own.drawn');
  return over.outcome[own] === best ? t('own.won') : t('own.lost');
}
