// How a person puts a move together, spot by spot, without this page knowing a rule. The legal moves
// are given; what can come after a few spots is asked from the server. A move is made when nothing
// can follow, when its end is clicked at once, or by *stop here*. Where a way takes nothing, only its
// end matters: then one click on the end is enough, unless the person likes to go hop by hop.

import { follow } from '../core/api.js';
import { current } from '../core/settings.js';
import { pieceOn } from './figures.js';

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').Follow} Follow */
/** @typedef {import('../core/types.js').Content} Content */

/**
 * What a picker is about: one position, its legal moves, and who hears of the choice.
 * @typedef {object} Turn
 * @property {string} game
 * @property {string} position
 * @property {Content[]} contents
 * @property {Move[]} moves
 * @property {number} seat
 * @property {import('../core/types.js').Board} board
 */

export class Picker {
  /** @type {number[]} */
  path = [];
  /** @type {Follow} */
  now;
  /** What would be captured by going to a spot. @type {number[]} */
  doomed = [];
  /** The way that is looked at. @type {number[]} */
  way = [];
  /** @type {Map<string, Promise<Follow>>} */
  #asked = new Map();
  #turns = 0;

  /**
   * @param {Turn} turn
   * @param {{ changed: () => void, made: (move: Move) => void, refused: (spot: number) => void }} listener
   */
  constructor(turn, listener) {
    this.turn = turn;
    this.listener = listener;
    this.starts = new Set(turn.moves.map((move) => move.path[0]));
    this.now = { next: [...this.starts], done: null };
  }

  /** A spot was clicked. @param {number} spot */
  async choose(spot) {
    const { path, now } = this;
    if (path.length === 0) {
      if (!this.starts.has(spot)) return this.listener.refused(spot);
      return this.#go([spot]);
    }
    if (path.length > 1 && spot === this.standing && now.done) return this.stop();
    if (now.next.includes(spot)) return this.#go([...path, spot]);
    const far = this.#far(spot);
    if (far) return this.#make(far);
    if (spot === path[0]) return this.cancel();
    if (this.starts.has(spot)) return this.#go([spot]);
    if (path.length > 1) return this.listener.refused(spot);
    this.cancel();
  }

  /** A piece was dropped: if that leaves a choice, its end counts. @param {number} from @param {number} to */
  async drop(from, to) {
    if (this.path[0] !== from) await this.#go([from]);
    const end = this.#far(to);
    if (end && !this.now.next.includes(to)) return this.#make(end);
    if (this.now.next.includes(to)) return this.#go([...this.path, to]);
    this.listener.refused(to);
  }

  /** Makes the move as far as it has gone. */
  stop() {
    if (this.now.done) this.#make(this.now.done);
  }

  /** Goes back by one spot, or gives the piece up. */
  back() {
    return this.path.length > 1 ? this.#go(this.path.slice(0, -1), false) : this.cancel();
  }

  cancel() {
    this.#turns += 1;
    this.path = [];
    this.doomed = [];
    this.way = [];
    this.now = { next: [...this.starts], done: null };
    this.listener.changed();
  }

  /** Shows what would be taken by going to a spot. @param {number | null} spot */
  async look(spot) {
    const { path } = this;
    const turn = this.#turns;
    const far = path.length > 0 && spot !== null && this.#far(spot);
    const ahead = far ? far.path : [...path, spot ?? -1];
    if (path.length === 0 || spot === null || !(far || this.now.next.includes(spot))) {
      return this.#imagine(this.taken, this.walked);
    }
    const { done } = await this.#ask(ahead).catch(() => ({ done: null }));
    if (turn === this.#turns) this.#imagine(done ? captured(done) : this.taken, done ? wayOf(done) : this.walked);
  }

  /** What has been taken so far on the way. */
  get taken() {
    return this.now.done ? captured(this.now.done) : [];
  }

  /** The spots the piece has gone through so far. */
  get walked() {
    return this.now.done ? wayOf(this.now.done) : this.path.slice(0, 1);
  }

  /** Where the piece stands now, on its way. */
  get standing() {
    return this.now.done?.trail?.steps.at(-1)?.to ?? this.path.at(-1) ?? null;
  }

  /** Whether a stone must be chosen now, not a spot to go to. */
  get isChoice() {
    const { path, now, turn } = this;
    return path.length > 1 && !now.done && now.next.length > 0
      && now.next.every((spot) => pieceOn(turn.contents[spot]) !== null);
  }

  /** The spots farther away to which one click leads. */
  get ends() {
    const all = new Set(this.#ahead().map((move) => move.path.at(-1) ?? -1));
    return [...all].filter((spot) => !this.now.next.includes(spot) && this.#far(spot));
  }

  /** The moves that begin with the path so far. */
  #ahead() {
    const { path } = this;
    return this.turn.moves.filter((move) => move.path.length > path.length
      && path.every((spot, nth) => move.path[nth] === spot));
  }

  /** The one move that ends on a spot, if it is the only one and the spot can be stood on.
   * @param {number} spot */
  #far(spot) {
    const { contents, board, seat } = this.turn;
    const home = board.zones.some((zone) => zone.kind === 'home' && zone.seat === seat && zone.spots.includes(spot));
    if (pieceOn(contents[spot]) !== null && !home) return null;
    const there = this.#ahead().filter((move) => move.path.at(-1) === spot);
    return there.length === 1 ? there[0] : null;
  }

  /** @param {number[]} path @param {boolean} [finish]  whether a move that cannot go on is made */
  async #go(path, finish = true) {
    this.#turns += 1;
    const turn = this.#turns;
    const found = await this.#ask(path);
    if (turn !== this.#turns) return;
    if (finish && found.done && this.#settled(found)) return this.#make(found.done);
    this.path = path;
    this.now = found;
    this.doomed = this.taken;
    this.way = this.walked;
    this.listener.changed();
  }

  /** Whether there is nothing to decide any more. @param {Follow} found */
  #settled({ next, done }) {
    if (next.length === 0) return true;
    return current().hops === 'end' && done !== null && captured(done).length === 0;
  }

  /** @param {Move} move */
  #make(move) {
    this.#turns += 1;
    this.listener.made(move);
  }

  /** @param {number[]} doomed @param {number[]} way */
  #imagine(doomed, way) {
    if (doomed.join() === this.doomed.join() && way.join() === this.way.join()) return;
    this.doomed = doomed;
    this.way = way;
    this.listener.changed();
  }

  /** @param {number[]} path */
  #ask(path) {
    const key = path.join();
    let answer = this.#asked.get(key);
    if (!answer) {
      answer = follow(this.turn.game, this.turn.position, path);
      this.#asked.set(key, answer);
      answer.catch(() => this.#asked.delete(key));
    }
    return answer;
  }
}

/** All spots that a move empties of others' pieces. @param {Move} move */
export function captured(move) {
  return move.trail?.kind === 'walk' ? move.trail.steps.flatMap((step) => step.captured) : [];
}

/** The spots a piece goes through; for beans the bowl alone. A move without a trail has only its ends.
 * @param {Move} move */
export function wayOf({ trail, path }) {
  if (trail?.kind === 'walk') return [trail.from, ...trail.steps.map((step) => step.to)];
  return path.length > 1 ? [path[0], path[path.length - 1]] : path;
}
