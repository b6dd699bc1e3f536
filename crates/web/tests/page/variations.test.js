// The tree of variations: its text, its lines, and what changes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVariations, VariationTree } from '../../page/core/variation-tree.js';

/** @typedef {import('../../page/core/variation-tree.js').VariationNode} VariationNode */
/** @typedef {import('../../page/core/variation-tree.js').WrittenMove} WrittenMove */

/** A tree in which two take turns. @param {string} text */
function treeOf(text) {
  const { comment, moves } = readVariations(text);
  const tree = new VariationTree({ position: 'start', contents: [], turn: 0 });
  if (comment) tree.setComment(tree.root, comment);
  const grow = (/** @type {VariationNode} */ from, /** @type {WrittenMove[]} */ line) => {
    let at = from;
    for (const move of line) {
      const before = at;
      const seat = before.depth % 2;
      at = tree.add(before, { seat, move: { text: move.text, path: [] }, changes: [], position: `after ${move.text}`, turn: 1 - seat });
      if (move.comment) tree.setComment(at, move.comment);
      for (const variation of move.variations) grow(before, variation);
    }
  };
  grow(tree.root, moves);
  return tree;
}

/** @param {VariationTree} tree @param {string} text */
function find(tree, text) {
  const node = tree.nodes().find((each) => each.text === text);
  assert.ok(node, `${text} is in the tree`);
  return node;
}

test('a tree is read as it was written', () => {
  for (const text of ['', 'a b c', 'a (b c) d', 'a b (c d (e f) g) (h) i', '{first} a {one two} (b {three} c) d', '[[0,-3],[0,-1]] ([[1,2],[3,4]])']) {
    assert.equal(treeOf(text).write(), text);
  }
  assert.equal(treeOf('a ( b {no end').write(), 'a (b {no end})');
  assert.equal(treeOf(') a').write(), 'a');
});

test('a variation is instead of the move before it', () => {
  const tree = treeOf('a b (c d) e');
  assert.equal(find(tree, 'c').parent, find(tree, 'a'));
  assert.equal(find(tree, 'e').parent, find(tree, 'b'));
  assert.equal(tree.position(find(tree, 'd')), 'after d');
  assert.equal(tree.position(tree.root), 'start');
});

test('a move that is there already is not added again', () => {
  const tree = treeOf('a b');
  const { version } = tree;
  const a = find(tree, 'a');
  assert.equal(tree.add(tree.root, /** @type {any} */ (a.ply)), a);
  assert.equal(tree.version, version);
});

test('a line goes through its node to its end', () => {
  const tree = treeOf('a b (c d (e)) f');
  const texts = (/** @type {string} */ through) => tree.lineThrough(find(tree, through)).map(({ text }) => text).join('');
  assert.deepEqual(['b', 'c', 'e'].map(texts), ['abf', 'acd', 'ace']);
});

test('rounds are counted as a move list counts them', () => {
  const tree = treeOf('a b (x y) c d');
  const number = (/** @type {string} */ text) => [find(tree, text).round, find(tree, text).opensRound];
  assert.deepEqual(['a', 'b', 'c', 'd', 'x', 'y'].map(number), [[1, true], [1, false], [2, true], [2, false], [1, false], [2, true]]);
});

test('a variation is promoted level by level', () => {
  const tree = treeOf('a (b c (d e)) f');
  const e = find(tree, 'e');
  tree.promote(e);
  assert.equal(tree.write(), 'a (b d (c) e) f');
  tree.promote(e);
  assert.equal(tree.write(), 'b (a f) d (c) e');
  assert.equal(e.isVariation, false);
  tree.promote(e);
  assert.equal(tree.write(), 'b (a f) d (c) e');
});

test('a move is deleted with what follows it, and the next choice goes on', () => {
  const tree = treeOf('a b (c d) e');
  assert.equal(tree.remove(find(tree, 'b')), find(tree, 'a'));
  assert.equal(tree.write(), 'a c d');
  assert.equal(tree.remove(tree.root), tree.root);
});

test('siblings are in order, and end', () => {
  const tree = treeOf('a (b) (c)');
  assert.equal(find(tree, 'a').sibling(1), find(tree, 'b'));
  assert.equal(find(tree, 'c').sibling(-1), find(tree, 'b'));
  assert.equal(find(tree, 'c').sibling(1), undefined);
  assert.equal(find(tree, 'a').sibling(-1), undefined);
  assert.equal(tree.root.sibling(1), undefined);
});

test('a comment cannot break the text', () => {
  const tree = treeOf('a b');
  tree.setComment(find(tree, 'a'), ' end } of\n (this) {');
  assert.equal(tree.write(), 'a {end of (this)} b');
  assert.equal(treeOf(tree.write()).write(), tree.write());
});
