// Scores as text, and as a share of a bar. An estimate has no upper bound, so the bar squashes it: a
// few units fill most of it, a proven win all of it.

import { number, seatName, t } from '../core/i18n.js';

/** @typedef {import('../core/types.js').Score} Score */

/** An estimate that fills three quarters of the bar. */
const HALFWAY = 6;

/**
 * A score as text. In games for two a number is always that of the first seat, so that it means the
 * same wherever it stands; a proven result names who wins.
 * @param {Score | null | undefined} score @param {number} seat  whose score it is @param {string[]} seats  all their names
 */
export function scoreText(score, seat, seats) {
  if (!score) return '–';
  const { result, plies } = score;
  const two = seats.length === 2;
  if (result === 'draw') return t('score.draw');
  if (result) {
    if (result === 'loss' && !two) return plies ? t('score.loss.in', { plies }) : t('score.loss');
    const who = seatName(seats[result === 'win' ? seat : 1 - seat]);
    return plies ? t('score.win.in', { who, plies }) : t('score.win', { who });
  }
  const value = (two && seat === 1 ? -1 : 1) * (score.value ?? 0);
  // Adding zero turns a negative zero into a plain one.
  return number(value + 0, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
}

/** A score that was recorded as text, such as `+1.20` or `win in 7`. @param {string} text @returns {Score} */
export function readScore(text) {
  const proven = /^(win|loss|draw)(?: in (\d+))?$/.exec(text);
  if (!proven) return { text, value: Number(text) };
  return { text, result: /** @type {Score['result']} */ (proven[1]), plies: proven[2] ? Number(proven[2]) : null };
}

/** How good a score is, from -1 (lost) to 1 (won). @param {Score | null | undefined} score */
export function goodness(score) {
  if (!score) return 0;
  if (score.result) return { win: 1, draw: 0, loss: -1 }[score.result];
  const value = score.value ?? 0;
  return (0.97 * value) / (Math.abs(value) + HALFWAY);
}

/**
 * The same for the first seat of a game for two; with more seats everybody counts for themselves.
 * @param {Score | null | undefined} score @param {number} seat @param {number} seats
 */
export function forFirst(score, seat, seats) {
  return seats === 2 && seat === 1 ? -goodness(score) : goodness(score);
}
