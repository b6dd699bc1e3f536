// The native binary, asked for one thing at a time.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

export const BINARY = process.env.SPIELWERK
  ?? fileURLToPath(new URL('../../../../../target/debug/spielwerk', import.meta.url));

/** What a command prints. @param {...string} options */
export async function run(...options) {
  const env = { ...process.env, SPIELWERK_TABLES: '/dev/null' };
  return (await promisify(execFile)(BINARY, options, { env, maxBuffer: 1 << 26 })).stdout;
}

/** What a command prints as JSON. @param {...string} options @returns {Promise<any>} */
export const ask = async (...options) => JSON.parse(await run(...options, '--json'));
