// A server of its own for each test file: the real binary, on a free port, with a store of its own
// that outlives a restart.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BINARY = process.env.SPIELWERK
  ?? fileURLToPath(new URL('../../../../../target/debug/spielwerk', import.meta.url));

/** The address that a server says it listens on. @param {import('node:child_process').ChildProcess} child */
export async function addressOf(child) {
  const out = /** @type {import('node:stream').Readable} */ (child.stdout);
  for await (const line of createInterface({ input: out })) {
    const found = /http:\/\/[\w.[\]:]+:\d+/.exec(line);
    if (found) {
      out.resume();
      return found[0];
    }
  }
  throw new Error(`${child.spawnargs.join(' ')} ended without saying its address`);
}

export class Server {
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  #port = 0;
  /** Most tests need no tablebases. */
  #tables = '/dev/null';
  /** @type {string[]} */
  #options = [];

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * `tables`: small tablebases are built in the background; `module`: the path of the WebAssembly module
   * @param {{ tables?: boolean, module?: string }} [options]
   */
  static async start({ tables = false, module } = {}) {
    const server = new Server(await mkdtemp(join(tmpdir(), 'spielwerk-browser-')));
    if (tables) server.#tables = join(server.folder, 'tables');
    if (module) server.#options = ['--module', module];
    await server.up();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, on the same port as before if there was one. */
  async up() {
    const child = this.spawn('serve', '--port', String(this.#port), ...this.#options);
    this.#process = child;
    this.#port = Number((await addressOf(child)).split(':').at(-1));
  }

  /** Starts another process with the same store. @param {...string} options */
  spawn(...options) {
    const env = { ...process.env, SPIELWERK_STORE: join(this.folder, 'store.sqlite'), SPIELWERK_TABLES: this.#tables };
    return spawn(BINARY, options, { stdio: ['ignore', 'pipe', 'inherit'], env });
  }

  /** The same, and waits for its end. @param {...string} options */
  async run(...options) {
    const child = this.spawn(...options);
    child.stdout.resume();
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`${options.join(' ')} ended with ${code}`);
  }

  /** Kills it without a shutdown. */
  async kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async stop() {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a request to the server. @param {string} path @param {any} [body] @returns {Promise<any>} */
  async ask(path, body) {
    const response = await fetch(`${this.address}${path}`, body === undefined ? {} : {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${answer.error}`);
    return answer;
  }
}
