// The rules of each game, with boards drawn from the same data as the games themselves: a diagram's
// move is requested from the server, and its path and captures are shown on the board.

import { h } from '../core/dom.js';
import * as api from '../core/api.js';
import { address } from '../core/router.js';
import { language, t } from '../core/i18n.js';
import { RULES } from '../strings/rules.js';
import { BoardView } from '../board/view.js';
import { captured, pathOfPiece } from '../board/picker.js';
import { families } from '../parts/families.js';
import { begin, lastOptions } from '../parts/new-game.js';

/** @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export async function rules({ path }) {
  const all = families(await api.games());
  const variants = all.find((games) => games.some((game) => game.name === path[1])) ?? all[0];
  const [game] = variants;
  const sections = RULES[game.family] ?? [];
  const pictures = await Promise.all(sections.map(({ picture: options }) => (options ? picture(options) : null)));
  const which = language() === 'de' ? 1 : 0;
  return {
    title: t('rules.title', { game: game.title }),
    element: h('div', { class: 'rules' },
      h('nav', { class: 'row tabs', 'aria-label': t('nav.rules') }, all.map(([each]) => h('a', {
        class: 'button', href: address(['rules', each.name]), 'aria-current': each === game ? 'page' : null,
      }, each.title))),
      h('h1', null, t('rules.title', { game: game.title })),
      sections.map(({ title, text }, nth) => h('section', { class: 'rule' },
        h('div', null, h('h2', null, title[which]), h('p', null, text[which])),
        pictures[nth] && h('div', { class: 'picture' }, pictures[nth]))),
      h('button', { class: 'primary', onclick: () => begin(lastOptions(variants)) }, t('rules.play', { game: game.title }))),
  };
}

/** @param {{ game: string, position?: string, move?: string }} options */
async function picture({ game, position, move }) {
  const [info, { board, contents }] = await Promise.all([api.game(game), api.board(game)]);
  const view = new BoardView({ board, seats: info.seats, start: contents, label: t('board.label', { game: info.title }) });
  if (position) view.show((await api.position({ game, position })).contents);
  if (move) {
    const [ply] = (await api.position({ game, position, moves: [move] })).plies ?? [];
    const taken = ply.move.trail?.kind === 'sow' ? [] : captured(ply.move);
    view.setArrows([{ path: pathOfPiece(ply.move) }]);
    view.highlight({ doomed: taken });
  }
  return view.element;
}
