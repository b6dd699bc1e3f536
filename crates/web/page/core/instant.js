// What must be instant: requests that depend on nothing but their own text are answered by the server's
// WebAssembly module, in a worker of the page. All others go to the server; so do these as long as the
// module is not ready, and where there is none, where it fails, or where it takes too long.

import { compile, hasModule, startWorker } from '../local/module.js';
import { Requests } from '../local/requests.js';

/** Positions, legal moves, notation and animations; positions set up by hand; boards. */
const STATELESS = [/^\/api\/position$/, /^\/api\/setup$/, /^\/api\/games\/[^/]+\/board(\?|$)/];
/** After so many milliseconds the server is asked. */
export const PATIENCE = 500;

/** The module, once it has answered for the first time. @type {Requests | null} */
let module = null;

/** Loads the module as soon as the browser has nothing else to do. */
export function startWhenIdle() {
  if (!hasModule() || !('WebAssembly' in globalThis)) return;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  // Without it the server answers everything.
  whenIdle(() => { start().catch(() => {}); });
}

async function start() {
  const compiled = await compile();
  const requests = new Requests((message) => worker.postMessage(JSON.stringify(message)));
  const worker = startWorker(compiled, 'handle', (text) => {
    for (const output of JSON.parse(text)) if (output.type === 'response') requests.respond(output);
  }, (error) => {
    module = null;
    requests.fail(error);
  });
  const first = await requests.send('/api/games', {});
  if (first.ok) module = requests;
  document.documentElement.dataset.moduleReady = String(first.ok);
}

/**
 * The module's response; null where the server has to be asked.
 * @param {string} path @param {RequestInit} options @returns {Promise<Response | null>}
 */
export async function instantResponse(path, options) {
  if (!module || !STATELESS.some((each) => each.test(path))) return null;
  const tooLate = new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); });
  const response = await Promise.race([module.send(path, options), tooLate]).catch(() => null);
  // The server may have games that the module does not know.
  return response?.status === 404 ? null : response;
}
