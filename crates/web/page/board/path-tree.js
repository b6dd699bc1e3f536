// All paths of the legal moves of a position, as a tree: what every click leads to. The server sends
// it with the moves, so choosing one needs no request, and this page no rule.

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').AnimationStep} AnimationStep */

/** A site that can be clicked after those before it. */
export class PathNode {
  /** @type {PathNode[]} */
  next = [];

  /**
   * @param {PathNode | null} parent @param {number} site @param {Move | null} move  what is made if the path ends here
   * @param {number} standing  where the piece stands then @param {number[]} captured  all that it has captured
   */
  constructor(parent, site, move, standing = site, captured = []) {
    this.parent = parent;
    this.site = site;
    this.standing = standing;
    this.captured = captured;
    /** @type {number[]} */
    this.path = [...(parent?.path ?? []), site];
    /** @type {AnimationStep[]} */
    this.steps = this.#steps();
    this.move = move && this.#alongPath(move);
    parent?.next.push(this);
  }

  /** What its click alone captures. */
  get captures() {
    const before = this.parent?.captured ?? [];
    return this.captured.filter((site) => !before.includes(site));
  }

  /** The sites the piece goes through. */
  get walked() {
    return [this.path[0], ...this.steps.map((step) => step.to)];
  }

  #steps() {
    const { parent, standing } = this;
    if (!parent) return [];
    const step = { to: standing, captured: this.captures };
    // A stone that is chosen belongs to the step before it.
    return standing === parent.standing ? [...parent.steps.slice(0, -1), step] : [...parent.steps, step];
  }

  /** A move along these very sites, where it has others as well. @param {Move} move @returns {Move} */
  #alongPath(move) {
    if (this.steps.length === 0) return move;
    return { ...move, path: this.path, trail: { kind: 'walk', from: this.path[0], steps: this.steps } };
  }
}

/**
 * The first sites of all paths.
 * @param {Move[]} moves @param {import('../core/types.js').PathEntry[]} paths
 */
export function pathTree(moves, paths) {
  /** @type {PathNode[]} */
  const nodes = [];
  for (const [parent, site, move, standing, captured] of paths) {
    nodes.push(new PathNode(parent === null ? null : nodes[parent], site, move === null ? null : moves[move], standing, captured));
  }
  const first = nodes.filter((node) => node.parent === null);
  // Where there are too many paths, the server leaves out the longest; of those the shortest one is known.
  const reached = new Set(paths.map(([, , move]) => move));
  moves.forEach((move, nth) => {
    if (!reached.has(nth)) grow(first, move);
  });
  return first;
}

/** Adds the path of a move. @param {PathNode[]} first @param {Move} move */
function grow(first, move) {
  /** @type {PathNode | null} */
  let parent = null;
  move.path.forEach((site, nth) => {
    const among = parent ? parent.next : first;
    let node = among.find((each) => each.site === site);
    if (!node) {
      node = new PathNode(parent, site, nth === move.path.length - 1 ? move : null);
      if (!parent) first.push(node);
    }
    parent = node;
  });
}

/** The node at the end of a path, if there is one. @param {PathNode[]} first @param {number[]} path */
export function nodeAt(first, path) {
  /** @type {PathNode | undefined} */
  let node;
  for (const site of path) {
    node = (node?.next ?? first).find((each) => each.site === site);
    if (!node) return null;
  }
  return node ?? null;
}
