// Whether a move does what a lesson asks. It is judged by what has changed on the board, so this page
// needs no rule for it.

/** @typedef {import('../core/types.js').Content} Content */
/** @typedef {import('../core/types.js').Goal} Goal */

/**
 * @param {Goal} goal @param {import('../core/types.js').Ply} ply
 * @param {Content[]} before @param {Content[]} after
 * @param {import('../core/types.js').Board} board
 */
export function reaches(goal, { seat, move, outcome }, before, after, board) {
  const steps = move.trail?.kind === 'walk' ? move.trail.steps : [];
  const name = (/** @type {number | undefined} */ site) => (site === undefined ? '' : board.places[site].name);
  if (goal.from && !goal.from.includes(name(move.path[0]))) return false;
  if (goal.reach && !goal.reach.includes(name(steps.at(-1)?.to))) return false;
  if (goal.capture && gained(before, after, seat, board) < goal.capture) return false;
  if (goal.steps && steps.length < goal.steps) return false;
  return !goal.end || isEnd(goal.end, seat, outcome);
}

/** The pieces of others that are gone, or the beans that came into the own store.
 * @param {Content[]} before @param {Content[]} after @param {number} seat @param {import('../core/types.js').Board} board */
function gained(before, after, seat, board) {
  const stores = board.places.flatMap(({ shape }, site) => (shape === 'store' ? [site] : []));
  const pieces = (/** @type {Content[]} */ contents) =>
    contents.filter((content) => typeof content === 'object' && 'piece' in content && content.piece !== seat).length;
  if (stores.length === 0) return pieces(before) - pieces(after);
  const beans = (/** @type {Content} */ content) => (typeof content === 'object' && 'beans' in content ? content.beans : 0);
  return beans(after[stores[seat]]) - beans(before[stores[seat]]);
}

/** @param {'win' | 'open'} end @param {number} seat @param {number[] | undefined} outcome */
function isEnd(end, seat, outcome) {
  if (end === 'open') return !outcome;
  return !!outcome && outcome.every((points, other) => other === seat || points < outcome[seat]);
}
