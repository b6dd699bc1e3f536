// The WebSocket for analysis: one request at a time, each stops the one before. Responses to older
// requests are dropped. After a reconnection the last request is sent again.

import { connect } from './transport.js';

export class AnalysisConnection {
  #request = 0;
  /** @type {any} */
  #last = null;

  /** @param {(message: any) => void} listener  gets only responses to the present request */
  constructor(listener) {
    this.socket = connect('/api/analysis', {
      up: () => this.#send(),
      message: (message) => {
        if (message.request === this.#request) listener(message);
      },
    });
  }

  /**
   * @param {'analyse' | 'review'} type
   * @param {{ game: string, position: string, moves: string[], lines?: number, ms?: number }} what
   */
  ask(type, what) {
    this.#request += 1;
    this.#last = { type, request: this.#request, ...what };
    this.#send();
  }

  stop() {
    this.#request += 1;
    this.#last = null;
    this.socket.send({ type: 'stop' });
  }

  close() {
    this.socket.close();
  }

  #send() {
    if (this.#last) this.socket.send(this.#last);
  }
}
