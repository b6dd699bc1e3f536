// The position editor: choose what to put, click where to put it. The server says whether
// the position is valid, and if not, why.

import { fill, h } from '../core/dom.js';
import { setup } from '../core/api.js';
import { seatName, t } from '../core/i18n.js';
import { beansIn } from '../board/figures.js';
import { badge } from '../board/pieces.js';

/** @typedef {import('../core/types.js').Content} Content */

export class Editor {
  /** @type {Content} */
  #brush = 'empty';
  #bean = 1;
  #turn = 0;
  #asked = 0;

  /**
   * @param {import('../core/types.js').GameInfo} game
   * @param {import('../board/view.js').BoardView} view
   * @param {(position: import('../core/types.js').Position) => void} accept
   */
  constructor(game, view, accept) {
    this.game = game;
    this.view = view;
    this.accept = accept;
    this.verdict = h('p', { class: 'verdict', role: 'status' });
    this.use = h('button', { class: 'primary', id: 'editor-use' }, t('editor.use'));
    this.use.addEventListener('click', () => this.#submit(true));
    this.tools = h('div', { class: 'row', role: 'radiogroup', 'aria-label': t('editor.put') });
    this.turns = h('select', { id: 'editor-turn', onchange: () => { this.#turn = Number(this.turns.value); this.#submit(false); } },
      game.seats.map((name, seat) => h('option', { value: seat }, seatName(name))));
    this.element = h('section', { class: 'card stack editor', 'aria-label': t('editor') },
      h('h2', null, t('editor')),
      this.tools, h('label', { class: 'field' }, t('editor.turn'), this.turns),
      h('div', { class: 'row' },
        h('button', { onclick: () => this.#fill(() => this.#nothing) }, t('editor.empty')),
        h('button', { onclick: () => this.#fill((site) => this.view.start[site]) }, t('editor.start'))),
      this.verdict, this.use);
    this.#brush = this.isBeans ? this.#brush : { piece: 0 };
    this.#drawTools();
  }

  get isBeans() {
    return this.view.start.some((content) => typeof content === 'object' && 'beans' in content);
  }

  /** @returns {Content} */
  get #nothing() {
    return this.isBeans ? { beans: 0 } : 'empty';
  }

  /** Begins with a position. @param {number | null} turn */
  begin(turn) {
    this.#turn = turn ?? 0;
    this.turns.value = String(this.#turn);
    this.#submit(false);
  }

  /** A site was clicked. @param {number} site */
  touch(site) {
    const now = this.view.contents[site];
    if (now === 'blocked') return;
    if (this.isBeans) {
      this.view.set(site, { beans: Math.max(0, Math.min(72, beansIn(now) + this.#bean)) });
    } else {
      const same = JSON.stringify(now) === JSON.stringify(this.#brush);
      this.view.set(site, same ? 'empty' : this.#brush);
    }
    this.view.sites?.describe();
    this.#submit(false);
  }

  #drawTools() {
    /** @param {string} label @param {boolean} on @param {() => void} press @param {Node | null} [image] */
    const tool = (label, on, press, image = null) => h('button', {
      role: 'radio', 'aria-checked': on ? 'true' : 'false', class: on ? 'chosen-tool' : '',
      onclick: () => { press(); this.#drawTools(); },
    }, image, label);
    if (this.isBeans) {
      fill(this.tools, [1, 6, -1, -6].map((by) => tool(by > 0 ? `+${by}` : `−${-by}`, this.#bean === by, () => { this.#bean = by; })));
      return;
    }
    const { seats } = this.game;
    const holds = (/** @type {number} */ seat) => typeof this.#brush === 'object' && 'piece' in this.#brush && this.#brush.piece === seat;
    fill(this.tools, seats.map((name, seat) =>
      tool(seatName(name), holds(seat), () => { this.#brush = { piece: seat }; }, badge(seats, seat))),
    tool(t('editor.nothing'), this.#brush === 'empty', () => { this.#brush = 'empty'; }));
  }

  /** @param {(site: number) => Content} content */
  #fill(content) {
    this.view.show(this.view.contents.map((now, site) => (now === 'blocked' ? now : content(site))));
    this.#submit(false);
  }

  /** Asks whether this is a position. @param {boolean} use  and goes on with it if it is */
  async #submit(use) {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const position = await setup(this.game.name, this.view.contents, this.#turn);
      if (mine !== this.#asked) return;
      this.use.disabled = false;
      this.verdict.className = 'verdict good';
      fill(this.verdict, position.outcome ? t('editor.over') : t('editor.fine', { moves: position.moves.length }));
      if (use) this.accept(position);
    } catch (error) {
      if (mine !== this.#asked) return;
      this.use.disabled = true;
      this.verdict.className = 'verdict bad';
      fill(this.verdict, error instanceof Error ? error.message : String(error));
    }
  }
}
