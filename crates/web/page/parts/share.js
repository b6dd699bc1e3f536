// Import and export: any position or game by paste, the present one as text, JSON, SVG, PNG or link.

import { download, fill, h } from '../core/dom.js';
import { exported, position } from '../core/api.js';
import { isDark } from '../core/settings.js';
import { t } from '../core/i18n.js';
import { open } from './dialog.js';

/** @typedef {{ game: string, position: string, moves: string[] }} GameInput */

/** Opens the dialog for getting something out. @param {GameInput} gameInput */
export function offerExport(gameInput) {
  const said = h('p', { class: 'soft small', role: 'status' });
  const save = async (/** @type {string} */ format) => {
    try {
      const file = await exported({ ...gameInput, format, dark: isDark(), width: 1200 });
      download(`${gameInput.game}.${format === 'text' ? 'txt' : format}`, file);
    } catch (error) {
      fill(said, error instanceof Error ? error.message : String(error));
    }
  };
  const copy = async (/** @type {string} */ text) => {
    await navigator.clipboard.writeText(text).then(() => fill(said, t('copied')), () => fill(said, text));
  };
  open(t('export'), [
    h('div', { class: 'stack' },
      h('div', { class: 'row' }, ['text', 'json', 'svg', 'png'].map((format) =>
        h('button', { id: `export-${format}`, onclick: () => save(format) }, format === 'text' ? t('export.text') : format.toUpperCase()))),
      h('div', { class: 'row' }, h('button', { id: 'copy-link', onclick: () => copy(location.href) }, t('export.link'))),
      h('label', { class: 'field' }, t('export.game'),
        h('textarea', { readonly: true, rows: 5 }, `${gameInput.position}\n${gameInput.moves.join('\n')}`)),
      said),
  ]);
}

/**
 * Opens the dialog for pasting a position, or moves, or both: a position first, then the moves, one
 * a line or with blanks between them.
 * @param {string} game @param {(gameInput: GameInput) => void} accept
 */
export function offerImport(game, accept) {
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const text = h('textarea', { id: 'paste', rows: 8, autofocus: true });
  const read = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      accept(await understand(game, text.value));
      close();
    } catch (error) {
      fill(trouble, error instanceof Error ? error.message : String(error));
    }
  };
  const close = open(t('import'), [
    h('form', { class: 'stack', onsubmit: read },
      h('label', { class: 'field' }, t('import.how'), text), trouble,
      h('button', { class: 'primary', id: 'paste-use' }, t('import.use'))),
  ]);
}

/**
 * Finds out what was pasted by asking the server: a position, moves, or a position with moves.
 * @param {string} game @param {string} text @returns {Promise<GameInput>}
 */
async function understand(game, text) {
  const lines = text.trim().split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  const whole = text.trim();
  if (whole.startsWith('{')) {
    const data = parsed(whole);
    if (data && typeof data === 'object' && ('moves' in data || 'position' in data)) {
      const answer = await position({ game, position: data.position, moves: data.moves ?? [] });
      return gameInput(game, data.position, answer);
    }
    if (data) return gameInput(game, data, await position({ game, position: data }));
  }
  const tokens = (/** @type {string[]} */ of) => of.flatMap((line) => line.replace(/\b\d+\.\s+/g, '').split(/\s+/)).filter(Boolean);
  try {
    return gameInput(game, lines[0], await position({ game, position: lines[0], moves: tokens(lines.slice(1)) }));
  } catch (asPosition) {
    const moves = tokens(lines);
    const answer = await position({ game, moves }).catch((asMoves) => {
      throw lines.length === 1 && moves.length > 1 ? asPosition : asMoves;
    });
    return gameInput(game, undefined, answer);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} game @param {any} start @param {import('../core/types.js').Position} answer @returns {GameInput} */
function gameInput(game, start, answer) {
  return {
    game, position: start === undefined ? '' : typeof start === 'string' ? start : JSON.stringify(start),
    moves: (answer.plies ?? []).map((ply) => ply.move.text),
  };
}
