// The buttons beside a table. Where a person plays: undo, redo, hint, change sides, resign. Where
// only players play: pause, single steps and speed. For both: turn the board, analyse, new game.

import { dress, fill, h } from '../core/dom.js';
import { games } from '../core/api.js';
import { address, go } from '../core/router.js';
import { seatName, t } from '../core/words.js';
import { askForGame } from './new-game.js';
import { confirm } from './dialog.js';
import { variantsOf } from './families.js';
import { icon } from './icons.js';
import { isPerson } from './players.js';

/** @typedef {import('../core/words.js').Word} Word */

export class TableControls {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #kind = '';

  /** @param {import('../core/table-line.js').TableLine} table @param {import('../board/view.js').BoardView} view
   * @param {string[]} names  what the game calls its seats */
  constructor(table, view, names) {
    this.table = table;
    this.names = names;
    this.view = view;
    this.element = h('div', { class: 'row controls', role: 'toolbar', 'aria-label': t('controls') });
  }

  /** @param {import('../core/types.js').State} state */
  show(state) {
    const person = state.seats.some(isPerson);
    const kind = person ? 'play' : 'watch';
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.#buttons.clear();
      fill(this.element, person ? this.#playing() : this.#watching(state), this.#always());
    }
    const over = state.over !== null;
    const count = this.table.record.length;
    this.#enable('undo', count > 0);
    this.#enable('redo', state.redo > 0);
    this.#enable('hint', !over && state.now.person);
    this.#enable('resign', !over && (state.now.person || state.seats.filter(isPerson).length === 1));
    this.#enable('swap', !over && state.seats.length > 1);
    this.#enable('step', !over && state.paused);
    const pause = this.#buttons.get('pause');
    if (pause) {
      pause.disabled = over;
      fill(pause, icon(state.paused ? 'play' : 'pause'), t(state.paused ? 'resume' : 'pause'));
    }
  }

  #playing() {
    return [
      this.#button('undo', 'undo', () => this.#send('undo')),
      this.#button('redo', 'redo', () => this.#send('redo')),
      this.#button('hint', 'hint', () => this.#send('hint')),
      this.#button('swap', 'swap', () => this.#send('swap')),
      this.#button('resign', 'flag', () => this.#resign()),
    ];
  }

  /** Gives up for the only person, or for the one on turn. */
  async #resign() {
    const { seats, now } = this.table.state;
    const persons = seats.flatMap((seat, nth) => (isPerson(seat) ? [nth] : []));
    const seat = persons.length === 1 ? persons[0] : now.turn;
    if (seat === null) return;
    const question = persons.length === 1 ? t('resign.sure') : t('resign.sure.who', { who: seatName(this.names[seat]) });
    if (await confirm(question, t('resign'))) this.table.live.send({ type: 'resign', seat });
  }

  /** @param {import('../core/types.js').State} state */
  #watching(state) {
    // The slider runs from slow to fast, the server counts the milliseconds of a pause.
    const slowest = 3000;
    return [
      this.#button('pause', 'pause', () => this.#send(this.table.state.paused ? 'resume' : 'pause')),
      this.#button('step', 'step', () => this.#send('step')),
      h('label', { class: 'row speed' }, t('speed'), h('input', {
        type: 'range', min: 0, max: slowest, step: 100, value: slowest - Math.min(slowest, state.pace_ms), id: 'speed',
        onchange: (/** @type {any} */ event) =>
          this.table.live.send({ type: 'pace', ms: slowest - Number(event.target.value) }),
      })),
    ];
  }

  #always() {
    return [
      this.#button('flip', 'flip', () => this.view.turnTo(this.view.angle + 180)),
      this.#button('analyse', 'chart', () => go(analysisAddress(this.table))),
      this.#button('new', 'plus', async () => {
        const { state } = this.table;
        askForGame(variantsOf(await games(), state.game), {
          game: state.game, seats: state.seats.map((seat) => seat.player ?? 'person'),
        });
      }),
    ];
  }

  /** @param {string} name @param {import('./icons.js').Icon} image @param {() => void} press */
  #button(name, image, press) {
    const text = t(/** @type {Word} */ (name));
    const button = h('button', { id: `do-${name}`, title: text, onclick: press }, icon(image), h('span', null, text));
    this.#buttons.set(name, button);
    return button;
  }

  /** @param {string} name @param {boolean} enabled */
  #enable(name, enabled) {
    const button = this.#buttons.get(name);
    if (button) dress(button, { disabled: !enabled });
  }

  /** @param {string} type */
  #send(type) {
    this.table.live.send({ type });
  }
}

/** Where a table's game is analysed. @param {import('../core/table-line.js').TableLine} table */
export function analysisAddress({ state, record }) {
  return address(['analysis', state.game], { position: record.start.position, moves: record.texts().join(' ') });
}
