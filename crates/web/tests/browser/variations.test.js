// Variations in the analysis: trying, walking, promoting, deleting, commenting, and previews of lines.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { clickSite } from './lib/play.js';
import { Server } from './lib/server.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

/** Opens an analysis of Das Bohnenspiel without the engine. @param {Page} page @param {string} query */
async function open(page, query) {
  await page.goto(`${server.address}/#/analysis/bohnenspiel?${query}`);
  await page.waitForSelector('.moves.tree');
  await page.locator('#do-engine').click();
}

/** Waits until the address has these moves. @param {Page} page @param {string} moves */
const addressHas = (page, moves) => page.waitForFunction((wanted) =>
  new URLSearchParams(location.hash.split('?')[1]).get('moves') === wanted, moves);

/** Waits until the move with this number in the list is the present one; 0 is none. @param {Page} page @param {number} nth */
const isAt = (page, nth) => page.waitForFunction((wanted) =>
  [...document.querySelectorAll('.moves .move')].findIndex((each) => each.getAttribute('aria-current') === 'step') + 1 === wanted, nth);

test('a move tried earlier begins a variation, and the game stays', async () => {
  await visit(browser, server, {}, async (page) => {
    await open(page, 'moves=1+1+2');
    await isAt(page, 3);
    await page.keyboard.press('Home');
    await isAt(page, 0);
    await page.waitForSelector('.site.grab');
    await clickSite(page, 2);
    await addressHas(page, '1 (3) 1 2');
    // The list has the main line's round first, the variation below it.
    await isAt(page, 3);
    await page.locator('.moves .variations .number', { hasText: '1.' }).waitFor();
    assert.equal(await page.locator('.moves .variations .move').count(), 1);
    await page.reload();
    await isAt(page, 3);
    await addressHas(page, '1 (3) 1 2');
  });
});

test('arrow keys walk the line, and change to its siblings', async () => {
  await visit(browser, server, {}, async (page) => {
    await open(page, 'moves=1+(3+4)+1+2&at=1');
    // In the order of the list: 1, its reply 1, the variation 3 4, then 2.
    await isAt(page, 1);
    await page.keyboard.press('ArrowDown');
    await isAt(page, 3);
    await page.keyboard.press('ArrowRight');
    await isAt(page, 4);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await isAt(page, 1);
    await page.keyboard.press('End');
    await isAt(page, 5);
  });
});

test('promote, comment and delete', async () => {
  await visit(browser, server, {}, async (page) => {
    await open(page, 'moves=1+(3+4)+1+2&at=3');
    await page.locator('#do-variation-promote').click();
    await addressHas(page, '3 (1 1 2) 4');
    assert.ok(await page.locator('#do-variation-promote').isDisabled());
    await page.locator('#do-variation-comment').click();
    await page.locator('#comment').fill('Better by far.');
    await page.locator('#comment-keep').click();
    await page.locator('.moves .comment', { hasText: 'Better by far.' }).waitFor();
    await addressHas(page, '3 (1 1 2) 4 {Better by far.}');
    await page.reload();
    await page.locator('.moves .comment', { hasText: 'Better by far.' }).waitFor();
    await page.locator('.moves .variations .move').first().click();
    await page.locator('#do-variation-remove').click();
    await page.locator('dialog .danger').click();
    await addressHas(page, '3 4 {Better by far.}');
    assert.equal(await page.locator('.moves .move').count(), 2);
  });
});

test('a line of the engine shows where it leads, and can be played as a variation', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/analysis/fanorona-3x3?moves=a1-b2A&at=0`);
    const move = page.locator('ol.lines li:first-child .move').nth(1);
    await move.waitFor();
    assert.ok(await page.locator('.line-preview').isHidden());
    await move.hover();
    await page.waitForSelector('.line-preview:not([hidden])');
    const expected = await page.locator('ol.lines li:first-child .move').evaluateAll((all) => all.slice(0, 2).map((each) => each.textContent));
    const { contents } = await server.ask('/api/position', { game: 'fanorona-3x3', moves: expected });
    const pieces = contents.filter((/** @type {any} */ content) => content.piece !== undefined).length;
    assert.equal(await page.locator('.line-preview .figure').count(), pieces);
    // The board itself shows the position that is looked at.
    assert.equal(await page.locator('.play-board .figure').count(), 8);
    await page.mouse.move(5, 5);
    await page.waitForSelector('.line-preview', { state: 'hidden' });
    await page.locator('ol.lines li:first-child .move').first().click();
    await page.waitForFunction(() => document.querySelector('.moves .move[aria-current]'));
    await page.waitForFunction(() => /at=/.test(location.hash) === (document.querySelector('.moves .variations') !== null));
  });
});
