// Clocks: the server sends the time left, and the page counts down from there.

/** Minutes and seconds, with tenths when time is short. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  const padded = (/** @type {number} */ value) => String(value).padStart(2, '0');
  if (left < 10_000) return `0:${padded(seconds)}.${Math.floor((left % 1000) / 100)}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}` : `${minutes}:${padded(seconds % 60)}`;
}

/** Calls back ten times a second with each seat's time left, until it is stopped. */
export class Clocks {
  #timer = 0;

  /** @param {(left: number[], running: number | null) => void} tick */
  constructor(tick) {
    this.tick = tick;
  }

  /** @param {{ left_ms: number[], running: number | null }} clocks  as the server just said */
  show({ left_ms: left, running }) {
    this.stop();
    const since = performance.now();
    const tell = () => this.tick(
      left.map((ms, seat) => (seat === running ? ms - (performance.now() - since) : ms)), running);
    tell();
    if (running !== null) this.#timer = window.setInterval(tell, 100);
  }

  stop() {
    clearInterval(this.#timer);
  }
}
