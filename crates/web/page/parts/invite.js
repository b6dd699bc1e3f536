// Invitations: a link for each seat that another person plays, and one for those who watch.

import { fill, h } from '../core/dom.js';
import { invitations } from '../core/owner.js';
import { address } from '../core/router.js';
import { seatName, t } from '../core/i18n.js';
import { badge } from '../board/pieces.js';
import { open } from './dialog.js';

/** The address of a session, with the key of a seat or for watching. @param {string} id @param {string | null} [key] */
export const sessionAddress = (id, key) => address(['session', id], { key: key ?? undefined });

/** @param {string} id @param {string[]} names  what the game calls its seats @param {number | null} you  the own seat */
export function offerInvitations(id, names, you) {
  const keys = invitations(id) ?? [];
  const said = h('p', { class: 'soft small', role: 'status' });
  const row = (/** @type {Node | string} */ label, /** @type {string | null} */ key, /** @type {string} */ name) => {
    const link = `${location.origin}${location.pathname}${sessionAddress(id, key)}`;
    const copy = () => navigator.clipboard.writeText(link).then(() => fill(said, t('copied')), () => fill(said, link));
    return h('div', { class: 'field invitation' }, h('span', { class: 'row' }, label),
      h('div', { class: 'row nowrap' },
        h('input', { readonly: true, value: link, id: `invite-${name}`, 'aria-label': t('invite.link'), onfocus: (/** @type {any} */ event) => event.target.select() }),
        h('button', { onclick: copy }, t('invite.copy'))));
  };
  open(t('invite'), [h('div', { class: 'stack' },
    h('p', { class: 'soft small' }, t('invite.how')),
    keys.map((key, seat) => (key === null || seat === you ? null
      : row(h('span', { class: 'row' }, badge(names, seat), t('invite.seat', { who: seatName(names[seat]) })), key, String(seat)))),
    row(t('invite.watch'), null, 'watch'), said)]);
}
