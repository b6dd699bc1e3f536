// Addresses of the page: what is written into one is read from it again.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { address, go, route } from '../../page/core/router.js';

/** @type {any} */
const browser = globalThis;
beforeEach(() => { browser.location = { hash: '' }; });

test('an address is read as it was written', () => {
  const position = '{"A":[[1,-4]],"turn":"B"}';
  go(address(['analysis', 'a/b c'], { position, moves: '1 2', review: undefined }));
  const { path, query } = route();
  assert.deepEqual(path, ['analysis', 'a/b c']);
  assert.equal(query.get('position'), position);
  assert.equal(query.get('moves'), '1 2');
  assert.equal(query.has('review'), false);
});

test('an address has no query where nothing is given', () => {
  assert.equal(address(['rules', 'halma']), '#/rules/halma');
  assert.equal(address(['rules', 'halma'], { moves: '', position: undefined }), '#/rules/halma');
});

test('the bare page and superfluous slashes have an empty path', () => {
  for (const hash of ['', '#', '#/', '#//']) {
    location.hash = hash;
    assert.deepEqual(route().path, [], hash);
  }
});

test('a mistyped address is no failure', () => {
  location.hash = '#/session/100%';
  assert.deepEqual(route().path, ['session', '100%']);
});
