// No screen and no dialog has an accessibility violation that axe-core can find, in both themes, on a
// desktop and on a phone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { chooseRare, myTurn } from './lib/play.js';
import { everyScreen, playCup } from './lib/screens.js';
import { Server } from './lib/server.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let session;
/** @type {number} */
let event;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  const seats = [{ person: '' }, { person: '' }];
  session = (await server.ask('/api/sessions', { game: 'fanorona', seats, moves: ['d3-e3A'] })).id;
  await playCup(server);
  event = (await server.ask('/api/events'))[0].id;
});
after(async () => { await browser.close(); await server.stop(); });

const THEMES = /** @type {const} */ (['light', 'dark']);
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** What opens a dialog or a menu, from a screen of its own. @type {Record<string, (page: Page) => Promise<void>>} */
const DIALOGS = {
  'new game': async (page) => {
    await show(page, '');
    await page.getByRole('button', { name: 'Options …' }).first().click();
    await page.waitForSelector('dialog select');
  },
  settings: async (page) => {
    await show(page, '');
    await page.locator('#settings').click();
    await page.waitForSelector('dialog select');
  },
  resign: async (page) => {
    await show(page, `session/${session}`);
    await myTurn(page);
    await page.locator('#do-resign').click();
    await page.waitForSelector('dialog');
  },
  menu: async (page) => {
    await show(page, `session/${session}`);
    await page.locator('#more-controls').click();
    await page.waitForSelector('.menu-items');
  },
  import: async (page) => {
    await show(page, 'analysis/fanorona');
    await chooseRare(page, 'do-import');
    await page.waitForSelector('dialog');
  },
  export: async (page) => {
    await show(page, 'analysis/fanorona');
    await chooseRare(page, 'do-export');
    await page.waitForSelector('dialog');
  },
  editor: async (page) => {
    await show(page, 'analysis/fanorona');
    await page.locator('#do-editor').click();
  },
  'a solved lesson': async (page) => {
    await show(page, 'learn/fanorona');
    await page.locator('#do-show').click();
    await page.waitForSelector('.verdict.good');
  },
  'a shown solution': async (page) => {
    await show(page, 'puzzles/bohnenspiel');
    await page.locator('#do-show').click();
    await page.waitForSelector('.verdict.good');
  },
};

let shown = 0;

/** @param {Page} page @param {string} screen */
async function show(page, screen) {
  // Another address before the hash makes a new document, so that no dialog of the last one is left.
  shown += 1;
  await page.goto(`${server.address}/?${shown}#/${screen}`);
  await page.waitForSelector('main h1');
  await page.waitForLoadState('networkidle').catch(() => {});
}

for (const colorScheme of THEMES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    // The tool is brought in from outside, which the page's own policy rightly forbids.
    const options = { colorScheme, viewport, bypassCSP: true, refusals: true };
    test(`no screen has an accessibility violation (${colorScheme}, ${size})`, async () => {
      await visit(browser, server, options, async (page) => {
        for (const screen of everyScreen(session, event)) {
          await show(page, screen);
          if (screen.startsWith('analysis')) await page.waitForSelector('.site.grab');
          await check(page, `${screen} ${colorScheme} ${size}`);
        }
      });
    });
    test(`no dialog has an accessibility violation (${colorScheme}, ${size})`, async () => {
      await visit(browser, server, options, async (page) => {
        for (const [name, open] of Object.entries(DIALOGS)) {
          await open(page);
          await check(page, `${name} ${colorScheme} ${size}`);
        }
      });
    });
  }
}

/** @param {Page} page @param {string} where */
async function check(page, where) {
  await page.addScriptTag({ content: axe });
  const found = /** @type {any} */ (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })'));
  const violations = found.violations.map((/** @type {any} */ each) =>
    `${where}: ${each.id}: ${each.nodes[0].html.slice(0, 160)} ${each.nodes[0].any[0]?.message ?? ''}`);
  assert.deepEqual(violations, []);
}
