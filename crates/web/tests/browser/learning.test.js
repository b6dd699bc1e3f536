// Lessons and puzzles: every lesson can be solved on the page, puzzles are answered and refuted, and
// what was solved is remembered.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { clickSite } from './lib/play.js';
import { Server } from './lib/server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../page/core/types.js').Lesson} Lesson */
/** @typedef {import('../../page/core/types.js').Puzzle} Puzzle */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const FAMILIES = ['fauhalma', 'halma', 'fanorona', 'bohnenspiel'];

/** @param {string} path */
const file = (path) => readFile(new URL(`../../page/${path}`, import.meta.url), 'utf8');

/** @param {string} family @returns {Promise<Puzzle[]>} */
async function puzzlesOf(family) {
  const puzzles = (await file(`puzzles/${family}.jsonl`)).trim().split('\n').map((line) => JSON.parse(line));
  return puzzles.sort((a, b) => a.rating - b.rating);
}

/** The sites to click for a move. @param {string} game @param {string | undefined} position @param {string[]} moves @param {string} text */
async function pathOf(game, position, moves, text) {
  const here = await server.ask('/api/position', { game, position, moves });
  return /** @type {number[]} */ (here.moves.find((/** @type {any} */ move) => move.text === text).path);
}

const PLIES = '.play-board[data-plies]';

/** Makes a move by clicks on the board, and waits until it is shown. @param {Page} page @param {number[]} path */
async function make(page, path) {
  await page.waitForSelector('.site.grab');
  const plies = () => page.locator(PLIES).evaluate((board) => Number(/** @type {HTMLElement} */ (board).dataset.plies));
  const before = await plies();
  for (let nth = 0; nth < path.length && (await plies()) === before; nth += 1) {
    await clickSite(page, path[nth]);
    await page.waitForFunction(({ chosen, before, board }) =>
      Number(/** @type {HTMLElement} */ (document.querySelector(board)).dataset.plies) > before
        || /** @type {HTMLElement} */ (document.querySelector('.prompt')).dataset.path === chosen,
    { chosen: path.slice(0, nth + 1).join(), before, board: PLIES });
  }
  if (await page.locator('#stop-here').count()) await page.locator('#stop-here').click();
  await page.waitForFunction(({ before, board }) =>
    Number(/** @type {HTMLElement} */ (document.querySelector(board)).dataset.plies) > before, { before, board: PLIES });
}

for (const family of FAMILIES) {
  test(`every lesson of ${family} is solved by its solution, and remembered`, async () => {
    /** @type {Lesson[]} */
    const lessons = JSON.parse(await file(`lessons/${family}.json`));
    await visit(browser, server, { settings: { hops: 'step' } }, async (page) => {
      for (const lesson of lessons) {
        // Without a name the page opens the first lesson that is not solved yet.
        await page.goto(`${server.address}/#/learn/${family}${lesson === lessons[0] ? '' : `/${lesson.id}`}`);
        await page.getByRole('heading', { name: lesson.title[0], exact: false }).first().waitFor();
        await make(page, await pathOf(lesson.game, lesson.position, [], lesson.solution));
        await page.locator('.verdict.good', { hasText: lesson.done[0] }).waitFor();
      }
      await page.reload();
      await page.getByText(`${lessons.length} of ${lessons.length} solved`).waitFor();
    });
  });
}

test('a lesson says when the move is not what it asks for, and lets one try again', async () => {
  await visit(browser, server, { locale: 'de-DE' }, async (page) => {
    await page.goto(`${server.address}/#/learn/fanorona/gap`);
    const position = '9/9/B1B1W1BB1/9/9 w 0 1';
    await make(page, await pathOf('fanorona', position, [], 'e3-d3A'));
    await page.locator('.verdict.bad').waitFor();
    await page.locator('#do-retry').click();
    await page.waitForSelector('.verdict', { state: 'hidden' });
    await make(page, await pathOf('fanorona', position, [], 'e3-f3A'));
    await page.locator('.verdict.good', { hasText: 'Rechts' }).waitFor();
    await page.locator('#do-next').click();
    await page.getByRole('heading', { name: 'Entfernen' }).waitFor();
    await page.locator('#do-show').click();
    await page.locator('.verdict.good').waitFor();
  });
});

for (const family of FAMILIES) {
  test(`a puzzle of ${family} is solved move by move, each answered`, async () => {
    const [puzzle] = await puzzlesOf(family);
    await visit(browser, server, {}, async (page) => {
      await page.goto(`${server.address}/#/puzzles/${family}`);
      await page.waitForSelector('.task');
      /** @type {string[]} */
      const moves = [];
      for (let turn = puzzle.solution; ;) {
        const [text, line] = Object.entries(turn.right)[0];
        await make(page, await pathOf(puzzle.game, puzzle.position, moves, text));
        if (!line) break;
        moves.push(text, ...line.reply.split(' '));
        await page.locator('.verdict.good', { hasText: 'Right' }).waitFor();
        turn = line.turn;
      }
      await page.locator('.verdict.good', { hasText: 'Solved' }).waitFor();
      await page.locator('#do-next').click();
      await page.locator('.exercises a[aria-current]', { hasText: '2' }).waitFor();
      await page.reload();
      await page.locator('.exercises a.solved').waitFor();
      assert.equal(await page.locator('.exercises a.solved').textContent(), '1');
    });
  });
}

test('a wrong move is refuted and can be taken back', async () => {
  const puzzles = await puzzlesOf('fanorona');
  const puzzle = puzzles.find(({ task, solution }) => task === 'win' && solution.refutation);
  assert.ok(puzzle);
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/puzzles/fanorona/${puzzle.id}`);
    const here = await server.ask('/api/position', { game: puzzle.game, position: puzzle.position });
    const wrong = here.moves.find((/** @type {any} */ { text }) => !(text in puzzle.solution.right) && !(text in (puzzle.solution.refutations ?? {})));
    await make(page, wrong.path);
    await page.locator('.verdict.bad').waitFor();
    assert.equal(await page.locator(PLIES).getAttribute('data-plies'), '2', 'the reply is shown');
    assert.equal(await page.locator('.site.grab').count(), 0, 'nobody moves now');
    await page.locator('#do-retry').click();
    await make(page, await pathOf(puzzle.game, puzzle.position, [], Object.keys(puzzle.solution.right)[0]));
    await page.locator('.verdict.good').waitFor();
  });
});

test('the solution is shown on request, and then the puzzle does not count as solved', async () => {
  await visit(browser, server, {}, async (page) => {
    await page.goto(`${server.address}/#/puzzles/bohnenspiel`);
    await page.locator('#do-show').click();
    await page.locator('.verdict.good', { hasText: 'solution' }).waitFor();
    assert.equal(await page.locator('.exercises a.solved').count(), 0);
  });
});

test('another day has another puzzle', async () => {
  await visit(browser, server, {}, async (page) => {
    const seen = new Set();
    for (const day of ['2026-11-17', '2026-11-18', '2026-11-19']) {
      await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
      await page.goto(`${server.address}/#/puzzles/halma/today`);
      await page.reload();
      seen.add(await page.locator('.exercises a[aria-current]').textContent());
    }
    assert.equal(seen.size, 3);
  });
});
