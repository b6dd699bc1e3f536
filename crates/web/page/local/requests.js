// Requests to the WebAssembly module: messages with a number, which the response has too.

export class Requests {
  /** @type {Map<number, { resolve: (response: Response) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #number = 0;

  /** @param {(message: any) => void} post  sends a message to the module */
  constructor(post) {
    this.post = post;
  }

  /** The same as `fetch`. @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
  send(path, { method = 'GET', body = null }) {
    this.#number += 1;
    const id = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.post({ type: 'request', id, method, path, body });
    });
  }

  /** The module has answered. @param {{ id: number, status: number, media: string, body: string }} response */
  respond({ id, status, media, body }) {
    this.#waiting.get(id)?.resolve(new Response(body, { status, headers: { 'content-type': media } }));
    this.#waiting.delete(id);
  }

  /** The module has failed: whatever was asked gets no answer any more. @param {string} error */
  fail(error) {
    for (const { reject } of this.#waiting.values()) reject(new Error(error));
    this.#waiting.clear();
  }
}
