// The page itself: a bar at the top, one screen below, chosen by the address. Each screen is a
// function that answers with its title, its element, and how to leave it.

import { setAttributes, fill, h } from './core/dom.js';
import { route } from './core/router.js';
import { change, current, onChange, showTheme } from './core/settings.js';
import { language, t } from './core/i18n.js';
import { definitions } from './board/pieces.js';
import { bar } from './parts/bar.js';
import { ApiError } from './core/api.js';
import { home } from './screens/home.js';
import { session } from './screens/session.js';
import { analysis } from './screens/analysis.js';
import { watch } from './screens/watch.js';
import { rules } from './screens/rules.js';
import { event } from './screens/event.js';
import { run } from './screens/replay.js';
import { shared } from './screens/shared.js';
import { puzzles } from './screens/puzzles.js';
import { learn } from './screens/learn.js';
import { keepForOffline } from './core/standalone.js';
import { afterFirstScreen } from './core/transport.js';

/** `focus`: puts the focus where one goes on when the screen was opened.
 * @typedef {{ title: string, element: HTMLElement, close?: () => void, focus?: () => void }} Screen */

/** @type {Record<string, (route: import('./core/router.js').Route) => Promise<Screen>>} */
const SCREENS = { '': home, session, analysis, watch, rules, event, run, learn, puzzles, g: shared };

const main = h('main', { id: 'main', tabindex: -1 });
const header = h('header', { class: 'bar' });
/** @type {Screen | null} */
let shown = null;
let turn = 0;

async function show() {
  turn += 1;
  const mine = turn;
  const now = route();
  const screen = SCREENS[now.path[0] ?? ''] ?? home;
  const next = await screen(now).catch(failed);
  if (mine !== turn) return next.close?.();
  shown?.close?.();
  shown = next;
  document.title = next.title ? `${next.title} · Spielwerk` : 'Spielwerk';
  frame();
  fill(main, next.element);
  scrollTo(0, 0);
  // Whoever has just loaded the page begins at its top.
  if (mine > 1) next.focus?.();
}

function frame() {
  showTheme();
  setAttributes(document.documentElement, { lang: language() });
  const focused = header.contains(document.activeElement) && document.activeElement?.id;
  fill(header, bar(route().path[0] ?? '', { current, change }));
  if (focused) document.getElementById(focused)?.focus();
}

/** A screen for what went wrong. @param {unknown} error @returns {Screen} */
function failed(error) {
  const offline = error instanceof ApiError && error.status === 0;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) console.error(error);
  return {
    title: t('error'),
    element: h('div', { class: 'narrow stack' },
      h('h1', null, t('error')),
      h('p', null, offline ? t('offline') : message),
      h('div', { class: 'row' },
        h('button', { class: 'primary', onclick: show }, t('again')),
        h('a', { class: 'button', href: '#/' }, t('nav.play')))),
  };
}

let shownLanguage = language();
onChange(() => {
  frame();
  if (language() !== shownLanguage) {
    shownLanguage = language();
    show();
  }
});
addEventListener('hashchange', show);
document.body.prepend(
  h('a', { class: 'skip', href: '#main', onclick: (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
  } }, t('skip')),
  definitions(), header, main);
show().then(afterFirstScreen);
keepForOffline();
