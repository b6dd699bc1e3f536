// One board on the screen: draws what stands where, shows marks and arrows, and tells which spot
// somebody chose. It knows no rule and no game; whoever uses it says what is lit and what moves.
//
// Layers from below: ground, last move, the way looked at, pieces, marks, arrows, and the spots that can be reached by
// pointer, keyboard and screen reader.

import { dress, fill, s } from '../core/dom.js';
import { angleFor, layout } from './layout.js';
import { ground } from './ground.js';
import { figure } from './figures.js';
import { arrow, halo, targets, way } from './marks.js';
import { Spots } from './spots.js';
import { animate } from './animate.js';

/** @typedef {import('../core/types.js').Content} Content */
/** @typedef {import('../core/types.js').Board} Board */
/** @typedef {import('../core/types.js').Trail} Trail */

/**
 * What is lit up on a board.
 * @typedef {object} Marks
 * @property {number[]} [movable]  pieces that can move
 * @property {number | null} [picked]
 * @property {number[]} [next]  spots that can be clicked next
 * @property {number[]} [ends]  spots farther away that a click leads to
 * @property {number[]} [choices]  stones among which one must be chosen
 * @property {number[]} [doomed]  what would be captured
 * @property {number[]} [way]  the spots gone through so far
 */

/** @typedef {{ path: number[], rank?: number, kind?: 'best' | 'hint' | 'played' }} Arrow */

export class BoardView {
  /** @type {Map<number, SVGGElement>} */
  figures = new Map();
  /** @type {Content[]} */
  contents = [];
  /** @type {Marks} */
  #marks = {};
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
   * @param {import('./spots.js').SpotListener} [options.listener]  without it the board is a picture
   * @param {number} [options.bottom]  the seat that sits at the bottom
   */
  constructor({ board, seats, start, label, listener, bottom = 0 }) {
    this.board = board;
    this.seats = seats;
    this.start = start;
    this.angle = angleFor(board, start, bottom);
    this.layout = layout(board, this.angle);
    this.layers = {
      ground: s('g'), last: s('g', { class: 'last' }), way: s('g', { class: 'marks' }), pieces: s('g', { class: 'pieces' }),
      marks: s('g', { class: 'marks' }), arrows: s('g', { class: 'arrows' }),
    };
    this.element = s('svg', { class: 'board', 'aria-label': label, role: listener ? 'group' : 'img' },
      Object.values(this.layers));
    this.spots = listener ? new Spots(this, listener) : null;
    if (this.spots) this.element.append(this.spots.element);
    this.contents = start;
    this.#redraw();
  }

  /** Shows these contents at once; whatever was moving stops. @param {Content[]} contents */
  show(contents) {
    this.#playing.abort();
    const before = this.contents;
    this.contents = contents;
    contents.forEach((content, spot) => {
      if (!same(content, before[spot])) this.#place(spot);
    });
    this.spots?.describe();
  }

  /** Puts other content on a spot, at once. @param {number} spot @param {Content} content */
  set(spot, content) {
    this.contents = this.contents.with(spot, content);
    this.#place(spot);
  }

  /** Draws what stands on a spot. @param {number} spot */
  #place(spot) {
    this.figures.get(spot)?.remove();
    this.figures.delete(spot);
    const drawn = figure(this, spot);
    if (!drawn) return;
    this.figures.set(spot, drawn);
    this.layers.pieces.append(drawn);
  }

  /**
   * Plays a move from what is shown now, then shows what stands there after it. Answers false if
   * something else was shown before it was over.
   * @param {Trail | undefined} trail @param {Content[]} after
   */
  async play(trail, after) {
    this.#playing.abort();
    const playing = new AbortController();
    this.#playing = playing;
    if (trail) await animate(this, trail, after, playing.signal);
    if (playing.signal.aborted) return false;
    this.show(after);
    return true;
  }

  /** Lights up spots. @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    fill(this.layers.way, marks.way && way(this.layout, marks.way));
    fill(this.layers.marks, targets(this.layout, marks, this.contents));
    for (const [spot, drawn] of this.figures) {
      drawn.classList.toggle('movable', marks.movable?.includes(spot) ?? false);
      drawn.classList.toggle('picked', marks.picked === spot);
      drawn.classList.toggle('doomed', marks.doomed?.includes(spot) ?? false);
    }
    this.spots?.describe();
  }

  get marks() {
    return this.#marks;
  }

  /** Marks the way of the last move. @param {number[]} path */
  markLast(path) {
    this.#last = path;
    fill(this.layers.last, halo(this.layout, path));
  }

  /** Draws arrows for moves that could be made. @param {Arrow[]} arrows */
  point(arrows) {
    // An engine says the same many times a second; drawing it once is enough.
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
    dress(this.element, { viewBox: [left, top, right - left, bottom - top].map(Math.round).join(' ') });
    fill(this.layers.ground, ground(this.layout, this.seats, this.start));
    this.spots?.draw();
    this.#playing.abort();
    this.contents.forEach((_, spot) => this.#place(spot));
    this.mark(this.#marks);
    this.markLast(this.#last);
    this.#drawArrows();
  }
}

/** @param {Content} a @param {Content | undefined} b */
function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
