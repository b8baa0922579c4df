// The keyboard on a board: arrows, letters of pieces, numbers of ranks and files. Only while a square has the focus, so that no single key is taken from anything else.

import { files, line } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./geometry.js").Direction} Direction */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** @param {Board} board */
export function keys(board) {
  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || board.focus === null) return;
    if (!press(board, event, board.focus)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * @param {Board} board
 * @param {KeyboardEvent} event
 * @param {number} here
 * @returns {boolean} has the key been used?
 */
function press(board, { key, code, shiftKey }, here) {
  const geometry = board.geometry;
  if (!geometry) return false;
  if (ARROWS[key]) {
    const next = geometry.beside(here, ARROWS[key]);
    if (next !== null) board.go(next);
    return true;
  }
  if (key === "Enter" || key === " ") {
    board.tap(here);
    board.chooser.focus();
    return true;
  }
  if (key === "Escape") {
    board.cancel();
    return true;
  }
  if (/^Digit\d$/.test(code)) {
    const number = Number(code.slice(5)) || 10;
    // As the game counts; where it does not, from the first side.
    const names = shiftKey ? files(board.game, board.turned) : board.game.beside.ranks;
    const there = [String(number), code.slice(5)].map((called) => line(names, called)).find((at) => at >= 0) ?? number - 1;
    const [file, rank] = [here % geometry.files, Math.floor(here / geometry.files)];
    const square = shiftKey ? rank * geometry.files + there : there * geometry.files + file;
    if (there < (shiftKey ? geometry.files : geometry.ranks) && board.cells.has(square)) board.go(square);
    return true;
  }
  const symbols = board.game.pieces.map((piece) => piece.symbol.replace(/^\+/, "").toLowerCase());
  if (key === "." || (key.toLowerCase() === "m" && !symbols.includes("m"))) {
    board.listener.announce?.(moves(board, here, shiftKey));
    return true;
  }
  if (/^\p{L}$/u.test(key) && symbols.includes(key.toLowerCase())) {
    jump(board, here, (kind) => symbols[kind] === key.toLowerCase(), shiftKey);
    return true;
  }
  return false;
}

/**
 * Goes to the next piece of a kind, from the first square on; backwards with shift.
 * @param {Board} board
 * @param {number} here
 * @param {(kind: number) => boolean} wanted
 * @param {boolean} back
 */
function jump(board, here, wanted, back) {
  const found = [...board.men].filter(([, man]) => wanted(man.kind)).map(([square]) => square).sort((a, b) => (back ? b - a : a - b));
  const next = found.find((square) => (back ? square < here : square > here)) ?? found[0];
  if (next !== undefined) board.go(next);
}

/**
 * The moves from a square, in words.
 * @param {Board} board
 * @param {number} square
 * @param {boolean} captures only those?
 */
export function moves(board, square, captures) {
  const found = board.gesture.ways.filter(({ taps }) => taps[0] === square).map(({ move }) => move);
  const shown = [...new Set(found)].filter((move) => !captures || (move.x ?? []).length > 0);
  return shown.length ? shown.map((move) => move.s).join(", ") : captures ? "No captures from here" : "No moves from here";
}
