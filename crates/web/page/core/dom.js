// Elements in one call: `h('button', { class: 'quiet', onclick }, 'Undo')`, and the same for SVG.
// Nothing is ever parsed from text, so nothing that a server or a player wrote can become markup.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child  children may stand in lists */
/** @typedef {Record<string, any>} Attributes */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element. Attributes named `on…` are listeners, the rest is set as it stands; `null`,
 * `undefined` and `false` leave an attribute out, `true` sets it empty.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Attributes | null} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * An SVG element, in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name @param {Attributes | null} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, name));
  setAttributes(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * Replaces all that an element holds.
 * @param {Element} element @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/**
 * The same, where somebody may have the focus on something that is redrawn: what has the same id
 * gets it back, and what was unfolded stays so.
 * @param {Element} element @param {...Child} children
 */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement?.id;
  const folds = () => [...element.querySelectorAll('details')];
  const open = folds().map((fold) => fold.open);
  fill(element, ...children);
  folds().forEach((fold, nth) => { fold.open = open[nth] ?? false; });
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * Sets attributes and listeners of an element that exists.
 * @param {Element} element @param {Attributes | null} [attributes]
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function present(children) {
  const all = /** @type {Leaf[]} */ (children.flat(2));
  return all
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * A file for the user to keep.
 * @param {string} name @param {Blob} blob
 */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
