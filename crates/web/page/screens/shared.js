// A game behind a short link: shown in the analysis, as it was shared.

import { sharedGame } from '../core/api.js';
import { analysis } from './analysis.js';

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function shared({ path }) {
  const { game, position, moves } = await sharedGame(path[1] ?? '');
  return analysis({ path: ['analysis', game], query: new URLSearchParams({ position, moves }) });
}
