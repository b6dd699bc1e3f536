// A game with its variations: a tree of plies. The first child of a node goes on with its line, the
// others are variations. As text it looks as in PGN, `a b (c d) {a comment} e`: what is in
// parentheses could have been played instead of the move before them.

/** @typedef {import('./types.js').Ply} Ply */

/** A position of the tree, and the ply that led to it. */
export class VariationNode {
  /** @type {VariationNode[]} */
  children = [];
  comment = '';

  /** @param {VariationNode | null} parent @param {Ply | null} ply  null for the start of the game */
  constructor(parent, ply) {
    this.parent = parent;
    this.ply = ply;
    /** How many plies lead here. @type {number} */
    this.depth = parent ? parent.depth + 1 : 0;
    /** The number of the round, as move lists count: a new one when it is an earlier seat's turn again. @type {number} */
    this.round = parent ? parent.round + (this.opensRound ? 1 : 0) : 0;
  }

  /** Whether its ply is the first of a round. */
  get opensRound() {
    const before = this.parent?.ply;
    return !before || (this.ply?.seat ?? 0) <= before.seat;
  }

  /** The move as text. */
  get text() {
    return this.ply?.move.text ?? '';
  }

  /** Whether it belongs to a variation, and not to the main line. */
  get isVariation() {
    return this.branch !== null;
  }

  /** The nearest node up to the start, itself included, that is not the first choice. @returns {VariationNode | null} */
  get branch() {
    /** @type {VariationNode} */
    let node = this;
    while (node.parent) {
      if (node.parent.children[0] !== node) return node;
      node = node.parent;
    }
    return null;
  }

  /** The node that a move leads to, if it is in the tree. @param {string} text */
  child(text) {
    return this.children.find((child) => child.text === text);
  }

  /** Another choice at the same point, so many places below. @param {number} by */
  sibling(by) {
    const all = this.parent?.children ?? [];
    return all[all.indexOf(this) + by];
  }
}

export class VariationTree {
  /** Grows with every change. */
  version = 0;

  /** @param {import('./types.js').Start} start */
  constructor(start) {
    this.start = start;
    this.root = new VariationNode(null, null);
  }

  /** Adds a ply, unless it is there already. @param {VariationNode} node @param {Ply} ply */
  add(node, ply) {
    const known = node.child(ply.move.text);
    if (known) return known;
    const child = new VariationNode(node, ply);
    node.children.push(child);
    this.version += 1;
    return child;
  }

  /** The position at a node, as text. @param {VariationNode} node */
  position(node) {
    return node.ply?.position ?? this.start.position;
  }

  /** All nodes from the start through this one to the end of its line. @param {VariationNode} node */
  lineThrough(node) {
    const line = [];
    for (let at = /** @type {VariationNode | null} */ (node); at; at = at.parent) line.unshift(at);
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** The variation that a node belongs to becomes the first choice where it branches off. @param {VariationNode} node */
  promote(node) {
    const { branch } = node;
    if (!branch?.parent) return;
    const { parent } = branch;
    parent.children = [branch, ...parent.children.filter((child) => child !== branch)];
    this.version += 1;
  }

  /** Removes a node and all that follows it, and answers with the one before it. @param {VariationNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    this.version += 1;
    return parent;
  }

  /** @param {VariationNode} node @param {string} comment */
  setComment(node, comment) {
    node.comment = comment.replace(/[{}]/g, ' ').replace(/\s+/g, ' ').trim();
    this.version += 1;
  }

  /** All nodes in the order of the text, the start first. */
  nodes() {
    const nodes = [this.root];
    walk(this.root, (node) => nodes.push(node), () => {});
    return nodes;
  }

  /** The tree as text. */
  write() {
    const words = this.root.comment ? [`{${this.root.comment}}`] : [];
    walk(this.root, (node) => words.push(node.text, ...(node.comment ? [`{${node.comment}}`] : [])), (bracket) => words.push(bracket));
    return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
  }
}

/**
 * Goes through all that follows a node: a move, what could have been played instead, and what follows it.
 * @param {VariationNode} from @param {(node: VariationNode) => void} enter @param {(bracket: string) => void} bracket
 */
function walk(from, enter, bracket) {
  for (let at = from; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    enter(main);
    for (const other of others) {
      bracket('(');
      enter(other);
      walk(other, enter, bracket);
      bracket(')');
    }
  }
}

/** A move as it was written. @typedef {{ text: string, comment: string, variations: WrittenMove[][] }} WrittenMove */

/**
 * Reads what `write` has written; plain moves with blanks between them as well.
 * @param {string} text @returns {{ comment: string, moves: WrittenMove[] }}
 */
export function readVariations(text) {
  /** @type {WrittenMove[]} */
  const moves = [];
  const lines = [moves];
  let comment = '';
  for (const [word] of text.matchAll(/[()]|\{[^}]*\}?|[^\s(){}]+/g)) {
    const line = lines[lines.length - 1];
    const last = line.at(-1);
    if (word === '(') {
      /** @type {WrittenMove[]} */
      const variation = [];
      last?.variations.push(variation);
      lines.push(variation);
    } else if (word === ')') {
      if (lines.length > 1) lines.pop();
    } else if (word.startsWith('{')) {
      const said = word.replace(/[{}]/g, '').trim();
      if (last) last.comment = said;
      else if (lines.length === 1) comment = said;
    } else {
      line.push({ text: word, comment: '', variations: [] });
    }
  }
  return { comment, moves };
}
