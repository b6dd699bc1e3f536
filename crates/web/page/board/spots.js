// The spots of a board as things to choose: by click, touch and drag, by arrow keys and Enter, and by
// screen reader. One spot at a time can be reached with Tab; the arrow keys lead from it to the
// nearest spot in their direction, Home and End to the first and last that can be chosen.

import { dress, fill, s } from '../core/dom.js';
import { t } from '../core/words.js';
import { words } from './speech.js';
import { BOWL } from './layout.js';
import { neighbour } from './steps.js';
import { Drag } from './drag.js';

/**
 * @typedef {object} SpotListener
 * @property {(spot: number) => void} choose
 * @property {() => void} [cancel]  Escape
 * @property {(spot: number | null) => void} [look]  pointer or cursor is on a spot
 * @property {(spot: number) => boolean} [canDrag]
 * @property {(from: number, to: number) => void} [drop]
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Spots {
  element = s('g', { class: 'spots' });
  /** @type {SVGGElement[]} */
  #spots = [];
  #cursor = 0;

  /** @param {import('./view.js').BoardView} view @param {SpotListener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    const drag = new Drag(view, listener);
    dress(this.element, {
      onpointerdown: (/** @type {PointerEvent} */ event) => drag.begin(event, spotOf(event)),
      onclick: (/** @type {MouseEvent} */ event) => {
        const spot = spotOf(event);
        if (spot !== null && !drag.justEnded) this.#choose(spot);
      },
      onpointerover: (/** @type {PointerEvent} */ event) => listener.look?.(spotOf(event)),
      onpointerleave: () => listener.look?.(null),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onfocusin: (/** @type {FocusEvent} */ event) => listener.look?.(spotOf(event)),
    });
  }

  /** Draws all spots at their places. */
  draw() {
    const { spots, board } = this.view.layout;
    this.#cursor = Math.min(this.#cursor, spots.length - 1);
    this.#spots = spots.map(({ x, y }, spot) => s('g', {
      class: 'spot', role: 'button', 'data-spot': spot, tabindex: spot === this.#cursor ? 0 : -1,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    }, this.#area(board.places[spot].shape)));
    fill(this.element, this.#spots);
  }

  /** Says of every spot what it is, what stands there and what can be done. */
  describe() {
    const { board, contents, marks, seats } = this.view;
    const chosen = new Set([...(marks.next ?? []), ...(marks.choices ?? [])]);
    const movable = new Set(marks.movable ?? []);
    const ends = new Set(marks.ends ?? []);
    const doomed = new Set(marks.doomed ?? []);
    this.#spots.forEach((element, spot) => {
      const parts = [board.places[spot].name, words(contents[spot], seats)];
      if (marks.picked === spot) parts.push(t('spot.picked'));
      if (chosen.has(spot)) parts.push(t('spot.next'));
      else if (ends.has(spot)) parts.push(t('spot.end'));
      else if (movable.has(spot)) parts.push(t('spot.movable'));
      if (doomed.has(spot)) parts.push(t('spot.doomed'));
      const label = parts.join(', ');
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      element.classList.toggle('live', chosen.has(spot) || movable.has(spot) || ends.has(spot));
      element.classList.toggle('grab', movable.has(spot));
    });
  }

  /** Puts the keyboard's cursor on a spot. @param {number} spot @param {boolean} [focus] */
  moveTo(spot, focus = true) {
    this.#spots[this.#cursor]?.setAttribute('tabindex', '-1');
    this.#cursor = spot;
    const element = this.#spots[spot];
    element?.setAttribute('tabindex', '0');
    if (focus) element?.focus({ preventScroll: false });
  }

  /** @param {number} spot */
  #choose(spot) {
    this.moveTo(spot, false);
    this.listener.choose(spot);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const spot = spotOf(event) ?? this.#cursor;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.moveTo(neighbour(this.view.layout.spots, spot, arrow));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#choose(spot);
    } else if (event.key === 'Escape') {
      this.listener.cancel?.();
    } else if (event.key === 'Home' || event.key === 'End') {
      const { next = [], choices = [], movable = [] } = this.view.marks;
      const wanted = [...next, ...choices, ...movable];
      const to = event.key === 'Home' ? wanted[0] : wanted.at(-1);
      if (to !== undefined) this.moveTo(to);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The area that reacts, and the frame that shows the cursor. @param {import('../core/types.js').Shape} shape */
  #area(shape) {
    const reach = shape === 'store' ? this.view.layout.store : BOWL;
    const box = (/** @type {number} */ by) => ({
      x: -BOWL - by, y: -reach - by, width: 2 * (BOWL + by), height: 2 * (reach + by),
      rx: shape === 'square' ? 6 : BOWL + by,
    });
    return [s('rect', { class: 'hit', ...box(6) }), s('rect', { class: 'cursor', ...box(2) })];
  }
}

/** The spot an event is about. @param {Event} event */
function spotOf(event) {
  const element = event.target instanceof Element ? event.target.closest('[data-spot]') : null;
  return element ? Number(element.getAttribute('data-spot')) : null;
}
