// The moves of a game, to be walked through.

import { button, h } from "../dom.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

export class MoveList {
  /** @param {(ply: number) => void} go shows a ply */
  constructor(go) {
    this.go = go;
    this.ply = 0;
    this.plies = 0;
    this.list = h("ol", { class: "moves", role: "log", "aria-label": "Moves", tabindex: 0 });
    this.shown = /** @type {string[]} */ ([]);
    const step = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => number} */ to) => button(sign, () => this.to(to()), { "aria-label": label, title: label });
    this.element = h("div", { class: "walk" }, this.list,
      h("div", { class: "steps", role: "group", "aria-label": "Walk through the game" },
        step("To the start", "|◀", () => 0), step("One back", "◀", () => this.ply - 1), step("One on", "▶", () => this.ply + 1), step("To the present", "▶|", () => this.plies)));
    this.list.addEventListener("keydown", (event) => {
      if (this.key(event)) event.preventDefault();
    });
  }

  /**
   * Arrows, Home and End walk.
   * @param {KeyboardEvent} event
   */
  key({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return false;
    const to = /** @type {Record<string, number>} */ ({ ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, ArrowUp: this.ply - 1, ArrowDown: this.ply + 1, Home: 0, End: this.plies })[key];
    if (to === undefined) return false;
    this.to(to);
    return true;
  }

  /** @param {number} ply */
  to(ply) {
    const there = Math.max(0, Math.min(this.plies, ply));
    if (there !== this.ply) this.go(there);
  }

  /**
   * Shows moves, and which ply is looked at.
   * @param {{s: string}[]} history
   * @param {number} ply
   * @param {number} sides
   */
  show(history, ply, sides) {
    this.ply = ply;
    this.plies = history.length;
    const same = this.shown.every((san, i) => history[i]?.s === san);
    if (!same) {
      this.list.replaceChildren();
      this.shown = [];
    }
    for (let i = this.shown.length; i < history.length; i++) {
      this.shown.push(history[i].s);
      const number = i % sides === 0 ? h("span", { class: "number", "aria-hidden": "true" }, `${i / sides + 1}.`) : null;
      this.list.append(h("li", {}, number, button(history[i].s, () => this.to(i + 1), { "data-ply": i + 1, tabindex: -1 })));
    }
    for (const old of this.list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-ply="${ply}"]`);
    current?.setAttribute("aria-current", "step");
    if (current instanceof HTMLElement) this.list.scrollTop = Math.max(0, current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2);
    else if (ply === 0) this.list.scrollTop = 0;
  }
}
