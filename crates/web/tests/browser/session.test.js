// What a session offers besides moving: choosing stones, undo, hints, flipping the board, reloading.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { clickSite, count, make, myTurn, clickPointer, startSession } from './lib/play.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const TWO_PERSONS = [{ person: '' }, { person: '' }];

/** The number of a site by its name. @param {string} game @param {string} name */
async function siteOf(game, name) {
  const { board } = await server.ask(`/api/games/${game}/board`);
  return board.places.findIndex((/** @type {any} */ place) => place.name === name);
}

test('Fanorona: where a step takes two ways, the stone decides', async () => {
  await visit(browser, server, {}, async (page) => {
    const position = '9/6B2/1BB1WBB2/4B4/4W4 w 0 20';
    const id = await startSession(server, page, { game: 'fanorona', position, seats: TWO_PERSONS });
    await myTurn(page);
    await page.getByText('You can capture, so you must.').waitFor();
    const [from, to, stone] = await Promise.all(['e3', 'd3', 'f3'].map((name) => siteOf('fanorona', name)));
    await clickPointer(page, from);
    await page.waitForSelector('.next');
    await clickPointer(page, to);
    await page.getByText('Which stones do you take?').waitFor();
    assert.equal(await page.locator('.choice').count(), 2);
    await page.locator(`[data-site="${stone}"] .hit`).hover();
    await page.waitForSelector('.doom');
    await clickPointer(page, stone);
    await page.waitForFunction(() => document.querySelector('.moves .move, #stop-here'));
    if (await page.locator('#stop-here').count()) await page.locator('#stop-here').click();
    await page.waitForSelector('.moves .move');
    const [ply] = (await server.ask(`/api/sessions/${id}`)).plies;
    assert.match(ply.move.text, /^e3-d3W/);
  });
});

test('Fanorona: a chain is built step by step, and can stop or go on', async () => {
  await visit(browser, server, {}, async (page) => {
    const position = '9/6B2/1BB1WBB2/4B4/4W4 w 0 20';
    const id = await startSession(server, page, { game: 'fanorona', position, seats: TWO_PERSONS });
    await myTurn(page);
    const [e1, f2, g2] = await Promise.all(['e1', 'f2', 'g2'].map((name) => siteOf('fanorona', name)));
    await clickSite(page, e1);
    await page.waitForSelector('.chosen');
    await clickSite(page, f2);
    await page.waitForSelector('#stop-here');
    assert.ok(await page.locator('.doom').count() > 0, 'doomed stones are shown before the move is made');
    await clickSite(page, g2);
    await page.waitForFunction(() => document.querySelectorAll('.doom').length > 1);
    await page.locator('#stop-here').click();
    await page.waitForSelector('.moves .move');
    const [ply] = (await server.ask(`/api/sessions/${id}`)).plies;
    assert.equal(ply.move.text, 'e1-f2A-g2W');
  });
});

test('a stone that cannot move says why', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'fanorona', seats: TWO_PERSONS });
    await myTurn(page);
    await clickSite(page, await siteOf('fanorona', 'a1'));
    await page.getByText('Whoever can capture must').waitFor();
  });
});

test('a piece is dragged to where it shall stand', async () => {
  await visit(browser, server, { motion: 'quick' }, async (page) => {
    const id = await startSession(server, page, { game: 'halma', seats: TWO_PERSONS });
    await myTurn(page);
    const [from, to] = await Promise.all(['4,1', '5,2'].map((name) => siteOf('halma', name)));
    await page.locator(`[data-site="${from}"] .hit`).dragTo(page.locator(`[data-site="${to}"] .hit`));
    await page.waitForSelector('.moves .move');
    assert.equal((await server.ask(`/api/sessions/${id}`)).plies[0].move.text, '4,1-5,2');
  });
});

test('hops can be clicked one by one', async () => {
  await visit(browser, server, { settings: { hops: 'step' } }, async (page) => {
    const position = 'BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/9W3WWW/12WWWW/11WWWWW/11WWWW1 w';
    const id = await startSession(server, page, { game: 'halma', position, seats: TWO_PERSONS });
    await myTurn(page);
    const path = await Promise.all(['12,15', '10,13', '8,11'].map((name) => siteOf('halma', name)));
    await make(page, path);
    assert.equal((await server.ask(`/api/sessions/${id}`)).plies[0].move.text, '12,15-10,13-8,11');
  });
});

