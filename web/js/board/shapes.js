// Arrows and circles that somebody draws on a board to think.

import { s } from "../dom.js";
import { square } from "./pointer.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{from: number, to: number, colour: string}} Shape */

export class Shapes {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Shape[]} */
    this.shapes = [];
  }

  /**
   * Begins a shape: an arrow to where the pointer comes up, or a circle if that is here.
   * @param {number} from
   * @param {PointerEvent} event shift and alt choose one of four colours
   */
  start(from, event) {
    event.preventDefault();
    const colour = ["green", "red", "blue", "yellow"][(event.shiftKey ? 1 : 0) + (event.altKey ? 2 : 0)];
    const { pointerId } = event;
    /** @param {PointerEvent} now */
    const up = (now) => {
      if (now.pointerId !== pointerId) return;
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", up);
      const to = now.type === "pointerup" ? square(this.board, now) : null;
      if (to === null) return;
      const same = this.shapes.find((shape) => shape.from === from && shape.to === to);
      this.shapes = same ? this.shapes.filter((shape) => shape !== same) : [...this.shapes, { from, to, colour }];
      this.draw();
    };
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", up);
  }

  /** Removes all. */
  clear() {
    if (this.shapes.length === 0) return;
    this.shapes = [];
    this.draw();
  }

  draw() {
    const { geometry, layers } = this.board;
    if (!geometry || !layers) return;
    layers.shapes.replaceChildren(
      ...this.shapes.map(({ from, to, colour }) => {
        const [a, b] = [geometry.middle(from), geometry.middle(to)];
        if (from === to) return s("circle", { class: `drawn ${colour}`, cx: a.x, cy: a.y, r: 0.42 });
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
        const [ex, ey] = [b.x - ux * 0.32, b.y - uy * 0.32];
        const head = `M${b.x} ${b.y}L${ex - uy * 0.2} ${ey + ux * 0.2}L${ex + uy * 0.2} ${ey - ux * 0.2}Z`;
        return s("g", { class: `drawn ${colour}` }, s("path", { class: "shaft", d: `M${a.x} ${a.y}L${ex} ${ey}` }), s("path", { class: "head", d: head }));
      }),
    );
  }
}
