// One board on the screen: draws the contents of its sites, highlights and arrows, and reports which
// site was chosen. It knows no rule and no game; the caller says what to highlight and animate.
//
// Layers from below: background, last move, path of the piece, pieces, highlights, arrows, what is in
// the hand, and the sites that can be reached by pointer, keyboard and screen reader.

import { setAttributes, fill, s } from '../core/dom.js';
import { angleFor, layout } from './layout.js';
import { background } from './background.js';
import { figure } from './figures.js';
import { arrow, ghost, lastMove, pieceLine, targets } from './highlights.js';
import { Sites } from './sites.js';
import { animate } from './animate.js';

/** @typedef {import('../core/types.js').Content} Content */
/** @typedef {import('../core/types.js').Board} Board */
/** @typedef {import('../core/types.js').Animation} Animation */

/**
 * What is highlighted on a board.
 * @typedef {object} Highlights
 * @property {number[]} [movable]  pieces that can move
 * @property {number | null} [picked]
 * @property {number[]} [next]  sites that can be clicked next
 * @property {number[]} [ends]  sites farther away that a click leads to
 * @property {{ site: number, sites: number[], label: string }[]} [choices]  groups of stones of which one must be chosen
 * @property {number[]} [doomed]  what would be captured
 * @property {[number, number][]} [gone]  what has been captured by the move so far: the site and the seat
 * @property {number[]} [piecePath]  the sites gone through so far
 */

/** @typedef {{ path: number[], rank?: number, kind?: 'best' | 'hint' | 'played' }} Arrow */

export class BoardView {
  /** @type {Map<number, SVGGElement>} */
  figures = new Map();
  /** @type {Content[]} */
  contents = [];
  /** @type {Highlights} */
  #highlights = {};
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {number[]} */
  #last = [];
  #playing = new AbortController();

  /**
   * @param {object} options
   * @param {Board} options.board
   * @param {string[]} options.seats  what the seats are called by the game
   * @param {Content[]} options.start  what stands on the board at the start of a game
   * @param {string} options.label  for people who cannot see it
   * @param {import('./sites.js').SiteListener} [options.listener]  without it the board is a picture
   * @param {number} [options.bottom]  the seat that sits at the bottom
   */
  constructor({ board, seats, start, label, listener, bottom = 0 }) {
    this.board = board;
    this.seats = seats;
    this.start = start;
    this.angle = angleFor(board, start, bottom);
    this.layout = layout(board, this.angle);
    this.layers = {
      background: s('g'), last: s('g', { class: 'last' }), piecePath: s('g', { class: 'highlights' }), pieces: s('g', { class: 'pieces' }),
      highlights: s('g', { class: 'highlights' }), arrows: s('g', { class: 'arrows' }), moving: s('g', { class: 'moving' }),
    };
    this.element = s('svg', { class: 'board', 'aria-label': label, role: listener ? 'group' : 'img' },
      Object.values(this.layers));
    this.sites = listener ? new Sites(this, listener) : null;
    if (this.sites) this.element.append(this.sites.element);
    this.contents = start;
    this.#redraw();
  }

  /** Shows these contents at once; whatever was moving stops. @param {Content[]} contents */
  show(contents) {
    this.#stop();
    const before = this.contents;
    this.contents = contents;
    contents.forEach((content, site) => {
      if (!same(content, before[site])) this.#place(site);
    });
    this.sites?.describe();
  }

  #stop() {
    this.#playing.abort();
    fill(this.layers.moving);
  }

  /** Puts other content on a site, at once. @param {number} site @param {Content} content */
  set(site, content) {
    this.contents = this.contents.with(site, content);
    this.#place(site);
  }

  /** Draws what stands on a site. @param {number} site */
  #place(site) {
    this.figures.get(site)?.remove();
    this.figures.delete(site);
    const drawn = figure(this, site);
    if (!drawn) return;
    this.figures.set(site, drawn);
    this.layers.pieces.append(drawn);
  }

  /**
   * Plays a move from what is shown now, until it is over or something else is shown.
   * @param {Animation | undefined} animation @param {Content[]} after  what will stand there then
   * @param {number} [seen]  how many steps are on the board already
   */
  async play(animation, after, seen = 0) {
    this.#stop();
    this.#playing = new AbortController();
    if (animation) await animate(this, animation, after, seen, this.#playing.signal);
  }

  /** Highlights sites. @param {Highlights} highlights */
  highlight(highlights) {
    this.#highlights = highlights;
    fill(this.layers.piecePath, highlights.gone?.map(([site, seat]) => ghost(this.layout, this.seats, site, seat)),
      highlights.piecePath && pieceLine(this.layout, highlights.piecePath));
    fill(this.layers.highlights, targets(this.layout, highlights, this.contents));
    for (const [site, drawn] of this.figures) {
      drawn.classList.toggle('movable', highlights.movable?.includes(site) ?? false);
      drawn.classList.toggle('picked', highlights.picked === site);
      drawn.classList.toggle('doomed', highlights.doomed?.includes(site) ?? false);
    }
    this.sites?.describe();
  }

  get highlights() {
    return this.#highlights;
  }

  /** Puts the focus on the board: on a piece that can move, if there is one. */
  focus() {
    const [first] = this.#highlights.movable ?? [];
    this.sites?.moveTo(first ?? 0, true, false);
  }

  /** Highlights the path of the last move. @param {number[]} path */
  showLastMove(path) {
    this.#last = path;
    fill(this.layers.last, lastMove(this.layout, path));
  }

  /** Draws arrows for moves that could be made. @param {Arrow[]} arrows */
  setArrows(arrows) {
    // An engine reports the same many times a second; drawing it once is enough.
    const same = arrows.length > 0 && JSON.stringify(arrows) === JSON.stringify(this.#arrows);
    if (same && this.layers.arrows.childElementCount > 0) return;
    this.#arrows = arrows;
    this.#drawArrows();
  }

  #drawArrows() {
    const arrows = this.#arrows;
    fill(this.layers.arrows, arrows.map((each) => arrow(this.layout, each)).reverse());
  }

  /** Turns the board so that another seat sits at the bottom. @param {number} seat */
  seatAtBottom(seat) {
    this.turnTo(angleFor(this.board, this.start, seat));
  }

  /** Turns the board. @param {number} angle */
  turnTo(angle) {
    this.angle = angle % 360;
    this.layout = layout(this.board, this.angle);
    this.#redraw();
  }

  #redraw() {
    const { left, top, right, bottom } = this.layout.view;
    setAttributes(this.element, { viewBox: [left, top, right - left, bottom - top].map(Math.round).join(' ') });
    fill(this.layers.background, background(this.layout, this.seats, this.start));
    this.sites?.draw();
    this.#stop();
    this.contents.forEach((_, site) => this.#place(site));
    this.highlight(this.#highlights);
    this.showLastMove(this.#last);
    this.#drawArrows();
  }
}

/** @param {Content} a @param {Content | undefined} b */
function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
