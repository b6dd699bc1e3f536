// Short sounds, synthesised: a piece is set down, something is captured, a game is over. Nothing is
// heard before the person has touched the page, since browsers forbid it.

import { current } from './settings.js';

/** The tones of each sound, as frequency in hertz and length in seconds. */
const SOUNDS = {
  move: [[196, 0.07]],
  capture: [[196, 0.05], [147, 0.09]],
  end: [[262, 0.14], [330, 0.14], [392, 0.3]],
};
const VOLUME = 0.16;

/** @type {AudioContext | null} */
let audio = null;

/** @param {keyof typeof SOUNDS} kind */
export function sound(kind) {
  if (current().sound === 'off' || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  let begin = audio.currentTime;
  for (const [frequency, length] of SOUNDS[kind]) {
    tone(audio, frequency, begin, length);
    begin += length;
  }
}

/** A soft knock. @param {AudioContext} context @param {number} frequency @param {number} begin @param {number} length */
function tone(context, frequency, begin, length) {
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency });
  const gain = new GainNode(context, { gain: VOLUME });
  gain.gain.setValueAtTime(VOLUME, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}
