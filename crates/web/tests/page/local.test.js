// The backend of a page without a server, but for the module itself: requests, the queue of searches, and
// the games in the browser's storage.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Requests } from '../../page/local/requests.js';
import { SearchQueue } from '../../page/local/search-queue.js';
import { GameStorage, read } from '../../page/local/storage.js';

/** A worker that the test answers for. */
class FakeWorker {
  /** @type {FakeWorker[]} */
  static all = [];
  /** @type {any[]} */
  asked = [];
  ended = false;

  /** @param {(text: string) => void} receive @param {(error: string) => void} fail */
  constructor(receive, fail) {
    this.receive = receive;
    this.fail = fail;
    FakeWorker.all.push(this);
  }

  /** @param {string} text */
  postMessage(text) {
    this.asked.push(JSON.parse(text));
  }

  terminate() {
    this.ended = true;
  }

  /** @param {number} search @param {string} type */
  say(search, type) {
    this.receive(JSON.stringify({ type: 'search', search, report: { type } }));
  }
}

/** @type {[number, string][]} */
let reports = [];
const queue = () => new SearchQueue(
  (receive, fail) => new FakeWorker(receive, fail),
  (search, report) => reports.push([search, report.type]),
);
beforeEach(() => {
  FakeWorker.all = [];
  reports = [];
});

test('searches run one after the other in one worker', () => {
  const searches = queue();
  searches.add(1, { name: 'a' });
  searches.add(2, { name: 'b' });
  const [worker] = FakeWorker.all;
  assert.deepEqual(worker.asked.map(({ search, task }) => [search, task.name]), [[1, 'a']]);
  worker.say(1, 'progress');
  worker.say(1, 'done');
  assert.deepEqual(worker.asked.map(({ search }) => search), [1, 2]);
  worker.say(2, 'done');
  assert.deepEqual(reports, [[1, 'progress'], [1, 'done'], [2, 'done']]);
  assert.equal(FakeWorker.all.length, 1);
});

test('a search that runs is stopped with its worker, one that waits is left out', () => {
  const searches = queue();
  searches.add(1, {});
  searches.add(2, {});
  searches.add(3, {});
  searches.stop(2);
  assert.equal(FakeWorker.all[0].ended, false);
  searches.stop(1);
  assert.equal(FakeWorker.all[0].ended, true);
  assert.deepEqual(FakeWorker.all[1].asked.map(({ search }) => search), [3]);
  FakeWorker.all[0].say(1, 'done');
  assert.deepEqual(reports, []);
});

test('a worker that breaks fails its search and is replaced', () => {
  const searches = queue();
  searches.add(1, {});
  searches.add(2, {});
  FakeWorker.all[0].fail('unreachable');
  assert.deepEqual(reports, [[1, 'failed']]);
  assert.deepEqual(FakeWorker.all[1].asked.map(({ search }) => search), [2]);
});

test('every request gets its own response, and an error when the module fails', async () => {
  /** @type {any[]} */
  const posted = [];
  const requests = new Requests((message) => posted.push(message));
  const [first, second, third] = [requests.send('/a', {}), requests.send('/b', { method: 'POST', body: '{}' }), requests.send('/c', {})];
  assert.deepEqual(posted.map(({ method, path, body }) => [method, path, body]), [['GET', '/a', null], ['POST', '/b', '{}'], ['GET', '/c', null]]);
  requests.respond({ id: posted[1].id, status: 422, media: 'application/json', body: '{"error":"b"}' });
  requests.respond({ id: posted[0].id, status: 200, media: 'text/plain', body: 'a' });
  assert.deepEqual([(await second).status, await (await second).json()], [422, { error: 'b' }]);
  assert.deepEqual([(await first).headers.get('content-type'), await (await first).text()], ['text/plain', 'a']);
  requests.fail('unreachable');
  await assert.rejects(third, /unreachable/);
});

/** A storage with room for three games. */
function smallStorage() {
  const kept = new Map();
  return new GameStorage({
    all: async () => [...kept.values()],
    put: async (key, row) => {
      if (kept.size >= 3 && !kept.has(key)) throw new Error('full');
      kept.set(key, row);
    },
    delete: async (key) => { kept.delete(key); },
  });
}

/** @param {number} nth @param {boolean} over */
const row = (nth, over) => ({
  id: String(nth).padStart(32, '0'), game: 'halma', public: false, over, changed: nth, record: '{}',
});

test('games are kept, the oldest that are over make room', async () => {
  const storage = smallStorage();
  const changed = async () => (await storage.rows()).map((each) => each.changed);
  for (const each of [row(1, false), row(2, true), row(3, true), row(4, false)]) await storage.save(each);
  assert.deepEqual(await changed(), [4, 3, 1]);
  await storage.save(row(5, false));
  assert.deepEqual(await changed(), [5, 4, 1]);
  await assert.rejects(storage.save(row(6, false)), /full/);
});

test('where the browser keeps nothing, there are no games', async () => {
  const refused = () => Promise.reject(new Error('denied'));
  assert.deepEqual(await new GameStorage({ all: refused, put: refused, delete: refused }).rows(), []);
});

test('games go to a file and back, and nothing else is read', async () => {
  const storage = smallStorage();
  await storage.save(row(1, true));
  const text = await storage.written();
  await storage.remove(row(1, true).id);
  assert.deepEqual(await storage.rows(), []);
  assert.deepEqual(read(text), [row(1, true)]);
  for (const wrong of ['', '{}', '[]', '{"spielwerk":"games","games":[{}]}', text.replace('halma"', 'halma')]) {
    assert.throws(() => read(wrong), /not a file of games/, wrong);
  }
});
