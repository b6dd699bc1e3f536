// What is asked before a tree of variations is changed.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { confirm, open } from './dialog.js';

/**
 * Asks before more than one move is deleted.
 * @param {import('../core/variation-tree.js').VariationNode} node @returns {Promise<boolean>}
 */
export async function confirmRemoval(node) {
  const moves = count(node);
  return moves < 2 || confirm(t('variation.remove.sure', { moves }), t('variation.remove.yes'));
}

/** @param {import('../core/variation-tree.js').VariationNode} node */
function count(node) {
  let moves = 0;
  for (const open = [node]; open.length > 0; moves += 1) open.push(...(open.pop()?.children ?? []));
  return moves;
}

/**
 * Asks for a comment; answers null if it shall stay as it is.
 * @param {string} comment @returns {Promise<string | null>}
 */
export function askForComment(comment) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    const text = h('textarea', { id: 'comment', rows: 4, maxlength: 500, autofocus: true, 'aria-label': t('variation.comment') }, comment);
    const keep = (/** @type {Event} */ event) => {
      event.preventDefault();
      answer = text.value;
      close();
    };
    const close = open(t('variation.comment'), [
      h('form', { class: 'stack', onsubmit: keep }, text, h('button', { class: 'primary', id: 'comment-keep' }, t('variation.comment.keep'))),
    ]);
    document.querySelector('dialog:last-of-type')?.addEventListener('close', () => resolve(answer));
  });
}
