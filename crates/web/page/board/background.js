// The board without anything on it: wood, zones, lines, holes, squares, bowls and the labels at the
// edge. Drawn once for each layout; colours come from the style sheet.

import { s } from '../core/dom.js';
import { coordinates } from './coordinates.js';
import { UNIT, hull, outerSides, outside, rounded } from './geometry.js';
import { BOWL } from './layout.js';
import { emblem } from './pieces.js';
import { tone } from './seats.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../core/types.js').Content} Content */

/** The radius of a hole for a peg. */
export const HOLE = 36;

/**
 * @param {Layout} layout @param {string[]} seats @param {Content[]} contents  to know blocked sites
 */
export function background(layout, seats, contents) {
  return s('g', { class: 'background' },
    wood(layout), zones(layout, seats), lines(layout), places(layout, seats, contents), borders(layout, seats),
    s('g', { class: 'labels', 'aria-hidden': 'true' },
      layout.labels.map(({ text, x, y }) => s('text', { x, y }, text))),
    s('g', { class: 'coordinates', 'aria-hidden': 'true' },
      coordinates(layout).map(({ text, x, y }) => s('text', { x: x.toFixed(1), y: y.toFixed(1) }, text))));
}

/** @param {Layout} layout */
function wood({ outline, border }) {
  const face = rounded(outline, border);
  return s('g', { class: 'wood' },
    s('path', { class: 'cast', d: rounded(outline, border + 9), transform: 'translate(0 6)' }),
    s('path', { class: 'edge', d: rounded(outline, border + 7) }),
    s('path', { fill: 'url(#sw-wood)', d: face }),
    s('path', { class: 'grain', d: grain(outline, border) }));
}

/** Long fine waves along the wood. @param {import('./geometry.js').Point[]} outline @param {number} border */
function grain(outline, border) {
  const ys = outline.map((point) => point.y);
  const [top, bottom] = [Math.min(...ys) - border, Math.max(...ys) + border];
  const count = Math.floor((bottom - top) / 23);
  return Array.from({ length: count }, (_, nth) => {
    const y = top + (nth + 0.5 + 0.45 * Math.sin(nth * 2.4)) * 23;
    const [left, right] = across(outline, border, y);
    const third = (right - left) / 3;
    if (third < 10) return '';
    const sway = 16 * Math.sin(nth * 0.73) + 5 * Math.cos(nth * 3.1);
    const round = Math.round;
    return `M${round(left)} ${round(y)}C${round(left + third)} ${round(y + sway)} ${round(right - third)} ${round(y - sway)} ${round(right)} ${round(y)}`;
  }).join('');
}

/** How far the wood goes to the left and right at a height. @param {import('./geometry.js').Point[]} outline
 * @param {number} border @param {number} y */
function across(outline, border, y) {
  const xs = outline.map((point) => point.x);
  const [first, last] = [Math.min(...xs) - border, Math.max(...xs) + border];
  const inside = (/** @type {number} */ x) => outside(outline, { x, y }) < border - 3;
  let [left, right] = [first, last];
  while (left < last && !inside(left)) left += 6;
  while (right > left && !inside(right)) right -= 6;
  return [left, right];
}

/** Homes and starts of round places, tinted in their seat's colour. @param {Layout} layout @param {string[]} seats */
function zones({ board, sites }, seats) {
  const round = (/** @type {number} */ site) => ['hole', 'point', 'house'].includes(board.places[site].shape);
  return s('g', { class: 'zones' }, board.zones.map((zone) => {
    const own = zone.spots.filter(round);
    if (own.length === 0) return null;
    const around = hull(own.map((site) => sites[site]));
    const strangers = sites.some((site, nth) => !zone.spots.includes(nth) && outside(around, site) < 20);
    const d = strangers
      ? own.map((site) => rounded([sites[site]], 49)).join('')
      : rounded(around, 54);
    return s('path', { class: `zone ${zone.kind} ${tone(seats, zone.seat)}`, d });
  }));
}

