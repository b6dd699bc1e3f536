// How the page reaches its backend: a server, over the network, but for what the server's WebAssembly
// module answers in the page. A page without a server has `local/transport.js` in its place; nobody else
// knows which of the two it is.

import { instantResponse, startWhenIdle } from './instant.js';
import { ReconnectingSocket } from './reconnecting-socket.js';

/** @typedef {{ message: (message: any) => void, up?: () => void, down?: () => void }} SocketListener */

/** Whether there is a server: for what other people see, and what takes a database. */
export const hasServer = () => true;

/** A request, as `fetch` takes it. @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
export async function send(path, options) {
  return (await instantResponse(path, options)) ?? fetch(path, options);
}

/** The response where no server is needed for it, else null. @param {string} path @param {RequestInit} options */
export const sendInstant = (path, options) => instantResponse(path, options);

/** The first screen has been drawn: what the page can do without may be loaded. */
export const afterFirstScreen = () => startWhenIdle();

/** A connection that lasts until it is closed. @param {string} path @param {SocketListener} listener */
export function connect(path, listener) {
  return new ReconnectingSocket(path, listener);
}
