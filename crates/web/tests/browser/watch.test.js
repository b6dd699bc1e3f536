// Watching what others play: a tournament of another process while it goes on, and the practice
// server's runs.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { addressOf, Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

/** A tournament of three with so many games a pairing. @param {number} games */
const cup = (games) => `name = "kitchen cup"
game = "fanorona"
format = "round-robin"
players = ["greedy", "random", "minimax:depth=2"]
games = ${games}
openings = 4
limits = { nodes = 500 }
`;

test('a tournament that another process plays is followed, and its games are replayed', async () => {
  const config = join(server.folder, 'cup.toml');
  await writeFile(config, cup(20));
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/watch`);
    await page.locator('#events').getByText('None so far').waitFor();
    const played = server.run('tournament', config);
    await page.locator('#events').getByText('kitchen cup').click();
    await page.getByRole('heading', { name: 'kitchen cup' }).waitFor();
    await page.locator('[data-games="60"]').getByText('60 of 60 games').waitFor();
    await page.getByText('Finished', { exact: true }).first().waitFor();
    await played;
    assert.equal(await page.locator('.event-standings tbody tr').count(), 3);
    assert.equal(await page.locator('.ratings .rating').count(), 3);
    assert.equal(await page.locator('#games .game-list a').count(), 50);
    await page.locator('#more-games').click();
    await page.waitForFunction(() => document.querySelectorAll('#games .game-list a').length === 60);

    await page.getByRole('button', { name: /Greedy against Random/ }).click();
    await page.waitForFunction(() => document.querySelectorAll('#games .game-list a').length === 20);
    await page.locator('#games .game-list a').first().click();
    await page.waitForSelector('#do-replay');
    await page.getByText(/^After move 0 of/).first().waitFor();
    await page.keyboard.press('End');
    await page.waitForSelector('.strip .clock:not(:empty)');
    const shown = await page.locator('.strip .clock').allTextContents();
    assert.ok(shown.some((points) => points === '1 pts' || points === '0.5 pts'), shown.join());
    await page.keyboard.press('Home');
    await page.locator('#do-replay').click();
    await page.getByText(/^After move 2 of/).first().waitFor();
    await page.locator('#do-analyse').click();
    await page.waitForSelector('.analysis .moves .move');
  });
});

test('runs at the practice server are followed', async () => {
  const practice = server.spawn('aisysproj', 'serve', '--port', '0', '--seed', '1');
  try {
    const url = await addressOf(practice);
    await server.run('aisysproj', 'agent', 'ada', '--url', url, '--directory', server.folder);
    await visit(browser, server, {}, async (page) => {
      await page.goto(`${server.address}/#/watch`);
      await page.waitForSelector('#running');
      assert.equal(await page.locator('#environments').count(), 0);
      await server.run('aisysproj', 'play', join(server.folder, 'ss26.1.2.1.json'), '--runs', '1', '--single', '--player', 'greedy');
      const environment = page.locator('[data-environment="ss26.1.2.1"]');
      await environment.getByRole('rowheader', { name: 'ada' }).waitFor();
      await environment.locator('summary').click();
      await environment.getByText('pts').first().click();
      await page.getByRole('heading', { name: /^Run \d+ · ss26\.1\.2\.1/ }).waitFor();
      await page.getByRole('button', { name: 'To the end' }).click();
      await page.getByText(/ada got [01] points/).first().waitFor();
    });
  } finally {
    practice.kill();
  }
});
