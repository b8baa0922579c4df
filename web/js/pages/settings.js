// What one may prefer.

import { button, choice, dialog, h, tick } from "../dom.js";
import { set, settings } from "../settings.js";
import { sound } from "../sounds.js";

/**
 * @param {string} label
 * @param {number} value
 * @param {[number, number, number]} range least, most, step
 * @param {string} unit
 * @param {(value: number) => void} change
 */
function slider(label, value, [min, max, step], unit, change) {
  const shown = h("output", {}, `${value} ${unit}`);
  const input = h("input", {
    type: "range", min, max, step, value,
    oninput: () => {
      shown.textContent = `${input.value} ${unit}`;
      change(Number(input.value));
    },
  });
  return h("label", { class: "field" }, h("span", {}, label), input, shown);
}

/** Opens the settings. */
export function openSettings() {
  void dialog("Settings", (close) => [
    h("div", { class: "form" },
      choice("Colours", [["system", "as the system"], ["light", "light"], ["dark", "dark"]], settings.theme, (value) => set("theme", value)),
      choice("Board", [["wood", "wood"], ["green", "green"], ["blue", "blue"], ["grey", "grey"]], settings.board, (value) => set("board", value)),
      choice("Pieces", [["fitting", "what suits the game"], ["letters", "letters"]], settings.pieces, (value) => set("pieces", value)),
      tick("Show how a piece moves on its token", settings.pictograms, (value) => set("pictograms", value)),
      tick("Coordinates", settings.coordinates, (value) => set("coordinates", value)),
      tick("Show where a piece may go", settings.targets, (value) => set("targets", value)),
      tick("Let me choose a move in advance", settings.premove, (value) => set("premove", value)),
      tick("Ask me before a move is sent", settings.confirm, (value) => set("confirm", value)),
      slider("Animation", settings.animation, [0, 500, 50], "ms", (value) => set("animation", value)),
      slider("Sound", settings.volume, [0, 100, 10], "%", (value) => {
        set("volume", value);
        sound("move");
      }),
      slider("Size of the board", settings.zoom, [50, 150, 5], "%", (value) => set("zoom", value)),
    ),
    h("footer", {}, button("Done", close, { class: "main" })),
  ]);
}
