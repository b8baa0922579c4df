// All games, and one's own.

import { thumbnail } from "../board/thumbnail.js";
import { button, choice, dialog, h } from "../dom.js";
import { go } from "../router.js";
import * as rules from "../rules.js";

/** @typedef {import("../types.js").GameEntry} GameEntry */

/**
 * What is left of a text for searching: no case, no accents.
 * @param {string} text
 */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @returns {Promise<import("../router.js").Page>} */
export async function lobby() {
  const games = await rules.games();
  const families = [...new Set(games.map((game) => game.family))].filter(Boolean).sort();
  const wanted = { text: "", family: "" };
  const drawn = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const game = games.find((other) => other.id === /** @type {HTMLElement} */ (target).dataset.game);
      if (!isIntersecting || !game) continue;
      drawn.unobserve(target);
      target.replaceChildren(thumbnail(seated(game), { pieces: game.thumbnail, walls: [] }));
    }
  }, { rootMargin: "300px" });
  const cards = games.map((game) => card(game, drawn));
  const count = h("p", { class: "faint", role: "status" });
  const list = h("ul", { class: "cards" }, ...cards);
  const search = h("input", { type: "search", placeholder: "Search: a name, a country, hexagons…", "aria-label": "Search games", autocomplete: "off" });
  const show = () => {
    const words = plain(wanted.text).split(/\s+/).filter(Boolean);
    let shown = 0;
    games.forEach((game, i) => {
      const text = plain(`${game.id} ${game.name} ${game.about} ${game.family} ${game.origin} ${game.grid} ${game.files}x${game.ranks}`);
      const fits = words.every((word) => text.includes(word)) && (!wanted.family || game.family === wanted.family);
      cards[i].hidden = !fits;
      if (fits) shown++;
    });
    count.textContent = shown === games.length ? `${shown} games` : `${shown} of ${games.length} games`;
  };
  search.addEventListener("input", () => {
    wanted.text = search.value;
    show();
  });
  const family = choice("Family", [["", "all families"], .../** @type {[string, string][]} */ (families.map((name) => [name, name]))], "", (value) => {
    wanted.family = value;
    show();
  });
  show();
  const mine = h("section", { class: "mine", "aria-label": "Your games", hidden: true });
  void kept(mine);
  const element = h("div", { class: "page lobby" },
    h("header", { class: "wide" }, h("h1", { tabindex: -1 }, "Any game in a browser"), h("p", { class: "about" }, "Choose a game; play the engine, a friend by a link, or somebody beside you.")),
    mine,
    h("div", { class: "bar", role: "search" }, search, family, button("Paste a game…", () => paste(games))),
    count, list);
  return { title: "Games", element, leave: () => drawn.disconnect() };
}

/**
 * A game of the list with as many sides as a picture needs.
 * @param {GameEntry} game
 */
function seated(game) {
  const sides = typeof game.sides === "number" ? Array.from({ length: game.sides }, (_, i) => ({ name: "", letter: "", team: i })) : game.sides;
  return { ...game, sides };
}

/**
 * @param {GameEntry} game
 * @param {IntersectionObserver} drawn
 */
function card(game, drawn) {
  const sides = typeof game.sides === "number" ? game.sides : game.sides.length;
  const first = typeof game.sides === "number" ? "" : `${game.sides[0]?.name} first`;
  const picture = h("div", { class: "thumb", "data-game": game.id, "aria-hidden": "true" });
  drawn.observe(picture);
  const facts = [`${game.files}×${game.ranks}`, sides === 2 ? "" : `${sides} sides`, first].filter(Boolean).join(" · ");
  return h("li", { class: game.served ? "card served" : "card" },
    h("a", { href: `/games/${encodeURIComponent(game.id)}` }, picture, h("span", { class: "name" }, game.name), h("span", { class: "about" }, game.about), h("span", { class: "faint" }, facts)));
}

/** @param {HTMLElement} section */
async function kept(section) {
  const games = await rules.kept().catch(() => []);
  if (games.length === 0) return;
  section.hidden = false;
  const line = (/** @type {import("../types.js").KeptGame} */ game) =>
    h("li", {}, h("a", { href: `/game/${encodeURIComponent(game.id)}` }, h("strong", {}, game.title), ` ${game.seats.join(" – ")}`),
      h("span", { class: "faint" }, ` ${game.over ? game.over.text : "goes on"}, ${game.plies} half-moves, ${new Date(game.changed).toLocaleDateString()}`));
  const [running, over] = [games.filter((game) => !game.over), games.filter((game) => game.over)];
  section.append(h("h2", {}, "Your games"));
  if (running.length) section.append(h("ul", { class: "kept" }, ...running.slice(0, 6).map(line)));
  if (over.length) section.append(h("details", { open: running.length === 0 }, h("summary", {}, `Finished games (${over.length})`), h("ul", { class: "kept" }, ...over.map(line))));
}

/** @param {GameEntry[]} games */
function paste(games) {
  void dialog("Paste a game or a position", (close) => {
    const area = h("textarea", { rows: 10, class: "code", spellcheck: "false", "aria-label": "PGN, FEN, KIF or SFEN" });
    const wanted = { game: "" };
    const which = choice("Game", [["", "as the text says, or chess"], .../** @type {[string, string][]} */ (games.map((game) => [game.id, game.name]))], "", (value) => (wanted.game = value));
    const problem = h("p", { class: "problem", role: "alert" });
    const open = async () => {
      try {
        const found = await rules.read(area.value, wanted.game);
        const game = await rules.game(found.game);
        const id = await rules.start({ game: found.game, fen: found.fen, moves: found.moves, seats: game.sides.map(() => "anyone-here") });
        close();
        go(`/game/${id}`);
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    };
    return [h("div", { class: "form" }, h("p", { class: "faint" }, "PGN, FEN, KIF or SFEN. You can walk through it, or play on."), area, which, problem), h("footer", {}, button("Open", () => void open(), { class: "main" }))];
  });
}
