// The backend of a page without a server: the WebAssembly module in a worker. It takes the same
// requests and connections as the server; what it wants to be done (store a game, search, wake it)
// is done here.

import { compile, startWorker } from './module.js';
import { Requests } from './requests.js';
import { SearchQueue } from './search-queue.js';
import { storage } from './storage.js';

/** @typedef {import('./storage.js').SessionRow} SessionRow */

/** Where windows of this browser tell each other which games they have kept. */
const CHANNEL = 'spielwerk.games';

class Backend {
  #requests = new Requests((message) => this.#send(message));
  /** @type {Map<number, { opened: () => void, closed: () => void, message: (text: string) => void }>} */
  #sockets = new Map();
  /** How many connections there have been. */
  #opened = 0;
  #timer = 0;
  /** What the module wanted is done in its order: nothing is shown before it is stored. */
  #done = Promise.resolve();
  #windows = new BroadcastChannel(CHANNEL);

  /** @param {WebAssembly.Module} module @param {SessionRow[]} rows */
  constructor(module, rows) {
    this.worker = startWorker(module, 'handle', (text) => this.#receive(text), (error) => this.#fail(error));
    this.searches = new SearchQueue(
      (receive, fail) => startWorker(module, 'search', receive, fail),
      (search, report) => this.#send({ type: 'search', search, report }),
    );
    this.load(rows);
    this.#windows.onmessage = ({ data }) => this.load([data]);
  }

  /** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
  request(path, options) {
    return this.#requests.send(path, options);
  }

  /** @param {string} path @param {{ opened: () => void, closed: () => void, message: (text: string) => void }} listener */
  connect(path, listener) {
    this.#opened += 1;
    const socket = this.#opened;
    this.#sockets.set(socket, listener);
    this.#send({ type: 'connect', socket, path });
    return {
      send: (/** @type {string} */ text) => this.#send({ type: 'message', socket, text }),
      close: () => {
        this.#sockets.delete(socket);
        this.#send({ type: 'close', socket });
      },
    };
  }

  /** @param {SessionRow[]} rows */
  load(rows) {
    this.#send({ type: 'load', rows });
  }

  /** @param {string} id */
  remove(id) {
    this.#send({ type: 'remove', id });
  }

  /** @param {any} message */
  #send(message) {
    this.worker.postMessage(JSON.stringify(message));
  }

  /** @param {string} text */
  #receive(text) {
    const outputs = JSON.parse(text);
    this.#done = this.#done.then(async () => {
      clearTimeout(this.#timer);
      for (const output of outputs) await this.#do(output);
    }).catch(reportError);
  }

  /** @param {any} output @returns {Promise<void> | void} */
  #do(output) {
    if (output.type === 'response') this.#requests.respond(output);
    else if (output.type === 'message') this.#sockets.get(output.socket)?.message(output.text);
    else if (output.type === 'opened') this.#sockets.get(output.socket)?.opened();
    else if (output.type === 'closed') this.#sockets.get(output.socket)?.closed();
    else if (output.type === 'save') return this.#keep(output.row);
    else if (output.type === 'search') this.searches.add(output.search, output.task);
    else if (output.type === 'stop') this.searches.stop(output.search);
    else if (output.type === 'wake') this.#timer = window.setTimeout(() => this.#send({ type: 'tick' }), output.ms);
  }

  /** @param {SessionRow} row */
  async #keep(row) {
    try {
      await storage.save(row);
    } catch {
      // The game goes on as long as the page is open, as in a private window.
    }
    this.#windows.postMessage(row);
  }

  /** The module has failed: whatever is asked gets no answer any more. @param {string} error */
  #fail(error) {
    this.#requests.fail(error);
    for (const { closed } of this.#sockets.values()) closed();
  }
}

/** @type {Promise<Backend> | null} */
let started = null;

/** The backend, which starts when it is first needed. */
export function backend() {
  started ??= Promise.all([compile(), storage.rows()]).then(([module, rows]) => new Backend(module, rows));
  return started;
}

/** The same as `fetch`. @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export async function request(path, options = {}) {
  return (await backend()).request(path, options);
}

/** A connection with the interface of a `ReconnectingSocket`. */
export class LocalSocket {
  /** @type {{ send: (text: string) => void, close: () => void } | null} */
  #connection = null;
  #state = 'opening';

  /** @param {string} path @param {import('../core/transport.js').SocketListener} listener */
  constructor(path, listener) {
    backend().then((found) => {
      if (this.#state === 'closed') return;
      this.#connection = found.connect(path, {
        opened: () => { this.#state = 'up'; listener.up?.(); },
        closed: () => { this.#state = 'closed'; listener.down?.(); },
        message: (text) => listener.message(JSON.parse(text)),
      });
    }, () => listener.down?.());
  }

  get isUp() {
    return this.#state === 'up';
  }

  get isOpening() {
    return this.#state === 'opening';
  }

  /** @param {any} message */
  send(message) {
    if (!this.isUp) return false;
    this.#connection?.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#state = 'closed';
    this.#connection?.close();
  }
}
