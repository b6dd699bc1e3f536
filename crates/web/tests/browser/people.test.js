// Games between people: invitations, spectators, agreements, and the list of one's own games.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { clickSite, count } from './lib/play.js';
import { Server } from './lib/server.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

/** Creates a game for two persons with a link each; answers with the links of the other and for watching. @param {Page} page */
async function invite(page) {
  await page.goto(`${server.address}/`);
  await page.locator('[data-game="bohnenspiel"] button', { hasText: 'Options' }).click();
  await page.locator('dialog select').nth(1).selectOption('person');
  await page.locator('#invite').check();
  await page.locator('#start-game').click();
  await page.locator('#invite-watch').waitFor();
  const other = await page.locator('#invite-1').inputValue();
  const watch = await page.locator('#invite-watch').inputValue();
  assert.equal(await page.locator('#invite-0').count(), 0, 'nobody invites themselves');
  await page.locator('dialog header button').click();
  await page.waitForSelector('.site.grab');
  return { other, watch };
}

/** @param {Page} page @param {number} plies */
const hasMoves = (page, plies) => page.waitForFunction((wanted) => document.querySelectorAll('.moves .move').length === wanted, plies);

test('each person plays their seat, others watch, and a move back and a draw are agreed upon', async () => {
  await visit(browser, server, {}, async (ada) => {
    const { other, watch } = await invite(ada);
    await visit(browser, server, {}, async (bob) => {
      await bob.goto(other);
      await bob.waitForSelector('.game-screen');
      await visit(browser, server, {}, async (spectator) => {
        await spectator.goto(watch);
        await spectator.waitForSelector('.game-screen');
        assert.equal(await bob.locator('.site.grab').count(), 0);
        await clickSite(ada, 2);
        await hasMoves(bob, 1);
        await bob.waitForSelector('.site.grab');
        await hasMoves(spectator, 1);
        for (const page of [ada, spectator]) assert.equal(await page.locator('.site.grab').count(), 0);
        assert.equal(await spectator.locator('#do-resign').count(), 0);
        // The own side is at the bottom.
        const lowest = (/** @type {Page} */ page) => page.evaluate(() => {
          const top = (/** @type {number} */ site) => document.querySelector(`[data-site="${site}"]`)?.getBoundingClientRect().top ?? 0;
          return top(0) > top(6) ? 0 : 1;
        });
        assert.deepEqual([await lowest(ada), await lowest(bob)], [0, 1]);
        await ada.locator('#do-undo').click();
        await ada.locator('.offer').getByText('You have asked').waitFor();
        await bob.locator('#offer-accept').click();
        for (const page of [ada, bob, spectator]) await hasMoves(page, 0);
        await ada.waitForSelector('.site.grab');
        await clickSite(ada, 0);
        await hasMoves(bob, 1);
        await bob.locator('#do-draw').click();
        await ada.locator('#offer-decline').click();
        await bob.waitForFunction(() => document.querySelector('.offer')?.childElementCount === 0);
        await bob.locator('#do-draw').click();
        await ada.locator('#offer-accept').click();
        for (const page of [ada, bob, spectator]) await page.waitForSelector('.result[data-over="agreement"]');
        assert.equal(await count(ada), 1);
      });
    });
  });
});

test('one’s own games are on the first page, by no cookie', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/`);
    await page.waitForSelector('.game-card');
    assert.ok(await page.locator('.own-games').isHidden());
    await page.locator('[data-game="bohnenspiel"] button.primary').click();
    await page.waitForSelector('.site.grab');
    const id = /session\/(\w+)/.exec(page.url())?.[1];
    await page.goto(`${server.address}/#/`);
    await page.locator(`.own-games [data-session="${id}"] a`).click();
    await page.waitForSelector('.site.grab');
    assert.equal((await page.context().cookies()).length, 0);
    await page.goto(`${server.address}/#/`);
    await page.locator(`.own-games [data-session="${id}"] button`).click();
    await page.waitForSelector('.own-games', { state: 'hidden' });
    await page.reload();
    await page.waitForSelector('.game-card');
    assert.ok(await page.locator('.own-games').isHidden());
  });
});

test('a game by invitation is in the list of both, with their seats', async () => {
  await visit(browser, server, {}, async (ada) => {
    const { other } = await invite(ada);
    await visit(browser, server, {}, async (bob) => {
      await bob.goto(other);
      await bob.waitForSelector('.game-screen');
      for (const page of [ada, bob]) {
        await page.goto(`${server.address}/#/`);
        await page.locator('.own-games a').first().click();
        await page.waitForSelector('.game-screen');
        assert.match(page.url(), /key=/);
      }
      assert.notEqual(ada.url(), bob.url());
    });
  });
});
