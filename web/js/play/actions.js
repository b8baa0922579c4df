// What can be done with a game besides moving: resign, offer, take back, look at it from elsewhere, copy it.

import { button, choice, copy, dialog, h, say } from "../dom.js";
import * as rules from "../rules.js";
import { go } from "../router.js";
import { openSettings } from "../pages/settings.js";

/** @typedef {import("../net/live.js").Live} Live */
/** @typedef {import("../board/board.js").Board} Board */

/** @type {Record<string, string>} */
const OFFERED = { draw: "a draw", takeback: "to take back a move", rematch: "another game" };

/**
 * Asks before what cannot be undone.
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
export function sure(text, label, act) {
  void dialog(text, (close) => [
    h("footer", {},
      button("No", close),
      button(label, () => {
        close();
        act();
      }, { class: "main" })),
  ]);
}

/**
 * @param {Live} live
 * @param {Board} board
 * @param {() => void} flip
 */
export function actions(live, board, flip) {
  const bar = h("div", { class: "actions", role: "group", "aria-label": "Game" });
  const offers = h("div", { class: "offers" });
  const draw = button("✎", () => {
    board.drawing = !board.drawing;
    draw.setAttribute("aria-pressed", String(board.drawing));
    board.element.classList.toggle("drawing", board.drawing);
  }, { "aria-label": "Draw arrows", title: "Draw arrows (or: the right mouse button; shift and alt for other colours)", "aria-pressed": "false" });
  const view = [button("⇅", flip, { "aria-label": "Turn the board", title: "Turn the board" }), draw, button("⚙", openSettings, { "aria-label": "Settings", title: "Settings" }), button("Copy…", () => exportGame(live))];

  /** Whose part this browser takes when it acts: the side to move where it has several. */
  const side = () => {
    const state = live.state;
    if (!state) return 0;
    return state.you.includes(state.position.turn) ? state.position.turn : (state.you[0] ?? 0);
  };

  const show = () => {
    const state = live.state;
    if (!state) return;
    const seated = state.you.length > 0;
    const own = [];
    if (seated && !state.over) {
      const pass = state.you.includes(state.position.turn) ? state.position.moves.find((move) => move.t[0] === "pass") : undefined;
      if (pass) own.push(button("Pass", () => board.listener.play(pass), { class: "main" }));
      own.push(button("Take back", () => live.surely({ t: "takeback", side: side() }), { disabled: state.history.length === 0 }));
      const offered = state.offers.some((offer) => offer.what === "draw" && state.you.includes(offer.side));
      own.push(button(offered ? "Withdraw the draw offer" : "Offer a draw", () => live.surely({ t: offered ? "undraw" : "draw", side: side() })));
      own.push(button("Claim", () => live.surely({ t: "claim", side: side() }), { title: "Claim a draw that the rules give, or a game whose other side has gone" }));
      own.push(button("Resign", () => sure("Resign this game?", "Resign", () => live.surely({ t: "resign", side: side() }))));
    } else if (seated) {
      own.push(button("Rematch", () => live.surely({ t: "rematch", side: side() }), { class: "main" }));
      own.push(button("New game", () => go(`/games/${encodeURIComponent(state.game.id)}`)));
    }
    if (state.rematch) own.push(h("a", { href: `/game/${state.rematch}`, class: "button" }, "To the next game"));
    const focused = bar.contains(document.activeElement) ? document.activeElement?.textContent : null;
    bar.replaceChildren(...own, ...view);
    if (focused) [...bar.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
    // Each kind of offer has its own place, so that no answer ever meets another question.
    offers.replaceChildren(
      ...["draw", "takeback", "rematch"].map((what) => {
        const offer = state.offers.find((each) => each.what === what);
        const row = h("div", { class: `offer ${what}` });
        if (!offer || !seated) return row;
        const answering = state.you.find((each) => each !== offer.side);
        const from = state.game.sides[offer.side]?.name ?? "";
        if (answering === undefined) row.append(h("p", {}, `You have offered ${OFFERED[what] ?? what}.`));
        else {
          row.append(h("p", { role: "status" }, `${from} offers ${OFFERED[what] ?? what}.`),
            button("Accept", () => live.surely({ t: "accept", what, side: answering }), { class: "main" }),
            button("Decline", () => live.surely({ t: "decline", what, side: answering })));
        }
        return row;
      }),
    );
    offers.append(...(state.invitations ?? []).map(({ side: invited, url }) => invitation(state.game.sides[invited]?.name ?? "", new URL(url, location.href).href)));
  };
  return { bar, offers, show };
}

/**
 * @param {string} name
 * @param {string} url
 */
function invitation(name, url) {
  const input = h("input", { type: "text", readonly: true, value: url, "aria-label": `Link for ${name}`, onfocus: () => input.select() });
  return h("div", { class: "invitation" }, h("p", {}, `Send this link to whoever is to play ${name}. It works once, for a day.`), h("div", { class: "line" }, input, button("Copy", () => void copy(url, "Link"), { class: "main" })));
}

/** @param {Live} live */
function exportGame(live) {
  const state = live.state;
  if (!state) return;
  const formats = /** @type {[string, string][]} */ ([["pgn", "PGN: the game"], ["fen", "FEN: this position"], ["kif", "KIF: the game, as shogi is written"], ["sfen", "SFEN: the position, as shogi programs write it"]]);
  void dialog("Copy the game", (close) => {
    const area = h("textarea", { class: "code", rows: 10, readonly: true, "aria-label": "The game as text" });
    const load = async (/** @type {string} */ format) => {
      try {
        area.value = format === "fen" ? state.position.fen : await rules.paper(live.id, format);
      } catch (error) {
        area.value = /** @type {Error} */ (error).message;
      }
    };
    const chosen = { format: "pgn" };
    void load("pgn");
    const take = async () => {
      try {
        await navigator.clipboard.writeText(area.value);
        say(`${chosen.format.toUpperCase()} copied`);
        close();
      } catch {
        area.select();
      }
    };
    return [
      h("div", { class: "form" }, choice("As", formats, "pgn", (format) => {
        chosen.format = format;
        void load(format);
      }), area),
      h("footer", {}, button("Copy", () => void take(), { class: "main" })),
    ];
  });
}
