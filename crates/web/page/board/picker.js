// How a person selects a move site by site. The paths of all legal moves are given, so the page needs
// no rule and no request. A move is made when nothing can follow, when its end is clicked at once, or
// by *stop here*. Where a path captures nothing, only its end matters: then one click on the end is
// enough, unless the person prefers to go hop by hop.

import { current } from '../core/settings.js';
import { pathTree } from './path-tree.js';

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').Content} Content */
/** @typedef {import('./path-tree.js').PathNode} PathNode */

/**
 * What a picker needs: one position, its legal moves and the seat on turn.
 * @typedef {object} Turn
 * @property {Content[]} contents
 * @property {Move[]} moves
 * @property {import('../core/types.js').PathEntry[]} paths
 * @property {number} seat
 */

export class Picker {
  /** What would be captured by going to a site. @type {number[]} */
  doomed = [];
  /** The path of the piece that is previewed. @type {number[]} */
  piecePath = [];
  /** The last site that was chosen. @type {PathNode | null} */
  #node = null;
  /** The ends of the paths from here, each with its only move. @type {Map<number, PathNode>} */
  #ends = new Map();

  /**
   * @param {Turn} turn
   * @param {{ changed: () => void, made: (move: Move) => void, refused: (site: number) => void }} listener
   */
  constructor(turn, listener) {
    this.turn = turn;
    this.listener = listener;
    this.first = pathTree(turn.moves, turn.paths);
    this.starts = new Set(this.first.map((node) => node.site));
  }

  /** The sites chosen so far. */
  get path() {
    return this.#node?.path ?? [];
  }

  /** The sites that can be clicked now. */
  get next() {
    return this.#following.map((node) => node.site);
  }

  /** The move that is made by stopping here. */
  get done() {
    return this.#node?.move ?? null;
  }

  /** What has been captured so far. */
  get taken() {
    return this.#node?.captured ?? [];
  }

  /** Where the piece stands now. */
  get standing() {
    return this.#node?.standing ?? null;
  }

  /** Whether a stone must be chosen now, not a site to go to. */
  get isChoice() {
    const node = this.#node;
    return node !== null && !node.move && node.next.length > 0 && node.next.every(({ standing }) => standing === node.standing);
  }

  /** The stones among which must be chosen: what each of the choices captures. */
  get choices() {
    const from = this.#node?.parent?.standing;
    if (!this.isChoice || from === undefined) return [];
    return this.#following.map(({ site, captures, standing }) => ({ site, captures, from, standing }));
  }

  /** The sites farther away to which one click leads. */
  get ends() {
    return this.#node ? [...this.#ends.keys()].filter((site) => !this.next.includes(site)) : [];
  }

  get #following() {
    return this.#node?.next ?? this.first;
  }

  /** A site was clicked. @param {number} site */
  choose(site) {
    const { path } = this;
    if (path.length === 0) {
      if (!this.starts.has(site)) return this.listener.refused(site);
      return this.#go(this.#after(site));
    }
    if (path.length > 1 && site === this.standing && this.done) return this.stop();
    const there = this.#after(site) ?? this.#ends.get(site);
    if (there) return this.#go(there);
    if (site === path[0]) return this.cancel();
    const other = this.first.find((node) => node.site === site);
    if (other) return this.#go(other);
    if (path.length > 1) return this.listener.refused(site);
    this.cancel();
  }

  /** A piece was dropped: if that leaves a choice, its end counts. @param {number} from @param {number} to */
  drop(from, to) {
    if (this.path[0] !== from) this.#go(this.first.find((node) => node.site === from));
    const there = this.#after(to) ?? this.#ends.get(to);
    if (there) this.#go(there);
    else this.listener.refused(to);
  }

  /** Makes the move as far as it has gone. */
  stop() {
    if (this.done) this.listener.made(this.done);
  }

  /** Goes back by one site, or unselects the piece. */
  back() {
    this.#stand(this.#node?.parent ?? null);
  }

  cancel() {
    this.#stand(null);
  }

  /** Previews what would be captured by going to a site. @param {number | null} site */
  look(site) {
    const there = this.#node && site !== null ? this.#after(site) ?? this.#ends.get(site) : null;
    const taken = this.taken;
    this.#preview(there ? there.captured.filter((each) => !taken.includes(each)) : [], (there ?? this.#node)?.walked ?? []);
  }

  /** The node that a click on a site leads to; of stones to capture each will do. @param {number} site */
  #after(site) {
    const following = this.#following;
    const direct = following.find((node) => node.site === site);
    return direct ?? (this.isChoice ? following.find((node) => node.captures.includes(site)) : undefined);
  }

  /** @param {PathNode | undefined} node */
  #go(node) {
    if (!node) return;
    const far = !this.#following.includes(node) && !this.first.includes(node);
    if (node.move && (far || this.#isSettled(node))) return this.listener.made(node.move);
    this.#stand(node);
  }

  /** Whether there is nothing to decide any more. @param {PathNode} node */
  #isSettled({ next, captured }) {
    return next.length === 0 || (current().hops === 'end' && captured.length === 0);
  }

  /** @param {PathNode | null} node */
  #stand(node) {
    this.#node = node;
    this.#ends = endsAfter(node);
    this.doomed = [];
    this.piecePath = node?.walked ?? [];
    this.listener.changed();
  }

  /** @param {number[]} doomed @param {number[]} piecePath */
  #preview(doomed, piecePath) {
    if (doomed.join() === this.doomed.join() && piecePath.join() === this.piecePath.join()) return;
    this.doomed = doomed;
    this.piecePath = piecePath;
    this.listener.changed();
  }
}

/** The sites on which exactly one move ends, with the shortest path to each. @param {PathNode | null} from */
function endsAfter(from) {
  /** @type {Map<number, PathNode | null>} */
  const ends = new Map();
  // The list grows while it is gone through: shorter paths come first.
  const ahead = [...(from?.next ?? [])];
  for (const node of ahead) {
    ahead.push(...node.next);
    if (!node.move) continue;
    const other = ends.get(node.standing);
    if (other === undefined) ends.set(node.standing, node);
    else if (other?.move?.text !== node.move.text) ends.set(node.standing, null);
  }
  return new Map([...ends].flatMap(([site, node]) => (node ? [[site, node]] : [])));
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
