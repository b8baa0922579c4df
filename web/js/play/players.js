// Who sits where, with clock and hand.

import { colour, wedges } from "../board/pieces.js";
import { h } from "../dom.js";
import { sound } from "../sounds.js";
import { time } from "./words.js";

/** @typedef {import("../net/live.js").Live} Live */
/** @typedef {import("../board/board.js").Board} Board */

/** From here on a clock hurries, in milliseconds. */
const LOW = 20000;

export class Players {
  /**
   * @param {Live} live
   * @param {Board} board
   */
  constructor(live, board) {
    this.live = live;
    this.board = board;
    this.above = h("div", { class: "players above" });
    this.below = h("div", { class: "players below" });
    /** @type {{row: HTMLElement, name: HTMLElement, clock: HTMLElement, dot: HTMLElement}[]} */
    this.rows = [];
    this.warned = false;
    this.timer = setInterval(() => this.clocks(), 100);
    this.build();
  }

  build() {
    const game = this.board.game;
    this.rows = game.sides.map((side, i) => {
      const dot = h("span", { class: "dot" });
      const name = h("span", { class: "who" });
      const clock = h("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": `Clock of ${side.name}` });
      const row = h("div", { class: "player" }, wedges(game) ? null : h("span", { class: `swatch ${colour(game.sides, i)}`, "aria-hidden": "true" }), dot, name, this.board.trays[i].element, clock);
      return { row, name, clock, dot };
    });
    this.above.classList.toggle("many", this.rows.length > 2);
    this.place();
  }

  /** Who sits at the lower edge stands below the board. */
  place() {
    const { game, turned } = this.board;
    const near = game.seats.map((seat) => seat.turned === turned);
    // The others as they sit, from the left: they move in this order after who sits here.
    const first = Math.max(0, near.indexOf(true));
    const round = this.rows.map((_, i) => (first + i) % this.rows.length);
    this.above.replaceChildren(...round.filter((i) => !near[i]).map((i) => this.rows[i].row));
    this.below.replaceChildren(...round.filter((i) => near[i]).map((i) => this.rows[i].row));
    // As wide as the board.
    for (const part of [this.above, this.below]) part.style.cssText = this.board.element.style.cssText;
    this.show();
  }

  show() {
    const state = this.live.state;
    if (!state) return;
    this.rows.forEach(({ row, name, dot, clock }, side) => {
      const seat = state.seats[side];
      const you = state.you.length < state.seats.length && state.you.includes(side);
      name.textContent = `${state.game.sides[side]?.name ?? ""}${seat?.name ? `: ${seat.name}` : ""}${you ? " (you)" : ""}`;
      row.classList.toggle("turn", !state.over && state.position.turn === side);
      dot.className = seat?.here ? "dot here" : "dot";
      dot.title = seat?.kind === "engine" ? "engine" : seat?.here ? "here" : "not here";
      clock.hidden = !state.clocks;
    });
    this.clocks();
  }

  clocks() {
    const state = this.live.state;
    if (!state?.clocks) return;
    this.rows.forEach(({ clock }, side) => {
      const left = this.live.clock(side) ?? 0;
      const text = time(left);
      if (clock.textContent !== text) clock.textContent = text;
      const running = state.clocks?.running === side;
      clock.classList.toggle("running", running);
      clock.classList.toggle("low", left < LOW);
      if (running && left < 10000 && left > 0 && state.you.includes(side) && !this.warned) {
        this.warned = true;
        sound("low");
      }
    });
  }

  end() {
    clearInterval(this.timer);
  }
}
