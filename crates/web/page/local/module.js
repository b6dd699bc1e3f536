// Where the WebAssembly module and the script of its workers are. A server names their addresses in the
// page. Without one, they are in elements of the page: the module is a file beside it, or its compressed
// bytes are in the page itself, so that it can be opened from a disk.

/** Whether the server has a module. */
export const hasModule = () => addresses().module !== undefined;

const addresses = () => document.documentElement.dataset;

/** The compiled module. @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  const found = document.getElementById('spielwerk-module');
  const address = addresses().module ?? found?.getAttribute('href');
  if (address) return WebAssembly.compileStreaming(fetch(address)).catch(() => compileLoaded(address));
  return WebAssembly.compile(await unpacked(found?.textContent ?? ''));
}

/** Some hosts do not know the media type that compiling while loading needs. @param {string} address */
async function compileLoaded(address) {
  return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
}

/** @param {string} text  bytes that were compressed by gzip, in base64 */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

let workerAddress = '';

/** The address of the workers' script, which is a text of the page where no server has it. */
function addressOfWorker() {
  const { worker } = addresses();
  if (worker) return worker;
  const text = document.getElementById('spielwerk-worker')?.textContent ?? '';
  workerAddress ||= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return workerAddress;
}

/**
 * A worker whose texts go to one function of the module.
 * @param {WebAssembly.Module} module @param {'handle' | 'search'} call @param {(text: string) => void} receive
 * @param {(error: string) => void} fail  the worker is of no more use
 */
export function startWorker(module, call, receive, fail) {
  const worker = new Worker(addressOfWorker());
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => fail(event.message);
  worker.postMessage({ module, call });
  return worker;
}
