// Boards in words, for people who hear the page.

import { seatName, t } from '../core/words.js';

/** What stands on a spot. @param {import('../core/types.js').Content} content @param {string[]} seats */
export function words(content, seats) {
  if (content === 'blocked') return t('content.blocked');
  if (typeof content !== 'object') return t('content.empty');
  if ('piece' in content) return seatName(seats[content.piece] ?? '');
  return content.beans === 1 ? t('content.bean') : t('content.beans', { beans: content.beans });
}

/**
 * A move that was made: who, from where to where, what was taken.
 * @param {import('../core/types.js').Ply} ply @param {import('../core/types.js').Board} board
 * @param {string[]} seats
 */
export function spoken({ seat, move }, board, seats) {
  const name = (/** @type {number} */ spot) => board.places[spot]?.name ?? '';
  const who = seatName(seats[seat] ?? '');
  const { trail } = move;
  const taken = trail?.steps.flatMap((step) => step.captured) ?? [];
  if (!trail || trail.kind === 'sow') {
    const said = t('say.sow', { who, from: name(move.path[0]) });
    return taken.length ? `${said} ${t('say.bowls', { spots: taken.map(name).join(', ') })}` : said;
  }
  const to = trail.steps.at(-1)?.to ?? trail.from;
  const said = t('say.walk', { who, from: name(trail.from), to: name(to) });
  return taken.length ? `${said} ${t('say.taken', { spots: taken.map(name).join(', ') })}` : said;
}
