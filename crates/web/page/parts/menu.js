// A menu behind one button, for what is needed rarely. It closes when something is chosen, by Escape,
// and by a press anywhere else.

import { h } from '../core/dom.js';
import { icon } from './icons.js';

/** @param {string} id @param {string} label @param {HTMLElement[]} items */
export function menu(id, label, items) {
  const opener = h('summary', { class: 'button icon', id, title: label, 'aria-label': label }, icon('more'));
  const element = h('details', { class: 'menu' }, opener, h('div', { class: 'menu-items card' }, items));
  const close = () => { element.open = false; };
  const elsewhere = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && !element.contains(event.target)) close();
  };
  element.addEventListener('toggle', () => {
    const change = element.open ? document.addEventListener : document.removeEventListener;
    change.call(document, 'pointerdown', elsewhere);
    change.call(document, 'focusin', elsewhere);
  });
  element.addEventListener('click', (event) => {
    if (event.target instanceof Element && !event.target.closest('summary') && event.target.closest('button')) close();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !element.open) return;
    close();
    opener.focus();
  });
  return element;
}
