// A position in a page of another site: the board, and the way to the game.

import { thumbnail } from "../board/thumbnail.js";
import { h } from "../dom.js";
import * as rules from "../rules.js";

/**
 * @param {string} name
 * @returns {Promise<import("../router.js").Page>}
 */
export async function embedded(name) {
  const wanted = new URLSearchParams(location.search);
  const moves = (wanted.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
  const [game, position] = await Promise.all([rules.game(name), rules.position(name, wanted.get("fen"), moves)]);
  const outcome = position.outcome ? position.outcome.text : `${game.sides[position.turn]?.name ?? ""} to move`;
  document.documentElement.classList.add("embedded");
  const link = h("a", { href: `/games/${encodeURIComponent(name)}`, target: "_blank", rel: "noopener" }, game.name);
  const element = h("figure", { class: "page embed" }, thumbnail(game, position, `${game.name}: ${outcome}`), h("figcaption", {}, link, `: ${outcome}.`));
  return { title: game.name, element, leave: () => document.documentElement.classList.remove("embedded") };
}
