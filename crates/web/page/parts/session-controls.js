// The buttons of a session. Where a person plays: undo, redo, hint, resign; between persons with a seat
// each: undo and draw by agreement, resign. Where only players play: pause, single steps and speed. What is needed rarely is in a menu: change sides, turn the board,
// analyse, new game.

import { setAttributes, fill, h } from '../core/dom.js';
import { games } from '../core/api.js';
import { address, go } from '../core/router.js';
import { seatName, t } from '../core/i18n.js';
import { invitations } from '../core/owner.js';
import { askForGame } from './new-game.js';
import { offerInvitations } from './invite.js';
import { confirm } from './dialog.js';
import { variantsOf } from './families.js';
import { icon } from './icons.js';
import { menu } from './menu.js';
import { isPerson } from './players.js';

/** @typedef {import('../core/i18n.js').StringKey} StringKey */

export class SessionControls {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #kind = '';

  /** @param {import('../core/session-connection.js').SessionConnection} connection @param {import('../board/view.js').BoardView} view
   * @param {string[]} names  what the game calls its seats */
  constructor(connection, view, names) {
    this.connection = connection;
    this.names = names;
    this.view = view;
    this.element = h('div', { class: 'row controls', role: 'toolbar', 'aria-label': t('controls') });
  }

  /** @param {import('../core/types.js').SessionState} state */
  show(state) {
    const kind = kindOf(state);
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.#buttons.clear();
      fill(this.element, this.#usual(kind, state), menu('more-controls', t('controls.more'), this.#rare(kind)));
    }
    const over = state.over !== null;
    const count = this.connection.record.length;
    this.#enable('undo', count > 0);
    this.#enable('redo', state.redo > 0);
    this.#enable('hint', !over && state.now.person);
    this.#enable('resign', !over && (state.now.person || kind === 'between' || state.seats.filter(isPerson).length === 1));
    this.#enable('draw', !over && state.offer?.what !== 'draw');
    this.#enable('swap', !over && state.seats.length > 1);
    this.#enable('step', !over && state.paused);
    const pause = this.#buttons.get('pause');
    if (pause) {
      pause.disabled = over;
      const text = t(state.paused ? 'resume' : 'pause');
      setAttributes(pause, { title: text });
      fill(pause, icon(state.paused ? 'play' : 'pause'), h('span', null, text));
    }
  }

  /** @param {Kind} kind @param {import('../core/types.js').SessionState} state */
  #usual(kind, state) {
    if (kind === 'spectate') return null;
    if (kind === 'watch') return this.#watching(state);
    return kind === 'between' ? this.#between(state) : this.#playing();
  }

  /** In a game between persons, a draw and a take-back are offered. @param {import('../core/types.js').SessionState} state */
  #between({ seats }) {
    return [
      this.#button('undo', 'undo', () => this.#send('undo')),
      ...(seats.length === 2 ? [this.#button('draw', 'half', () => this.connection.socket.send({ type: 'offer', what: 'draw' }))] : []),
      this.#button('resign', 'flag', () => this.#resign()),
    ];
  }

  #playing() {
    return [
      this.#button('undo', 'undo', () => this.#send('undo')),
      this.#button('redo', 'redo', () => this.#send('redo')),
      this.#button('hint', 'hint', () => this.#send('hint')),
      this.#button('resign', 'flag', () => this.#resign()),
    ];
  }

  /** Gives up for the only person, or for the one on turn. */
  async #resign() {
    const { seats, now, you } = this.connection.state;
    const persons = typeof you === 'number' ? [you] : seats.flatMap((seat, nth) => (isPerson(seat) ? [nth] : []));
    const seat = persons.length === 1 ? persons[0] : now.turn;
    if (seat === null) return;
    const question = persons.length === 1 ? t('resign.sure') : t('resign.sure.who', { who: seatName(this.names[seat]) });
    if (await confirm(question, t('resign'))) this.connection.socket.send({ type: 'resign', seat });
  }

  /** @param {import('../core/types.js').SessionState} state */
  #watching(state) {
    // The slider runs from slow to fast, the server counts the milliseconds of a pause.
    const slowest = 3000;
    return [
      this.#button('pause', 'pause', () => this.#send(this.connection.state.paused ? 'resume' : 'pause')),
      this.#button('step', 'step', () => this.#send('step')),
      h('label', { class: 'row speed' }, t('speed'), h('input', {
        type: 'range', min: 0, max: slowest, step: 100, value: slowest - Math.min(slowest, state.pace_ms), id: 'speed',
        onchange: (/** @type {any} */ event) =>
          this.connection.socket.send({ type: 'pace', ms: slowest - Number(event.target.value) }),
      })),
    ];
  }

  /** @param {Kind} kind */
  #rare(kind) {
    const { state } = this.connection;
    return [
      ...(invitations(state.id) ? [this.#button('invite', 'share', () => offerInvitations(state.id, this.names, state.you ?? null))] : []),
      ...(kind === 'play' ? [this.#button('swap', 'swap', () => this.#send('swap'))] : []),
      this.#button('flip', 'flip', () => this.view.turnTo(this.view.angle + 180)),
      this.#button('analyse', 'chart', () => go(analysisAddress(this.connection))),
      this.#button('new', 'plus', async () => {
        const { state } = this.connection;
        askForGame(variantsOf(await games(), state.game), {
          game: state.game, seats: state.seats.map((seat) => seat.player ?? 'person'),
        });
      }),
    ];
  }

  /** @param {string} name @param {import('./icons.js').Icon} image @param {() => void} press */
  #button(name, image, press) {
    const text = t(/** @type {StringKey} */ (name));
    const button = h('button', { id: `do-${name}`, title: text, onclick: press }, icon(image), h('span', null, text));
    this.#buttons.set(name, button);
    return button;
  }

  /** @param {string} name @param {boolean} enabled */
  #enable(name, enabled) {
    const button = this.#buttons.get(name);
    if (button) setAttributes(button, { disabled: !enabled });
  }

  /** @param {string} type */
  #send(type) {
    this.connection.socket.send({ type });
  }
}

/**
 * How a session is used: played, played between persons who have a seat each, watched while players play,
 * or watched while persons play. @typedef {'play' | 'between' | 'watch' | 'spectate'} Kind
 */

/** @param {import('../core/types.js').SessionState} state @returns {Kind} */
function kindOf({ seats, invited, you }) {
  const persons = seats.filter(isPerson).length;
  if (persons === 0) return 'watch';
  if (!invited) return 'play';
  if (typeof you !== 'number') return 'spectate';
  return persons > 1 ? 'between' : 'play';
}

/** The address of the analysis of a session. @param {import('../core/session-connection.js').SessionConnection} connection */
export function analysisAddress({ state, record }) {
  return address(['analysis', state.game], { position: record.start.position, moves: record.texts().join(' ') });
}
