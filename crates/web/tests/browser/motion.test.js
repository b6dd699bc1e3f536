// With motion on: what the board shows at every frame is true, every ply is shown once, and every
// click on a lit board counts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { passFrames, watchDurations, watchFrames } from './lib/frames.js';
import { clickPointer, clickSite, count, make, myTurn, random, startSession } from './lib/play.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const TWO_PERSONS = [{ person: '' }, { person: '' }];

/** The beans that the page draws, and those that it says are there. */
const beans = () => {
  const drawn = (/** @type {string} */ where) => document.querySelectorAll(`.board ${where} use`).length;
  const said = [...document.querySelectorAll('.board .count')].reduce((sum, each) => sum + Number(each.textContent), 0);
  return { bowls: drawn('.heap'), hand: drawn('.moving'), said };
};

test('Das Bohnenspiel: at every frame there are 72 beans, in the bowls and in the hand', async () => {
  await visit(browser, server, { motion: 'quick' }, async (page) => {
    const id = await startSession(server, page, { game: 'bohnenspiel', seats: [{ person: '' }, { player: 'random' }], move_ms: 50 });
    await myTurn(page);
    const frames = await watchFrames(page, beans);
    const dice = random(3);
    for (let turn = 0; turn < 8 && await myTurn(page); turn += 1) {
      const { now } = await server.ask(`/api/sessions/${id}`);
      const { path } = now.moves[Math.floor(dice() * now.moves.length)];
      await make(page, path);
    }
    await myTurn(page);
    const seen = await frames();
    assert.ok(seen.some(({ hand }) => hand > 0), 'beans move');
    for (const frame of seen) {
      assert.equal(frame.bowls + frame.hand, 72, JSON.stringify(frame));
      assert.equal(frame.said, frame.bowls, JSON.stringify(frame));
    }
  });
});

test('a sowing of twenty beans takes no longer than 1.2 seconds', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    const position = '0,0,20,1,0,0/0,0,0,1,0,1 24-25 w';
    await startSession(server, page, { game: 'bohnenspiel', position, seats: TWO_PERSONS });
    await myTurn(page);
    const durations = await watchDurations(page);
    await make(page, [2]);
    await myTurn(page);
    const times = await durations();
    assert.ok(times.length > 20, 'every bean is seen');
    assert.ok(times.reduce((sum, time) => sum + time, 0) <= 1200, times.join(' '));
  });
});

test('FAUhalma for three: a lit board takes the first click, and keeps it', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    const seats = [{ person: '' }, { player: 'random' }, { player: 'random' }];
    const id = await startSession(server, page, { game: 'fauhalma', seats, move_ms: 50 });
    await myTurn(page);
    const pieces = await watchFrames(page, () => document.querySelectorAll('.board .figure').length);
    for (let turn = 0; turn < 4; turn += 1) {
      // A click in the very frame in which the pegs light up.
      await page.evaluate(() => new Promise((resolve) => {
        const frame = () => {
          const lit = document.querySelector('.site.grab');
          lit?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          if (lit) resolve(null);
          else requestAnimationFrame(frame);
        };
        frame();
      }));
      await page.waitForSelector('.chosen');
      await passFrames(page, 40);
      assert.equal(await page.locator('.chosen').count(), 1, `turn ${turn}: the choice is kept`);
      const from = Number(await page.locator('.prompt').getAttribute('data-path'));
      const { now, plies } = await server.ask(`/api/sessions/${id}`);
      const { path } = now.moves.find((/** @type {any} */ move) => move.path[0] === from);
      await clickSite(page, path.at(-1));
      await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length === before + 3, plies.length);
    }
    const seen = await pieces();
    assert.deepEqual(seen, [seen[0]], 'no peg is drawn twice or not at all');
  });
});

test('a click ends an animation, and counts', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
    await myTurn(page);
    for (const [nth, house] of [5, 8, 0, 10].entries()) {
      if (nth > 0) await page.waitForSelector('.moving use');
      await clickPointer(page, house);
      await page.waitForFunction((moves) => document.querySelectorAll('.moves .move').length === moves, nth + 1, { timeout: 5000 });
    }
  });
});

test('a game that runs ahead of the board is caught up with', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: [{ player: 'random' }, { player: 'random' }], move_ms: 50 });
    const frames = await watchFrames(page, beans);
    await page.waitForSelector('.result');
    for (const frame of await frames()) assert.equal(frame.bowls + frame.hand, 72, JSON.stringify(frame));
    assert.ok(await count(page) > 10);
  });
});

test('a clock stands still while the board is locked by an animation', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    // Below ten seconds a clock shows tenths.
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS, clock: { ms: 9_000, increment_ms: 0 } });
    await myTurn(page);
    const frames = await watchFrames(page, () => ({
      moving: document.querySelector('.moving use') !== null,
      clock: document.querySelector('.strip[data-seat="1"] .clock')?.textContent,
    }));
    await make(page, [2]);
    await myTurn(page);
    await page.waitForFunction(() => document.querySelector('.strip[data-seat="1"] .clock')?.textContent !== '0:09.0');
    const locked = (await frames()).filter(({ moving }) => moving).map(({ clock }) => clock);
    assert.deepEqual([...new Set(locked)], ['0:09.0']);
  });
});
