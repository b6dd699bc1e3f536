// The games of this browser: each session is one entry of its database, as the module writes it.

import { Database } from './database.js';

/**
 * @typedef {object} SessionRow
 * @property {string} id @property {string} game @property {boolean} public @property {boolean} over
 * @property {number} changed  in seconds since 1970 @property {string} record
 */

/** @typedef {{ all: () => Promise<any[]>, put: (key: string, value: any) => Promise<void>, delete: (key: string) => Promise<void> }} Table */

export class GameStorage {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** All games, the latest first; none where the browser keeps nothing. @returns {Promise<SessionRow[]>} */
  async rows() {
    const read = await this.table.all().catch(() => []);
    return read.filter(isRow).sort((a, b) => b.changed - a.changed);
  }

  /** Keeps a game; where the storage is full, the oldest that are over make room. @param {SessionRow} row */
  async save(row) {
    for (;;) {
      try {
        await this.table.put(row.id, row);
        return;
      } catch (error) {
        const last = (await this.rows()).filter((each) => each.over && each.id !== row.id).at(-1);
        if (!last) throw error;
        await this.remove(last.id);
      }
    }
  }

  /** @param {string} id */
  remove(id) {
    return this.table.delete(id);
  }

  /** All games as the text of a file. */
  async written() {
    return JSON.stringify({ spielwerk: 'games', games: await this.rows() }, null, 1);
  }
}

/** The games of this browser. */
export const storage = new GameStorage(new Database('spielwerk', 'games'));

/** The games in the text of a file; an error if it is no such file. @param {string} text @returns {SessionRow[]} */
export function read(text) {
  const file = parsed(text);
  if (file?.spielwerk !== 'games' || !Array.isArray(file.games) || !file.games.every(isRow)) {
    throw new Error('not a file of games');
  }
  return file.games;
}

/** @param {any} row */
function isRow(row) {
  return typeof row?.id === 'string' && /^[0-9a-f]{32}$/.test(row.id) && typeof row.game === 'string'
    && typeof row.public === 'boolean' && typeof row.over === 'boolean'
    && Number.isSafeInteger(row.changed) && typeof row.record === 'string';
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
