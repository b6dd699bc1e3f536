// The key of a browser, and the invitations that were made from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** @type {any} */
const browser = globalThis;

test('a browser keeps one key, which cannot be guessed', async () => {
  const kept = new Map();
  browser.localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  const visit = (/** @type {number} */ nth) => import(`../../page/core/owner.js?visit=${nth}`);
  const first = (await visit(1)).ownerKey();
  assert.match(first, /^[0-9a-f]{48}$/);
  assert.equal((await visit(2)).ownerKey(), first);
  kept.clear();
  assert.notEqual((await visit(3)).ownerKey(), first);
});

test('invitations are kept for the latest games', async () => {
  const { invitations, keepInvitations } = await import('../../page/core/owner.js');
  for (let game = 0; game < 60; game += 1) keepInvitations(`game ${game}`, [`key ${game}`, null]);
  assert.deepEqual(invitations('game 59'), ['key 59', null]);
  assert.equal(invitations('game 0'), null);
  browser.localStorage.setItem('spielwerk-invitations', 'damaged');
  assert.equal(invitations('game 59'), null);
});
