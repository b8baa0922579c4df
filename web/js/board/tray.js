// What a side has in hand, beside the board.

import { h, s } from "../dom.js";
import { name } from "./pieces.js";
import { follow } from "./pointer.js";

/** @typedef {import("./board.js").Board} Board */

export class Tray {
  /**
   * @param {Board} board
   * @param {number} side
   */
  constructor(board, side) {
    this.board = board;
    this.side = side;
    this.element = h("div", { class: "tray", role: "group" });
  }

  draw() {
    const { board, side } = this;
    const held = board.scene.hands?.[side] ?? [];
    this.element.setAttribute("aria-label", `${board.game.sides[side]?.name ?? ""} in hand${held.length ? "" : ": nothing"}`);
    this.element.hidden = !board.game.hands && held.length === 0;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.kind;
    const inside = this.element.contains(document.activeElement);
    this.element.replaceChildren(...held.map(([kind, count]) => this.stack(kind, count)));
    if (inside) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-kind="${focused}"]`))?.focus();
  }

  /**
   * @param {number} kind
   * @param {number} count
   */
  stack(kind, count) {
    const { board, side } = this;
    const piece = board.piece(side, kind);
    const label = `${name(board.game, side, kind)} in hand, ${count}`;
    const element = h(
      "button",
      { type: "button", class: "stack", "data-kind": kind, "aria-label": label, title: label, "aria-pressed": "false" },
      s("svg", { viewBox: "-.5 -.5 1 1", class: "board", "aria-hidden": "true" }, piece),
      count > 1 ? h("span", { class: "count", "aria-hidden": "true" }, count) : null,
    );
    const tap = `@${kind}`;
    const mine = () => (board.gesture.ways.length ? side === board.scene.turn : board.ahead.has(side));
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !mine()) return;
      event.preventDefault();
      element.focus();
      const chosen = board.gesture.taps[0] === tap || board.premove[0] === tap;
      if (!chosen) {
        board.cancel();
        board.tap(tap);
      }
      const begun = board.gesture.taps[0] === tap || board.premove[0] === tap;
      const drawing = s("g", { class: "man" }, board.piece(side, kind));
      if (begun) follow(board, event, drawing, null, tap, () => chosen && board.cancel());
    });
    element.addEventListener("keydown", (event) => {
      if ((event.key !== "Enter" && event.key !== " ") || !mine()) return;
      event.preventDefault();
      board.tap(tap);
      // The next thing to say is where to: the first square that it can go to.
      const target = board.gesture.next().find((next) => typeof next === "number");
      if (board.gesture.taps.length && typeof target === "number") board.go(target);
    });
    return element;
  }

  /** @param {import("../types.js").Tap[]} chosen */
  mark(chosen) {
    const { board, side } = this;
    const turn = board.gesture.ways.length ? board.scene.turn === side : board.ahead.has(side);
    for (const element of this.element.querySelectorAll("button")) {
      element.setAttribute("aria-pressed", String(turn && chosen[0] === `@${element.dataset.kind}`));
    }
  }
}
