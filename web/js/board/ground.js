// The board without what stands on it: squares, lines, palaces, rivers, coordinates.

import { s } from "../dom.js";
import { colour } from "./pieces.js";
import { visible } from "./regions.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/**
 * @typedef {Pick<import("../types.js").GameInfo, "points" | "joined" | "files" | "ranks" | "holes"> & {sides: import("../types.js").Side[],
 *   regions?: import("../types.js").Region[]}} Board
 */

/**
 * @param {Board} game
 * @param {Geometry} geometry
 * @returns {SVGGElement}
 */
export function ground(game, geometry) {
  const group = s("g", { class: "ground", "aria-hidden": "true" });
  if (game.points && !geometry.hexagons) group.append(...lines(game, geometry));
  else for (const square of geometry.cells.keys()) group.append(s("polygon", { class: `cell shade${geometry.shade(square)}`, points: geometry.outline(square, 1.004) }));
  if (!game.points) group.append(...marked(game, geometry));
  group.append(...joints(game, geometry));
  for (const { text, x, y } of geometry.labels) group.append(s("text", { class: "coordinate", x, y: y + 0.35 * geometry.letters, "font-size": geometry.letters }, text));
  return group;
}

/**
 * Squares that are something of their own.
 * @param {Board} game
 * @param {Geometry} geometry
 */
function marked(game, geometry) {
  return visible(game).flatMap(({ squares, side, water }) => {
    const look = water ? "region water" : `region ${side === undefined ? "common" : colour(game.sides, side)}`;
    return squares.filter((square) => geometry.cells.has(square)).map((square) => s("polygon", { class: look, points: geometry.outline(square, water ? 1.004 : 0.84) }));
  });
}

/**
 * A board on whose crossings pieces stand.
 * @param {Board} game
 * @param {Geometry} geometry
 */
function lines(game, geometry) {
  const cells = geometry.cells;
  const ys = [...cells.values()].map((point) => point.y);
  const xs = [...cells.values()].map((point) => point.x);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const paths = [];
  const river = bank(game);
  for (const square of cells.keys()) {
    const file = square % game.files;
    const rank = Math.floor(square / game.files);
    const from = geometry.middle(square);
    /** @param {number} other */
    const join = (other) => {
      const to = geometry.middle(other);
      paths.push(`M${from.x} ${from.y}L${to.x} ${to.y}`);
    };
    const edge = file === 0 || file === game.files - 1;
    if (file + 1 < game.files && cells.has(square + 1)) join(square + 1);
    if (rank + 1 < game.ranks && cells.has(square + game.files) && (rank !== river || edge)) join(square + game.files);
  }
  for (const [a, b] of palaces(game)) {
    const [p, q] = [geometry.middle(a), geometry.middle(b)];
    paths.push(`M${p.x} ${p.y}L${q.x} ${q.y}M${p.x} ${q.y}L${q.x} ${p.y}`);
  }
  return [
    s("rect", { class: "wood", x: left - 0.5, y: top - 0.5, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1, rx: 0.08 }),
    s("path", { class: "line", d: paths.join("") }),
  ];
}

/**
 * The last rank of the first side's bank, where the rules know banks of a river.
 * @param {Board} game
 */
function bank(game) {
  const own = game.regions?.find((region) => /\b(own|near) bank\b/i.test(region.name) && (region.side ?? 0) === 0);
  return own && own.squares.length ? Math.max(...own.squares.map((square) => Math.floor(square / game.files))) : -1;
}

/**
 * Opposite corners of every palace of three by three.
 * @param {Board} game
 * @returns {[number, number][]}
 */
function palaces(game) {
  /** @type {Map<string, [number, number]>} */
  const found = new Map();
  for (const region of game.regions ?? []) {
    if (!/palace/i.test(region.name)) continue;
    // One region may be the palaces of all sides.
    const ranks = region.squares.map((square) => Math.floor(square / game.files));
    for (const low of [Math.min(...ranks), Math.max(...ranks) - 2]) {
      const files = region.squares.filter((_, i) => ranks[i] >= low && ranks[i] < low + 3).map((square) => square % game.files);
      const [left, right] = [Math.min(...files), Math.max(...files)];
      if (right - left === 2 && files.length === 9) found.set(`${low}`, [low * game.files + left, (low + 2) * game.files + right]);
    }
  }
  return [...found.values()];
}

/**
 * Marks at edges that are joined to the opposite ones.
 * @param {Board} game
 * @param {Geometry} geometry
 */
function joints(game, geometry) {
  if (geometry.hexagons || (!game.joined?.files && !game.joined?.ranks)) return [];
  const marks = [];
  for (const [square, { x, y }] of geometry.cells) {
    const file = square % game.files;
    const rank = Math.floor(square / game.files);
    /** @param {number} dx @param {number} dy */
    const mark = (dx, dy) => {
      const out = geometry.turn({ x: dx, y: dy });
      const [cx, cy] = [x + out.x * 0.5, y + out.y * 0.5];
      return s("path", { class: "joint", d: `M${cx - out.y * 0.4} ${cy - out.x * 0.4}L${cx + out.y * 0.4} ${cy + out.x * 0.4}` });
    };
    if (game.joined.files && file === 0) marks.push(mark(-1, 0));
    if (game.joined.files && file === game.files - 1) marks.push(mark(1, 0));
    if (game.joined.ranks && rank === 0) marks.push(mark(0, 1));
    if (game.joined.ranks && rank === game.ranks - 1) marks.push(mark(0, -1));
  }
  return marks;
}
