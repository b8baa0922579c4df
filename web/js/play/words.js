// What happens, in words for who listens instead of looking.

import { name } from "../board/pieces.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Position} Position */

/**
 * The last move of a position.
 * @param {GameInfo} game
 * @param {Position} position
 * @param {import("../types.js").Scene | undefined} before
 */
export function lastMove(game, position, before) {
  const last = position.last;
  if (!last) return "";
  const squares = last.squares;
  const from = before?.pieces.find(([square]) => square === squares[0]);
  const to = position.pieces.find(([square]) => square === squares.at(-1));
  const mover = from ?? to;
  const who = mover ? name(game, mover[1], mover[2]) : "";
  const path = squares.map((square) => game.squares[square]).filter(Boolean).join(" to ");
  const taken = last.captured.map((square) => before?.pieces.find((placed) => placed[0] === square)).filter((placed) => placed !== undefined).map(([, side, kind]) => name(game, side, kind));
  const parts = [`${last.text}:`, who, path];
  if (taken.length) parts.push(`takes ${taken.join(", ")}`);
  if (position.checked.length) parts.push("check");
  return parts.filter(Boolean).join(" ");
}

/**
 * Where pieces with this letter or name stand.
 * @param {GameInfo} game
 * @param {Position} position
 * @param {string} wanted
 */
export function where(game, position, wanted) {
  const letter = wanted.toLowerCase();
  const found = position.pieces.filter(([, , kind]) => [game.pieces[kind]?.symbol, game.pieces[kind]?.name].some((text) => text?.toLowerCase() === letter));
  if (found.length === 0) return `There is no ${wanted} on the board.`;
  return found.map(([square, side, kind]) => `${name(game, side, kind)} on ${game.squares[square]}`).join(", ");
}

/**
 * What stands on a file or rank.
 * @param {GameInfo} game
 * @param {Position} position
 * @param {string} wanted the name of a file or of a rank
 */
export function along(game, position, wanted) {
  const { files, ranks } = game.beside;
  const called = wanted.toLowerCase();
  const [file, rank] = [(files[position.turn] ?? files[0]).indexOf(called), ranks.indexOf(called)];
  if (file < 0 && rank < 0) return `There is no line ${wanted}.`;
  const on = (/** @type {number} */ square) => square % game.files === file || Math.floor(square / game.files) === rank;
  const found = position.pieces.filter(([square]) => on(square)).sort((a, b) => a[0] - b[0]);
  return found.length ? found.map(([square, side, kind]) => `${game.squares[square]} ${name(game, side, kind)}`).join(", ") : `Nothing stands on ${wanted}.`;
}

/**
 * What the sides have in hand.
 * @param {GameInfo} game
 * @param {Position} position
 */
export function hands(game, position) {
  return game.sides.map((side, i) => {
    const held = (position.hands[i] ?? []).map(([kind, count]) => `${count} ${game.pieces[kind]?.name.toLowerCase()}`);
    return `${side.name}: ${held.join(", ") || "nothing"}`;
  }).join("; ");
}

/**
 * Time for people: 1:05:09, 4:52, 9.3.
 * @param {number} ms
 */
export function time(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (ms < 10000) return `${seconds}.${Math.floor((ms % 1000) / 100)}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
