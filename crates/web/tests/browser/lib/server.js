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

export class Server {
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  #port = 0;

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  static async start() {
    const server = new Server(await mkdtemp(join(tmpdir(), 'spielwerk-browser-')));
    await server.up();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, on the same port as before if there was one. */
  async up() {
    const options = ['serve', '--port', String(this.#port), '--store', join(this.folder, 'store.sqlite')];
    const child = spawn(BINARY, options, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /http:\/\/[\w.[\]:]+:(\d+)/.exec(line);
      if (found) {
        this.#port = Number(found[1]);
        child.stdout.resume();
        return;
      }
    }
    throw new Error(`${BINARY} serve ended without saying its address`);
  }

  /** Ends it at once, as an accident would. */
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

  /** Asks the server. @param {string} path @param {any} [body] @returns {Promise<any>} */
  async ask(path, body) {
    const response = await fetch(`${this.address}${path}`, body === undefined ? {} : {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${answer.error}`);
    return answer;
  }
}
