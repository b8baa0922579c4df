// What a piece looks like: a figurine where the game has one, else a token with letters or a character, and a pictogram of its moves.

import { s } from "../dom.js";
import { settings } from "../settings.js";
import { FIGURINES } from "./figurines.js";

/** @typedef {import("../types.js").PieceKind} PieceKind */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {Pick<import("../types.js").GameInfo, "pieces" | "points"> & {sides: Side[]}} Set */

/**
 * Names of sides that say a colour, or have one by tradition.
 * @type {Record<string, string>}
 */
const COLOURS = {
  white: "light", black: "dark", red: "red", blue: "blue", yellow: "yellow", green: "green", gold: "yellow", silver: "light", cho: "green", han: "red", light: "light",
  dark: "dark", orange: "red", purple: "blue",
};
/** What sides without such names have, in the order of turns. */
const OTHERS = ["light", "dark", "red", "blue"];
/** Pieces that are nothing but discs. */
const PLAIN = new Set(["stone", "disc", "man", "counter", "piece", "checker", "post"]);
/** Characters of East Asia, of which one is enough for a token. */
const CHARACTER = /[぀-ヿ㐀-鿿가-힯]/;

/**
 * The colour of a side: a name that style/board.css knows.
 * @param {Side[]} sides
 * @param {number} side
 */
export function colour(sides, side) {
  return COLOURS[(sides[side]?.name ?? "").toLowerCase()] ?? OTHERS[side % OTHERS.length];
}

/**
 * What is written on a piece.
 * @param {PieceKind} piece
 * @param {number} side
 */
export function letters(piece, side) {
  const own = Array.isArray(piece.letters) ? (piece.letters[side] ?? piece.letters[0]) : piece.letters;
  return settings.pieces === "letters" || !own ? piece.symbol : own;
}

/**
 * Do the sides have the same pieces, which point to the enemy? So have those with characters whose sides have no colours.
 * @param {Set} game
 */
export function wedges(game) {
  const plain = game.sides.every((side) => !COLOURS[side.name.toLowerCase()]);
  return !game.points && game.sides.length === 2 && plain && game.pieces.some((piece) => CHARACTER.test(letters(piece, 0)));
}

/**
 * The drawing of a piece in a square from -0.5 to 0.5.
 * @param {Set} game
 * @param {number} side
 * @param {number} kind
 * @param {{promoted?: boolean, turned?: number}} [how] `turned`: degrees clockwise by which this side's forward is turned from up
 * @returns {SVGGElement}
 */
export function draw(game, side, kind, { promoted = false, turned = 0 } = {}) {
  const piece = game.pieces[kind] ?? { symbol: "?", name: "unknown piece", letters: "?", picture: null, moves: "", royal: false, pawn: false };
  const hanzi = CHARACTER.test(letters(piece, side)) ? " hanzi" : "";
  const group = s("g", { class: `piece ${colour(game.sides, side)}${hanzi}${game.points ? " points" : ""}` });
  const picture = settings.pieces === "letters" ? undefined : FIGURINES[piece.picture ?? ""];
  const discs = game.pieces.some((other) => PLAIN.has(other.name.toLowerCase()));
  if (picture && !discs) group.append(figurine(picture, 1));
  else if (wedges(game)) group.append(...wedge(letters(piece, side), promoted || piece.symbol.startsWith("+"), turned));
  else if (PLAIN.has(piece.name.toLowerCase()) || (discs && game.pieces.length === 1)) group.append(...disc());
  else if (picture) group.append(...disc(), figurine(picture, 0.66));
  else group.append(...token(game, piece, letters(piece, side)));
  if (promoted && !wedges(game)) group.append(s("circle", { class: "promoted", cx: 0.33, cy: -0.33, r: 0.08 }));
  return group;
}

/**
 * @param {{body: string, detail: string}} picture
 * @param {number} scale
 */
function figurine({ body, detail }, scale) {
  const k = scale / 45;
  return s("g", { class: "figurine", transform: `scale(${k}) translate(-22.5 -22.9)` }, s("path", { class: "body", d: body }), s("path", { class: "detail", d: detail }));
}

function disc() {
  return [s("circle", { class: "disc", r: 0.42 }), s("circle", { class: "ring", r: 0.32 })];
}

/**
 * @param {string} text
 * @param {boolean} promoted
 * @param {number} turned
 */
function wedge(text, promoted, turned) {
  const size = [...text].length > 1 ? 0.34 : 0.5;
  const shape = s("path", { class: "wedge", d: "M0 -.46L.3 -.36L.4 .44H-.4L-.3 -.36Z" });
  const label = s("text", { class: promoted ? "character promoted-character" : "character", y: 0.06 + size * 0.35, "font-size": size }, text);
  return [s("g", { transform: `rotate(${turned})` }, shape, label)];
}

/**
 * @param {Set} game
 * @param {PieceKind} piece
 * @param {string} text
 */
function token(game, piece, text) {
  const character = CHARACTER.test(text);
  const pictogram = settings.pictograms && !character && !game.points && piece.pictogram ? marks(piece.pictogram) : null;
  const length = [...text].length;
  const size = character ? 0.54 : [0, 0.5, 0.36, 0.28][Math.min(3, length)] * (pictogram ? 0.86 : 1);
  const label = s("text", { class: character ? "character" : "letters", y: size * 0.36, "font-size": size }, text);
  return [s("circle", { class: "disc", r: 0.44 }), pictogram ?? s("circle", { class: "ring", r: 0.38 }), label];
}

/**
 * Dots at the rim for leaps, lines for rides; further out for longer leaps.
 * @param {import("../types.js").Pictogram} pictogram
 */
function marks({ leaps, rides }) {
  const group = s("g", { class: "pictogram" });
  for (const [dx, dy] of rides) {
    const length = Math.hypot(dx, dy) || 1;
    const [x, y] = [dx / length, -dy / length];
    group.append(s("line", { x1: x * 0.27, y1: y * 0.27, x2: x * 0.42, y2: y * 0.42 }));
  }
  for (const [dx, dy] of leaps) {
    const length = Math.hypot(dx, dy) || 1;
    const r = length < 1.5 ? 0.31 : length < 2.9 ? 0.365 : 0.4;
    group.append(s("circle", { cx: (dx / length) * r, cy: (-dy / length) * r, r: 0.032 }));
  }
  return group;
}

/**
 * What people call a piece: "white knight".
 * @param {Set} game
 * @param {number} side
 * @param {number} kind
 */
export function name(game, side, kind) {
  const piece = game.pieces[kind];
  return `${(game.sides[side]?.name ?? "").toLowerCase()} ${(piece?.name ?? "piece").toLowerCase()}`;
}
