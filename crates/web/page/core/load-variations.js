// A tree of variations from its text: the server plays every line and says what its moves change.

import { position } from './api.js';
import { readVariations, VariationTree } from './variation-tree.js';

/** @typedef {import('./variation-tree.js').VariationNode} VariationNode */
/** @typedef {import('./variation-tree.js').WrittenMove} WrittenMove */

/** @param {string} game @param {string | undefined} start  a position @param {string} text */
export async function loadVariations(game, start, text) {
  const { comment, moves } = readVariations(text);
  const { position: at, contents, turn, outcome } = await position({ game, position: start });
  const tree = new VariationTree({ position: at, contents, turn, outcome });
  if (comment) tree.setComment(tree.root, comment);
  await grow(game, tree, tree.root, moves);
  return tree;
}

/**
 * Plays a line in the tree, and the variations that branch off from it.
 * @param {string} game @param {VariationTree} tree @param {VariationNode} node @param {WrittenMove[]} line
 */
async function grow(game, tree, node, line) {
  if (line.length === 0) return;
  const end = await extend(game, tree, node, line.map(({ text }) => text));
  const nodes = tree.lineThrough(end).slice(node.depth);
  for (const [nth, { comment }] of line.entries()) {
    if (comment) tree.setComment(nodes[nth + 1], comment);
  }
  for (const [nth, { variations }] of line.entries()) {
    for (const variation of variations) await grow(game, tree, nodes[nth], variation);
  }
}

/**
 * Plays moves from a node on, and answers with where they lead.
 * @param {string} game @param {VariationTree} tree @param {VariationNode} node @param {string[]} moves
 */
export async function extend(game, tree, node, moves) {
  const known = knownPart(node, moves);
  const rest = moves.slice(known.depth - node.depth);
  if (rest.length === 0) return known;
  const { plies = [] } = await position({ game, position: tree.position(known), moves: rest });
  return plies.reduce((at, ply) => tree.add(at, ply), known);
}

/** How far moves are in the tree already. @param {VariationNode} node @param {string[]} moves */
function knownPart(node, moves) {
  let at = node;
  for (const text of moves) {
    const next = at.child(text);
    if (!next) break;
    at = next;
  }
  return at;
}
