// How a page without a server reaches its backend, in place of `core/transport.js`: the WebAssembly
// module in a worker, which takes the same requests and connections.

import { LocalSocket, request } from '../local/backend.js';
import { rasterized } from '../local/raster.js';

/** Whether there is a server: for what other people see, and what takes a database. */
export const hasServer = () => false;

/** A request, as `fetch` takes it. @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
export function send(path, options) {
  return path === '/api/export' ? rasterized(request, path, options) : request(path, options);
}

/** A move is stored before it is shown, so nothing is shown ahead. @param {string} _path @param {RequestInit} _options
 * @returns {Promise<Response | null>} */
export const sendInstant = async (_path, _options) => null;

/** The module is loaded already. */
export const afterFirstScreen = () => {};

/** A connection that lasts until it is closed. @param {string} path @param {import('../core/transport.js').SocketListener} listener */
export function connect(path, listener) {
  return new LocalSocket(path, listener);
}
