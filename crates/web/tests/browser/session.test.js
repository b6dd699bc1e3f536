// What a session offers besides moving: choosing stones, undo, hints, flipping the board, reloading.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { chooseRare, clickSite, count, make, myTurn, clickPointer, startSession } from './lib/play.js';
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
    await page.getByText('You can capture, so you must.').first().waitFor();
    const [from, to, stone] = await Promise.all(['e3', 'd3', 'g3'].map((name) => siteOf('fanorona', name)));
    await clickPointer(page, from);
    await page.waitForSelector('.next');
    await clickPointer(page, to);
    await page.getByText('Which stones do you take?').first().waitFor();
    // Both are offered on the stones themselves, and any of the stones will do.
    assert.deepEqual(await page.locator('.choice-label').allTextContents(), ['approach', 'withdrawal']);
    assert.equal(await page.locator('.choice').count(), 4);
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

/** The names of the sites on which something is drawn, by a selector. @param {import('playwright-core').Page} page @param {string} what */
const sitesWith = (page, what) => page.evaluate((what) => {
  const places = new Map([...document.querySelectorAll('.board .site')].map((site) =>
    [site.getAttribute('transform'), site.getAttribute('aria-label')?.split(',')[0]]));
  return [...document.querySelectorAll(`.board ${what}`)].map((each) => places.get(each.getAttribute('transform')) ?? '').sort();
}, what);

test('Fanorona: a chain is built step by step, and can stop or go on', async () => {
  await visit(browser, server, {}, async (page) => {
    const position = '9/6B2/1BB1WBB2/4B4/4W4 w 0 20';
    const id = await startSession(server, page, { game: 'fanorona', position, seats: TWO_PERSONS });
    await myTurn(page);
    const [e1, f2, g2] = await Promise.all(['e1', 'f2', 'g2'].map((name) => siteOf('fanorona', name)));
    await clickSite(page, e1);
    await page.waitForSelector('.chosen');
    await page.locator(`[data-site="${f2}"] .hit`).hover();
    assert.deepEqual(await sitesWith(page, '.doom'), ['g3'], 'doomed stones are shown before the step is made');
    await clickSite(page, f2);
    await page.waitForSelector('#stop-here');
    // What was captured has gone, and nothing is crossed out any more.
    assert.deepEqual(await sitesWith(page, '.ghost'), ['g3']);
    assert.deepEqual(await sitesWith(page, '.doom'), []);
    assert.deepEqual((await sitesWith(page, '.figure')).filter((name) => ['e1', 'f2', 'g3'].includes(name)), ['f2']);
    await page.locator(`[data-site="${g2}"] .hit`).hover();
    await page.waitForSelector('.doom');
    const black = await page.locator('.site').evaluateAll((all) => all.map((site) => site.getAttribute('aria-label') ?? '')
      .filter((label) => label.includes('Black')).map((label) => label.split(',')[0]));
    for (const name of await sitesWith(page, '.doom')) assert.ok(black.includes(name), `${name} is a stone that can be captured`);
    await clickSite(page, g2);
    await page.waitForFunction(() => document.querySelectorAll('.ghost').length > 1 || document.querySelector('.moves .move'));
    if (await page.locator('#stop-here').count()) await page.locator('#stop-here').click();
    await page.waitForSelector('.moves .move');
    const [ply] = (await server.ask(`/api/sessions/${id}`)).plies;
    assert.equal(ply.move.text, 'e1-f2A-g2W');
  });
});

test('the last move is not shown while one chooses', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'fanorona', moves: ['d3-e3A'], seats: TWO_PERSONS });
    await myTurn(page);
    assert.ok(await page.locator('.last .arrival').isVisible());
    await page.locator('.site.grab').first().dispatchEvent('click');
    await page.waitForSelector('.chosen');
    assert.equal(await page.locator('.last .arrival').isVisible(), false);
    await page.locator('.site').first().press('Escape');
    await page.waitForSelector('.last .arrival', { state: 'visible' });
  });
});

test('choosing a move needs no request', async () => {
  for (const game of ['fauhalma', 'fanorona']) {
    await visit(browser, server, { settings: { hops: 'step' } }, async (page) => {
      const id = await startSession(server, page, { game });
      await myTurn(page);
      /** @type {string[]} */
      const requests = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) requests.push(request.url());
      });
      const { now } = await server.ask(`/api/sessions/${id}`);
      for (const { path } of now.moves.slice(0, 8)) {
        // As fast as a script can click: nothing has to be waited for.
        await page.evaluate((sites) => {
          const click = (/** @type {number} */ site) => document.querySelector(`[data-site="${site}"]`)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          click(sites[0]);
          document.querySelector(`[data-site="${sites[1]}"]`)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        }, path);
        assert.equal(await page.locator('.prompt').getAttribute('data-path'), String(path[0]));
        assert.equal(await page.locator(`[data-site="${path[1]}"].live`).count(), 1);
        await page.locator(`[data-site="${path[0]}"]`).press('Escape');
      }
      await page.evaluate((sites) => {
        for (const site of sites) document.querySelector(`[data-site="${site}"]`)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        /** @type {HTMLElement | null} */ (document.querySelector('#stop-here'))?.click();
      }, now.moves[0].path);
      await page.waitForSelector('.moves .move');
      assert.deepEqual(requests, []);
    });
  }
});

