// Whole games, from the first move to the result: by clicks, by keyboard, and on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { myTurn, playOut, startSession } from './lib/play.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

/** @param {string} opponent @param {number} [count] */
const against = (opponent, count = 1) => [{ person: '' }, ...Array(count).fill({ player: opponent })];

for (const [game, seats] of /** @type {[string, any[]][]} */ ([
  ['bohnenspiel', against('random')],
  ['fanorona', against('level:1')],
  // Two who go straight home: others may shuffle for hundreds of moves once the person is there.
  ['fauhalma', against('greedy', 2)],
  ['halma', against('random')],
])) {
  test(`a whole game of ${game} by clicks`, async () => {
    await visit(browser, server, {}, async (page) => {
      const id = await startSession(server, page, { game, seats });
      await playOut(server, page, id);
      const state = await server.ask(`/api/sessions/${id}`);
      assert.ok(state.over, 'the server agrees that it is over');
      assert.ok(await page.locator('#rematch').isVisible());
      assert.equal(await page.locator('.moves .move').count(), state.plies.length);
    });
  });
}

test('a whole game by the keyboard alone', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(server.address);
    // The button of the fourth card, reached as the keyboard reaches it.
    await page.locator('[data-game="bohnenspiel"] .primary').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/session/);
    let turns = 0;
    while (await myTurn(page)) {
      assert.ok((turns += 1) < 200, 'the game does not end');
      const plies = await page.locator('.moves .move').count();
      if (turns === 1) await page.locator('.site[tabindex="0"]').focus();
      // Home leads to the first site that can be chosen; arrows walk on from it.
      await page.locator('.site[tabindex="0"]').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before
        || document.querySelector('.result') !== null, plies);
    }
    assert.ok(turns > 3);
  });
});

test('a whole game by touch, on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await visit(browser, server, phone, async (page) => {
    const id = await startSession(server, page, { game: 'fanorona-3x5', seats: against('random') });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 360, 'nothing sticks out to the side');
    await playOut(server, page, id, (page, site) => page.locator(`[data-site="${site}"] .hit`).tap());
    assert.ok((await server.ask(`/api/sessions/${id}`)).over);
  });
});
