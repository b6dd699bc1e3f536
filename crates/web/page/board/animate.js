// Animation of moves: a piece goes from site to site and captures stones as it goes; beans are sown
// one by one from the hand, and captured bowls emptied. No bean is ever drawn twice or not at all.
// It stops at once when it is aborted, and does nothing where the user wants no motion.

import { s } from '../core/dom.js';
import { stepTime } from '../core/settings.js';
import { bean } from './beans.js';
import { beansIn } from './figures.js';

/** @typedef {import('./view.js').BoardView} BoardView */
/** @typedef {import('../core/types.js').Animation} Animation */
/** @typedef {import('../core/types.js').Content} Content */

/** The longest that a whole move may take, in milliseconds. */
const LONGEST = 1200;
/** So much of it is kept for frames that come late. */
const RESERVE = 100;
/** The longest that one bean takes. */
const BEAN = 180;
/** Emptying a bowl takes as long as so many beans. */
const COLLECT = 2.5;

/**
 * @param {BoardView} view @param {Animation} animation @param {Content[]} after
 * @param {number} seen  how many steps are on the board already @param {AbortSignal} signal
 */
export async function animate(view, animation, after, seen, signal) {
  if (stepTime() === 0 || document.hidden || seen >= animation.steps.length) return;
  if (animation.kind === 'sow') {
    await sow(view, animation, after, signal);
  } else {
    await walk(view, animation, seen, signal);
  }
}

/**
 * When each part of a move is over. A part that begins late is as much shorter, so that the move as
 * a whole is not longer.
 * @param {number} parts  how many parts the move has @param {number} most  the longest part
 */
function schedule(parts, most) {
  const time = Math.min(most, (LONGEST - RESERVE) / parts);
  const begin = performance.now();
  let done = 0;
  return (/** @type {number} */ share = 1) => {
    done += share;
    return Math.max(0, begin + done * time - performance.now());
  };
}

/** @param {BoardView} view @param {Animation} animation @param {number} seen @param {AbortSignal} signal */
async function walk(view, { from, steps }, seen, signal) {
  let here = seen > 0 ? steps[seen - 1].to : from;
  const figure = view.figures.get(here);
  if (!figure) return;
  view.layers.pieces.append(figure);
  const left = steps.slice(seen);
  const next = schedule(left.length, stepTime());
  for (const { to, captured } of left) {
    const [a, b] = [view.layout.sites[here], view.layout.sites[to]];
    const hop = Math.hypot(b.x - a.x, b.y - a.y) > 150 ? 1.18 : 1.05;
    const frames = [frame(a, 1), frame({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, hop), frame(b, 1)];
    const time = next();
    for (const site of captured) vanish(view, site, time, signal);
    await run(figure, frames, time, signal);
    if (signal.aborted) return;
    here = to;
  }
}

/** A captured stone goes. @param {BoardView} view @param {number} site @param {number} time
 * @param {AbortSignal} signal */
function vanish(view, site, time, signal) {
  const figure = view.figures.get(site);
  if (!figure) return;
  const at = view.layout.sites[site];
  run(figure, [{ ...frame(at, 1), opacity: 1 }, { ...frame(at, 0.2), opacity: 0 }], time, signal);
}

/**
 * @param {BoardView} view @param {Animation} animation @param {Content[]} after @param {AbortSignal} signal
 */
async function sow(view, { from, steps }, after, signal) {
  const captured = steps.at(-1)?.captured ?? [];
  const next = schedule(steps.length + COLLECT * captured.length, Math.min(stepTime(), BEAN));
  view.set(from, { beans: 0 });
  const hand = fillHand(view, steps.length);
  let here = from;
  for (const { to } of steps) {
    await run(hand, [frame(view.layout.sites[here], 1), frame(view.layout.sites[to], 1)], next(), signal);
    if (signal.aborted) return;
    hand.lastElementChild?.remove();
    view.set(to, { beans: beansIn(view.contents[to]) + 1 });
    here = to;
  }
  hand.remove();
  for (const site of captured) {
    await collect(view, site, after, next(COLLECT), signal);
    if (signal.aborted) return;
  }
}

/** The beans of a bowl go to the store that is fuller afterwards. @param {BoardView} view
 * @param {number} site @param {Content[]} after @param {number} time @param {AbortSignal} signal */
async function collect(view, site, after, time, signal) {
  const stores = view.board.places.flatMap(({ shape }, nth) => (shape === 'store' ? [nth] : []));
  const store = stores.find((nth) => beansIn(after[nth]) > beansIn(view.contents[nth]));
  const beans = beansIn(view.contents[site]);
  if (store === undefined || beans === 0) return;
  view.set(site, { beans: 0 });
  const hand = fillHand(view, beans);
  await run(hand, [frame(view.layout.sites[site], 1), frame(view.layout.sites[store], 1)], time, signal);
  if (signal.aborted) return;
  hand.remove();
  view.set(store, { beans: beansIn(view.contents[store]) + beans });
}

/** Beans that are in no bowl just now. @param {BoardView} view @param {number} beans */
function fillHand(view, beans) {
  const spread = 7 + Math.sqrt(beans) * 2.6;
  const hand = s('g', { class: 'hand' }, Array.from({ length: beans }, (_, nth) => {
    const out = spread * Math.sqrt(nth / Math.max(1, beans));
    return bean(nth % 3, out * Math.cos(nth * 2.4), out * Math.sin(nth * 2.4), nth * 70);
  }));
  view.layers.moving.append(hand);
  return hand;
}

/** @param {import('./geometry.js').Point} at @param {number} scale */
function frame({ x, y }, scale) {
  return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})` };
}

/** Runs key frames to their end, or until it is aborted. @param {Element} element
 * @param {Keyframe[]} frames @param {number} duration @param {AbortSignal} signal */
async function run(element, frames, duration, signal) {
  const running = element.animate(frames, { duration, fill: 'forwards', easing: 'ease-in-out' });
  // Also after its end, since a figure that has moved or gone stays so only until then.
  signal.addEventListener('abort', () => running.cancel());
  await running.finished.catch(() => {});
}
