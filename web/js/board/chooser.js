// The question that remains when squares do not tell a move: what a pawn becomes, what is gated, which way is gone. It lies over the board and can be cancelled.

import { button, h, s } from "../dom.js";

/** @typedef {import("./board.js").Board} Board */

export class Chooser {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {HTMLElement | null} */
    this.element = null;
  }

  /** Shows what can be chosen now. */
  open() {
    this.close();
    const { board } = this;
    const options = board.gesture.choices().map(([tap, move]) => this.option(String(tap), move));
    const cancel = button("✕", () => board.cancel(), { "aria-label": "Cancel this move", class: "option" });
    this.element = h("div", { class: "chooser", role: "group", "aria-label": "What is it to be?" }, ...options, cancel);
    this.element.addEventListener("keydown", (event) => {
      const all = [...(this.element?.querySelectorAll("button") ?? [])];
      const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      if (event.key === "Escape") board.cancel();
      else if (event.key === "ArrowRight" || event.key === "ArrowDown") all[(at + 1) % all.length].focus();
      else if (event.key === "ArrowLeft" || event.key === "ArrowUp") all[(at + all.length - 1) % all.length].focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    board.element.append(this.element);
    board.listener.announce?.(`Choose: ${options.map((option) => option.getAttribute("aria-label")).join(", ")}`);
    this.position();
  }

  /** Puts the question beside the square it is about, inside the board. */
  position() {
    const { board, element } = this;
    const last = board.gesture.taps.filter((tap) => typeof tap === "number").at(-1);
    const geometry = board.geometry;
    if (!element || !geometry || typeof last !== "number") return;
    const { x, y } = geometry.middle(last);
    const left = ((x - geometry.left) / geometry.width) * 100;
    const middle = ((y - geometry.top) / geometry.height) * 100;
    const above = middle > 60;
    // Beside the square, not on it: what stands there now has to be seen.
    const top = middle + (above ? -55 : 55) / geometry.height;
    element.style.top = `${top}%`;
    element.classList.toggle("above", above);
    element.classList.toggle("rightmost", left > 60);
    element.classList.toggle("leftmost", left < 40);
    element.style.left = `${Math.min(98, Math.max(2, left))}%`;
  }

  /**
   * @param {string} tap
   * @param {import("../types.js").LegalMove} move
   */
  option(tap, move) {
    const { board } = this;
    const kind = this.kind(tap);
    const name = kind === null ? "" : (board.game.pieces[kind]?.name ?? "");
    const label = (board.gesture.after(tap).length === 1 ? move.l : null) || name || tap.replace(/^=/, "");
    const picture = kind === null ? null : s("svg", { viewBox: "-.5 -.5 1 1", class: "board", "aria-hidden": "true" }, board.piece(board.scene.turn ?? 0, kind));
    return button(picture ?? label, () => board.tap(tap), { "aria-label": label, title: label, class: picture ? "option" : "option words" });
  }

  /**
   * The kind of piece that a choice is about.
   * @param {string} tap
   * @returns {number | null}
   */
  kind(tap) {
    const { board } = this;
    if (tap.startsWith("@")) return Number(tap.slice(1));
    const symbol = tap.replace(/^=(\w+:)?/, "");
    const found = board.game.pieces.findIndex((piece) => piece.symbol === symbol);
    if (found >= 0) return found;
    const from = board.gesture.taps[0];
    return symbol === "-" && typeof from === "number" ? (board.men.get(from)?.kind ?? null) : null;
  }

  /** Brings the keyboard to the question, if there is one. */
  focus() {
    this.element?.querySelector("button")?.focus();
  }

  close() {
    const inside = this.element?.contains(document.activeElement);
    this.element?.remove();
    this.element = null;
    if (inside && this.board.focus !== null) this.board.go(this.board.focus);
  }
}
