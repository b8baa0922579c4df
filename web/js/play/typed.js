// Typed moves and commands.

import { along, hands, time, where } from "./words.js";

/** @typedef {import("../types.js").LegalMove} LegalMove */
/** @typedef {import("../types.js").State} State */

/**
 * What can be typed, for whoever asks.
 * @param {LegalMove[]} moves
 * @param {string} notation
 */
const help = (moves, notation) => `Type a move (${examples(moves, notation)}), or: clock; last; p N, where pieces are; s a, what is on a line; pocket; moves; fen; flip; resign; draw; takeback; pass. On the board: arrows and Enter; the letter of a piece goes to the next one of its kind, a digit to that rank, with shift to that file; m or . tells the moves from a square, with shift the captures; Escape lets go.`;

/**
 * How a move can be typed here: as the game writes it; in UCI where that has the squares of the board.
 * @param {LegalMove[]} moves
 * @param {string} notation
 */
export function examples(moves, notation) {
  const example = moves.find((move) => move.s.length > 2) ?? moves[0];
  return example ? [...new Set([example.s, notation === "san" ? example.u : example.s])].join(" or ") : "Nf3 or g1f3";
}

/** @param {string} text */
const loose = (text) => text.replace(/[+#!?\s]/g, "").replace(/0/g, "O").toLowerCase();
/**
 * The move that somebody means; null where it takes more than a list of moves to tell.
 * @param {string} text
 * @param {LegalMove[]} moves
 * @param {string} notation
 * @returns {{move: LegalMove} | {problem: string} | null}
 */
export function find(text, moves, notation) {
  const exact = moves.find((move) => move.s === text || move.u === text);
  if (exact) return { move: exact };
  // What else a notation of the game's own allows is known to who knows the rules; its signs tell moves apart.
  if (notation !== "san") return null;
  // Marks and capitals may be left out as long as one move is left: bxc3 is a pawn's where Bxc3 is a bishop's.
  const tests = [(/** @type {string} */ own) => own.replace(/[+#]/g, "") === text.replace(/[+#!?]/g, ""), (/** @type {string} */ own) => loose(own) === loose(text), (/** @type {string} */ own) => loose(own).replace(/[x=]/g, "") === loose(text).replace(/[x=]/g, "")];
  for (const test of tests) {
    const found = moves.filter((move) => test(move.s) || test(move.u));
    if (found.length === 1) return { move: found[0] };
    if (found.length > 1) return { problem: `Which one: ${found.map((move) => move.s).join(", ")}?` };
  }
  if (text.toLowerCase() === "pass") {
    const pass = moves.find((move) => move.t[0] === "pass");
    if (pass) return { move: pass };
  }
  const near = moves.filter((move) => loose(move.s).startsWith(loose(text).slice(0, 2)) || loose(move.u).startsWith(loose(text).slice(0, 2))).slice(0, 8);
  return { problem: `${text} is no legal move here. ${near.length ? `Perhaps ${near.map((move) => move.s).join(", ")}?` : "Type help for what can be typed."}` };
}

/**
 * What a command that only asks is answered with; null where it is no such command.
 * @param {string} text
 * @param {State} state
 * @param {(side: number) => number | null} clock
 * @returns {string | null}
 */
export function question(text, state, clock) {
  const [word, ...rest] = text.trim().split(/\s+/);
  const argument = rest.join(" ");
  const { game, position, history } = state;
  switch (word.toLowerCase()) {
    case "help":
    case "?":
      return help(position.moves, game.notation);
    case "clock":
      return state.clocks ? game.sides.map((side, i) => `${side.name} ${time(clock(i) ?? 0)}`).join(", ") : "This game has no clock.";
    case "last":
      return history.length ? `${history[history.length - 1].s}; ${game.sides[position.turn]?.name} to move` : "Nothing has been played.";
    case "p":
      return argument ? where(game, position, argument) : null;
    case "s":
      return argument ? along(game, position, argument) : null;
    case "pocket":
    case "hands":
      return hands(game, position);
    case "moves":
      return position.moves.map((move) => move.s).join(", ") || "There are no moves.";
    case "fen":
      return position.fen;
    default:
      return null;
  }
}
