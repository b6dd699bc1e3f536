// Beans in a bowl, one by one, in a heap that is the same whenever the number is. They lie on a
// sunflower's spiral, which fills a bowl evenly for any number, each turned and nudged by an amount
// that depends on nothing but its bowl and its own number.

import { s } from '../core/dom.js';
import { BOWL } from './layout.js';

/** The outline of a bean, 100 long, hollowed on its lower side. */
export const KIDNEY =
  'M-50 2C-52 -26 -26 -37 0 -36C26 -37 52 -26 50 2C50 28 26 36 10 27C4 24 -4 24 -10 27C-26 36 -50 28 -50 2Z';

/** The angle between one bean of the spiral and the next. */
const GOLDEN = 2.399963229728653;
/** The length of a bean that has room. */
const LENGTH = 25;

/**
 * The beans of a bowl around the origin.
 * @param {number} bowl  the bowl's number: each heaps its beans in its own way
 * @param {number} beans @param {number} [reach]  half the height of the bowl
 */
export function heap(bowl, beans, reach = BOWL) {
  const room = (BOWL * reach * 3.1) / (LENGTH * LENGTH);
  const size = Math.min(1, Math.max(0.62, Math.sqrt(room / Math.max(1, beans)))) * LENGTH;
  const width = BOWL - size * 0.6;
  // A few beans in a long store lie together in its middle.
  const height = Math.min(reach - size * 0.6, Math.max(width, beans * LENGTH * LENGTH * 0.008));
  const all = Array.from({ length: beans }, (_, nth) => {
    const chance = stir(bowl * 256 + nth);
    const share = (/** @type {number} */ shift) => ((chance >>> shift) & 255) / 255;
    const out = Math.sqrt((nth + 0.5) / Math.max(beans, 7));
    const angle = nth * GOLDEN + bowl;
    const x = out * width * Math.cos(angle) + (share(0) - 0.5) * 5;
    const y = out * height * Math.sin(angle) + (share(8) - 0.5) * 5;
    return bean((chance >>> 24) % 3, x, y, Math.round(share(16) * 360), size / 100);
  });
  return s('g', { class: 'heap' }, all);
}

/**
 * One bean.
 * @param {number} sort @param {number} x @param {number} y @param {number} [turned] @param {number} [scale]
 */
export function bean(sort, x, y, turned = 20, scale = LENGTH / 100) {
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned}) scale(${scale.toFixed(3)})`;
  return s('use', { href: `#sw-bean${sort}`, transform: place });
}

/** A well stirred number of 32 bits. @param {number} seed */
function stir(seed) {
  let bits = (seed + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
