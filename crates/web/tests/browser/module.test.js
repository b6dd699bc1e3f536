// The WebAssembly module computes what the native binary computes: legal moves, and at equal nodes the
// same move, score and number of nodes.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Module, missing } from './lib/module.js';
import { ask, run } from './lib/native.js';
import { random } from './lib/play.js';

const GAMES = ['fauhalma', 'halma', 'fanorona', 'bohnenspiel'];

describe('the module', { skip: missing }, () => {
  /** @type {Module} */
  let module;
  before(async () => { module = await Module.load(); });

  for (const game of GAMES) {
    test(`${game}: the same legal moves in a random game`, async () => {
      const dice = random(11);
      /** @type {string[]} */
      const moves = [];
      for (let ply = 0; ply < 24; ply += 1) {
        const { status, body } = module.ask('/api/position', { game, moves });
        assert.equal(status, 200);
        if (body.outcome) break;
        const found = body.moves.map((/** @type {any} */ { text }) => text);
        const native = (await run('moves', game, '--position', body.position)).trim().split('\n');
        assert.deepEqual(found, native, body.position);
        moves.push(found[Math.floor(dice() * found.length)]);
      }
    });

    for (const player of ['strong', 'level:3']) {
      test(`${game}: ${player} finds the same at equal nodes`, async () => {
        const dice = random(5);
        /** @type {string[]} */
        const moves = [];
        for (let ply = 0; ply < 9; ply += 1) {
          const { body } = module.ask('/api/position', { game, moves });
          if (body.outcome) break;
          if (ply % 4 === 0) {
            const spec = `${player === 'strong' ? 'strong:' : 'level:3,'}hash=8,seed=3,tables=off`;
            const wanted = await ask('best', game, '--position', body.position, '--player', spec, '--nodes', '20000');
            // Another name is another player, which has not learned anything before.
            const found = module.search({ name: `${player} ${ply}`, game, position: body.position, player: spec, nodes: 20_000 });
            assert.deepEqual([found.best, found.nodes, found.depth], [wanted.move, wanted.nodes, wanted.depth], body.position);
            assert.deepEqual(found.lines[0].moves, wanted.variation);
          }
          moves.push(body.moves[Math.floor(dice() * body.moves.length)].text);
        }
      });
    }
  }

  test('what is wrong is refused as the server refuses it', () => {
    assert.equal(module.ask('/api/position', { game: 'chess' }).status, 404);
    assert.equal(module.ask('/api/position', { game: 'halma', moves: ['x'] }).status, 422);
    assert.equal(module.ask('/api/sessions/none').status, 404);
    assert.equal(module.ask('/api/sessions', { game: 'halma', seats: [] }).status, 400);
  });
});