test('undo, redo, hint, flip, jumping, changing sides and resigning', async () => {
  await visit(browser, server, {}, async (page) => {
    const id = await startSession(server, page, { game: 'bohnenspiel', seats: [{ person: '' }, { player: 'random' }], move_ms: 100 });
    await myTurn(page);
    await make(page, [2]);
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await page.locator('#do-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
    await page.locator('#do-redo').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await myTurn(page);
    await page.locator('#do-hint').click();
    await page.waitForSelector('.arrow.hint');
    await page.locator('.moves .move').first().click();
    await page.getByText('After move 1 of 2.').waitFor();
    assert.equal(await page.locator('.site.grab').count(), 0, 'the past cannot be played');
    await page.getByRole('button', { name: 'To the end' }).click();
    await myTurn(page);
    const before = await page.locator('[data-site="0"]').getAttribute('transform');
    await page.locator('#do-flip').click();
    assert.notEqual(await page.locator('[data-site="0"]').getAttribute('transform'), before);
    await page.locator('#do-swap').click();
    await page.waitForFunction(() => document.querySelector('.strip[data-seat="0"] .who')?.textContent === 'Random');
    await myTurn(page);
    await page.locator('#do-resign').click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('.result[data-over="resignation"]');
    assert.equal((await server.ask(`/api/sessions/${id}`)).over.ending, 'resignation');
    await page.locator('.result').getByText('Schwarz gave up.').waitFor();
  });
});

test('whoever resigns among several is named', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'fauhalma', seats: [{ person: '' }, { person: '' }, { person: '' }] });
    await myTurn(page);
    await page.locator('#do-resign').click();
    await page.getByText('Does A give up this game?').waitFor();
    await page.locator('dialog .danger').click();
    await page.locator('.result').getByText('A gave up.').waitFor();
  });
});

test('a game goes on after a reload and after a restart of the server', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: [{ person: '' }, { player: 'random' }] });
    await myTurn(page);
    await make(page, [2]);
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await page.reload();
    await myTurn(page);
    assert.equal(await count(page), 2);
    await server.kill();
    await page.getByText('The server does not answer').waitFor();
    await server.up();
    await page.waitForFunction(() => !document.querySelector('.offline'));
    await myTurn(page);
    const moves = await page.locator('.site.grab').first().getAttribute('data-site');
    await make(page, [Number(moves)]);
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 3);
  });
});

test('clocks run for the one on turn', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS, clock: { ms: 60_000, increment_ms: 0 } });
    await myTurn(page);
    await make(page, [2]);
    const first = page.locator('.strip[data-seat="1"] .clock');
    const shown = await first.textContent();
    await page.waitForFunction((before) => document.querySelector('.strip[data-seat="1"] .clock')?.textContent !== before, shown);
  });
});

test('moves are animated, and whoever wants no motion gets none', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
    await myTurn(page);
    await clickSite(page, 2);
    await page.waitForSelector('.arrows use');
    await myTurn(page);
  });
  await visit(browser, server, { motion: 'calm', reducedMotion: 'reduce' }, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
    await myTurn(page);
    await page.evaluate(() => {
      new MutationObserver((changes) => {
        if (changes.some((change) => change.addedNodes.length > 0)) document.body.dataset.moved = 'yes';
      }).observe(/** @type {Element} */ (document.querySelector('.board .arrows')), { childList: true });
    });
    await make(page, [2]);
    await myTurn(page);
    assert.equal(await page.evaluate(() => document.body.dataset.moved), undefined);
  });
});

test('players play each other while one watches', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/watch`);
    await page.locator('form select').first().selectOption('bohnenspiel');
    await page.locator('form .row select').first().selectOption('random');
    await page.locator('form .row select').nth(1).selectOption('greedy');
    await page.locator('#watch-start').click();
    await page.waitForSelector('#do-pause');
    await page.locator('#do-pause').click();
    await page.getByText('Paused.').waitFor();
    const plies = await count(page);
    await page.locator('#do-step').click();
    await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length === before + 1, plies);
    await page.locator('#speed').fill('3000');
    await page.locator('#do-pause').click();
    await page.waitForSelector('.result');
    await page.goto(`${server.address}/#/watch`);
    await page.locator('.game-list a').first().waitFor();
  });
});
