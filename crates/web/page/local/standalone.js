// What only a page without a server has, in place of `core/standalone.js`: the list of games that
// this browser keeps, and the service worker that keeps the page.

import { listOfGames } from '../local/kept-games.js';

export const keptGames = listOfGames;

/** Starts the service worker that a static site has beside it. */
export function keepForOffline() {
  const manifest = document.querySelector('link[rel="manifest"]');
  if (!manifest || !('serviceWorker' in navigator)) return;
  // Without it the page works as long as its host does.
  navigator.serviceWorker.register('service-worker.js').catch(() => {});
}
