// Makes the screenshots of the README: `npm --prefix crates/web/tests/browser run screenshots`, with the
// binary that the tests use. It is no test; `./test` does not run it.

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, visit } from './lib/browser.js';
import { Server } from './lib/server.js';

const FOLDER = fileURLToPath(new URL('../../../../docs/pictures', import.meta.url));
const DESKTOP = { width: 1200, height: 760 };
const PHONE = { width: 390, height: 800 };

const CHAIN = '9/6B2/1BB1WBB2/4B4/4W4 w 0 20';

/**
 * @typedef {object} Shot
 * @property {string} name
 * @property {string | ((server: Server) => Promise<string>)} screen
 * @property {string} ready  what must be on the page
 * @property {{ width: number, height: number }} viewport
 * @property {'light' | 'dark'} [colorScheme]
 */

/** @type {Shot[]} */
const SHOTS = [
  { name: 'home', screen: '', ready: '.game-card', viewport: DESKTOP },
  { name: 'play', screen: (server) => session(server, 'bohnenspiel', ['3', '4', '6']), ready: '.moves .move', viewport: DESKTOP },
  { name: 'learn', screen: 'learn/fanorona/long-chain', ready: '.site.grab', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'puzzles', screen: 'puzzles/fauhalma', ready: '.site.grab', viewport: DESKTOP },
  { name: 'phone-play', screen: (server) => session(server, 'halma', []), ready: '.site.grab', viewport: PHONE },
  { name: 'phone-puzzles', screen: 'puzzles/fanorona', ready: '.site.grab', viewport: PHONE, colorScheme: 'dark' },
  { name: 'analysis', screen: `analysis/fanorona?${new URLSearchParams({ position: CHAIN })}`, ready: '.site.grab', viewport: DESKTOP },
];

/** A session of people, so that nothing moves. @param {Server} server @param {string} game @param {string[]} moves */
async function session(server, game, moves) {
  const { id } = await server.ask('/api/sessions', { game, seats: [{ person: 'Ada' }, { person: 'Ben' }], moves });
  return `session/${id}`;
}

const [server, browser] = await Promise.all([Server.start(), launch()]);
await mkdir(FOLDER, { recursive: true });
for (const { name, screen, ready, viewport, colorScheme } of SHOTS) {
  const address = typeof screen === 'string' ? screen : await screen(server);
  await visit(browser, server, { viewport, colorScheme }, async (page) => {
    await page.goto(`${server.address}/#/${address}`);
    await page.waitForSelector(ready);
    await page.waitForLoadState('networkidle').catch(() => {});
    // WebP takes a fifth of what PNG does here; only the browser's own protocol offers it.
    const protocol = await page.context().newCDPSession(page);
    const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    await writeFile(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'));
  });
  console.log(`docs/pictures/${name}.webp`);
}
await browser.close();
await server.stop();
