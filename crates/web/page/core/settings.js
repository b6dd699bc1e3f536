// What a person chose once and wants again: language, theme, how fast pieces move. Kept in this
// browser only. A browser that keeps nothing (private windows) gets the defaults every time.

const KEY = 'spielwerk';

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'' | 'en' | 'de'} language  '' follows the browser
 * @property {'calm' | 'quick' | 'off'} motion  how moves are animated
 * @property {'on' | 'off'} sound
 * @property {'end' | 'step'} hops  whether one click on the end makes a chain of hops, or each hop one
 * @property {Record<string, any>} lastGame  what was chosen for a new game, by game family
 */

/** @type {Settings} */
const DEFAULTS = { theme: 'system', language: '', motion: 'calm', sound: 'on', hops: 'end', lastGame: {} };

/** @type {Settings} */
const settings = { ...DEFAULTS, ...read() };

/** @type {Set<() => void>} */
const listeners = new Set();

/** The settings as they are now; to be changed by `change` alone. */
export function current() {
  return /** @type {Readonly<Settings>} */ (settings);
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Nothing can be kept here; the choice holds until the page is closed.
  }
  for (const listener of listeners) listener();
}

/**
 * Calls back after every change, until the function it answers with is called.
 * @param {() => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** Shows the theme on the page: the system's own unless the person chose one. */
export function showTheme() {
  const { theme } = settings;
  if (theme === 'system') {
    document.documentElement.removeAttribute('data-theme');
  } else {
    document.documentElement.setAttribute('data-theme', theme);
  }
}

/** Whether the page is dark at the moment. */
export function isDark() {
  if (settings.theme !== 'system') return settings.theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** How long a piece takes for one step, in milliseconds; 0 where nothing should move. */
export function stepTime() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return { calm: 260, quick: 120, off: 0 }[settings.motion] ?? 260;
}
