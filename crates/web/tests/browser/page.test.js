// The page as such: languages, themes, accessibility on every screen, and its weight.

import assert from 'node:assert/strict';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, visit } from './lib/browser.js';
import { myTurn } from './lib/play.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let session;
/** @type {number} */
let event;
const CUP = `game = "bohnenspiel"
format = "round-robin"
players = ["greedy", "random", "minimax:depth=2", "level:1"]
games = 2
openings = 4
limits = { nodes = 100 }
`;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  const seats = [{ person: '' }, { person: '' }];
  session = (await server.ask('/api/sessions', { game: 'fanorona', seats, moves: ['d3-e3A'] })).id;
  const config = join(server.folder, 'cup.toml');
  await writeFile(config, CUP);
  await server.run('tournament', config);
  event = (await server.ask('/api/events'))[0].id;
});
after(async () => { await browser.close(); await server.stop(); });

const screens = () => [
  '', 'rules/fauhalma', 'rules/halma', 'rules/fanorona', 'rules/bohnenspiel', 'watch', `event/${event}`, `event/${event}/1`, `session/${session}`,
  'analysis/bohnenspiel?moves=3', 'analysis/halma', 'analysis/fauhalma', 'session/nowhere',
];

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`no screen has a serious accessibility violation (${colorScheme})`, async () => {
    // The tool is brought in from outside, which the page's own policy rightly forbids.
    await visit(browser, server, { colorScheme, bypassCSP: true, refusals: true }, async (page) => {
      for (const screen of screens()) {
        await page.goto(`${server.address}/#/${screen}`);
        await page.waitForSelector('main h1');
        await page.waitForLoadState('networkidle').catch(() => {});
        if (screen.startsWith('analysis')) await page.waitForSelector('.site.grab');
        await checkAxe(page, `${screen} ${colorScheme}`);
      }
      await page.goto(`${server.address}/#/`);
      await page.getByRole('button', { name: 'Options …' }).first().click();
      await page.waitForSelector('dialog select');
      await checkAxe(page, `new game ${colorScheme}`);
    });
  });
}

/** @param {import('playwright-core').Page} page @param {string} where */
async function checkAxe(page, where) {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.addScriptTag({ content: axe });
  const found = /** @type {any} */ (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })'));
  const serious = found.violations
    .filter((/** @type {any} */ each) => ['serious', 'critical'].includes(each.impact))
    .map((/** @type {any} */ each) => `${where}: ${each.id}: ${each.nodes[0].html.slice(0, 160)} ${each.nodes[0].any[0]?.message ?? ''}`);
  assert.deepEqual(serious, []);
}

test('English and German, from the browser and by the switch', async () => {
  await visit(browser, server, { locale: 'de-DE' }, async (page) => {
    await page.goto(server.address);
    await page.getByRole('heading', { name: 'Was wollen wir spielen?' }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), 'de');
    await page.locator('#language').click();
    await page.getByRole('heading', { name: 'What shall we play?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'What shall we play?' }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
  });
});

test('light and dark, from the system and by the switch', async () => {
  await visit(browser, server, { colorScheme: 'dark' }, async (page) => {
    await page.goto(server.address);
    await page.waitForSelector('.game-card');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.locator('#theme').click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    assert.notEqual(await ground(), dark);
    await page.reload();
    await page.waitForSelector('.game-card');
    assert.notEqual(await ground(), dark);
    await page.locator('#theme').click();
    assert.equal(await ground(), dark);
  });
});

test('no screen is wider than a small phone', async () => {
  await visit(browser, server, { viewport: { width: 360, height: 740 }, refusals: true }, async (page) => {
    for (const screen of screens()) {
      await page.goto(`${server.address}/#/${screen}`);
      await page.waitForSelector('main h1');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, screen);
    }
  });
});

test('the board can be read without seeing it', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/session/${session}`);
    await myTurn(page);
    const labels = await page.locator('.site').evaluateAll((sites) => sites.map((site) => site.getAttribute('aria-label')));
    assert.equal(labels.length, 45);
    assert.ok(labels.includes('e3, White'), labels.join(' | '));
    assert.ok(labels.some((label) => label?.endsWith('Black, can move')));
    assert.equal(await page.locator('#announcer[aria-live="polite"]').count(), 1);
  });
});

test('one click starts a game', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(server.address);
    await page.locator('[data-game="fanorona"] .primary').click();
    await page.waitForURL(/#\/session\/./);
    assert.ok(await myTurn(page));
  });
});

test('a game is started with choices, and they are kept', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(server.address);
    await page.locator('[data-game="halma"]').getByRole('button', { name: 'Options …' }).click();
    const selects = page.locator('dialog select');
    await page.waitForFunction(() => document.querySelectorAll('dialog select').length === 6);
    await selects.nth(0).selectOption('halma-strict');
    await page.waitForFunction(() => document.querySelectorAll('dialog select').length === 6);
    await selects.nth(1).selectOption('level:1');
    await selects.nth(2).selectOption('person');
    await selects.nth(3).selectOption({ label: 'White' });
    await page.locator('#start-game').click();
    await page.waitForURL(/#\/session\/./);
    const id = page.url().split('/').at(-1);
    const state = await server.ask(`/api/sessions/${id}`);
    assert.equal(state.game, 'halma-strict');
    assert.equal(state.start.turn, 1, 'White begins');
    assert.deepEqual(state.seats.map((/** @type {any} */ seat) => seat.player ?? null), ['level:1', null]);
    await page.goto(`${server.address}/#/`);
    await page.locator('[data-game="halma"]').getByText('Level 1').waitFor();
  });
});

test('the page weighs less than 300 KB', async () => {
  const folder = fileURLToPath(new URL('../../page', import.meta.url));
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(files.filter((file) => file.isFile())
    .map(async (file) => (await stat(`${file.parentPath ?? file.path}/${file.name}`)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total < 300_000, `${total} bytes`);
});
