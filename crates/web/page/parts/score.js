// Scores as text, and as a share of a bar. An estimate has no upper bound, so the bar squashes it: a
// few units fill most of it, a proven win all of it.

import { number, t } from '../core/i18n.js';

/** @typedef {import('../core/types.js').Score} Score */

/** An estimate that fills three quarters of the bar. */
const HALFWAY = 6;

/** @param {Score | null | undefined} score */
export function scoreText(score) {
  if (!score) return '–';
  const { result, plies } = score;
  if (result === 'draw') return t('score.draw');
  if (result) {
    const key = result === 'win' ? 'score.win' : 'score.loss';
    return plies ? t(`${key}.in`, { plies }) : t(key);
  }
  return number(score.value ?? 0, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
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
