// The web app without a server: written by `spielwerk site` into a folder of its own, opened from the
// disk or from a static host that can be switched off.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE } from './module.js';
import { run } from './native.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Record<string, string>} */
const MEDIA = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};

export class Site {
  /** @type {import('node:http').Server | null} */
  #host = null;

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  static async write() {
    const site = new Site(await mkdtemp(join(tmpdir(), 'spielwerk-site-')));
    await run('site', site.folder, '--module', /** @type {string} */ (MODULE));
    return site;
  }

  /** The page in one file, on the disk. */
  get file() {
    return pathToFileURL(join(this.folder, 'spielwerk.html')).href;
  }

  /** Serves the folder below a path, as hosts of project pages do. Returns the address. */
  async serve() {
    const host = createServer(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname.replace(/^\/games\//, '');
      const name = path === '' ? 'index.html' : path;
      try {
        const bytes = await readFile(join(this.folder, name));
        response.writeHead(200, { 'content-type': MEDIA[extname(name)] ?? 'application/octet-stream' }).end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    this.#host = host;
    await new Promise((resolve) => { host.listen(0, '127.0.0.1', () => resolve(null)); });
    const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
    return `http://127.0.0.1:${port}/games/`;
  }

  /** Switches the static host off. */
  async switchOff() {
    const host = this.#host;
    this.#host = null;
    if (!host) return;
    host.closeAllConnections();
    await new Promise((resolve) => { host.close(resolve); });
  }

  async remove() {
    await this.switchOff();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * The backend inside a page, asked as a server is asked. The page must be prepared before it is opened.
 * @param {Page} page @param {string} address
 */
export async function backendOf(page, address) {
  await page.addInitScript(() => {
    const real = Worker;
    /** @type {any} */ (window).workers = [];
    window.Worker = class extends real {
      /** @param {string | URL} script */
      constructor(script) {
        super(script);
        /** @type {any} */ (window).workers.push(this);
      }
    };
  });
  let id = 1_000_000;
  return {
    address,
    /** @param {string} path @param {any} [body] @returns {Promise<any>} */
    ask(path, body) {
      id += 1;
      const request = { type: 'request', id, method: body ? 'POST' : 'GET', path, body: body ? JSON.stringify(body) : null };
      return page.evaluate((request) => new Promise((resolve, reject) => {
        // The first worker has the backend, all others search.
        const [worker] = /** @type {any} */ (window).workers;
        const listener = (/** @type {any} */ { data }) => {
          const found = JSON.parse(data).find((/** @type {any} */ output) => output.type === 'response' && output.id === request.id);
          if (!found) return;
          worker.removeEventListener('message', listener);
          if (found.status < 300) resolve(JSON.parse(found.body));
          else reject(new Error(found.body));
        };
        worker.addEventListener('message', listener);
        worker.postMessage(JSON.stringify(request));
      }), request);
    },
  };
}
