// Which lessons and puzzles have been solved. Kept in this browser only, beside the settings; a browser
// that keeps nothing forgets them when the page is closed.

const KEY = 'spielwerk-learned';

/** @typedef {'lessons' | 'puzzles'} Kind */

/** @type {Record<string, string[]>} */
let solved = read();

/** @param {Kind} kind @param {string} family */
const group = (kind, family) => `${kind}/${family}`;

/** The names of those solved. @param {Kind} kind @param {string} family */
export function solvedOf(kind, family) {
  return new Set(solved[group(kind, family)] ?? []);
}

/** @param {Kind} kind @param {string} family @param {string} id */
export function remember(kind, family, id) {
  // Another tab may have solved some as well.
  solved = { ...solved, ...read() };
  const names = new Set(solved[group(kind, family)] ?? []).add(id);
  solved[group(kind, family)] = [...names];
  try {
    localStorage.setItem(KEY, JSON.stringify(solved));
  } catch {
    // Nothing can be kept here.
  }
}

/** @returns {Record<string, string[]>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {};
  }
}
