// Where an arrow key leads: to the spot that lies best in its direction. Spots straight ahead win
// over nearer ones to the side, so that rows and columns are walked as one expects; at the edge the
// cursor stays.

/** @typedef {import('./geometry.js').Point} Point */

/**
 * @param {Point[]} spots @param {number} from @param {[number, number]} direction
 */
export function neighbour(spots, from, [right, down]) {
  const here = spots[from];
  let best = from;
  let least = Infinity;
  spots.forEach((spot, nth) => {
    const [x, y] = [spot.x - here.x, spot.y - here.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead < 10 || aside > ahead * 2.2) return;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [nth, cost];
  });
  return best;
}
