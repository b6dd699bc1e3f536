// Analysis in the browser: lines and arrows, what went wrong, the editor, paste, link and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { passFrames } from './lib/frames.js';
import { chooseRare, clickPointer, clickSite, make } from './lib/play.js';
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

test('any move of a line can be played, and arrow keys step through the game', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(at('analysis/bohnenspiel'));
    await page.waitForFunction(() => document.querySelectorAll('ol.lines li:first-child .move').length > 2);
    // The engine goes on while the pointer is down; what is pressed stays where it is.
    const box = await page.evaluate(() => document.querySelectorAll('ol.lines li:first-child .move')[2].getBoundingClientRect().toJSON());
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    const pressed = await page.locator('.facts').textContent();
    await passFrames(page, 20);
    assert.equal(await page.locator('.facts').textContent(), pressed);
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 3);
    await page.waitForSelector('.site.grab');
    const shown = () => page.locator('.moves .move').evaluateAll((all) => all.findIndex((each) => each.getAttribute('aria-current') === 'step'));
    assert.equal(await shown(), 2);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.moves .move:nth-child(2)')?.getAttribute('aria-current') === 'step');
    // Also after a click on the board, which takes the focus.
    await clickPointer(page, 12);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('.moves [aria-current]') === null);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('.moves .move')?.getAttribute('aria-current') === 'step');
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

/** What the bar says. @param {import('playwright-core').Page} page @param {number} share @param {string} text */
const barSays = (page, share, text) => page.waitForSelector(`.eval-bar[aria-valuenow="${share}"][aria-valuetext="${text}"]`);

test('the bar is right at the end of a game, and in a review', async () => {
  await visit(browser, server, {}, async (page) => {
    const ends = { 'W1B2 w 0 1': [100, 'White wins'], 'B1W2 b 0 1': [-100, 'Black wins'] };
    for (const [position, [share, text]] of Object.entries(ends)) {
      await page.goto(at(`analysis/fanorona-3x5?position=${encodeURIComponent(`5/5/${position}`)}&moves=a1-b1A`));
      await barSays(page, Number(share), String(text));
      await page.locator('#do-engine').click();
      await page.locator('#do-review').click();
      await page.getByText('Nothing to complain about.').first().waitFor();
      await page.getByRole('button', { name: 'To the start' }).click();
      await barSays(page, Number(share), `${text} in 1`);
      await page.getByRole('button', { name: 'To the end' }).click();
      await barSays(page, Number(share), String(text));
    }
  });
});

test('scores are those of the first seat, whoever is on turn', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(at(`analysis/fanorona-3x5?position=${encodeURIComponent('5/5/B1W2 b 0 1')}`));
    await page.locator('ol.lines .score', { hasText: 'Black wins in 1' }).waitFor();
    await barSays(page, -100, 'Black wins in 1');
  });
});

test('a forced move is analysed like any other', async () => {
  await visit(browser, server, {}, async (page) => {
    const position = '0,0,0,0,3,0/6,6,6,6,6,6 17-16 w';
    assert.equal((await server.ask('/api/position', { game: 'bohnenspiel', position })).moves.length, 1);
    await page.goto(at(`analysis/bohnenspiel?position=${encodeURIComponent(position)}`));
    await page.waitForFunction(() => Number(/depth (\d+)/.exec(document.querySelector('.facts')?.textContent ?? '')?.[1]) > 4);
  });
});

test('mistakes are graded, numbered as the list numbers, and the better line can be played', async () => {
  await visit(browser, server, {}, async (page) => {
    // White wins by every move but the sixth.
    const position = encodeURIComponent('2,1,0,0,1,1/0,3,1,0,0,1 31-31 w');
    await page.goto(at(`analysis/bohnenspiel?position=${position}&moves=6&review=1`));
    const mistake = page.locator('.mistakes > .blunder');
    await mistake.waitFor();
    assert.match(await mistake.locator('.flaw strong').textContent() ?? '', /^1\. .*: 6 \?\? blunder$/);
    assert.equal(await page.locator('.moves .remark.blunder').textContent(), '??');
    assert.match(await page.locator('.accuracy [data-seat="0"] strong').textContent() ?? '', /^\d+ %$/);
    assert.equal(await page.locator('.accuracy [data-seat="1"]').count(), 0);
    assert.ok(await page.locator('.curve').count() >= 1);
    await mistake.locator('.flaw').click();
    await page.waitForSelector('.arrow.played');
    await mistake.locator('.better .move').first().click();
    await page.waitForSelector('.moves .variations .move[aria-current]');
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
    await chooseRare(page, 'do-import');
    await page.locator('#paste').fill('nonsense');
    await page.locator('#paste-use').click();
    await page.locator('dialog .trouble:not(:empty)').waitFor();
    await page.locator('#paste').fill('BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1\nd3-e3A');
    await page.locator('#paste-use').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
    await chooseRare(page, 'do-import');
    await page.locator('#paste').fill('1. d3-e3A (1. d3-e3W {or this})');
    await page.locator('#paste-use').click();
    await page.locator('.moves .variations .comment', { hasText: 'or this' }).waitFor();
    await chooseRare(page, 'do-export');
    assert.match(await page.locator('#export-game').inputValue(), /\nd3-e3A \(d3-e3W \{or this\}\)$/);
  });
});

test('a short link leads to the game with its variations, and the game can be saved as an animation', async () => {
  await visit(browser, server, { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.goto(at('analysis/fanorona-3x3?moves=a1-b2A+(b1-b2A+%7Bor+this%7D)'));
    await page.waitForSelector('.moves .variations');
    await chooseRare(page, 'do-export');
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#export-gif').click()]);
    assert.equal((await readFile(await file.path())).subarray(0, 6).toString(), 'GIF89a');
    await page.locator('#copy-short').click();
    await page.locator('dialog').getByText('Copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#\/g\/[0-9a-f]{14}$/);
    await page.goto(at('rules'));
    await page.waitForSelector('.rules');
    await page.goto(link);
    await page.locator('.moves .variations .comment', { hasText: 'or this' }).waitFor();
    assert.equal(await page.locator('.moves .move').count(), 2);
  });
  await visit(browser, server, { refusals: true }, async (page) => {
    await page.goto(at('g/00000000000000'));
    await page.getByText('there is no shared game').waitFor();
  });
});

test('text, JSON, SVG and PNG can be saved', async () => {
  await visit(browser, server, { acceptDownloads: true }, async (page) => {
    await page.goto(at('analysis/fauhalma'));
    await page.waitForSelector('.site.grab');
    await chooseRare(page, 'do-export');
    /** @type {[string, RegExp][]} */
    const files = [['text', /"A"/], ['json', /^\s*[[{]/], ['svg', /^<svg|^<\?xml/], ['png', /^\uFFFDPNG/]];
    for (const [format, beginning] of files) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`#export-${format}`).click()]);
      assert.match((await readFile(await file.path())).toString('utf8').slice(0, 2000), beginning, format);
    }
  });
});
