// WebSockets that reconnect, and what a session and an analysis make of their messages.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { AnalysisConnection } from '../../page/core/analysis-connection.js';
import { ReconnectingSocket } from '../../page/core/reconnecting-socket.js';
import { SessionConnection } from '../../page/core/session-connection.js';

/** @type {any} */
const browser = globalThis;

/** A WebSocket to nowhere, whose server is the test. */
class FakeSocket {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static all = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  /** @type {any} */
  onopen;
  /** @type {any} */
  onmessage;
  /** @type {any} */
  onclose;

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {any} message */
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }
}
const last = () => /** @type {FakeSocket} */ (FakeSocket.all.at(-1));

beforeEach(() => {
  FakeSocket.all = [];
  mock.timers.enable({ apis: ['setTimeout'] });
  // The pauses vary by chance; in the middle they are what they are called.
  mock.method(Math, 'random', () => 0.5);
  const page = new EventTarget();
  Object.assign(browser, {
    WebSocket: FakeSocket, window: browser, document: Object.assign(page, { hidden: false }),
    location: { protocol: 'https:', host: 'here:1' },
    addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page),
  });
});
afterEach(() => { mock.timers.reset(); mock.restoreAll(); });

test('a socket is as secure as its page', () => {
  new ReconnectingSocket('/api/x', { message() {} });
  assert.equal(last().url, 'wss://here:1/api/x');
  browser.location.protocol = 'http:';
  new ReconnectingSocket('/api/x', { message() {} });
  assert.equal(last().url, 'ws://here:1/api/x');
});

test('a lost connection is tried again, after pauses that grow to ten seconds', () => {
  let down = 0;
  new ReconnectingSocket('/api/x', { message() {}, down: () => { down += 1; } });
  /** @type {number[]} */
  const pauses = [];
  for (let times = 0; times < 10; times += 1) {
    const before = FakeSocket.all.length;
    last().close();
    let waited = 0;
    for (; FakeSocket.all.length === before; waited += 10) mock.timers.tick(10);
    pauses.push(waited);
  }
  assert.equal(down, 10);
  assert.equal(pauses[0], 300);
  assert.ok(pauses.every((pause, nth) => nth === 0 || pause >= pauses[nth - 1]));
  assert.equal(pauses.at(-1), 10_000);
});

test('a page that is looked at again connects at once', () => {
  new ReconnectingSocket('/api/x', { message() {} });
  last().close();
  browser.document.dispatchEvent(new Event('visibilitychange'));
  assert.equal(FakeSocket.all.length, 2);
});

test('a socket that was closed on purpose stays closed and silent', () => {
  /** @type {any[]} */
  const told = [];
  const socket = new ReconnectingSocket('/api/x', { message: (message) => told.push(message) });
  assert.equal(socket.send({}), false);
  last().open();
  assert.equal(socket.send({ a: 1 }), true);
  assert.deepEqual(last().sent, [{ a: 1 }]);
  socket.close();
  last().say({ late: true });
  mock.timers.tick(60_000);
  assert.deepEqual(told, []);
  assert.equal(FakeSocket.all.length, 1);
});

/** @param {string} text */
const ply = (text) => ({ seat: 0, move: { text, path: [] }, changes: [], position: text, turn: 1 });
/** @param {number} keep @param {string[]} moves @param {boolean} [whole] @returns {any} */
const state = (keep, moves, whole = false) => ({
  type: 'state', id: 'x/y', keep, plies: moves.map(ply), ...(whole && { start: { position: 's', contents: [], turn: 0 } }),
});

/** A session that has had some moves, and what its listener was told. @param {string[]} moves */
function session(moves) {
  /** @type {any[]} */
  const told = [];
  const listen = (/** @type {string} */ kind) => (/** @type {any} */ what) => told.push([kind, what]);
  const connection = new SessionConnection(state(0, moves, true), {
    changed: listen('changed'), thinking: listen('thinking'), hint: listen('hint'), refused: listen('refused'),
    waiting: listen('waiting'), connection: listen('connection'),
  });
  return { connection, told };
}

test('a session adds the moves that are new', () => {
  const { connection, told } = session(['a']);
  assert.equal(last().url, 'wss://here:1/api/sessions/x%2Fy/live');
  last().say(state(1, ['b', 'c']));
  assert.deepEqual(connection.record.texts(), ['a', 'b', 'c']);
  assert.deepEqual(told, [['changed', 2]]);
});

test('after an undo the game is another one', () => {
  const { connection, told } = session(['a', 'b']);
  last().say(state(1, []));
  assert.deepEqual(connection.record.texts(), ['a']);
  assert.deepEqual(told, [['changed', -1]]);
});

test('after a reconnection only what is new counts as new', () => {
  const { connection, told } = session(['a']);
  last().say(state(0, ['a', 'b'], true));
  assert.deepEqual(connection.record.texts(), ['a', 'b']);
  last().say(state(0, ['x', 'y', 'z'], true));
  assert.deepEqual(told, [['changed', 1], ['changed', -1]]);
});

test('a move says which ply it is for, and refusals are told', () => {
  const { connection, told } = session(['a', 'b']);
  last().open();
  connection.move([3, 4]);
  connection.ready();
  assert.deepEqual(last().sent, [{ type: 'move', path: [3, 4], ply: 2 }, { type: 'ready', ply: 2 }]);
  last().say({ type: 'refused', error: 'no' });
  last().say({ type: 'waiting', ahead: 3 });
  assert.deepEqual(told, [['connection', true], ['refused', 'no'], ['waiting', 3]]);
});

test('answers to an older analysis are dropped, and a reconnection asks again', () => {
  /** @type {any[]} */
  const told = [];
  const analysis = new AnalysisConnection((message) => told.push(message.depth));
  const what = { game: 'g', position: 'p', moves: [] };
  analysis.ask('analyse', what);
  last().open();
  analysis.ask('analyse', what);
  assert.deepEqual(last().sent.map(({ request }) => request), [1, 2]);
  last().say({ request: 1, depth: 3 });
  last().say({ request: 2, depth: 4 });
  assert.deepEqual(told, [4]);
  last().close();
  mock.timers.tick(1000);
  last().open();
  assert.deepEqual(last().sent.map(({ request }) => request), [2]);
  analysis.stop();
  last().say({ request: 2, depth: 5 });
  assert.deepEqual(told, [4]);
});
