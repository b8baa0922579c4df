// Rules of one's own: written or dropped here, checked by the server, and played at once.

import { thumbnail } from "../board/thumbnail.js";
import { h, say } from "../dom.js";
import { inline } from "../markdown.js";
import * as rules from "../rules.js";
import { startForm } from "./start.js";

const KEY = "wazir.rules";
/** The server takes no more, in bytes. */
const MOST = 64 * 1024;
const EXAMPLE = `// What differs from chess is all there is to say.
(
    extends: "chess",
    name: "My chess",
    about: "Knights move like camels as well.",
    pieces: {
        "N": (name: "Knight", moves: "NC"),
    },
)
`;

/** @returns {Promise<import("../router.js").Page>} */
export async function own() {
  const area = h("textarea", { class: "code", rows: 22, spellcheck: "false", autocomplete: "off", "aria-label": "Rule file", "aria-describedby": "said" }, localStorage.getItem(KEY) ?? EXAMPLE);
  const said = h("div", { id: "said", role: "status" });
  const beside = h("div", { class: "beside" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let checked = "";

  async function check() {
    const text = area.value;
    if (text === checked) return;
    checked = text;
    localStorage.setItem(KEY, text);
    if (new Blob([text]).size > MOST) return said.replaceChildren(h("p", { class: "problem" }, "A rule file has at most 64 KiB."));
    try {
      const answer = await rules.check(text);
      if (area.value !== text) return;
      said.replaceChildren(...answer.diagnostics.map(diagnostic));
      if (answer.ok) said.prepend(h("p", { class: "fine" }, "These rules are right."));
      const game = answer.game;
      beside.replaceChildren();
      if (answer.ok && game) {
        const pieces = /** @type {any} */ (answer).position?.pieces ?? /** @type {any} */ (game).thumbnail ?? [];
        beside.append(thumbnail(game, { pieces, walls: [] }, `Start position of ${game.name}`), h("section", { class: "card" }, h("h2", {}, game.name), startForm(game, () => ({ rules: area.value }))));
      }
    } catch (error) {
      said.replaceChildren(h("p", { class: "problem" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {import("../types.js").Diagnostic} told */
  function diagnostic({ severity, line, column, message, help }) {
    const where = h("button", { type: "button", class: "plain", onclick: () => mark(line, column) }, `Line ${line}, column ${column}`);
    return h("div", { class: `diagnostic ${severity}` }, h("p", {}, `${severity}: `, where, " ", ...inline(message)), help ? h("p", { class: "faint" }, ...inline(help)) : null);
  }

  /** @param {number} line @param {number} column */
  function mark(line, column) {
    const before = area.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.focus();
    area.setSelectionRange(before + column - 1, before + column);
  }

  /** @param {File | undefined | null} file */
  async function take(file) {
    if (!file) return;
    if (file.size > MOST) return say("A rule file has at most 64 KiB.", "error");
    area.value = await file.text();
    void check();
  }

  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, 500);
  });
  area.addEventListener("dragover", (event) => event.preventDefault());
  area.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  });
  const file = h("input", { type: "file", accept: ".ron,text/plain", onchange: () => void take(file.files?.[0]) });
  void check();
  const element = h("article", { class: "page own" },
    h("header", { class: "wide" }, h("h1", { tabindex: -1 }, "Your own rules"), h("p", { class: "about" }, "Write a rule file, or drop one here; it is checked while you write. ", h("code", {}, "extends"), " names a game to begin with.")),
    h("div", {}, h("label", { class: "field" }, h("span", {}, "Open a file"), file), area, said), beside);
  return { title: "Your own rules", element, leave: () => clearTimeout(timer) };
}
