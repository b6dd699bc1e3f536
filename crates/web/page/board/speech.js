// Boards and moves as text, for screen readers.

import { seatName, t } from '../core/i18n.js';

/** What stands on a site. @param {import('../core/types.js').Content} content @param {string[]} seats */
export function contentText(content, seats) {
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
export function moveText({ seat, move }, board, seats) {
  const name = (/** @type {number} */ site) => board.places[site]?.name ?? '';
  const who = seatName(seats[seat] ?? '');
  const { trail: animation } = move;
  const taken = animation?.steps.flatMap((step) => step.captured) ?? [];
  if (!animation || animation.kind === 'sow') {
    const said = t('say.sow', { who, from: name(move.path[0]) });
    return taken.length ? `${said} ${t('say.bowls', { sites: taken.map(name).join(', ') })}` : said;
  }
  const to = animation.steps.at(-1)?.to ?? animation.from;
  const said = t('say.walk', { who, from: name(animation.from), to: name(to) });
  return taken.length ? `${said} ${t('say.taken', { sites: taken.map(name).join(', ') })}` : said;
}
