// What a page shows at every single frame, for what must hold while things move, too.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Looks at the page at every frame from now on, and keeps what differs from the frame before.
 * @template T
 * @param {Page} page @param {() => T} look  runs in the page
 * @returns {Promise<() => Promise<T[]>>} what was seen so far
 */
export async function watchFrames(page, look) {
  // As text, since the page's own policy forbids it to make functions of strings.
  await page.evaluate(`{
    const look = ${look};
    const seen = [];
    const frame = () => {
      const now = JSON.stringify(look());
      if (seen.at(-1) !== now) seen.push(now);
      requestAnimationFrame(frame);
    };
    window.seenFrames = seen;
    frame();
  }`);
  return async () => {
    const seen = await page.evaluate(() => /** @type {any} */ (window).seenFrames);
    return seen.map((/** @type {string} */ each) => JSON.parse(each));
  };
}

/** Lets so many frames pass. @param {Page} page @param {number} frames */
export async function passFrames(page, frames) {
  await page.evaluate((count) => new Promise((resolve) => {
    let left = count;
    const frame = () => {
      left -= 1;
      if (left > 0) requestAnimationFrame(frame);
      else resolve(null);
    };
    requestAnimationFrame(frame);
  }), frames);
}

/** Notes how long every animation shall take that begins from now on. @param {Page} page */
export async function watchDurations(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const durations = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (/** @type {Keyframe[]} */ frames, /** @type {any} */ options) {
      durations.push(options.duration);
      return animate.call(this, frames, options);
    };
    Object.assign(window, { durations });
  });
  return () => page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).durations.splice(0)));
}
