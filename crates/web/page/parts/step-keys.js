// Keys that lead through the moves of a game, wherever the focus is not on something that needs
// them itself, such as a board that is played on by keys.

/**
 * Listens to the keys of the whole page.
 * @param {() => [number, number]} where  the ply that is shown, and the last @param {(ply: number) => unknown} jump
 * @param {(by: number) => boolean} [change]  changes to another variation, so many places below; answers whether there is one
 * @returns {() => void} ends it
 */
export function stepByKeys(where, jump, change) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const busy = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
    if (busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by && change?.(by)) return event.preventDefault();
    const [at, last] = where();
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    jump(Math.max(0, Math.min(last, to)));
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
