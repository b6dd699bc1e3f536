// A worker with an instance of the WebAssembly module. It is started from a text, so it imports
// nothing. The first message has the compiled module and the function to call; all others are texts
// for that function, and what the module emits is sent to the page.

/** @type {any} */
let exports = null;
let call = '';
/** Texts that came before the module was ready. @type {string[]} */
const waiting = [];

const imports = {
  /** @param {number} pointer @param {number} length */
  emit(pointer, length) {
    postMessage(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, pointer, length)));
  },
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
};

/** @param {string} text */
function handle(text) {
  const bytes = new TextEncoder().encode(text);
  const pointer = exports.allocate(bytes.length);
  new Uint8Array(exports.memory.buffer, pointer, bytes.length).set(bytes);
  exports[call](pointer, bytes.length);
}

addEventListener('message', async ({ data }) => {
  if (typeof data === 'string') {
    if (exports) handle(data);
    else waiting.push(data);
    return;
  }
  call = data.call;
  const instance = await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (data.module), { spielwerk: imports });
  exports = instance.exports;
  waiting.splice(0).forEach(handle);
});
