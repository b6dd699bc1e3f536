// What persons offer each other in a session by invitation: a draw, or to take a move back. The others
// are asked, the one who offered can withdraw.

import { fill, h } from '../core/dom.js';
import { seatName, t } from '../core/i18n.js';

export class Offers {
  /** @param {string[]} names  what the game calls its seats @param {(type: 'accept' | 'decline') => void} answer */
  constructor(names, answer) {
    this.names = names;
    this.answer = answer;
    this.element = h('div', { class: 'offer', role: 'status' });
  }

  /** @param {import('../core/types.js').Offer | null | undefined} offer @param {number | null} you  the own seat */
  show(offer, you) {
    if (!offer) return fill(this.element);
    const mine = offer.seat === you;
    const who = seatName(this.names[offer.seat]);
    const watching = you === null || offer.agreed.includes(you);
    const text = mine ? t(`offer.${offer.what}.waiting`) : t(`offer.${offer.what}.asked`, { who });
    fill(this.element, h('p', null, text), h('div', { class: 'row' },
      !mine && !watching && h('button', { class: 'primary', id: 'offer-accept', onclick: () => this.answer('accept') }, t('offer.accept')),
      !watching && h('button', { id: 'offer-decline', onclick: () => this.answer('decline') }, mine ? t('offer.withdraw') : t('offer.decline'))));
  }
}
