// Every screen of the page, for tests that must hold on all of them.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CUP = `game = "bohnenspiel"
format = "round-robin"
players = ["greedy", "random", "minimax:depth=2", "level:1"]
games = 2
openings = 4
limits = { nodes = 100 }
`;

/** Plays a small tournament, so that there is one to look at. @param {import('./server.js').Server} server */
export async function playCup(server) {
  const config = join(server.folder, 'cup.toml');
  await writeFile(config, CUP);
  await server.run('tournament', config);
}

/** The addresses of all screens. @param {string} session  the id of a session @param {number} event  the id of a tournament */
export const everyScreen = (session, event) => [
  '', 'rules/fauhalma', 'rules/halma', 'rules/fanorona', 'rules/bohnenspiel', 'watch', `event/${event}`, `event/${event}/1`, `session/${session}`,
  'analysis/bohnenspiel?moves=3', 'analysis/halma', 'analysis/fauhalma', 'session/nowhere',
  'learn/fauhalma', 'learn/halma/end', 'learn/fanorona/choice', 'learn/bohnenspiel',
  'puzzles/fauhalma', 'puzzles/halma', 'puzzles/fanorona', 'puzzles/bohnenspiel/today',
];
