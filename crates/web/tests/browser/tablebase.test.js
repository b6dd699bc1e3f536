// Exact results of moves, from tablebases that the server builds in the background.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start({ tables: true }), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

test('every move has its exact result, and can be played', async () => {
  const position = '2B/1W1/W2 w 0 1';
  const input = { game: 'fanorona-3x3', position };
  // The first request starts the build.
  while ((await server.ask('/api/tablebase', input)).moves.length === 0) await new Promise((resolve) => { setTimeout(resolve, 50); });
  const { moves } = await server.ask('/api/tablebase', input);
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/analysis/fanorona-3x3?position=${encodeURIComponent(position)}`);
    await page.locator('.exact-moves li').first().waitFor();
    const shown = await page.locator('.exact-moves .move').allTextContents();
    assert.deepEqual(shown, moves.map((/** @type {any} */ { move }) => move.text));
    const [best] = moves;
    assert.equal(await page.locator('.exact-moves li').first().getAttribute('class'), best.result.result);
    await page.locator('.exact-moves .move').first().click();
    await page.waitForFunction((text) => document.querySelector('.moves .move')?.textContent === text, best.move.text);
  });
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/analysis/halma`);
    await page.waitForSelector('.site.grab');
    assert.ok(await page.locator('.tablebase').isHidden());
  });
});
