// Where an arrow key leads: to the site that lies best in its direction. Sites straight ahead win
// over nearer ones to the side, so that rows and columns are walked as one expects; at the edge the
// cursor stays.

/** @typedef {import('./geometry.js').Point} Point */

/**
 * @param {Point[]} sites @param {number} from @param {[number, number]} direction
 */
export function neighbour(sites, from, [right, down]) {
  const here = sites[from];
  let best = from;
  let least = Infinity;
  sites.forEach((site, nth) => {
    const [x, y] = [site.x - here.x, site.y - here.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead < 10 || aside > ahead * 2.2) return;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [nth, cost];
  });
  return best;
}