/** @param {Layout} layout */
function lines({ board, sites }) {
  if (board.lines.length === 0) return null;
  const firm = board.places[board.lines[0][0]].shape === 'point';
  const d = board.lines.map(([a, b]) =>
    `M${sites[a].x.toFixed(1)} ${sites[a].y.toFixed(1)}L${sites[b].x.toFixed(1)} ${sites[b].y.toFixed(1)}`);
  return s('path', { class: `lines ${firm ? 'firm' : 'fine'}`, d: d.join('') });
}

/** @param {Layout} layout @param {string[]} seats @param {Content[]} contents */
function places({ board, sites, store }, seats, contents) {
  const zoneOf = (/** @type {number} */ site, /** @type {string} */ kind) =>
    board.zones.find((zone) => zone.kind === kind && zone.spots.includes(site));
  return s('g', { class: 'places' }, board.places.map(({ shape }, site) => {
    const { x, y } = sites[site];
    const home = zoneOf(site, 'home');
    const at = { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` };
    if (contents[site] === 'blocked') return s('g', at, blocked());
    switch (shape) {
      case 'square':
        return s('g', at, square(board.places[site], tones(seats, [zoneOf(site, 'start'), home])), home && emblem(seats, home.seat));
      case 'point':
        return s('circle', { ...at, class: 'point', r: 7.5 });
      case 'hole':
        return s('g', at,
          s('circle', { class: 'lip', cy: 2.5, r: HOLE }),
          s('circle', { fill: 'url(#sw-hollow)', r: HOLE }), home && emblem(seats, home.seat));
      default: {
        const owner = zoneOf(site, 'houses');
        return s('g', at, bowl(shape === 'store' ? store : BOWL, owner ? tone(seats, owner.seat) : ''));
      }
    }
  }));
}

/** @param {string[]} seats @param {(import('../core/types.js').Zone | undefined)[]} zones */
const tones = (seats, zones) => zones.map((zone) => zone && tone(seats, zone.seat));

/** @param {{ x: number, y: number }} place @param {(string | undefined)[]} tints  of start and home */
function square({ x, y }, [start, home]) {
  const half = UNIT / 2;
  const box = { x: -half, y: -half, width: UNIT, height: UNIT };
  return [
    s('rect', { ...box, class: (Math.round(x) + Math.round(y)) % 2 ? 'square odd' : 'square' }),
    start && s('rect', { ...box, class: `tint start ${start}` }),
    home && s('rect', { ...box, class: `tint home ${home}` }),
  ];
}

/** @param {number} reach @param {string} owner */
function bowl(reach, owner) {
  const box = (/** @type {number} */ by) =>
    ({ x: -BOWL - by, y: -reach - by, width: 2 * (BOWL + by), height: 2 * (reach + by), rx: BOWL + by });
  return [
    s('rect', { class: 'lip', ...box(3), transform: 'translate(0 3)' }),
    s('rect', { class: `bowl ${owner}`, fill: 'url(#sw-hollow)', ...box(0) }),
  ];
}

/** A plug with a cross on it: nothing will ever stand here. */
function blocked() {
  const arm = HOLE * 0.45;
  return [
    s('circle', { class: 'plug', r: HOLE }),
    s('path', { class: 'plug-cross', d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` }),
  ];
}

/** Borders along the outer sides of zones of squares. @param {Layout} layout @param {string[]} seats */
function borders({ board, sites }, seats) {
  const squares = (/** @type {number[]} */ of) =>
    of.filter((site) => board.places[site].shape === 'square').map((site) => sites[site]);
  const all = squares(sites.map((_, site) => site));
  if (all.length === 0) return null;
  const starts = board.zones.filter((zone) => zone.kind === 'start');
  return s('g', { class: 'borders' },
    s('path', { class: 'rim', d: outerSides(all) }),
    starts.map((zone) => s('path', { class: `camp ${tone(seats, zone.seat)}`, d: outerSides(squares(zone.spots)) })));
}
