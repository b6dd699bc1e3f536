// A game so far: a start, plies, and what stands where after each of them.
// The server sends only what changed; contents are worked out from that, and remembered.

/** @typedef {import('./types.js').Ply} Ply */
/** @typedef {import('./types.js').Content} Content */

export class GameRecord {
  /** @type {Content[][]} */
  #contents;

  /** @param {import('./types.js').Start} start @param {Ply[]} [plies] */
  constructor(start, plies = []) {
    this.start = start;
    /** @type {Ply[]} */
    this.plies = plies;
    this.#contents = [start.contents];
  }

  get length() {
    return this.plies.length;
  }

  /** Keeps so many plies and adds others. @param {number} keep @param {Ply[]} plies */
  replace(keep, plies) {
    this.plies = [...this.plies.slice(0, keep), ...plies];
    this.#contents.length = Math.min(this.#contents.length, keep + 1);
  }

  /** What stands where after so many plies. @param {number} ply @returns {Content[]} */
  contents(ply) {
    for (let known = this.#contents.length; known <= ply; known += 1) {
      const next = [...this.#contents[known - 1]];
      for (const [site, content] of this.plies[known - 1].changes) next[site] = content;
      this.#contents.push(next);
    }
    return this.#contents[ply];
  }

  /** The position after so many plies, as text. @param {number} ply */
  position(ply) {
    return ply === 0 ? this.start.position : this.plies[ply - 1].position;
  }

  /** Who moves after so many plies. @param {number} ply */
  turn(ply) {
    return ply === 0 ? this.start.turn : this.plies[ply - 1].turn;
  }

  /** The points of every seat if the game is over after so many plies. @param {number} ply */
  outcome(ply) {
    return (ply === 0 ? this.start : this.plies[ply - 1]).outcome ?? null;
  }

  /** The moves up to a ply, as text. @param {number} [ply] */
  texts(ply = this.length) {
    return this.plies.slice(0, ply).map(({ move }) => move.text);
  }
}
