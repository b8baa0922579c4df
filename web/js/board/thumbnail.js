// A small picture of a position: nothing in it can be pointed at.

import { s } from "../dom.js";
import { Geometry } from "./geometry.js";
import { ground } from "./ground.js";
import { draw, wedges } from "./pieces.js";

/**
 * @param {Pick<import("../types.js").GameInfo, "files" | "ranks" | "grid" | "holes" | "joined" | "points" | "pieces"> & {sides: import("../types.js").Side[],
 *   seats?: {turned: number}[], regions?: import("../types.js").Region[]}} game
 * @param {import("../types.js").Scene} scene
 * @param {string} [label] what the picture shows; without one it says nothing to who cannot see it
 */
export function thumbnail(game, scene, label) {
  const geometry = new Geometry(game, 0, false);
  const { left, top, width, height } = geometry;
  const svg = s("svg", { class: "board small", viewBox: `${left} ${top} ${width} ${height}`, role: label ? "img" : null, "aria-label": label, "aria-hidden": label ? null : "true" });
  svg.classList.toggle("hexagons", geometry.hexagons);
  svg.classList.toggle("plain", wedges(game));
  svg.append(ground(game, geometry));
  for (const square of scene.walls ?? []) svg.append(s("polygon", { class: "wall", points: geometry.outline(square, 0.8) }));
  for (const [square, side, kind, promoted] of scene.pieces) {
    const { x, y } = geometry.middle(square);
    const turned = -(game.seats?.[side]?.turned ?? (side === 1 && game.sides.length === 2 ? 180 : 0));
    const piece = draw(game, side, kind, { promoted: !!promoted, turned });
    piece.setAttribute("transform", `translate(${x} ${y})`);
    svg.append(piece);
  }
  return svg;
}
