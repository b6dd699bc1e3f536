// Import and export: any position or game by paste, the present one as text, JSON, picture, animation
// or link.

import { download, fill, h } from '../core/dom.js';
import { exported, position, shareGame } from '../core/api.js';
import { address } from '../core/router.js';
import { hasServer } from '../core/transport.js';
import { readVariations } from '../core/variation-tree.js';
import { isDark } from '../core/settings.js';
import { t } from '../core/i18n.js';
import { open } from './dialog.js';

/** @typedef {{ game: string, position: string, moves: string[] }} GameInput */

/**
 * Opens the dialog for getting something out.
 * @param {GameInput} gameInput  up to the position that is shown
 * @param {{ line: string[], tree: string }} all  the whole line, and all variations as text
 */
export function offerExport(gameInput, { line, tree }) {
  const said = h('p', { class: 'soft small', role: 'status' });
  const tell = (/** @type {unknown} */ error) => fill(said, error instanceof Error ? error.message : String(error));
  const save = async (/** @type {string} */ format) => {
    try {
      fill(said, format === 'gif' ? t('export.gif.wait') : '');
      const whole = format === 'gif' ? { moves: line, width: 480 } : { width: 1200 };
      const file = await exported({ ...gameInput, ...whole, format, dark: isDark() });
      fill(said);
      download(`${gameInput.game}.${format === 'text' ? 'txt' : format}`, file);
    } catch (error) {
      tell(error);
    }
  };
  const copy = async (/** @type {string} */ text) => {
    await navigator.clipboard.writeText(text).then(() => fill(said, t('copied')), () => fill(said, text));
  };
  const copyShort = async () => {
    try {
      const { id } = await shareGame({ game: gameInput.game, position: gameInput.position, moves: tree });
      await copy(`${location.origin}${location.pathname}${address(['g', id])}`);
    } catch (error) {
      tell(error);
    }
  };
  const button = (/** @type {string} */ format) => h('button', { id: `export-${format}`, onclick: () => save(format) },
    format === 'text' ? t('export.text') : format.toUpperCase());
  open(t('export'), [
    h('div', { class: 'stack' },
      h('p', { class: 'small export-of' }, t('export.position')),
      h('div', { class: 'row' }, ['text', 'json', 'svg', 'png'].map(button)),
      h('p', { class: 'small export-of' }, t('export.whole')),
      h('div', { class: 'row' },
        hasServer() && [button('gif'), h('button', { id: 'copy-short', onclick: copyShort }, t('export.short'))],
        h('button', { id: 'copy-link', onclick: () => copy(location.href) }, t('export.link'))),
      h('label', { class: 'field' }, t('export.game'),
        h('textarea', { id: 'export-game', readonly: true, rows: 5 }, `${gameInput.position}\n${hasVariations(tree) ? tree : gameInput.moves.join('\n')}`)),
      said),
  ]);
}

/** Whether a text has variations or comments. @param {string} text */
const hasVariations = (text) => /[({]/.test(text);

/** @typedef {{ position: string, moves: string }} PastedGame */

/**
 * Opens the dialog for pasting a position, or moves, or both: a position first, then the moves, one
 * a line or with blanks between them; what is in parentheses is a variation, in braces a comment.
 * @param {string} game @param {(pasted: PastedGame) => void} accept
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
 * @param {string} game @param {string} text @returns {Promise<PastedGame>}
 */
async function understand(game, text) {
  const lines = text.trim().split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  const whole = text.trim();
  if (whole.startsWith('{')) {
    const data = parsed(whole);
    if (data && typeof data === 'object' && ('moves' in data || 'position' in data)) {
      await position({ game, position: data.position, moves: data.moves ?? [] });
      return pasted(data.position, (data.moves ?? []).join(' '));
    }
    if (data) {
      await position({ game, position: data });
      return pasted(data, '');
    }
  }
  const moves = (/** @type {string[]} */ of) => of.map((line) => line.replace(/\b\d+[.…]+\s+/g, '')).join(' ');
  const mainLine = (/** @type {string} */ written) => readVariations(written).moves.map((move) => move.text);
  try {
    const written = moves(lines.slice(1));
    await position({ game, position: lines[0], moves: mainLine(written) });
    return pasted(lines[0], written);
  } catch (asPosition) {
    const written = moves(lines);
    await position({ game, moves: mainLine(written) }).catch((asMoves) => {
      throw lines.length === 1 && mainLine(written).length > 1 ? asPosition : asMoves;
    });
    return pasted(undefined, written);
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

/** @param {any} start @param {string} moves @returns {PastedGame} */
function pasted(start, moves) {
  return { position: start === undefined ? '' : typeof start === 'string' ? start : JSON.stringify(start), moves };
}
