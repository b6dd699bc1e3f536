// The games that this browser keeps: to go on with, to remove, to save to a file, to read from one.

import { sessions } from '../core/api.js';
import { download, h, refill } from '../core/dom.js';
import { date, t } from '../core/i18n.js';
import { address } from '../core/router.js';
import { playerName } from '../parts/players.js';
import { backend } from './backend.js';
import { read, storage } from './storage.js';

/** So many games are listed. */
const MOST = 8;

/** A list of the games. @param {import('../core/types.js').GameInfo[]} games */
export async function listOfGames(games) {
  const section = h('section', { class: 'stack kept', id: 'kept-games' });
  await draw(section, games);
  return section;
}

/** @param {HTMLElement} section @param {import('../core/types.js').GameInfo[]} games @param {string} [trouble] */
async function draw(section, games, trouble = '') {
  const title = (/** @type {string} */ name) => games.find((game) => game.name === name)?.title ?? name;
  const kept = (await sessions()).slice(0, MOST);
  const remove = async (/** @type {string} */ id) => {
    await storage.remove(id);
    (await backend()).remove(id);
    await draw(section, games);
  };
  refill(section,
    h('h2', null, t('kept')),
    kept.length === 0 && h('p', { class: 'soft' }, t('kept.none')),
    h('ul', { class: 'game-list' }, kept.map((session) => h('li', null,
      h('a', { href: address(['session', session.id]) },
        h('strong', null, title(session.game)),
        h('span', null, session.seats.map(playerName).join(' – ')),
        h('span', { class: 'soft small' }, `${t(session.over ? 'kept.over' : 'kept.running')} · ${date(session.changed * 1000)}`)),
      h('button', { title: t('kept.remove'), 'aria-label': t('kept.remove'), onclick: () => remove(session.id) }, '×')))),
    h('div', { class: 'row' },
      h('button', { id: 'save-games', disabled: kept.length === 0, onclick: saveFile }, t('kept.save')),
      h('label', { class: 'button' }, t('kept.read'), h('input', {
        type: 'file', id: 'read-games', class: 'hidden', accept: '.json,application/json',
        onchange: (/** @type {any} */ event) => readFile(event.target.files[0]).then(
          () => draw(section, games), () => draw(section, games, t('kept.unreadable'))),
      }))),
    h('p', { class: 'trouble', role: 'alert' }, trouble));
}

async function saveFile() {
  download('spielwerk-games.json', new Blob([await storage.written()], { type: 'application/json' }));
}

/** @param {File} file */
async function readFile(file) {
  const rows = read(await file.text());
  for (const row of rows) await storage.save(row);
  (await backend()).load(rows);
}