test('a stone that cannot move says why', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'fanorona', seats: TWO_PERSONS });
    await myTurn(page);
    await clickSite(page, await siteOf('fanorona', 'a1'));
    await page.getByText('Whoever can capture must').first().waitFor();
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

test('a move that is made before the connection is open counts', async () => {
  await visit(browser, server, {}, async (page) => {
    /** @type {() => void} */
    let open = () => {};
    const opened = new Promise((resolve) => { open = () => resolve(undefined); });
    await page.routeWebSocket(/\/live$/, async (socket) => {
      await opened;
      socket.connectToServer();
    });
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
    await myTurn(page);
    await clickPointer(page, 2);
    await page.waitForFunction(() => document.querySelectorAll('.site.grab').length === 0);
    open();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
    assert.equal(await page.locator('.note').textContent(), '');
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
    await page.getByText('After move 1 of 2.').first().waitFor();
    assert.equal(await page.locator('.site.grab').count(), 0, 'the past cannot be played');
    await page.getByRole('button', { name: 'To the end' }).click();
    await myTurn(page);
    const before = await page.locator('[data-site="0"]').getAttribute('transform');
    await chooseRare(page, 'do-flip');
    assert.notEqual(await page.locator('[data-site="0"]').getAttribute('transform'), before);
    await chooseRare(page, 'do-swap');
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
    await page.getByText('Does A give up this game?').first().waitFor();
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
    await page.getByText('The server does not answer').first().waitFor();
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

test('a take-back gives the clock time back', async () => {
  await visit(browser, server, {}, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS, clock: { ms: 60_000, increment_ms: 0 } });
    await myTurn(page);
    /** Waits until the first clock is below or above a number of seconds. @param {'below' | 'above'} side @param {number} limit */
    const clockIs = (side, limit) => page.waitForFunction(({ side, limit }) => {
      const [minutes, seconds] = (document.querySelector('.strip[data-seat="0"] .clock')?.textContent ?? '').split(':').map(Number);
      const left = 60 * minutes + seconds;
      return side === 'below' ? left < limit : left > limit;
    }, { side, limit });
    await clockIs('below', 57);
    await make(page, [2]);
    await page.locator('#do-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
    await clockIs('above', 57);
  });
});

test('after *Play* the focus is on the board', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/`);
    await page.locator('[data-game="fanorona"] button.primary').click();
    await page.waitForFunction(() => document.activeElement?.matches('.board .site.grab'));
    // From there a move can be made by keys alone.
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chosen');
  });
});

test('moves can be heard, unless one wants no sound', async () => {
  for (const sound of ['on', 'off']) {
    await visit(browser, server, { settings: { sound } }, async (page) => {
      await page.addInitScript(() => {
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (/** @type {number | undefined} */ when) {
          document.body.dataset.heard = 'yes';
          return start.call(this, when);
        };
      });
      await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
      await myTurn(page);
      await make(page, [2], clickPointer);
      await myTurn(page);
      assert.equal(await page.evaluate(() => document.body.dataset.heard), sound === 'on' ? 'yes' : undefined);
    });
  }
});

test('a search that waits says how many are ahead of it', async () => {
  /** @type {[string, string][]} */
  const texts = [['en', 'waits, 3 searches ahead'], ['de', 'wartet, 3 Suchen vorher']];
  for (const [language, text] of texts) {
    await visit(browser, server, { settings: { language } }, async (page) => {
      // The server is not busy enough, so the message is put between its own.
      await page.routeWebSocket(/\/live$/, (socket) => {
        const real = socket.connectToServer();
        real.onMessage((message) => {
          if (JSON.parse(String(message)).type === 'thinking') return;
          socket.send(message);
          socket.send('{"type":"waiting","ahead":3}');
        });
      });
      await startSession(server, page, { game: 'bohnenspiel', seats: [{ player: 'strong' }, { person: '' }], move_ms: 60_000 });
      await page.locator('.strip[data-seat="0"] .thinking', { hasText: text }).waitFor();
    });
  }
});

test('a rematch keeps the clock', async () => {
  await visit(browser, server, {}, async (page) => {
    const clock = { ms: 240_000, increment_ms: 3_000 };
    const id = await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS, clock });
    await myTurn(page);
    await page.locator('#do-resign').click();
    await page.locator('dialog .danger').click();
    await page.locator('#rematch').click();
    await page.waitForURL((url) => /session/.test(url.hash) && !url.hash.includes(id));
    await page.getByText('4:00').or(page.getByText('3:59')).first().waitFor();
    const again = await server.ask(`/api/sessions/${new URL(page.url()).hash.split('/').at(-1)}`);
    assert.deepEqual(again.clock, clock);
  });
});

test('moves are animated, and whoever wants no motion gets none', async () => {
  await visit(browser, server, { motion: 'calm' }, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
    await myTurn(page);
    await clickSite(page, 2);
    await page.waitForSelector('.moving use');
    await myTurn(page);
  });
  await visit(browser, server, { motion: 'calm', reducedMotion: 'reduce' }, async (page) => {
    await startSession(server, page, { game: 'bohnenspiel', seats: TWO_PERSONS });
    await myTurn(page);
    await page.evaluate(() => {
      new MutationObserver((changes) => {
        if (changes.some((change) => change.addedNodes.length > 0)) document.body.dataset.moved = 'yes';
      }).observe(/** @type {Element} */ (document.querySelector('.board .moving')), { childList: true });
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
    await page.getByText('Paused.').first().waitFor();
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
