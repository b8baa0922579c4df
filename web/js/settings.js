// What somebody prefers, kept by the browser for this device.

const KEY = "wazir.settings";

/** What is so as long as nobody says otherwise. */
const DEFAULTS = {
  /** "system", "light" or "dark" */
  theme: "system",
  /** Colours of the board: a name that style/board.css has. */
  board: "wood",
  /** "fitting": figurines, kanji, hanzi where there are; "letters": the letters of FEN */
  pieces: "fitting",
  /** Draw how a piece moves on tokens that only have letters. */
  pictograms: true,
  coordinates: true,
  /** Show where a chosen piece may go. */
  targets: true,
  /** Duration of animations in milliseconds, 0 to 500. */
  animation: 200,
  /** 0 (silent) to 100. */
  volume: 60,
  /** Ask before a move is sent. */
  confirm: false,
  /** Choose a move while the others think. */
  premove: true,
  /** Size of the board in percent of what fits. */
  zoom: 100,
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Partial<Settings>} what was kept; a damaged store counts as empty */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    /** @type {Record<string, unknown>} */
    const sound = {};
    for (const [name, value] of Object.entries(DEFAULTS)) if (typeof kept?.[name] === typeof value) sound[name] = kept[name];
    return /** @type {Partial<Settings>} */ (sound);
  } catch {
    return {};
  }
}

/**
 * Changes one setting, keeps it, and tells whoever draws.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  apply();
  for (const listener of listeners) listener();
}

/**
 * Calls when a setting has changed.
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function onchange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the settings that style sheets read. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.style.setProperty("--zoom", String(settings.zoom / 100));
}

/** @returns {number} milliseconds that a moving piece takes; 0 for who wants nothing to move */
export function animation() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : Math.min(500, Math.max(0, settings.animation));
}
