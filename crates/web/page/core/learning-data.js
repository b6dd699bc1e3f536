// Puzzles and lessons: files beside the page, one for each game, requested once when they are needed.

import { ApiError } from './api.js';

/** @typedef {import('./types.js').Puzzle} Puzzle */
/** @typedef {import('./types.js').Lesson} Lesson */

/** @type {Map<string, Promise<string>>} */
const cache = new Map();

/** @param {string} path @returns {Promise<string>} */
function text(path) {
  let answer = cache.get(path);
  if (!answer) {
    answer = load(path);
    cache.set(path, answer);
    answer.catch(() => cache.delete(path));
  }
  return answer;
}

/** @param {string} path */
async function load(path) {
  // A page in one file has them inside.
  const inside = document.querySelector(`script[data-file="${path}"]`);
  if (inside) return inside.textContent ?? '';
  let response;
  try {
    response = await fetch(new URL(path, document.baseURI));
  } catch {
    throw new ApiError('offline', 0);
  }
  if (!response.ok) throw new ApiError(`${response.status} ${response.statusText}`, response.status);
  return response.text();
}

/** The puzzles of a family of games, the easiest first. @param {string} family @returns {Promise<Puzzle[]>} */
export async function puzzles(family) {
  const lines = (await text(`puzzles/${family}.jsonl`)).split('\n').filter(Boolean);
  /** @type {Puzzle[]} */
  const all = lines.map((line) => JSON.parse(line));
  return all.sort((a, b) => a.rating - b.rating);
}

/** The lessons of a family of games, in their order. @param {string} family @returns {Promise<Lesson[]>} */
export async function lessons(family) {
  return JSON.parse(await text(`lessons/${family}.json`));
}
