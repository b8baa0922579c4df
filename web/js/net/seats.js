// Secrets of the seats that this browser has, by game.

const KEY = "wazir.seats";
/** So many games are remembered. */
const MOST = 200;

/** @typedef {{side: number, secret: string}} Held */

/** @returns {Record<string, Held[]>} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * The seats of a game.
 * @param {string} id
 * @returns {Held[]}
 */
export function seats(id) {
  const held = all()[id];
  return Array.isArray(held) ? held : [];
}

/**
 * Keeps seats of a game beside those there are.
 * @param {string} id
 * @param {Held[]} held
 */
export function keep(id, held) {
  const games = all();
  const together = [...seats(id).filter((old) => held.every((seat) => seat.side !== old.side)), ...held];
  delete games[id];
  games[id] = together;
  const entries = Object.entries(games);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST))));
}
