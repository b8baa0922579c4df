// The one interface of this page to whoever knows the rules: today the server; code in the browser can take its place.

import { ask } from "./net/http.js";
import { Live } from "./net/live.js";
import { keep } from "./net/seats.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").Position} Position */

/** @type {Promise<GameEntry[]> | null} */
let list = null;

/** @returns {Promise<GameEntry[]>} all games */
export function games() {
  list ??= /** @type {Promise<GameEntry[]>} */ (ask("/games")).catch((error) => {
    list = null;
    throw error;
  });
  return list;
}

/**
 * One game.
 * @param {string} name
 * @returns {Promise<GameInfo>}
 */
export function game(name) {
  return ask(`/games/${encodeURIComponent(name)}`);
}

/** Forgets the list of games: one of them has changed. */
export function forget() {
  list = null;
}

/**
 * A position of a game.
 * @param {string} name
 * @param {string | null} fen
 * @param {string[]} moves
 * @returns {Promise<Position>}
 */
export async function position(name, fen, moves) {
  /** @type {{position: Position}} */
  const answer = await ask("/positions", { game: name, fen: fen ?? undefined, moves });
  return answer.position;
}

/**
 * What there is to say about a game, with its diagrams by their paths.
 * @param {string} name
 * @returns {Promise<{title: string, markdown: string, diagrams: Record<string, string>}>}
 */
export function page(name) {
  return ask(`/games/${encodeURIComponent(name)}/page`);
}

/**
 * Is this rule file right?
 * @param {string} ron
 * @returns {Promise<{ok: boolean, id: string, diagnostics: import("./types.js").Diagnostic[], game?: GameInfo}>}
 */
export function check(ron) {
  return ask("/rules", { ron });
}

/**
 * Reads a game on paper: PGN, FEN, KIF, SFEN.
 * @param {string} text
 * @param {string} [name] the game, where the text does not say
 * @returns {Promise<{game: string, fen: string, moves: string[], format: string, result: string | null}>}
 */
export function read(text, name) {
  return ask("/read", { text, game: name || undefined });
}

/**
 * Starts a game, and keeps the seats that this browser has in it.
 * @param {import("./types.js").NewGame} wanted
 * @returns {Promise<string>} its identifier
 */
export async function start(wanted) {
  /** @type {{id: string, seats: {side: number, secret: string}[]}} */
  const made = await ask("/live", wanted);
  keep(made.id, made.seats ?? []);
  return made.id;
}

/**
 * Takes a seat to which a link invites.
 * @param {string} id
 * @param {string} code
 */
export async function join(id, code) {
  /** @type {{side: number, secret: string}} */
  const seat = await ask(`/live/${encodeURIComponent(id)}/join`, { code });
  keep(id, [seat]);
}

/** @returns {Promise<import("./types.js").KeptGame[]>} games of this browser, the newest first */
export function kept() {
  return ask("/live");
}

/**
 * Positions of a game from ply to ply, without their moves.
 * @param {string} id
 * @param {number} from
 * @param {number} to
 * @returns {Promise<Position[]>}
 */
export function positions(id, from, to) {
  return ask(`/live/${encodeURIComponent(id)}/positions?from=${from}&to=${to}`);
}

/**
 * A game on paper.
 * @param {string} id
 * @param {string} format
 * @returns {Promise<string>}
 */
export async function paper(id, format) {
  /** @type {string | {text: string}} */
  const answer = await ask(`/live/${encodeURIComponent(id)}/export?format=${format}`);
  return typeof answer === "string" ? answer : answer.text;
}

/**
 * Sits down at (or beside) a game.
 * @param {string} id
 */
export function table(id) {
  return new Live(id);
}
