// The page's strings: both languages say the same, and nothing is asked for that they lack.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { language, number, seatName, t, tOr } from '../../page/core/i18n.js';
import { change } from '../../page/core/settings.js';
import { de } from '../../page/strings/de.js';
import { en } from '../../page/strings/en.js';
import { RULES } from '../../page/strings/rules.js';

/** @type {Record<string, string>[]} */
const [english, german] = [en, de];
const page = fileURLToPath(new URL('../../page/', import.meta.url));

/** The whole code of the page. */
const code = readdirSync(page, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && !name.startsWith('strings'))
  .map((name) => readFileSync(join(page, name), 'utf8')).join('\n');

test('English and German have the same keys', () => {
  assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort());
});

test('English and German fill in the same values', () => {
  const values = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const key of Object.keys(english)) assert.deepEqual(values(german[key]), values(english[key]), key);
});

test('no string is empty', () => {
  for (const strings of [english, german]) {
    for (const [key, text] of Object.entries(strings)) assert.ok(text.trim(), key);
  }
});

test('every key that the page asks for exists', () => {
  const asked = [...code.matchAll(/\bt\('([^']+)'/g)].map(([, key]) => key);
  assert.ok(asked.length > 100);
  assert.deepEqual(asked.filter((key) => !(key in english)), []);
});

test('the rules are told in both languages', () => {
  for (const [game, sections] of Object.entries(RULES)) {
    for (const { title, text } of sections) {
      assert.equal([...title, ...text].filter((part) => part.trim()).length, 4, game);
      assert.notEqual(text[0], text[1], game);
    }
  }
});

test('values are filled in, and a forgotten one is seen', () => {
  change({ language: 'en' });
  assert.equal(t('seconds', { seconds: 5 }), '5 s');
  assert.equal(t('seconds'), '{seconds} s');
});

test('what the server names and no language knows is shown as it is', () => {
  change({ language: 'de' });
  assert.equal(tOr('no.such.key', 'plain'), 'plain');
  assert.equal(seatName('A'), 'A');
  assert.equal(seatName('White'), german['seat.White']);
});

test('the language is the chosen one, else the browser’s, else English', () => {
  const browser = (/** @type {string} */ language) =>
    Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true });
  browser('de-AT');
  change({ language: 'en' });
  assert.equal(language(), 'en');
  change({ language: '' });
  assert.equal(language(), 'de');
  browser('fr');
  assert.equal(language(), 'en');
});

test('numbers are written as the reader writes them', () => {
  change({ language: 'en' });
  assert.equal(number(12345.5), '12,345.5');
  change({ language: 'de' });
  assert.equal(number(12345.5), '12.345,5');
});
