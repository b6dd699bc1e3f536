// Polls every few seconds while the page is visible: how the page follows what another process
// plays. A request that fails is simply repeated the next time.

/**
 * @template T
 * @param {() => Promise<T>} ask @param {(answer: T) => void} tell @param {number} pause  in milliseconds
 * @returns {() => void} ends it
 */
export function poll(ask, tell, pause) {
  let over = false;
  let asking = false;
  const timer = setInterval(async () => {
    if (document.hidden || asking) return;
    asking = true;
    try {
      const answer = await ask();
      if (!over) tell(answer);
    } catch {
      // The next time will do.
    }
    asking = false;
  }, pause);
  return () => {
    over = true;
    clearInterval(timer);
  };
}
