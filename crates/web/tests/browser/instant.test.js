// A server's page with the WebAssembly module: what depends on nothing but its own text takes no request,
// and one's own move no answer. Without WebAssembly everything works by requests.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PATIENCE } from '../../page/core/instant.js';
import { launch, visit } from './lib/browser.js';
import { passFrames } from './lib/frames.js';
import { MODULE, missing } from './lib/module.js';
import { clickSite, count, make, myTurn, startSession } from './lib/play.js';
import { Server } from './lib/server.js';

/** @typedef {import('playwright-core').Page} Page */

/** Requests that depend on nothing but their own text. */
const STATELESS = /\/api\/(position|setup|games\/[^/]+\/board)/;

describe('the module of a server', { skip: missing }, () => {
  /** @type {Server} */
  let server;
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => { [server, browser] = await Promise.all([Server.start({ module: MODULE ?? undefined }), launch()]); });
  after(async () => { await browser?.close(); await server?.stop(); });

  const ready = (/** @type {Page} */ page) => page.waitForSelector('html[data-module-ready="true"]');

  /** The page waits for the module as long as it takes: a machine may be slow. @param {Page} page */
  const bePatient = (page) => page.addInitScript((patience) => {
    const real = window.setTimeout;
    Object.assign(window, {
      setTimeout: (/** @type {any} */ call, /** @type {number} */ ms, /** @type {any[]} */ ...rest) => (ms === patience ? 0 : real(call, ms, ...rest)),
    });
  }, PATIENCE);

  /** The paths of all requests from now on that the pattern fits. @param {Page} page @param {RegExp} pattern */
  const requests = (page, pattern) => {
    /** @type {string[]} */
    const seen = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pattern.test(pathname)) seen.push(pathname);
    });
    return seen;
  };

  /** What stands where, without what can be done there. @param {Page} page */
  const shown = (page) => page.evaluate(() => [...document.querySelectorAll('.board [data-site]')]
    .map((each) => each.getAttribute('aria-label')?.split(', ').slice(0, 2).join()));

  /** Waits until the board shows something else. @param {Page} page @param {Awaited<ReturnType<typeof shown>>} before */
  const otherThan = (page, before) => page.waitForFunction((before) => [...document.querySelectorAll('.board [data-site]')]
    .some((each, nth) => each.getAttribute('aria-label')?.split(', ').slice(0, 2).join() !== before[nth]), before);

  /** Plays three moves in an analysis, steps back to the start, and sets a position up by hand. @param {Page} page @param {string} game */
  const analyse = async (page, game) => {
    await page.goto(`${server.address}/#/analysis/${game}`);
    /** @type {string[]} */
    const moves = [];
    for (let ply = 0; ply < 3; ply += 1) {
      const here = await server.ask('/api/position', { game, moves });
      await page.waitForSelector('.site.grab');
      await make(page, here.moves[0].path);
      moves.push(here.moves[0].text);
    }
    for (let ply = 2; ply >= 0; ply -= 1) {
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('.site.grab');
    }
    assert.equal(await count(page), 3);
    await page.locator('#do-editor').click();
    await page.locator('#editor-use').click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
    await page.waitForSelector('.site.grab');
  };

  test('an analysis of any game makes no request for what the module knows', () => visit(browser, server, {}, async (page) => {
    await bePatient(page);
    await page.goto(server.address);
    await ready(page);
    const seen = requests(page, STATELESS);
    for (const game of ['fauhalma', 'halma', 'fanorona', 'bohnenspiel']) await analyse(page, game);
    assert.deepEqual(seen, []);
  }));

  test('without WebAssembly everything is a request, and the module is not loaded', () => visit(browser, server, {}, async (page) => {
    await page.addInitScript(() => { Reflect.deleteProperty(globalThis, 'WebAssembly'); });
    const loaded = requests(page, /\.wasm$/);
    const seen = requests(page, STATELESS);
    await analyse(page, 'fanorona');
    assert.ok(seen.filter((path) => path === '/api/position').length >= 6, seen.join());
    assert.ok(seen.includes('/api/setup') && seen.includes('/api/games/fanorona/board'), seen.join());
    assert.deepEqual(loaded, []);
  }));

  test('a module that does not load is done without', () => visit(browser, server, { refusals: true }, async (page) => {
    await page.route(/\.wasm/, (route) => route.fulfill({ status: 404, body: '' }));
    const loaded = page.waitForRequest(/\.wasm/);
    const seen = requests(page, STATELESS);
    await page.goto(server.address);
    await loaded;
    await analyse(page, 'bohnenspiel');
    assert.ok(seen.includes('/api/position'));
  }));

  test('a worker that does not answer is not waited for', () => visit(browser, server, {}, async (page) => {
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (/** @type {any} */ message) {
        if (!String(message).includes('/api/position')) post.call(this, message);
      };
    });
    await page.goto(server.address);
    await ready(page);
    const seen = requests(page, STATELESS);
    await analyse(page, 'bohnenspiel');
    assert.ok(seen.includes('/api/position') && !seen.includes('/api/setup'), seen.join());
  }));

  test('a second visit does not ask for the module', () => visit(browser, server, {}, async (page) => {
    const transferred = async (/** @type {string} */ path) => {
      await page.goto(`${server.address}${path}`);
      await ready(page);
      return page.evaluate(() => performance.getEntriesByType('resource').flatMap((entry) => (
        entry.name.includes('.wasm') ? [/** @type {PerformanceResourceTiming} */ (entry).transferSize] : [])));
    };
    const [first] = await transferred('/');
    assert.ok(first > 100_000, String(first));
    assert.deepEqual(await transferred('/?again'), [0]);
  }));

  /** A session of two persons, in which what the server says after the first state is held back.
   * @param {Page} page @param {(message: string) => void} sent  what the page sends @param {string} game */
  const hold = async (page, sent, game) => {
    /** @type {(text: string) => void} */
    let say = () => {};
    /** @type {string[]} */
    const held = [];
    await page.routeWebSocket(/\/live/, (socket) => {
      const real = socket.connectToServer();
      say = (text) => socket.send(text);
      let first = true;
      socket.onMessage((message) => { sent(String(message)); real.send(message); });
      real.onMessage((message) => {
        if (first) say(String(message));
        else held.push(String(message));
        first = false;
      });
    });
    await bePatient(page);
    await page.goto(server.address);
    await ready(page);
    const id = await startSession(server, page, { game, seats: [{ person: '' }, { person: '' }] });
    await myTurn(page);
    return { id, release: () => held.splice(0).forEach(say), say: (/** @type {any} */ message) => say(JSON.stringify(message)) };
  };

  /** Chooses all sites of the first legal move; those beyond are left out. @param {Page} page @param {string} id */
  const move = async (page, id) => {
    const { now } = await server.ask(`/api/sessions/${id}`);
    for (const site of now.moves[0].path) await clickSite(page, site);
    return now.moves[0];
  };

  for (const game of ['bohnenspiel', 'halma']) {
    test(`${game}: one's own move is shown before the server has answered`, () => visit(browser, server, {}, async (page) => {
      /** @type {any[]} */
      const sent = [];
      const session = await hold(page, (text) => sent.push(JSON.parse(text)), game);
      const before = await shown(page);
      await move(page, session.id);
      await otherThan(page, before);
      await passFrames(page, 3);
      const ahead = await shown(page);
      assert.equal(await count(page), 0, 'the list has what the server has confirmed');
      assert.equal(await page.locator('.site.grab').count(), 0, 'nobody can move meanwhile');
      assert.deepEqual(sent.filter(({ type }) => type === 'move').map(({ ply }) => ply), [0]);
      session.release();
      await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
      await myTurn(page);
      assert.deepEqual(await shown(page), ahead);
    }));
  }

  test('a move that the server refuses is taken off the board', () => visit(browser, server, {}, async (page) => {
    const session = await hold(page, () => {}, 'bohnenspiel');
    const before = await shown(page);
    await move(page, session.id);
    await otherThan(page, before);
    session.say({ type: 'refused', error: 'not now' });
    await page.waitForFunction(() => document.querySelector('.note')?.textContent === 'not now');
    assert.deepEqual(await shown(page), before);
    assert.ok(await myTurn(page));
  }));
});
