// A game that was played elsewhere, in a tournament or at the practice server: move by move, by
// itself or by hand, with what its players analysis. A run that still goes on is followed.

import { fill, h } from '../core/dom.js';
import { board as boardOf, game as gameOf, run as runOf } from '../core/api.js';
import { announce } from '../core/announce.js';
import { poll } from '../core/poll.js';
import { GameRecord } from '../core/game-record.js';
import { address } from '../core/router.js';
import { number, t } from '../core/i18n.js';
import { moveText } from '../board/speech.js';
import { icon } from '../parts/icons.js';
import { MoveList } from '../parts/move-list.js';
import { PlayBoard } from '../parts/play-board.js';
import { Playback } from '../parts/playback.js';
import { endingText } from '../parts/result.js';
import { readScore, scoreText } from '../parts/score.js';
import { SeatStrips } from '../parts/seat-strips.js';
import { stepByKeys } from '../parts/step-keys.js';

/** @typedef {import('../core/types.js').Replay} Replay */

/** The pause between two moves that are shown one after the other, in milliseconds. */
const PAUSE = 900;
/** How often a run that goes on is asked for. */
const REFRESH = 2000;

/** A run of the practice server. @param {import('../core/router.js').Route} route @returns {Promise<import('../app.js').Screen>} */
export function run({ path }) {
  const id = path[1] ?? '';
  return replay(() => runOf(id), (played) => ({
    href: '#/watch', text: t('nav.watch'), title: t('run.title', { id, environment: played.environment ?? '' }),
  }));
}

/**
 * @param {() => Promise<Replay>} ask
 * @param {(played: Replay) => { href: string, text: string, title: string }} heading
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function replay(ask, heading) {
  const played = await ask();
  const [game, board] = await Promise.all([gameOf(played.game), boardOf(played.game)]);
  const screen = new ReplayScreen(played, game, board, heading(played));
  const end = isOpen(played) ? poll(ask, (now) => screen.follow(now), REFRESH) : null;
  return {
    title: heading(played).title,
    element: screen.element,
    close: () => {
      end?.();
      screen.close();
    },
  };
}

/** @param {Replay} played */
const isOpen = (played) => played.agent !== undefined && played.points === null;

class ReplayScreen {
  #at = 0;
  #timer = 0;

