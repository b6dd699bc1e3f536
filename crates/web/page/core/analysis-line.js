// The line to the analysis: one question at a time, each ending the one before it. Answers to older
// questions are dropped. After the server has been away, the last question is asked again.

import { Live } from './live.js';

export class AnalysisLine {
  #request = 0;
  /** @type {any} */
  #question = null;

  /** @param {(message: any) => void} listener  hears only answers to the present question */
  constructor(listener) {
    this.live = new Live('/api/analysis', {
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
    this.#question = { type, request: this.#request, ...what };
    this.#send();
  }

  stop() {
    this.#request += 1;
    this.#question = null;
    this.live.send({ type: 'stop' });
  }

  close() {
    this.live.close();
  }

  #send() {
    if (this.#question) this.live.send(this.#question);
  }
}
