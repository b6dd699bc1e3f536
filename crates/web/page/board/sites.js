// The sites of a board as controls: by click, touch and drag, by arrow keys and Enter, and by
// screen reader. One site at a time can be reached with Tab; the arrow keys lead from it to the
// nearest site in their direction, Home and End to the first and last that can be chosen. Whoever uses
// a pointer has these keys for stepping through the game instead.

import { setAttributes, fill, s } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { contentText } from './speech.js';
import { BOWL } from './layout.js';
import { neighbour } from './neighbour.js';
import { Drag } from './drag.js';

/**
 * @typedef {object} SiteListener
 * @property {() => void} [press]  a pointer goes down, before anything else is made of it
 * @property {(site: number) => void} choose
 * @property {() => void} [cancel]  Escape
 * @property {(site: number | null) => void} [look]  pointer or cursor is on a site
 * @property {(site: number) => boolean} [canDrag]
 * @property {(from: number, to: number) => void} [drop]
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Sites {
  element = s('g', { class: 'sites' });
  /** @type {SVGGElement[]} */
  #sites = [];
  #cursor = 0;
  /** Whether a pointer is down. */
  #pointing = false;
  /** Whether the focus came here by a pointer. */
  #byPointer = false;

  /** @param {import('./view.js').BoardView} view @param {SiteListener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    const drag = new Drag(view, listener);
    setAttributes(this.element, {
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        this.#pointing = true;
        listener.press?.();
        drag.begin(event, siteOf(event));
      },
      onclick: (/** @type {MouseEvent} */ event) => {
        const site = siteOf(event);
        if (site !== null && !drag.justEnded) this.#choose(site);
      },
      onpointerup: () => { this.#pointing = false; },
      onpointercancel: () => { this.#pointing = false; },
      onpointerover: (/** @type {PointerEvent} */ event) => listener.look?.(siteOf(event)),
      onpointerleave: () => listener.look?.(null),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onfocusin: (/** @type {FocusEvent} */ event) => {
        this.#byPointer = this.#pointing;
        listener.look?.(siteOf(event));
      },
    });
  }

  /** Draws all sites at their places. */
  draw() {
    const { sites, board } = this.view.layout;
    this.#cursor = Math.min(this.#cursor, sites.length - 1);
    this.#sites = sites.map(({ x, y }, site) => s('g', {
      class: 'site', role: 'button', 'data-site': site, tabindex: site === this.#cursor ? 0 : -1,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    }, this.#area(board.places[site].shape)));
    fill(this.element, this.#sites);
  }

  /** Says of every site what it is, what stands there and what can be done. */
  describe() {
    const { board, contents, highlights, seats } = this.view;
    const choices = new Map(highlights.choices?.flatMap(({ sites, label }) => sites.map((site) => [site, label])));
    const chosen = new Set([...(highlights.next ?? []), ...choices.keys()]);
    const movable = new Set(highlights.movable ?? []);
    const ends = new Set(highlights.ends ?? []);
    const doomed = new Set(highlights.doomed ?? []);
    this.#sites.forEach((element, site) => {
      const parts = [board.places[site].name, contentText(contents[site], seats)];
      if (highlights.picked === site) parts.push(t('site.picked'));
      if (chosen.has(site)) parts.push(t('site.next'));
      else if (ends.has(site)) parts.push(t('site.end'));
      else if (movable.has(site)) parts.push(t('site.movable'));
      if (doomed.has(site)) parts.push(t('site.doomed'));
      const choice = choices.get(site);
      if (choice) parts.push(choice);
      const label = parts.join(', ');
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      element.classList.toggle('live', chosen.has(site) || movable.has(site) || ends.has(site));
      element.classList.toggle('grab', movable.has(site));
    });
  }

  /** Puts the keyboard's cursor on a site. @param {number} site @param {boolean} [focus] @param {boolean} [scroll] */
  moveTo(site, focus = true, scroll = true) {
    this.#sites[this.#cursor]?.setAttribute('tabindex', '-1');
    this.#cursor = site;
    const element = this.#sites[site];
    element?.setAttribute('tabindex', '0');
    if (focus) element?.focus({ preventScroll: !scroll });
  }

  /** @param {number} site */
  #choose(site) {
    this.moveTo(site, false);
    this.listener.choose(site);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#byPointer && (event.key in ARROWS || event.key === 'Home' || event.key === 'End')) return;
    const site = siteOf(event) ?? this.#cursor;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.moveTo(neighbour(this.view.layout.sites, site, arrow));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#choose(site);
    } else if (event.key === 'Escape') {
      this.listener.cancel?.();
    } else if (event.key === 'Home' || event.key === 'End') {
      const { next = [], choices = [], movable = [] } = this.view.highlights;
      const wanted = [...next, ...choices.map(({ site }) => site), ...movable];
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

/** The site an event is about. @param {Event} event */
function siteOf(event) {
  const element = event.target instanceof Element ? event.target.closest('[data-site]') : null;
  return element ? Number(element.getAttribute('data-site')) : null;
}
