// The result of a game, with buttons for a rematch and a game review.

import { h } from '../core/dom.js';
import { newSession } from '../core/api.js';
import { address } from '../core/router.js';
import { number, seatName, t, tOr } from '../core/i18n.js';
import { icon } from './icons.js';
import { enter } from './new-game.js';
import { isPerson } from './players.js';

/**
 * @param {import('../core/types.js').SessionState} state @param {import('../core/types.js').GameInfo} game
 * @param {import('../core/game-record.js').GameRecord} record
 */
export function result(state, game, record) {
  const over = state.over;
  if (!over) return null;
  const again = async () => {
    const { game: name, seats, move_ms, pace_ms, clock, invited } = state;
    enter(await newSession({
      game: name, seats, move_ms, pace_ms, clock: clock ?? undefined, position: record.start.position, ...(invited ? { invite: true } : {}),
    }));
  };
  const analysis = address(['analysis', state.game], {
    position: record.start.position, moves: record.texts().join(' '), review: '1',
  });
  return h('section', { class: 'result card', 'aria-label': t('result'), 'data-over': over.ending },
    h('h2', null, headline(over.outcome, state, game)),
    h('p', { class: 'soft' }, endingText(over, game.seats)),
    h('div', { class: 'row' },
      (!state.invited || typeof state.you === 'number') && h('button', { class: 'primary', id: 'rematch', onclick: again }, t('rematch')),
      h('a', { class: 'button', id: 'what-went-wrong', href: analysis }, icon('chart'), t('review'))));
}

/**
 * Why a game is over, and whose doing that was.
 * @param {{ ending: string, culprit: number | null, remark?: string | null }} over @param {string[]} seats
 */
export function endingText({ ending, culprit, remark }, seats) {
  const plain = tOr(`ending.${ending}`, ending);
  const said = culprit === null ? plain : tOr(`ending.${ending}.by`, plain, { who: seatName(seats[culprit]) });
  return remark ? `${said} (${remark})` : said;
}

/** @param {number[]} outcome @param {import('../core/types.js').SessionState} state @param {import('../core/types.js').GameInfo} game */
function headline(outcome, state, game) {
  const best = Math.max(...outcome);
  const winners = outcome.flatMap((points, seat) => (points === best ? [seat] : []));
  if (winners.length === outcome.length) return t('result.draw');
  const persons = state.seats.filter(isPerson).length;
  const [winner] = winners;
  if (winners.length === 1 && (persons === 1 || typeof state.you === 'number')) {
    return (state.you ?? -1) === winner || (persons === 1 && isPerson(state.seats[winner])) ? t('result.won') : t('result.lost', { who: seatName(game.seats[winner]) });
  }
  if (winners.length === 1) return t('result.winner', { who: seatName(game.seats[winner]) });
  return t('result.shared', {
    points: outcome.map((points, seat) => `${seatName(game.seats[seat])} ${number(points)}`).join(', '),
  });
}
