// A game: what it is, how it is played, and the way to play it.

import { Geometry } from "../board/geometry.js";
import { thumbnail } from "../board/thumbnail.js";
import { button, copy, h } from "../dom.js";
import { markdown } from "../markdown.js";
import * as rules from "../rules.js";
import { startForm } from "./start.js";

/**
 * @param {string} name
 * @returns {Promise<import("../router.js").Page>}
 */
export async function rulesPage(name) {
  const [game, list] = await Promise.all([rules.game(name), rules.games().catch(() => [])]);
  const entry = list.find((other) => other.id === game.id);
  const text = h("div", { class: "text" }, h("p", {}, "…"));
  rules.page(name).then(
    ({ markdown: source, diagrams }) => {
      const picture = (/** @type {string} */ path) => (diagrams[path] ? `data:image/svg+xml,${encodeURIComponent(diagrams[path])}` : null);
      // The title, the sentence below it and the picture of the start stand above and beside already.
      text.replaceChildren(...markdown(source.replace(/^\s*(<!--[\s\S]*?-->\s*)?# .*\n\s*(?:[^#!\n].*\n\s*)?(?:!\[.*\n)?/, ""), picture));
    },
    (error) => text.replaceChildren(h("p", {}, error.message)),
  );
  const { width, height } = new Geometry(game, 0, false);
  const picture = entry ? thumbnail(game, { pieces: entry.thumbnail, walls: [] }, `Start position of ${game.name}`) : null;
  picture?.style.setProperty("--ratio", String(width / height));
  const origin = [game.family, game.origin].filter(Boolean).join(" · ");
  const element = h("article", { class: "page rules" },
    h("header", { class: "wide" }, h("h1", { tabindex: -1 }, game.name), h("p", { class: "about" }, game.about), h("p", { class: "faint" }, origin)),
    h("div", { class: "beside" },
      h("div", { class: "picture" }, picture),
      h("section", { class: "card", "aria-label": "Play" }, startForm(game, () => ({ game: game.id })),
        h("p", { class: "faint" }, `${game.sides[0]?.name ?? "The first side"} moves first. ${game.files}×${game.ranks}${game.grid === "hexagons" ? " hexagons" : ""}, ${game.sides.length} sides.`),
        button("Copy the start position (FEN)", () => void copy(game.start, "FEN"), { class: "plain" }))),
    text);
  return { title: game.name, element };
}
