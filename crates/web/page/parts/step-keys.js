// Keys that lead through the moves of a game, wherever the focus is not on something that needs
// them itself.

/**
 * Listens to the keys of the whole page.
 * @param {() => [number, number]} where  the ply that is shown, and the last @param {(ply: number) => void} jump
 * @returns {() => void} ends it
 */
export function stepByKeys(where, jump) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const busy = event.target instanceof Element && event.target.closest('.board, input, select, textarea, dialog');
    if (busy || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const [at, last] = where();
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    jump(Math.max(0, Math.min(last, to)));
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
