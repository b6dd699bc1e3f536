// Players as people read their names: persons, levels, and the rest by their own names.

import { t, tOr } from '../core/i18n.js';

/** @param {import('../core/types.js').SeatOccupant} spec */
export function playerName(spec) {
  if (spec.player === undefined) return spec.person || t('person');
  return specName(spec.player);
}

/** @param {string} spec */
export function specName(spec) {
  const level = /^level:(\d+)$/.exec(spec);
  if (level) return t('level', { level: level[1] });
  return tOr(`player.${spec}`, spec);
}

/** @param {import('../core/types.js').SeatOccupant} spec */
export const isPerson = (spec) => spec.player === undefined;
