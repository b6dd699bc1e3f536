// Animation of moves: a piece goes from site to site and captures stones as it goes; beans are sown
// one by one and captured bowls emptied. It stops at once when it is aborted, and does nothing where
// the user wants no motion.

import { s } from '../core/dom.js';
import { stepTime } from '../core/settings.js';
import { bean } from './beans.js';
import { beansIn } from './figures.js';

/** @typedef {import('./view.js').BoardView} BoardView */
/** @typedef {import('../core/types.js').Animation} Animation */
/** @typedef {import('../core/types.js').Content} Content */

/** The longest that a whole move may take, in milliseconds. */
const LONGEST = 2600;

/**
 * @param {BoardView} view @param {Animation} animation @param {Content[]} after @param {AbortSignal} signal
 */
export async function animate(view, animation, after, signal) {
  const time = Math.min(stepTime(), LONGEST / Math.max(1, animation.steps.length));
  if (time === 0 || document.hidden) return;
  if (animation.kind === 'sow') {
    await sow(view, animation, after, Math.min(time, 180), signal);
  } else {
    await walk(view, animation, time, signal);
  }
}

/** @param {BoardView} view @param {Animation} animation @param {number} time @param {AbortSignal} signal */
async function walk(view, { from, steps }, time, signal) {
  const figure = view.figures.get(from);
  if (!figure) return;
  view.layers.pieces.append(figure);
  let here = from;
  for (const { to, captured } of steps) {
    const [a, b] = [view.layout.sites[here], view.layout.sites[to]];
    const hop = Math.hypot(b.x - a.x, b.y - a.y) > 150 ? 1.18 : 1.05;
    const frames = [frame(a, 1), frame({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, hop), frame(b, 1)];
    await run(figure, frames, time, signal);
    if (signal.aborted) return;
    for (const site of captured) vanish(view, site, time, signal);
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
 * @param {BoardView} view @param {Animation} animation @param {Content[]} after @param {number} time
 * @param {AbortSignal} signal
 */
async function sow(view, { from, steps }, after, time, signal) {
  view.set(from, { beans: 0 });
  let here = from;
  for (const { to } of steps) {
    const flying = s('g', null, bean(to % 3, 0, 0));
    view.layers.arrows.append(flying);
    await run(flying, [frame(view.layout.sites[here], 1), frame(view.layout.sites[to], 1)], time, signal);
    flying.remove();
    if (signal.aborted) return;
    view.set(to, { beans: beansIn(view.contents[to]) + 1 });
    here = to;
  }
  const captured = steps.at(-1)?.captured ?? [];
  for (const site of captured) {
    await collect(view, site, after, time, signal);
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
  const flying = s('g', null, Array.from({ length: beans }, (_, nth) =>
    bean(nth % 3, 14 * Math.cos(nth * 2.4), 14 * Math.sin(nth * 2.4), nth * 70)));
  view.set(site, { beans: 0 });
  view.layers.arrows.append(flying);
  const frames = [frame(view.layout.sites[site], 1), frame(view.layout.sites[store], 1)];
  await run(flying, frames, time * 2.5, signal);
  flying.remove();
  if (!signal.aborted) view.set(store, { beans: beansIn(view.contents[store]) + beans });
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
