// Keeps the page, so that it opens without a network. `spielwerk site` writes the names of its files
// here. Names hold a hash of their contents, so whatever is kept is right; a new page has another
// version of this script, which loads it and forgets the old one.

/** @type {string[]} */
const FILES = [];
const VERSION = '';

/** @type {any} */
const worker = self;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const others = (/** @type {string[]} */ names) => names.filter((name) => name !== VERSION);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
