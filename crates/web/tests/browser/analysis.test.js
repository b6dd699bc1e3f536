// Analysis in the browser: lines and arrows, what went wrong, the editor, paste, link and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { clickSite, make } from './lib/play.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

/** @param {string} path */
const at = (path) => `${server.address}/#/${path}`;

test('lines, arrows and the bar, and a line can be played', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(at('analysis/bohnenspiel'));
    await page.waitForFunction(() => document.querySelectorAll('ol.lines li').length === 3);
    assert.equal(await page.locator('.arrow').count(), 3);
    assert.notEqual(await page.locator('.eval-bar').getAttribute('aria-valuetext'), null);
    await page.locator('ol.lines .move').first().click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
    assert.match(page.url(), /moves=\d/);
    await page.waitForSelector('.site.grab');
    await page.locator('#do-engine').click();
    await page.waitForFunction(() => document.querySelectorAll('ol.lines li').length === 0);
    const next = Number(await page.locator('.site.grab').first().getAttribute('data-site'));
    await make(page, [next]);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  });
});

test('three share the bar, and what each can expect is said', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/analysis/fauhalma`);
    await page.waitForSelector('.expected-points .badge');
    const bar = page.locator('.eval-bar.shared');
    assert.match(await bar.getAttribute('aria-label') ?? '', /A \d\.\d, B \d\.\d, C \d\.\d/);
    const heights = await bar.locator('.full').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    assert.equal(heights.length, 3);
    assert.ok(heights.every((height) => height > 20), heights.join());
  });
});

test('what went wrong', async () => {
  await visit(browser, server, {}, async (page) => {
    // Both give away what they can.
    await page.goto(at('analysis/bohnenspiel?moves=6+6+5+5+6+6&review=1'));
    await page.locator('.mistake').first().waitFor();
    assert.ok(await page.locator('.curve').count() >= 1);
    await page.locator('.mistake').first().click();
    await page.waitForSelector('.arrow.played');
  });
});

test('the position editor says what is wrong, and takes what is right', async () => {
  await visit(browser, server, { refusals: true }, async (page) => {
    await page.goto(at('analysis/fanorona-3x3'));
    await page.waitForSelector('.site.grab');
    await page.locator('#do-editor').click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await page.waitForSelector('.verdict');
    await clickSite(page, 0);
    await page.getByRole('radio', { name: 'Black' }).click();
    await clickSite(page, 8);
    await page.waitForSelector('.verdict.good');
    await page.locator('#editor-use').click();
    await page.waitForSelector('.moves');
    await page.waitForFunction(() => document.querySelectorAll('.figure').length === 2);
    assert.match(decodeURIComponent(page.url()), /2B\/3\/W2/);
  });
  await visit(browser, server, { refusals: true }, async (page) => {
    await page.goto(at('analysis/halma'));
    await page.waitForSelector('.site.grab');
    await page.locator('#do-editor').click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await clickSite(page, 100);
    await page.waitForSelector('.verdict.bad');
    assert.ok(await page.locator('#editor-use').isDisabled());
  });
});

test('paste a position with moves, and a wrong one', async () => {
  await visit(browser, server, { refusals: true }, async (page) => {
    await page.goto(at('analysis/fanorona'));
    await page.waitForSelector('.site.grab');
    await page.locator('#do-import').click();
    await page.locator('#paste').fill('nonsense');
    await page.locator('#paste-use').click();
    await page.locator('dialog .trouble:not(:empty)').waitFor();
    await page.locator('#paste').fill('BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1\nd3-e3A');
    await page.locator('#paste-use').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
  });
});

test('text, JSON, SVG and PNG can be saved', async () => {
  await visit(browser, server, { acceptDownloads: true }, async (page) => {
    await page.goto(at('analysis/fauhalma'));
    await page.waitForSelector('.site.grab');
    await page.locator('#do-export').click();
    /** @type {[string, RegExp][]} */
    const files = [['text', /"A"/], ['json', /^\s*[[{]/], ['svg', /^<svg|^<\?xml/], ['png', /^\uFFFDPNG/]];
    for (const [format, beginning] of files) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`#export-${format}`).click()]);
      assert.match((await readFile(await file.path())).toString('utf8').slice(0, 2000), beginning, format);
    }
  });
});