  /**
   * @param {Replay} played @param {import('../core/types.js').GameInfo} game
   * @param {import('../core/types.js').BoardResponse} board @param {{ href: string, text: string, title: string }} heading
   */
  constructor(played, game, board, heading) {
    this.played = played;
    this.game = game;
    this.boardData = board.board;
    this.record = new GameRecord(played.start, played.plies);
    this.board = new PlayBoard({ game, board, made: () => {}, hurry: () => this.playback.finish() });
    this.playback = new Playback(this.board.view, this.record, {
      settled: (ply) => this.#settled(ply),
      shown: (ply) => announce(moveText(this.record.plies[ply - 1], this.boardData, game.seats)),
    });
    this.strips = new SeatStrips(game.seats);
    this.list = new MoveList(game.seats, (ply) => this.#jump(ply));
    this.ending = h('p', { class: 'note' });
    this.auto = h('button', { id: 'do-replay', class: 'primary', onclick: () => this.#toggle() });
    const analysis = address(['analysis', played.game], { position: played.start.position, moves: this.record.texts().join(' ') });
    this.element = h('div', { class: 'game-screen' },
      h('div', { class: 'board-side' }, this.board.element),
      h('div', { class: 'panel stack' },
        h('div', null, h('p', { class: 'breadcrumb' }, h('a', { href: heading.href }, heading.text)), h('h1', null, heading.title)),
        this.strips.element, this.ending,
        h('div', { class: 'row controls', role: 'toolbar', 'aria-label': t('controls') }, this.auto,
          h('button', { id: 'do-flip', onclick: () => this.board.view.turnTo(this.board.view.angle + 180) }, icon('flip'), t('flip')),
          h('a', { class: 'button', id: 'do-analyse', href: analysis }, icon('chart'), t('analyse'))),
        this.list.element));
    this.#drawAuto();
    this.removeKeys = stepByKeys(() => [this.#at, this.record.length], (ply) => this.#jump(ply));
    // A game that goes on is looked at where it is, one that is over from its beginning.
    this.#at = isOpen(played) ? this.record.length : 0;
    this.#show();
  }

  close() {
    this.playback.stop();
    clearTimeout(this.#timer);
    this.removeKeys();
  }

  /** The game has gone on. @param {Replay} now */
  follow(now) {
    const atEnd = this.#at === this.record.length;
    const more = now.plies.length > this.record.length;
    this.played = now;
    this.record = new GameRecord(now.start, now.plies);
    if (atEnd && more) this.#jump(this.#at + 1);
    else if (more || !isOpen(now)) this.#show();
  }

  /** @param {number} ply */
  #jump(ply) {
    this.#at = Math.max(0, Math.min(this.record.length, ply));
    this.#show();
  }

  /** Shows where the game stands, and its last move if that is the next one. */
  #show() {
    const { record, playback } = this;
    const at = this.#at;
    this.list.show(record.plies, at);
    this.#describe();
    playback.finish();
    if (at === playback.at + 1) playback.follow(at, record);
    else playback.jump(at, record);
  }

  /** Goes on by itself if that is wanted. @param {number} ply */
  #settled(ply) {
    if (!this.#timer || ply !== this.#at) return;
    clearTimeout(this.#timer);
    if (ply < this.record.length) this.#timer = window.setTimeout(() => this.#jump(ply + 1), PAUSE);
    else if (!isOpen(this.played)) this.#toggle();
  }

  /** Shows the players, their points, and the score of the move that is shown. */
  #describe() {
    const { played, record } = this;
    const over = this.#at === record.length && !isOpen(played);
    const seats = this.game.seats.map((_, seat) => player(played, seat));
    this.strips.show(seats, over ? null : record.turn(this.#at), over && Array.isArray(played.points) ? played.points : null);
    const note = this.#at > 0 ? played.notes?.[this.#at - 1 - (played.opening ?? 0)] : undefined;
    if (note) this.strips.say(record.plies[this.#at - 1].seat, noteText(note, record.plies[this.#at - 1].seat, this.game.seats));
    fill(this.ending, over && ending(played, this.game.seats));
    const given = this.#at <= (played.opening ?? 0) && this.#at > 0;
    this.board.offer(null, given ? t('replay.opening', { ply: this.#at, plies: record.length }) : t('past', { ply: this.#at, plies: record.length }));
  }

  #toggle() {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = 0;
    } else {
      const from = this.#at === this.record.length ? 0 : this.#at;
      if (from !== this.#at) this.#jump(0);
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#jump(from + 1), PAUSE / 3);
    }
    this.#drawAuto();
  }

  #drawAuto() {
    fill(this.auto, icon(this.#timer ? 'pause' : 'play'), t(this.#timer ? 'pause' : 'replay'));
  }
}

/** Who plays a seat: the agent of a run is always the first. @param {Replay} played @param {number} seat */
function player(played, seat) {
  if (played.players) return { player: played.players[seat] };
  return { player: seat === 0 ? played.agent : played.opponent };
}

/** @param {Replay} played @param {string[]} seats */
function ending(played, seats) {
  if (played.ending) return endingText({ ending: played.ending, culprit: played.culprit ?? null, remark: played.remark ?? null }, seats);
  return t('run.points', { agent: played.agent ?? '', points: number(Number(played.points)) });
}

/** @param {import('../core/types.js').Note} note @param {number} seat @param {string[]} seats */
function noteText({ score, depth, nodes, time_ms }, seat, seats) {
  const facts = [score && scoreText(readScore(score), seat, seats), depth > 0 && t('engine.depth', { depth }), nodes > 0 && t('engine.nodes', { nodes: number(nodes) }),
    t('seconds', { seconds: number(time_ms / 1000, { maximumFractionDigits: 2 }) })];
  return facts.filter(Boolean).join(', ');
}
