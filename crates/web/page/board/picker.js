// How a person selects a move site by site, without a rule in this page. The legal moves are given;
// the sites that can come next are requested from the server. A move is made when nothing can
// follow, when its end is clicked at once, or by *stop here*. Where a path captures nothing, only its
// end matters: then one click on the end is enough, unless the person prefers to go hop by hop.

import { follow } from '../core/api.js';
import { current } from '../core/settings.js';
import { pieceOn } from './figures.js';

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').Follow} Follow */
/** @typedef {import('../core/types.js').Content} Content */

/**
 * What a picker needs: one position, its legal moves and the seat on turn.
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
  /** What would be captured by going to a site. @type {number[]} */
  doomed = [];
  /** The path of the piece that is previewed. @type {number[]} */
  piecePath = [];
  /** @type {Map<string, Promise<Follow>>} */
  #asked = new Map();
  #turns = 0;

  /**
   * @param {Turn} turn
   * @param {{ changed: () => void, made: (move: Move) => void, refused: (site: number) => void }} listener
   */
  constructor(turn, listener) {
    this.turn = turn;
    this.listener = listener;
    this.starts = new Set(turn.moves.map((move) => move.path[0]));
    this.now = { next: [...this.starts], done: null };
  }

  /** A site was clicked. @param {number} site */
  async choose(site) {
    const { path, now } = this;
    if (path.length === 0) {
      if (!this.starts.has(site)) return this.listener.refused(site);
      return this.#go([site]);
    }
    if (path.length > 1 && site === this.standing && now.done) return this.stop();
    if (now.next.includes(site)) return this.#go([...path, site]);
    const far = this.#far(site);
    if (far) return this.#make(far);
    if (site === path[0]) return this.cancel();
    if (this.starts.has(site)) return this.#go([site]);
    if (path.length > 1) return this.listener.refused(site);
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

  /** Goes back by one site, or unselects the piece. */
  back() {
    return this.path.length > 1 ? this.#go(this.path.slice(0, -1), false) : this.cancel();
  }

  cancel() {
    this.#turns += 1;
    this.path = [];
    this.doomed = [];
    this.piecePath = [];
    this.now = { next: [...this.starts], done: null };
    this.listener.changed();
  }

  /** Previews what would be captured by going to a site. @param {number | null} site */
  async look(site) {
    const { path } = this;
    const turn = this.#turns;
    const far = path.length > 0 && site !== null && this.#far(site);
    const ahead = far ? far.path : [...path, site ?? -1];
    if (path.length === 0 || site === null || !(far || this.now.next.includes(site))) {
      return this.#preview(this.taken, this.walked);
    }
    const { done } = await this.#ask(ahead).catch(() => ({ done: null }));
    if (turn === this.#turns) this.#preview(done ? captured(done) : this.taken, done ? pathOfPiece(done) : this.walked);
  }

  /** What has been captured so far. */
  get taken() {
    return this.now.done ? captured(this.now.done) : [];
  }

  /** The sites the piece has gone through so far. */
  get walked() {
    return this.now.done ? pathOfPiece(this.now.done) : this.path.slice(0, 1);
  }

  /** Where the piece stands now. */
  get standing() {
    return this.now.done?.trail?.steps.at(-1)?.to ?? this.path.at(-1) ?? null;
  }

  /** Whether a stone must be chosen now, not a site to go to. */
  get isChoice() {
    const { path, now, turn } = this;
    return path.length > 1 && !now.done && now.next.length > 0
      && now.next.every((site) => pieceOn(turn.contents[site]) !== null);
  }

  /** The sites farther away to which one click leads. */
  get ends() {
    const all = new Set(this.#ahead().map((move) => move.path.at(-1) ?? -1));
    return [...all].filter((site) => !this.now.next.includes(site) && this.#far(site));
  }

  /** The moves that begin with the path so far. */
  #ahead() {
    const { path } = this;
    return this.turn.moves.filter((move) => move.path.length > path.length
      && path.every((site, nth) => move.path[nth] === site));
  }

  /** The one move that ends on a site, if it is the only one and the site can be stood on.
   * @param {number} site */
  #far(site) {
    const { contents, board, seat } = this.turn;
    const home = board.zones.some((zone) => zone.kind === 'home' && zone.seat === seat && zone.spots.includes(site));
    if (pieceOn(contents[site]) !== null && !home) return null;
    const there = this.#ahead().filter((move) => move.path.at(-1) === site);
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
    this.piecePath = this.walked;
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

  /** @param {number[]} doomed @param {number[]} piecePath */
  #preview(doomed, piecePath) {
    if (doomed.join() === this.doomed.join() && piecePath.join() === this.piecePath.join()) return;
    this.doomed = doomed;
    this.piecePath = piecePath;
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

/** All sites that a move empties of others' pieces. @param {Move} move */
export function captured(move) {
  return move.trail?.kind === 'walk' ? move.trail.steps.flatMap((step) => step.captured) : [];
}

/** The sites a piece goes through; for beans the bowl alone. A move without an animation has only its ends.
 * @param {Move} move */
export function pathOfPiece({ trail: animation, path }) {
  if (animation?.kind === 'walk') return [animation.from, ...animation.steps.map((step) => step.to)];
  return path.length > 1 ? [path[0], path[path.length - 1]] : path;
}
