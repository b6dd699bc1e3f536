// A real browser, and pages that fail a test when they write an error to the console, when a script
// breaks, or when any request goes anywhere but to the server.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** Every wait of a page ends after this, in milliseconds; long enough for a machine that is busy. */
const TIMEOUT = 60_000;

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS,
});

/**
 * `refusals`: the server will refuse a request, which the browser logs as an error.
 * @typedef {import('playwright-core').BrowserContextOptions & { motion?: 'calm' | 'quick' | 'off', settings?: Record<string, any>, refusals?: boolean }} Options
 */

/**
 * Runs a test on a page of its own and checks that nothing went wrong behind the scenes.
 * @param {import('playwright-core').Browser} browser @param {import('./server.js').Server} server
 * @param {Options} options @param {(page: import('playwright-core').Page) => Promise<void>} test
 */
export async function visit(browser, server, options, test) {
  const { motion = 'off', settings = {}, refusals = false, ...rest } = options;
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, ...rest });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  // A server that was stopped on purpose is the doing of the test, not of the page.
  const gone = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to/;
  const expected = (/** @type {string} */ text) => gone.test(text) || (refusals && /status of 4\d\d/.test(text));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('request', (request) => {
    const url = request.url();
    const own = url.startsWith(server.address) || url.startsWith('blob:') || url.startsWith('data:');
    if (!own) errors.push(`request to ${url}`);
  });
  await page.addInitScript((kept) => {
    if (!localStorage.getItem('spielwerk')) localStorage.setItem('spielwerk', JSON.stringify(kept));
  }, { motion, ...settings });
  try {
    await test(page);
    assert.deepEqual(errors, []);
  } finally {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${Date.now()}.png` }).catch(() => {});
    await context.close();
  }
}
