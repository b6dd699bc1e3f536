// What only a page without a server has: nothing, where there is a server. `local/standalone.js` is
// in its place otherwise.

/** The games that this browser keeps. @param {import('./types.js').GameInfo[]} _games @returns {Promise<HTMLElement | null>} */
export async function keptGames(_games) {
  return null;
}

/** Keeps the page for visits without a network. */
export function keepForOffline() {}
