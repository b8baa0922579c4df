// Sounds, made here: no files. Only what happens now is heard, not what is looked up.

import { settings } from "./settings.js";

/** Milliseconds after which what was drawn is on the screen. */
const FRAME = 20;

/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page be heard only after somebody has touched it. */
function audio() {
  if (settings.volume <= 0 || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * @param {number} pitch in hertz
 * @param {number} at seconds from now
 * @param {number} length in seconds
 * @param {number} loud 0 to 1
 * @param {OscillatorType} [type]
 */
function tone(pitch, at, length, loud, type = "sine") {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + at;
  const gain = out.createGain();
  gain.gain.setValueAtTime((loud * settings.volume) / 100, start);
  gain.gain.exponentialRampToValueAtTime(0.0008, start + length);
  const source = out.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  source.connect(gain).connect(out.destination);
  source.start(start);
  source.stop(start + length);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  move: () => tone(310, 0, 0.07, 0.5, "triangle"),
  capture: () => {
    tone(210, 0, 0.1, 0.6, "square");
    tone(120, 0.01, 0.12, 0.5, "triangle");
  },
  check: () => {
    tone(660, 0, 0.11, 0.35);
    tone(880, 0.09, 0.16, 0.35);
  },
  over: () => [523, 659, 784].forEach((pitch, i) => tone(pitch, i * 0.12, 0.35, 0.3)),
  low: () => tone(990, 0, 0.08, 0.3, "square"),
  refused: () => tone(140, 0, 0.2, 0.4, "sawtooth"),
  said: () => tone(740, 0, 0.08, 0.2),
};

/** @param {"move" | "capture" | "check" | "over" | "low" | "refused" | "said"} what */
export function sound(what) {
  const play = () => {
    try {
      SOUNDS[what]();
    } catch {
      // A machine without sound plays as well.
    }
  };
  // To begin with, the browser takes up to a tenth of a second to prepare for sounds: what is to be seen now is drawn before.
  if (context) play();
  else setTimeout(play, FRAME);
}
