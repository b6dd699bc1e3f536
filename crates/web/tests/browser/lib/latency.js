// How long a person waits for what should be instant, in milliseconds: for the first move in a page that
// is opened for the first time, and for a move in an analysis.

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/** The median of so many moves counts. */
const MOVES = 21;

/** @param {number[]} times */
const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** A page with an empty cache. @param {Browser} browser */
async function freshPage(browser) {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => { localStorage.setItem('spielwerk', JSON.stringify({ motion: 'off' })); });
  return page;
}

/**
 * From opening a static site to what is seen there, when everything is clicked as soon as it can be: the
 * games, a board that can be played on, and the first move of an opponent of level 3.
 * @param {Browser} browser @param {string} address
 */
export async function firstVisit(browser, address) {
  const page = await freshPage(browser);
  await page.addInitScript(() => {
    /** @type {number[]} */
    const times = [];
    const steps = [
      () => document.querySelector('[data-game="bohnenspiel"] .primary'),
      () => document.querySelector('.site.grab'),
      () => document.querySelectorAll('.moves .move').length >= 2,
    ];
    const frame = () => {
      const found = steps[times.length]();
      if (found) times.push(performance.now());
      if (found instanceof Element) found.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      if (times.length < steps.length) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { times });
  });
  await page.goto(address);
  await page.waitForFunction(() => /** @type {any} */ (window).times.length === 3);
  const times = await page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).times));
  await page.context().close();
  return times;
}

/**
 * From the click on a move in an analysis to the board that shows it, and to the next move that can be
 * chosen. The engine is off.
 * @param {Browser} browser @param {import('./server.js').Server} server
 * @param {{ delay: number, module: boolean }} conditions  `delay`: of every request
 */
export async function moveInAnalysis(browser, server, { delay, module }) {
  const page = await freshPage(browser);
  await page.goto(`${server.address}/#/analysis/bohnenspiel`);
  if (module) await page.waitForSelector('html[data-module-ready="true"]');
  await page.locator('#do-engine').click();
  await page.waitForSelector('.site.grab');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: delay, downloadThroughput: -1, uploadThroughput: -1 });
  /** @type {[number, number][]} */
  const times = [];
  for (let move = 0; move < MOVES; move += 1) times.push(await clickMove(page));
  await page.context().close();
  return [median(times.map(([shown]) => shown)), median(times.map(([, next]) => next))];
}

/** @param {Page} page @returns {Promise<[number, number]>} */
const clickMove = (page) => page.evaluate(() => new Promise((resolve) => {
  const look = () => [...document.querySelectorAll('.board .count')].map((each) => each.textContent).join();
  const before = look();
  const start = performance.now();
  document.querySelector('.site.grab')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  let shown = 0;
  const frame = () => {
    if (!shown && look() !== before) shown = performance.now();
    if (shown && document.querySelector('.site.grab')) resolve([shown - start, performance.now() - start]);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}));
