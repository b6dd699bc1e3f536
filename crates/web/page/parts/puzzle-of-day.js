// Which puzzle a day has: the same one for everybody.

/**
 * The number of a day's puzzle: another one every day, and all of them before one comes again.
 * @param {Date} date @param {number} count
 */
export function ofDay(date, count) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  // A step that shares no factor with the count goes through all of them, easy and hard ones mixed.
  let step = Math.max(1, Math.floor(count * 0.618));
  while (divisor(step, count) > 1) step += 1;
  return (day * step) % count;
}

/** @param {number} a @param {number} b @returns {number} */
function divisor(a, b) {
  return b === 0 ? a : divisor(b, a % b);
}
