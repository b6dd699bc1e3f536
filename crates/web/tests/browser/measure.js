// Measures the WebAssembly module. Against the native binary, in one run: leaves of perft and nodes of
// `strong` a second, for each game, native, in node and in Chromium. In the page: the size of the module,
// the time until a page that is opened for the first time can be played on, and how long a move in an
// analysis takes with and without it.
//
//     SPIELWERK=…/spielwerk SPIELWERK_MODULE=…/spielwerk.wasm node measure.js [speed | page]

import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { launch } from './lib/browser.js';
import { firstVisit, moveInAnalysis } from './lib/latency.js';
import { MODULE, Module } from './lib/module.js';
import { ask } from './lib/native.js';
import { Server } from './lib/server.js';
import { Site } from './lib/site.js';

/** Each game with the depth of its perft and the nodes of its search. @type {[string, number, number][]} */
const GAMES = [['fauhalma', 6, 50_000], ['halma', 4, 50_000], ['fanorona', 6, 50_000], ['bohnenspiel', 9, 100_000]];
const PLAYER = 'strong:hash=4,tables=off';
/** The best of so many short runs counts: other programs, and code that is not yet optimised, only make one slower. */
const RUNS = 15;
/** So many visits to the static site. */
const VISITS = 5;

/** @param {() => Promise<number>} once */
async function best(once) {
  let most = 0;
  for (let run = 0; run < RUNS; run += 1) most = Math.max(most, await once());
  return most;
}

/** A second's worth, by native binary, node and Chromium. @typedef {{ perft: (game: string, depth: number) => Promise<number>, search: (game: string, nodes: number) => Promise<number> }} Machine */

/** @type {Machine} */
const native = {
  perft: async (game, depth) => (await ask('perft', game, String(depth))).leaves_per_second,
  search: async (game, nodes) => {
    const found = await ask('best', game, '--player', PLAYER, '--nodes', String(nodes));
    return found.nodes / found.time;
  },
};

/** @param {(message: any) => Promise<any>} call  the last message that the module emits for one @returns {Machine} */
const machine = (call) => ({
  perft: async (game, depth) => {
    const { nodes, ms } = await call({ type: 'perft', game, depth });
    return nodes / ms * 1000;
  },
  search: async (game, nodes) => {
    const task = { name: String(Math.random()), player: PLAYER, game, nodes };
    const { report } = await call({ type: 'search', search: 1, task });
    return report.nodes / report.time_us * 1e6;
  },
});

/** @param {number} value @param {number} [of] */
const millions = (value, of) => `${(value / 1e6).toFixed(2)}${of ? ` (${(value / of).toFixed(2)})` : ''}`;

/** The module's searches in a worker of a page. @param {import('playwright-core').Page} page @param {string} address @returns {Promise<Machine>} */
async function chromium(page, address) {
  await page.goto(address);
  await page.evaluate(async () => {
    const script = document.getElementById('spielwerk-worker')?.textContent ?? '';
    const worker = new Worker(URL.createObjectURL(new Blob([script])));
    const link = document.getElementById('spielwerk-module')?.getAttribute('href') ?? '';
    const module = await WebAssembly.compile(await (await fetch(link)).arrayBuffer());
    worker.postMessage({ module, call: 'search' });
    Object.assign(window, { measured: worker });
  });
  return machine((message) => page.evaluate((message) => new Promise((resolve) => {
    const worker = /** @type {any} */ (window).measured;
    worker.onmessage = (/** @type {any} */ { data }) => {
      const answer = JSON.parse(data);
      if (answer.type === 'perft' || answer.report.type !== 'progress') resolve(answer);
    };
    worker.postMessage(JSON.stringify(message));
  }), message));
}

/** @param {string} address */
async function speed(address) {
  const module = await Module.load();
  const page = await browser.newPage();
  const machines = [native, machine(async (message) => module.call('search', message).at(-1)), await chromium(page, address)];
  console.log('millions a second: native, node and Chromium, and their share of native');
  for (const [kind, column] of /** @type {['perft' | 'search', 1 | 2][]} */ ([['perft', 1], ['search', 2]])) {
    for (const row of GAMES) {
      const [game, amount] = [row[0], row[column]];
      const found = [];
      for (const each of machines) found.push(await best(() => each[kind](game, amount)));
      const [first, ...others] = found;
      console.log(`| ${kind} ${game} ${amount} | ${[millions(first), ...others.map((value) => millions(value, first))].join(' | ')} |`);
    }
  }
  await page.close();
}

/** @param {string} address */
async function pages(address) {
  const bytes = await readFile(/** @type {string} */ (MODULE));
  console.log(`module: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotliCompressSync(bytes).length}`);
  console.log('static site, empty cache: ms until the games, a board to play on, and the first move of level 3 are shown');
  for (let run = 0; run < VISITS; run += 1) console.log(`| ${rounded(await firstVisit(browser, address))} |`);
  console.log('move in an analysis: ms until the board shows it, and until the next can be chosen');
  for (const module of [undefined, /** @type {string} */ (MODULE)]) {
    const server = await Server.start({ module });
    for (const delay of [0, 50]) {
      const times = await moveInAnalysis(browser, server, { delay, module: module !== undefined });
      console.log(`| ${module ? 'with' : 'without'} the module, ${delay} ms of delay | ${rounded(times)} |`);
    }
    await server.stop();
  }
}

/** @param {number[]} times */
const rounded = (times) => times.map((time) => time.toFixed(0)).join(' | ');

const what = process.argv[2];
const site = await Site.write();
const browser = await launch();
const address = await site.serve();
console.log(`node ${process.version}, Chromium ${browser.version()}`);
if (what !== 'page') await speed(address);
if (what !== 'speed') await pages(address);
await browser.close();
await site.remove();
