// A WebSocket that reconnects, after pauses that grow to ten seconds, until it is closed on purpose.
// The listener is told when the connection is up or down. Nothing is queued: after a reconnection
// the server sends the whole state.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 10_000;

export class ReconnectingSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #closed = false;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #retry = () => this.#hurry();

  /**
   * @param {string} path
   * @param {{ message: (message: any) => void, up?: () => void, down?: () => void }} listener
   */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    addEventListener('online', this.#retry);
    document.addEventListener('visibilitychange', this.#retry);
    this.#open();
  }

  /** Whether messages can be sent now. */
  get isUp() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether the server has been asked for a connection and has not answered yet. */
  get isOpening() {
    return this.#socket?.readyState === WebSocket.CONNECTING;
  }

  /** Sends a message; answers whether it could be. @param {any} message */
  send(message) {
    if (!this.isUp) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#retry);
    document.removeEventListener('visibilitychange', this.#retry);
    this.#socket?.close();
  }

  #open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      this.listener.up?.();
    };
    socket.onmessage = (event) => {
      if (!this.#closed) this.listener.message(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return;
      this.#socket = null;
      this.listener.down?.();
      this.#timer = window.setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.7);
    };
  }

  /** Tries at once when the machine is online again or the page is looked at again. */
  #hurry() {
    if (this.#closed || this.#socket || document.hidden) return;
    clearTimeout(this.#timer);
    this.#open();
  }
}
