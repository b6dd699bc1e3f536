// The bar at the top: the name, the main screens, language, theme, and how things move and sound.

import { h } from '../core/dom.js';
import { language, t } from '../core/i18n.js';
import { icon } from './icons.js';
import { open } from './dialog.js';

/** @typedef {import('../core/settings.js').Settings} Settings */
/** @typedef {{ current: () => Readonly<Settings>, change: (changes: Partial<Settings>) => void }} Choices */

/** @type {[string, import('../core/i18n.js').StringKey][]} */
const LINKS = [['', 'nav.play'], ['analysis', 'nav.analysis'], ['watch', 'nav.watch'], ['rules', 'nav.rules'], ['learn', 'nav.learn']];

/** The main screen to which a screen belongs. @type {Record<string, string>} */
const PARENT = { session: '', event: 'watch', run: 'watch', g: 'analysis', puzzles: 'learn' };

/** @param {string} here  the screen that is shown @param {Choices} choices */
export function bar(here, choices) {
  return [
    h('a', { class: 'name', href: '#/', 'aria-label': 'Spielwerk' },
      h('img', { src: document.querySelector('link[rel="icon"]')?.getAttribute('href'), alt: '', width: 28, height: 28 }), h('span', null, 'Spielwerk')),
    h('nav', { 'aria-label': t('nav') }, LINKS.map(([path, word]) => h('a', {
      href: `#/${path}`,
      'aria-current': (PARENT[here] ?? here) === path ? 'page' : null,
    }, t(word)))),
    h('div', { class: 'row tools' }, languages(choices), theme(choices), settings(choices)),
  ];
}

/** @param {Choices} choices */
function languages({ change }) {
  const other = language() === 'de' ? 'en' : 'de';
  const name = other === 'de' ? 'Deutsch' : 'English';
  return h('button', {
    class: 'icon', id: 'language', lang: other, title: name, 'aria-label': `${other.toUpperCase()}: ${name}`,
    onclick: () => change({ language: other }),
  }, other.toUpperCase());
}

/** @param {Choices} choices */
function theme({ current, change }) {
  /** @type {Settings['theme'][]} */
  const order = ['system', 'light', 'dark'];
  const now = current().theme;
  const next = order[(order.indexOf(now) + 1) % order.length];
  const label = t('theme', { theme: t(`theme.${now}`) });
  /** @type {Record<Settings['theme'], import('./icons.js').Icon>} */
  const icons = { system: 'half', light: 'sun', dark: 'moon' };
  return h('button', {
    class: 'icon', id: 'theme', title: label, 'aria-label': label, onclick: () => change({ theme: next }),
  }, icon(icons[now]));
}

/** @param {Choices} choices */
function settings(choices) {
  return h('button', {
    class: 'icon', id: 'settings', title: t('settings'), 'aria-label': t('settings'),
    onclick: () => open(t('settings'), [form(choices)]),
  }, icon('gear'));
}

/** @param {Choices} choices */
function form({ current, change }) {
  /** @param {'motion' | 'sound' | 'hops'} name @param {string[]} values */
  const choice = (name, values) => h('label', { class: 'field' }, t(`settings.${name}`),
    h('select', { onchange: (/** @type {any} */ event) => change({ [name]: event.target.value }) },
      values.map((value) => h('option', { value, selected: current()[name] === value },
        t(/** @type {import('../core/i18n.js').StringKey} */ (`settings.${name}.${value}`))))));
  return h('div', { class: 'stack' }, choice('motion', ['calm', 'quick', 'off']), choice('sound', ['on', 'off']), choice('hops', ['end', 'step']));
}
