// Questions and forms above the page, in the browser's own dialog: focus stays inside, Escape
// closes, and focus goes back to where it was.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from './icons.js';

/**
 * Opens a dialog and answers with a function that closes it.
 * @param {string} title @param {Node[]} content @param {{ wide?: boolean }} [options]
 */
export function open(title, content, { wide = false } = {}) {
  const close = () => dialog.close();
  const dialog = h('dialog', { class: wide ? 'wide' : '', 'aria-labelledby': 'dialog-title' },
    h('header', { class: 'row spread' },
      h('h2', { id: 'dialog-title' }, title),
      h('button', { class: 'icon', type: 'button', 'aria-label': t('close'), onclick: close }, icon('close'))),
    ...content);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} question @param {string} yes @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (/** @type {boolean} */ chosen) => () => {
      answer = chosen;
      close();
    };
    const close = open(question, [
      h('div', { class: 'row' },
        h('button', { class: 'danger', onclick: choose(true) }, yes),
        h('button', { onclick: choose(false), autofocus: true }, t('cancel'))),
    ]);
    document.querySelector('dialog:last-of-type')?.addEventListener('close', () => resolve(answer));
  });
}
