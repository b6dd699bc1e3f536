// The opening explorer: what was played in a position, in the games that are stored.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

test('the moves of stored games are shown with their results, and can be played', async () => {
  await server.run('match', 'bohnenspiel', 'greedy', 'random', '--games', '6', '--record', join(server.folder, 'store.sqlite'));
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/analysis/bohnenspiel`);
    await page.waitForSelector('.site.grab');
    assert.ok(await page.locator('.explorer').isHidden());
    await page.locator('#do-explorer').click();
    await page.locator('.explored tbody tr').first().waitFor();
    const { games, moves } = await server.ask('/api/explorer', { game: 'bohnenspiel' });
    assert.equal(games, 6);
    const rows = await page.locator('.explored tbody tr').evaluateAll((all) => all.map((row) =>
      [row.querySelector('.move')?.textContent, Number(row.children[1].textContent)]));
    assert.deepEqual(rows, moves.map((/** @type {any} */ each) => [each.move.text, each.games]));
    await page.locator('.explored .move').first().click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
  });
});
