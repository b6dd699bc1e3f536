// The web app without a server, in a real browser: whole games from one file on the disk, and from a
// static host that is switched off after the first visit.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { missing } from './lib/module.js';
import { chooseRare, count, make, myTurn, playOut } from './lib/play.js';
import { backendOf, Site } from './lib/site.js';

/** @typedef {import('playwright-core').Page} Page */

describe('without a server', { skip: missing }, () => {
  /** @type {Site} */
  let site;
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => { [site, browser] = await Promise.all([Site.write(), launch()]); });
  after(async () => { await browser?.close(); await site?.remove(); });

  /** @param {string} address @param {(page: Page, backend: Awaited<ReturnType<typeof backendOf>>) => Promise<void>} run
   * @param {import('./lib/browser.js').Options} [options] */
  const open = (address, run, options = {}) => visit(browser, /** @type {any} */ ({ address: address.replace(/[^/]*$/, '') }), options, async (page) => {
    const backend = await backendOf(page, address);
    await page.goto(address);
    await page.waitForSelector('.cards');
    await run(page, backend);
  });

  /** A game against level 3, begun by the page itself, to its end. @param {Page} page @param {any} backend @param {string} game */
  const whole = async (page, backend, game) => {
    await page.locator(`[data-game="${game}"] .primary`).click();
    await page.waitForURL(/session/);
    await page.waitForSelector('.game-screen');
    const id = /** @type {string} */ (/session\/(\w+)/.exec(page.url())?.[1]);
    await playOut(backend, page, id);
    const state = await backend.ask(`/api/sessions/${id}`);
    assert.ok(state.over, 'the game is over');
    assert.ok(state.seats.slice(1).every((/** @type {any} */ { player }) => player === 'level:3'), JSON.stringify(state.seats));
    assert.equal(await count(page), state.plies.length);
  };

  for (const game of ['bohnenspiel', 'fanorona', 'fauhalma', 'halma']) {
    test(`a whole game of ${game} against level 3, from one file`, () =>
      open(site.file, (page, backend) => whole(page, backend, game)));
  }

  test('a whole game from a static host that is switched off after the first visit', async () => {
    const address = await site.serve();
    await open(address, async (page, backend) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await site.switchOff();
      await page.reload();
      await page.waitForSelector('.cards');
      await whole(page, backend, 'bohnenspiel');
      await page.goto(`${address}#/rules/halma`);
      await page.waitForSelector('.rules, article');
    });
  });

  test('a game goes on after the page was closed, in a file, and is removed', () => open(site.file, async (page, backend) => {
    await page.locator('[data-game="bohnenspiel"] .primary').click();
    await page.waitForURL(/session/);
    await myTurn(page);
    const id = /** @type {string} */ (/session\/(\w+)/.exec(page.url())?.[1]);
    const { now } = await backend.ask(`/api/sessions/${id}`);
    await make(page, now.moves[0].path);
    await myTurn(page);
    const plies = await count(page);
    assert.ok(plies >= 2);
    await page.reload();
    await myTurn(page);
    assert.equal(await count(page), plies);
    await page.goto(`${site.file}#/`);
    await page.waitForSelector('#kept-games li');
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save-games').click()]);
    const file = await readFile(await download.path());
    await page.locator('#kept-games li button').click();
    await page.waitForFunction(() => document.querySelector('#kept-games li') === null);
    await page.locator('#read-games').setInputFiles({ name: 'games.json', mimeType: 'application/json', buffer: file });
    await page.waitForSelector('#kept-games li');
    await page.locator('#kept-games li a').click();
    await myTurn(page);
    assert.equal(await count(page), plies);
  }));

  test('hints, taking back, and what stops a search', () => open(site.file, async (page, backend) => {
    const seats = [{ person: '' }, { player: 'strong' }];
    const { id } = await backend.ask('/api/sessions', { game: 'fanorona', seats, move_ms: 60_000 });
    await page.goto(`${site.file}#/session/${id}`);
    await myTurn(page);
    await page.locator('#do-hint').click();
    await page.waitForSelector('.arrow');
    const { now } = await backend.ask(`/api/sessions/${id}`);
    await make(page, now.moves[0].path);
    // The player would think for a minute; taking back does not wait for it.
    await page.locator('#do-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
    assert.ok(await myTurn(page));
    await page.locator('#do-hint').click();
    await page.waitForSelector('.arrow');
  }));

  test('analysis, review and pictures', () => open(site.file, async (page) => {
    await page.goto(`${site.file}#/analysis/bohnenspiel?moves=6+6+5+5+6+6`);
    await page.waitForFunction(() => document.querySelectorAll('ol.lines li').length === 3);
    await page.locator('#do-review').click();
    await page.waitForFunction(() => document.querySelectorAll('.mistakes li').length > 0);
    await chooseRare(page, 'do-export');
    for (const [format, start] of [['text', /^[\d,]/], ['svg', /^<svg/], ['png', /^\x89PNG/]]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`#export-${format}`).click()]);
      assert.match((await readFile(await download.path())).toString('latin1'), /** @type {RegExp} */ (start));
    }
  }));
});
