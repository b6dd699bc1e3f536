// Searches, one after the other, in a worker of their own. A worker that searches hears nothing, so a
// search that is not wanted any more is stopped by ending its worker.

/** @typedef {{ postMessage: (text: any) => void, terminate: () => void }} SearchWorker */

export class SearchQueue {
  /** @type {SearchWorker | null} */
  #worker = null;
  /** The first one runs. @type {{ search: number, task: any }[]} */
  #searches = [];

  /**
   * @param {(receive: (text: string) => void, fail: (error: string) => void) => SearchWorker} start
   * @param {(search: number, report: any) => void} report
   */
  constructor(start, report) {
    this.start = start;
    this.report = report;
  }

  /** @param {number} search @param {any} task */
  add(search, task) {
    this.#searches.push({ search, task });
    if (this.#searches.length === 1) this.#next();
  }

  /** @param {number} search */
  stop(search) {
    const nth = this.#searches.findIndex((each) => each.search === search);
    if (nth < 0) return;
    this.#searches.splice(nth, 1);
    if (nth === 0) {
      this.#end();
      this.#next();
    }
  }

  #next() {
    const [first] = this.#searches;
    if (!first) return;
    this.#worker ??= this.start((text) => this.#receive(JSON.parse(text)), (error) => this.#fail(error));
    this.#worker.postMessage(JSON.stringify({ type: 'search', ...first }));
  }

  /** @param {{ search: number, report: any }} message */
  #receive({ search, report }) {
    if (this.#searches[0]?.search !== search) return;
    const done = report.type !== 'progress';
    if (done) this.#searches.shift();
    this.report(search, report);
    if (done) this.#next();
  }

  /** @param {string} error */
  #fail(error) {
    this.#end();
    const failed = this.#searches.shift();
    if (failed) this.report(failed.search, { type: 'failed', error });
    this.#next();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
