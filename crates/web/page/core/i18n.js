// The page's strings, in the user's language. A text is found by its key; `{name}` in it is
// replaced by what the caller gives. A key that a language lacks is shown in English, and the types
// see to it that German lacks none.

import { en } from '../strings/en.js';
import { de } from '../strings/de.js';
import { current } from './settings.js';

/** @typedef {keyof typeof en} StringKey */

/** @type {Record<string, Record<string, string>>} */
const LANGUAGES = { en, de };

/** The language of the page: chosen, or the browser's, or English. */
export function language() {
  const wanted = current().language || navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? /** @type {'en' | 'de'} */ (wanted) : 'en';
}

/**
 * A text of the page.
 * @param {StringKey} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = LANGUAGES[language()][key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? `{${name}}`));
}

/**
 * A text whose key is put together from what a server said, or something else where none is known.
 * @param {string} key @param {string} otherwise @param {Record<string, string | number>} [values]
 */
export function tOr(key, otherwise, values) {
  return key in en ? t(/** @type {StringKey} */ (key), values) : otherwise;
}

/** What a seat is called: its colour in the reader's language, or its letter. @param {string} name */
export function seatName(name) {
  return tOr(`seat.${name}`, name);
}

/** A moment as the reader writes it. @param {string | number} moment */
export function date(moment) {
  return new Date(moment).toLocaleString(language(), { dateStyle: 'short', timeStyle: 'short' });
}

/**
 * A number as the reader writes it.
 * @param {number} value @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options) {
  return new Intl.NumberFormat(language(), options).format(value);
}
