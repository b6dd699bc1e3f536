// The moves of a game with its variations: the main line as a move list, a line for each round, and
// the variations nested below the round in which they branch off, with their numbers. Below stand the
// buttons for the first, previous, next and last position, and those that change the tree.

import { setAttributes, fill, h } from '../core/dom.js';
import { seatName, t } from '../core/i18n.js';
import { icon } from './icons.js';
import { short } from './move-list.js';

/** @typedef {import('../core/variation-tree.js').VariationNode} VariationNode */
/** @typedef {import('../core/variation-tree.js').VariationTree} VariationTree */

/** What is to be said of a move: a mark behind it, and a sentence. @typedef {{ mark: string, text: string, kind: string }} Remark */

/**
 * @typedef {object} VariationListener
 * @property {(node: VariationNode) => void} choose
 * @property {(ply: number) => void} step  to a ply of the line that is shown
 * @property {() => void} promote
 * @property {() => void} remove
 * @property {() => void} comment
 */

export class VariationList {
  /** @type {Map<VariationNode, HTMLButtonElement>} */
  #moves = new Map();
  #drawn = '';
  #at = 0;
  #last = 0;

  /** @param {string[]} seats @param {VariationListener} listener */
  constructor(seats, listener) {
    this.seats = seats;
    this.listener = listener;
    this.list = h('ol', { class: 'moves tree', 'aria-label': t('moves'), tabindex: 0 });
    const button = (/** @type {import('./icons.js').Icon} */ image, /** @type {import('../core/i18n.js').StringKey} */ key, /** @type {() => void} */ press) =>
      h('button', { class: 'icon', id: `do-${key.replace('.', '-')}`, 'aria-label': t(key), title: t(key), onclick: press }, icon(image));
    this.first = button('first', 'go.first', () => listener.step(0));
    this.back = button('back', 'go.back', () => listener.step(this.#at - 1));
    this.on = button('on', 'go.on', () => listener.step(this.#at + 1));
    this.last = button('last', 'go.last', () => listener.step(this.#last));
    this.promote = button('up', 'variation.promote', listener.promote);
    this.remove = button('bin', 'variation.remove', listener.remove);
    this.comment = button('comment', 'variation.comment', listener.comment);
    this.element = h('section', { class: 'move-list', 'aria-label': t('moves') }, this.list,
      h('div', { class: 'row steps' }, this.first, this.back, this.on, this.last, this.promote, this.comment, this.remove));
  }

  /**
   * @param {VariationTree} tree @param {VariationNode} node  the position that is shown
   * @param {number} last  how many plies its line has @param {Map<VariationNode, Remark>} remarks
   */
  show(tree, node, last, remarks) {
    this.#at = node.depth;
    this.#last = last;
    const drawn = `${tree.version} ${[...remarks].map(([at, { mark }]) => `${at.depth}${at.text}${mark}`).join()}`;
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#moves.clear();
      fill(this.list, this.#rounds(tree, remarks));
    }
    for (const [each, button] of this.#moves) setAttributes(button, { 'aria-current': each === node ? 'step' : null });
    const now = this.#moves.get(node);
    this.list.scrollTop = now ? now.offsetTop - this.list.clientHeight / 2 : 0;
    this.first.disabled = this.back.disabled = node.depth === 0;
    this.on.disabled = this.last.disabled = node.depth >= last;
    this.promote.disabled = !node.isVariation;
    this.remove.disabled = node.parent === null;
  }

  /** Draws everything anew when it is shown next, for another game. */
  forget() {
    this.#drawn = '';
  }

  /** The main line, a list item for each round. @param {VariationTree} tree @param {Map<VariationNode, Remark>} remarks */
  #rounds(tree, remarks) {
    /** @type {VariationNode[][]} */
    const rounds = [];
    for (const node of tree.lineThrough(tree.root).slice(1)) {
      if (node.opensRound) rounds.push([node]);
      else rounds[rounds.length - 1].push(node);
    }
    const start = tree.root.comment && h('p', { class: 'comment' }, tree.root.comment);
    return [start, ...rounds.map((round) => h('li', null,
      round.flatMap((node) => [this.#move(node, remarks), comment(node)]),
      this.#variations(round.flatMap((node) => node.parent?.children.slice(1) ?? []), remarks)))];
  }

  /** Variations, each an item of a nested list. @param {VariationNode[]} first @param {Map<VariationNode, Remark>} remarks @returns {HTMLElement | null} */
  #variations(first, remarks) {
    if (first.length === 0) return null;
    return h('ul', { class: 'variations', 'aria-label': t('variations') }, first.map((node) => h('li', null, this.#line(node, remarks))));
  }

  /** A variation from its first move on. @param {VariationNode} first @param {Map<VariationNode, Remark>} remarks */
  #line(first, remarks) {
    const parts = [];
    let numbered = false;
    for (let node = /** @type {VariationNode | undefined} */ (first); node; node = node.children[0]) {
      const others = node === first ? null : this.#variations(node.parent?.children.slice(1) ?? [], remarks);
      parts.push(!numbered || node.opensRound ? h('span', { class: 'number' }, numberOf(node)) : null,
        this.#move(node, remarks), comment(node), others);
      numbered = others === null;
    }
    return parts;
  }

  /** @param {VariationNode} node @param {Map<VariationNode, Remark>} remarks */
  #move(node, remarks) {
    const remark = remarks.get(node);
    const button = h('button', {
      class: `move${remark ? ' remarked' : ''}`, onclick: () => this.listener.choose(node),
      'aria-label': `${seatName(this.seats[node.ply?.seat ?? 0])} ${short(node.text)} ${remark?.text ?? ''}`.trim(),
      title: remark?.text ?? null,
    }, short(node.text), remark && h('span', { class: `remark ${remark.kind}`, 'aria-hidden': 'true' }, remark.mark));
    this.#moves.set(node, button);
    return button;
  }
}

/** The number of a move, as lists of moves give it: `3.` for the first of a round, `3…` for another. @param {VariationNode} node */
export function numberOf(node) {
  return node.opensRound ? `${node.round}.` : `${node.round}…`;
}

/** @param {VariationNode} node */
function comment(node) {
  return node.comment ? h('span', { class: 'comment' }, node.comment) : null;
}
