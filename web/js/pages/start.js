// How one wants to play: against whom, on which side, with which clock.

import { choice, h, say } from "../dom.js";
import * as rules from "../rules.js";
import { go } from "../router.js";

/** @typedef {import("../types.js").SeatWanted} SeatWanted */
/** @typedef {import("../types.js").Side} Side */

/** Minutes + seconds a move, or seconds of byoyomi. @type {[string, string][]} */
const CLOCKS = [["", "no clock"], ["1+0", "1 min"], ["3+2", "3 min + 2 s"], ["5+3", "5 min + 3 s"], ["10+5", "10 min + 5 s"], ["30+0", "30 min"], ["10b30", "10 min, then 30 s a move"], ["own", "another…"]];

/**
 * @param {string} text
 * @returns {import("../types.js").NewGame["clock"]}
 */
export function clock(text) {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:([+b])\s*(\d+))?\s*$/.exec(text);
  if (!found) return undefined;
  const [, minutes, sign, seconds] = found;
  const more = Number(seconds ?? 0) * 1000;
  return { initial: Math.round(Number(minutes) * 60000), increment: sign === "b" ? 0 : more, ...(sign === "b" ? { byoyomi: more } : {}) };
}

/**
 * Who sits where.
 * @param {string} against "engine", "friend", "here" or "engines"
 * @param {number} sides
 * @param {number} mine
 * @param {number} level
 * @returns {SeatWanted[]}
 */
export function seating(against, sides, mine, level) {
  return Array.from({ length: sides }, (_, side) => {
    if (against === "here") return "anyone-here";
    if (against === "engines") return { engine: level };
    if (side === mine) return "me";
    return against === "friend" ? "open" : { engine: level };
  });
}

/**
 * The form with which a game begins.
 * @param {{id?: string, name: string, sides: Side[]}} game
 * @param {() => {game?: string, rules?: string}} which the game, when the form is sent
 */
export function startForm(game, which) {
  const wanted = { against: "engine", side: "0", level: 4, clock: "" };
  try {
    Object.assign(wanted, JSON.parse(localStorage.getItem("wazir.start") ?? "{}"));
  } catch {
    // What was wanted last time is a convenience.
  }
  if (!(Number(wanted.side) < game.sides.length)) wanted.side = "0";
  const level = h("input", { type: "range", min: 1, max: 10, step: 1, value: wanted.level });
  const shown = h("output", {}, level.value);
  level.addEventListener("input", () => (shown.textContent = level.value));
  const levels = h("label", { class: "field" }, h("span", {}, "Level"), level, shown);
  const side = choice("You play", [...game.sides.map(({ name }, i) => /** @type {[string, string]} */ ([String(i), i === 0 ? `${name} (first)` : name])), ["random", "a random side"]], wanted.side, (value) => (wanted.side = value));
  const own = h("input", { type: "text", placeholder: "7+4 or 20b30", pattern: "\\s*\\d+(\\.\\d+)?\\s*([+b]\\s*\\d+)?\\s*", title: "minutes + seconds a move (7+4), or minutes, b, seconds of byoyomi (20b30)" });
  const ownField = h("label", { class: "field" }, h("span", {}, "Minutes + seconds"), own);
  const fen = h("input", { type: "text", placeholder: "the start position", spellcheck: "false", autocomplete: "off" });
  const submit = h("button", { type: "submit", class: "main" }, "Play");
  const update = () => {
    side.hidden = wanted.against === "here" || wanted.against === "engines";
    levels.hidden = wanted.against === "friend" || wanted.against === "here";
    ownField.hidden = wanted.clock !== "own";
    submit.textContent = wanted.against === "friend" ? "Make a link for a friend" : wanted.against === "engines" ? "Watch" : "Play";
  };
  const against = choice("Against", [["engine", "the engine"], ["friend", game.sides.length > 2 ? "friends, by links" : "a friend, by a link"], ["here", "somebody at this screen"], ["engines", "nobody: engines play"]], wanted.against, (value) => {
    wanted.against = value;
    update();
  });
  const clocks = choice("Clock", CLOCKS, wanted.clock, (value) => {
    wanted.clock = value;
    update();
  });
  const form = h("form", { class: "form start", "aria-label": `Play ${game.name}` }, against, side, levels, clocks, ownField, h("details", {}, h("summary", {}, "Another position"), h("label", { class: "field" }, h("span", {}, "FEN"), fen)), submit);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wanted.level = Number(level.value);
    const mine = wanted.side === "random" ? Math.floor(Math.random() * game.sides.length) : Number(wanted.side);
    submit.disabled = true;
    try {
      localStorage.setItem("wazir.start", JSON.stringify(wanted));
      const id = await rules.start({ ...which(), fen: fen.value.trim() || undefined, clock: clock(wanted.clock === "own" ? own.value : wanted.clock), seats: seating(wanted.against, game.sides.length, mine, wanted.level) });
      go(`/game/${id}`);
    } catch (error) {
      say(/** @type {Error} */ (error).message, "error");
      submit.disabled = false;
    }
  });
  update();
  return form;
}
