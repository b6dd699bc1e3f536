// What makes this browser's games its own: a random key, kept here alone, and the keys of the seats
// to which somebody was invited from here. A browser that keeps nothing has no games of its own.

const KEY = 'spielwerk-owner';
const INVITATIONS = 'spielwerk-invitations';
/** Of so many games the invitations are kept. */
const MOST_KEPT = 50;

/** @type {string | null} */
let known = null;

/** The key of this browser, the same at every visit. */
export function ownerKey() {
  known ??= read(KEY) ?? keep(KEY, random());
  return known;
}

function random() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing can be kept here; the key holds until the page is closed.
  }
  return value;
}

/** @returns {[string, (string | null)[]][]} */
function all() {
  try {
    return JSON.parse(read(INVITATIONS) ?? '[]');
  } catch {
    return [];
  }
}

/** Keeps the keys of all seats of a session. @param {string} id @param {(string | null)[]} keys */
export function keepInvitations(id, keys) {
  keep(INVITATIONS, JSON.stringify([[id, keys], ...all()].slice(0, MOST_KEPT)));
}

/** The keys of all seats of a session that was created here. @param {string} id */
export function invitations(id) {
  return all().find(([each]) => each === id)?.[1] ?? null;
}
