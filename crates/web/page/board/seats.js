// How seats are told apart: by tone and by mark. A tone alone would not do, since one man in
// twelve sees some colours alike; so every seat but the first paints a sign on its pieces.

/** @typedef {'white' | 'black' | 'red' | 'blue' | 'yellow' | 'green'} Tone */
/** @typedef {'plain' | 'ring' | 'triangle' | 'cross'} Mark */

/** @type {Tone[]} */
const HUES = ['red', 'blue', 'yellow', 'green'];
/** @type {Mark[]} */
const MARKS = ['plain', 'ring', 'triangle', 'cross'];

/** Seats named after white or black are; the others take a hue each.
 * @param {string[]} names @param {number} seat @returns {Tone} */
export function tone(names, seat) {
  const name = (names[seat] ?? '').toLowerCase();
  if (/^(white|wei)/.test(name)) return 'white';
  if (/^(black|schwarz)/.test(name)) return 'black';
  return HUES[seat % HUES.length];
}

/** @param {number} seat @returns {Mark} */
export function mark(seat) {
  return MARKS[seat % MARKS.length];
}
