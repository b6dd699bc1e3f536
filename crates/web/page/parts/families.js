// Games and their variants: those of one family stand together, the usual one first.

/** @typedef {import('../core/types.js').GameInfo} GameInfo */

/** @param {GameInfo[]} games @returns {GameInfo[][]} */
export function families(games) {
  /** @type {Map<string, GameInfo[]>} */
  const found = new Map();
  for (const game of games) found.set(game.family, [...(found.get(game.family) ?? []), game]);
  return [...found.values()];
}

/** All variants of a game. @param {GameInfo[]} games @param {string} name */
export function variantsOf(games, name) {
  const family = games.find((game) => game.name === name)?.family;
  return games.filter((game) => game.family === family);
}
