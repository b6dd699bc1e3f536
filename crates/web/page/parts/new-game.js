// A new game: variant, players, first seat and time control. The form remembers what was
// chosen last for each family of games; without it a person begins against level 3.

import { fill, h, refill } from '../core/dom.js';
import { newSession, players } from '../core/api.js';
import { keepInvitations } from '../core/owner.js';
import { go } from '../core/router.js';
import { change, current } from '../core/settings.js';
import { seatName, t } from '../core/i18n.js';
import { badge } from '../board/pieces.js';
import { open } from './dialog.js';
import { hasServer } from '../core/transport.js';
import { sessionAddress } from './invite.js';
import { specName } from './players.js';

/** @typedef {import('../core/types.js').GameInfo} GameInfo */
/**
 * `first`: the seat that begins, or `lot`.
 * `invite`: each person gets a link of their own.
 * @typedef {{ game: string, seats: string[], first: number | 'lot', minutes: number, increment: number, think: number, invite?: boolean }} NewGameOptions
 */

const PERSON = 'person';
const CLOCKS = [[0, 0], [1, 2], [3, 2], [5, 3], [10, 5], [30, 10]];
const THINKING = [200, 1000, 3000, 10_000];

/** What was chosen last for a family of games. @param {GameInfo[]} variants @returns {NewGameOptions} */
export function lastOptions(variants) {
  const last = current().lastGame[variants[0].family];
  const info = variants.find((game) => game.name === last?.game) ?? variants[0];
  const seats = info.seats.map((_, seat) => last?.seats?.[seat] ?? (seat === 0 ? PERSON : 'level:3'));
  return { first: 0, minutes: 0, increment: 0, think: 1000, ...last, game: info.name, seats };
}

/**
 * Starts a session and goes to its screen.
 * @param {NewGameOptions} options @param {{ position?: string, moves?: string[] }} [from]  where the game begins
 */
export async function begin(options, from = {}) {
  const state = await newSession({
    game: options.game,
    seats: options.seats.map((spec) => (spec === PERSON ? { person: '' } : { player: spec })),
    move_ms: options.think,
    ...(from.position ? {} : { first: options.first === 'lot' ? Math.floor(Math.random() * options.seats.length) : Math.min(options.first, options.seats.length - 1) }),
    ...(options.minutes ? { clock: { ms: options.minutes * 60_000, increment_ms: options.increment * 1000 } } : {}),
    ...(options.seats.includes(PERSON) ? {} : { pace_ms: 700 }),
    ...(options.invite && persons(options) > 1 ? { invite: true } : {}),
    ...from,
  });
  enter(state);
}

/** How many persons play. @param {NewGameOptions} options */
const persons = ({ seats }) => seats.filter((spec) => spec === PERSON).length;

/** Goes to a session that was created just now. @param {import('../core/types.js').SessionState} state */
export function enter({ id, keys, you }) {
  if (keys) keepInvitations(id, keys);
  go(sessionAddress(id, keys?.[you ?? -1]));
}

/**
 * Opens the form. It is shown as a whole, once the players are known, so that nothing moves under the
 * pointer.
 * @param {GameInfo[]} variants  of one family
 * @param {Partial<NewGameOptions>} [given] @param {{ position?: string, moves?: string[] }} [from]
 */
export async function askForGame(variants, given = {}, from = {}) {
  const options = { ...lastOptions(variants), ...given };
  const seats = h('fieldset', { class: 'stack' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const info = () => variants.find((game) => game.name === options.game) ?? variants[0];

  const invite = h('label', { class: 'row nowrap' }, h('input', {
    type: 'checkbox', id: 'invite', checked: options.invite ?? false,
    onchange: (/** @type {any} */ event) => { options.invite = event.target.checked; },
  }), t('new.invite'));
  const showInvite = () => { invite.hidden = !hasServer() || persons(options) < 2; };

  const say = (/** @type {unknown} */ error) => fill(trouble, error instanceof Error ? error.message : String(error));

  const drawSeats = async () => {
    const { game } = options;
    options.seats = info().seats.map((_, seat) => options.seats[seat] ?? 'level:3');
    const names = await players(game).catch(say);
    // Without the names a game with the players of the last one can still be started.
    if (!names || game !== options.game) return;
    refill(seats, h('legend', null, t('new.seats')), info().seats.map((name, seat) =>
      h('label', { class: 'field' }, h('span', { class: 'row' }, badge(info().seats, seat), seatName(name)),
        chooser(names, options.seats[seat], (spec) => {
          options.seats[seat] = spec;
          showInvite();
        }))),
    invite,
    h('button', { type: 'button', id: 'turn-seats', onclick: turn }, t('new.turn')),
    !from.position && pick(t('new.first'), [...info().seats.map((name, seat) => [String(seat), seatName(name)]), ['lot', t('new.lot')]],
      String(options.first), (value) => { options.first = value === 'lot' ? 'lot' : Number(value); }));
    showInvite();
  };
  const turn = () => {
    options.seats = [...options.seats.slice(1), options.seats[0]];
    drawSeats();
  };
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    change({ lastGame: { ...current().lastGame, [variants[0].family]: { ...options } } });
    try {
      await begin(options, from);
      close();
    } catch (error) {
      say(error);
    }
  };

  const content = h('div');
  const close = open(t('new.title', { game: variants[0].title }), [content]);
  await drawSeats();
  fill(content, h('form', { class: 'stack new-game', onsubmit: start },
      variants.length > 1 && !from.position && pick(t('new.variant'), variants.map((game) => [game.name, game.title]),
        options.game, (name) => { options.game = name; drawSeats(); }),
      seats,
      h('div', { class: 'pair' }, pick(t('new.clock'), CLOCKS.map(([minutes, increment]) => [`${minutes}+${increment}`,
        minutes ? t('new.minutes', { minutes, increment }) : t('new.no.clock')]),
      `${options.minutes}+${options.increment}`, (value) => {
        [options.minutes, options.increment] = value.split('+').map(Number);
      }),
      pick(t('new.think'), THINKING.map((ms) => [String(ms), t('seconds', { seconds: ms / 1000 })]),
        String(options.think), (value) => { options.think = Number(value); })),
      trouble,
      h('button', { class: 'primary', id: 'start-game' }, t('new.start'))));
}

/** @param {string} label @param {string[][]} options @param {string} chosen @param {(value: string) => void} listener */
export function pick(label, options, chosen, listener) {
  return h('label', { class: 'field' }, label,
    h('select', { onchange: (/** @type {any} */ event) => listener(event.target.value) },
      options.map(([value, text]) => h('option', { value, selected: value === chosen }, text))));
}

/** Who plays a seat. @param {string[]} names @param {string} chosen @param {(spec: string) => void} listener */
function chooser(names, chosen, listener) {
  const option = (/** @type {string} */ name) =>
    h('option', { value: name, selected: name === chosen }, name === PERSON ? t('person') : specName(name));
  const levels = names.filter((name) => name.startsWith('level:'));
  const others = names.filter((name) => !name.startsWith('level:'));
  return h('select', { onchange: (/** @type {any} */ event) => listener(event.target.value) },
    option(PERSON),
    h('optgroup', { label: t('new.levels') }, levels.map(option)),
    h('optgroup', { label: t('new.players') }, others.map(option)));
}
