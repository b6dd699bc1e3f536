// The page as such: languages, themes, sizes, what a board says aloud, and its weight.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { myTurn } from './lib/play.js';
import { everyScreen, playCup } from './lib/screens.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let session;
/** @type {number} */
let event;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  const seats = [{ person: '' }, { person: '' }];
  session = (await server.ask('/api/sessions', { game: 'fanorona', seats, moves: ['d3-e3A'] })).id;
  await playCup(server);
  event = (await server.ask('/api/events'))[0].id;
});
after(async () => { await browser.close(); await server.stop(); });

const screens = () => everyScreen(session, event);

test('on a phone the controls are one row under the board, and the panel is beside it when it lies', async () => {
  await visit(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    const { id } = await server.ask('/api/sessions', { game: 'fauhalma' });
    await page.goto(`${server.address}/#/session/${id}`);
    await page.waitForSelector('.site.grab');
    const tops = await page.locator('.controls > *').evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    assert.ok(tops.length >= 5 && Math.max(...tops) - Math.min(...tops) < 8, tops.join());
    const bottom = async (/** @type {string} */ what) => (await page.locator(what).first().boundingBox())?.y ?? 0;
    assert.ok(await bottom('.controls') < await bottom('.strips'), 'they come before the seats');
    await page.locator('#more-controls').click();
    const menu = await page.locator('.menu-items').boundingBox();
    assert.ok(menu && menu.x >= 0 && menu.x + menu.width <= 360, JSON.stringify(menu));
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.menu-items').isVisible(), false);
    await page.setViewportSize({ width: 740, height: 360 });
    const [board, panel] = [await page.locator('.board-side').boundingBox(), await page.locator('.panel').boundingBox()];
    assert.ok(board && panel && panel.x >= board.x + board.width, 'the panel is beside the board');
  });
});

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

test('the page is few files, and browsers keep all but one for ever', async () => {
  await visit(browser, server, {}, async (page) => {
    /** @type {string[]} */
    const files = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) files.push(pathname);
    });
    await page.goto(`${server.address}/#/`);
    await page.waitForSelector('.game-card');
    const hashed = files.filter((path) => /\.[0-9a-f]{16}\.(js|css|svg)$/.test(path));
    assert.deepEqual(files.filter((path) => !hashed.includes(path)), ['/']);
    assert.equal(new Set(hashed).size, 3);
    const kept = async (/** @type {string} */ path) => (await fetch(server.address + path)).headers.get('cache-control');
    for (const path of hashed) assert.match(await kept(path) ?? '', /immutable/);
    assert.equal(await kept('/'), 'no-cache');
  });
});

test('a first visit loads less than 130 KB', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/`);
    await page.waitForSelector('.game-card');
    const total = await page.evaluate(() => /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource')]).reduce((sum, entry) => sum + entry.transferSize, 0));
    assert.ok(total > 10_000 && total < 130_000, `${total} bytes`);
  });
});

test('a second visit asks for the page and one’s own games alone', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/`);
    await page.waitForSelector('.game-card');
    const again = await page.context().newPage();
    await again.goto(`${server.address}/`);
    await again.waitForSelector('.game-card');
    await again.waitForLoadState('networkidle');
    const asked = await again.evaluate(() => /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
      .filter((entry) => entry.transferSize > 0).map((entry) => new URL(entry.name).pathname));
    assert.deepEqual(asked, ['/api/own-games']);
  });
});
