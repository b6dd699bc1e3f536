// A table of the browser's database (IndexedDB): values by key. A write is done when its promise is,
// and survives the page from then on. `localStorage` promises less: Chromium loses what a page from
// the disk has written, once in a while, when the page is loaded again and reads early.

export class Database {
  /** @type {Promise<IDBDatabase> | null} */
  #opened = null;

  /** @param {string} name  of the database @param {string} table */
  constructor(name, table) {
    this.name = name;
    this.table = table;
  }

  /** All values. @returns {Promise<any[]>} */
  async all() {
    const reading = (await this.#open()).transaction(this.table).objectStore(this.table).getAll();
    return settled(reading);
  }

  /** @param {string} key @param {any} value */
  put(key, value) {
    return this.#write((table) => table.put(value, key));
  }

  /** @param {string} key */
  delete(key) {
    return this.#write((table) => table.delete(key));
  }

  /** @param {(table: IDBObjectStore) => void} change @returns {Promise<void>} */
  async #write(change) {
    const transaction = (await this.#open()).transaction(this.table, 'readwrite');
    change(transaction.objectStore(this.table));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  #open() {
    this.#opened ??= this.#connect();
    return this.#opened;
  }

  /** @returns {Promise<IDBDatabase>} */
  async #connect() {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(this.table);
    return settled(opening);
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
