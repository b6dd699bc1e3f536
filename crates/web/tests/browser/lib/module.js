// The WebAssembly module in node: the same calls as in a worker of the page. Where the module has not
// been built, `MODULE` is null and tests of it are skipped.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const PATH = process.env.SPIELWERK_MODULE
  ?? fileURLToPath(new URL('../../../../../target/wasm/spielwerk.wasm', import.meta.url));

/** The path of the module. */
export const MODULE = existsSync(PATH) ? PATH : null;

/** What a test says that is skipped, or false. */
export const missing = MODULE ? false : 'there is no WebAssembly module: run crates/wasm/build, which says what it needs';

export class Module {
  /** @type {string[]} */
  #emitted = [];
  /** @type {any} */
  #exports;

  static async load() {
    const module = new Module();
    const { instance } = await WebAssembly.instantiate(await readFile(/** @type {string} */ (MODULE)), {
      spielwerk: {
        emit: (/** @type {number} */ pointer, /** @type {number} */ length) => {
          module.#emitted.push(new TextDecoder().decode(new Uint8Array(module.#exports.memory.buffer, pointer, length)));
        },
        now: () => performance.now(),
        date: () => Date.now(),
        random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
      },
    });
    module.#exports = instance.exports;
    return module;
  }

  /** What the module emits for a message. @param {'handle' | 'search'} name @param {any} message @returns {any[]} */
  call(name, message) {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const pointer = this.#exports.allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
    this.#emitted = [];
    this.#exports[name](pointer, bytes.length);
    return this.#emitted.map((text) => JSON.parse(text));
  }

  /** A request to the backend. @param {string} path @param {any} [body] @returns {any} */
  ask(path, body) {
    const message = { type: 'request', id: 1, method: body ? 'POST' : 'GET', path, body: body ? JSON.stringify(body) : null };
    const [outputs] = this.call('handle', message);
    const response = outputs.find((/** @type {any} */ output) => output.type === 'response');
    return { status: response.status, body: JSON.parse(response.body) };
  }

  /** The result of a search. @param {any} task @returns {any} */
  search(task) {
    const { report } = this.call('search', { type: 'search', search: 1, task: { name: 'test', ...task } }).at(-1);
    if (report.type !== 'done') throw new Error(report.error);
    return report;
  }

  /** The leaves of a game tree, and the milliseconds it took. @param {string} game @param {number} depth */
  perft(game, depth) {
    return this.call('search', { type: 'perft', game, depth })[0];
  }
}
