// A live game: the board and everything around it.

import { Board } from "../board/board.js";
import { button, h, say } from "../dom.js";
import { actions, sure } from "../play/actions.js";
import { MoveList } from "../play/moves.js";
import { Players } from "../play/players.js";
import { talk } from "../play/talk.js";
import { examples, find, question } from "../play/typed.js";
import { lastMove } from "../play/words.js";
import * as rules from "../rules.js";
import { go } from "../router.js";
import { onchange, settings } from "../settings.js";
import { sound } from "../sounds.js";

/** @typedef {import("../types.js").LegalMove} LegalMove */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../net/live.js").Change} Change */

/** Positions that are asked for at once when somebody walks back. */
const CHUNK = 40;

/**
 * @param {string} id
 * @returns {Promise<import("../router.js").Page>}
 */
export async function gamePage(id) {
  const code = new URLSearchParams(location.hash.slice(1)).get("i");
  if (code) {
    // The invitation works once; it has no business in the history.
    history.replaceState(null, "", location.pathname);
    try {
      await rules.join(id, code);
    } catch (error) {
      say(`${/** @type {Error} */ (error).message} You can watch.`, "error");
    }
  }
  const live = rules.table(id);
  try {
    await new Promise((resolve, reject) => {
      live.listen((change) => {
        if (change.kind === "state") resolve(null);
        if (change.kind === "problem" && !live.state) reject(new Error(change.event?.detail ?? change.event?.title ?? "There is no such game."));
      });
      setTimeout(() => live.state || reject(new Error("The server does not answer. Try again in a moment.")), 12000);
    });
  } catch (error) {
    live.close();
    throw error;
  }
  const page = new GamePage(live);
  return { title: live.state?.game.name ?? "Game", element: page.element, leave: () => page.leave() };
}

class GamePage {
  /** @param {import("../net/live.js").Live} live */
  constructor(live) {
    this.live = live;
    const state = this.state;
    /** @type {number | null} the ply that is looked at, null: the present */
    this.ply = null;
    /** @type {string | undefined} the last move sent from here */
    this.mine = undefined;
    /** @type {LegalMove | null} a move that waits for a yes */
    this.unsure = null;
    const turned = state.you.length === 1 ? (state.game.seats[state.you[0]]?.turned ?? 0) : 0;
    this.board = new Board(state.game, { play: (move) => this.play(move), announce: (text) => this.tell(text) }, turned);
    this.players = new Players(live, this.board);
    this.moves = new MoveList((ply) => void this.walk(ply));
    this.talk = talk(live);
    this.actions = actions(live, this.board, () => this.flip());
    this.status = h("p", { class: "status", role: "status" });
    this.result = h("p", { class: "result", role: "alert" });
    this.link = h("p", { class: "link", role: "status" });
    this.heard = h("p", { class: "unseen", "aria-live": "assertive", "aria-atomic": "true" });
    this.confirm = h("div", { class: "confirm", hidden: true });
    this.title = h("h1", { tabindex: -1 }, h("a", { href: `/games/${encodeURIComponent(state.game.id)}` }, state.game.name));
    this.typed = this.line();
    const side = h("aside", { class: "panel", "aria-label": "Game" }, this.title, this.result, this.status, this.link, this.actions.offers, this.moves.element, this.actions.bar, this.typed, this.talk.element);
    const table = h("section", { class: "table", "aria-label": "Board" }, this.players.above, this.board.element, this.confirm, this.players.below);
    this.element = h("div", { class: "page play" }, table, side, this.heard);
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      const target = event.target;
      const free = !(target instanceof Element) || !target.closest("input, textarea, select, dialog, [role=grid], .chooser");
      if (free && /^(ArrowLeft|ArrowRight|Home|End)$/.test(event.key) && this.moves.key(event)) event.preventDefault();
    };
    document.addEventListener("keydown", this.keys);
    const stop = onchange(() => {
      this.board.build();
      this.players.place();
    });
    live.listen((change) => this.change(change));
    this.stop = stop;
    this.show(false);
  }

  /** @returns {State} */
  get state() {
    return /** @type {State} */ (this.live.state);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.stop();
    this.players.end();
    this.live.close();
  }

  /** The line for typed moves and commands. */
  line() {
    const input = h("input", { type: "text", placeholder: `${examples(this.state.position.moves, this.state.game.notation)} or help`, "aria-label": "Type a move or a command", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" });
    const answer = h("p", { class: "answer", role: "status" });
    const form = h("form", { class: "typed" }, h("div", { class: "line" }, input, h("button", { type: "submit" }, "Enter")), answer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      const said = this.command(text);
      answer.textContent = said ?? "";
      if (said === null) input.value = "";
      else input.select();
    });
    return form;
  }

  /**
   * Does what was typed.
   * @param {string} text
   * @returns {string | null} what there is to say about it
   */
  command(text) {
    const { state, live } = this;
    const answer = question(text, state, (side) => live.clock(side));
    if (answer !== null) return answer;
    const side = state.you.includes(state.position.turn) ? state.position.turn : state.you[0];
    const word = text.toLowerCase();
    if (word === "flip") {
      this.flip();
      return null;
    }
    if (["resign", "draw", "takeback", "rematch"].includes(word)) {
      if (side === undefined) return "You are watching.";
      if (word === "resign") sure("Resign this game?", "Resign", () => live.surely({ t: "resign", side }));
      else live.surely({ t: word, side });
      return null;
    }
    if (!state.you.includes(state.position.turn) || state.over) return state.over ? "The game is over." : "It is not your turn.";
    const found = find(text, state.position.moves, state.game.notation);
    if (found === null) {
      void this.ask(text);
      return "…";
    }
    if ("problem" in found) return found.problem;
    this.play(found.move);
    return null;
  }

  /**
   * Asks who knows the rules which move is meant.
   * @param {string} text
   */
  async ask(text) {
    const { game, position } = this.state;
    const [input, answer] = [this.typed.querySelector("input"), this.typed.querySelector(".answer")];
    if (!input || !answer) return;
    try {
      const meant = (await rules.position(game.id, position.fen, [text])).last?.uci;
      const move = this.state.position === position ? position.moves.find(({ u }) => u === meant) : undefined;
      answer.textContent = move ? "" : "The position has changed meanwhile.";
      if (!move) return;
      if (input.value.trim() === text) input.value = "";
      this.play(move);
    } catch (error) {
      answer.textContent = /** @type {Error} */ (error).message.replace(/^Move 1: /, "");
    }
  }

  /** @param {string} text */
  tell(text) {
    // The same text again is read out only if something has changed.
    this.heard.textContent = this.heard.textContent === text ? `${text}\u00a0` : text;
  }

  /**
   * Plays a move, or asks first.
   * @param {LegalMove} move
   */
  play(move) {
    if (this.ply !== null) return this.present();
    if (settings.confirm && this.unsure !== move) {
      this.unsure = move;
      this.board.advance(move);
      const yes = button(`Play ${move.s}`, () => this.play(move), { class: "main" });
      this.confirm.replaceChildren(yes, button("Cancel", () => {
        this.unsure = null;
        this.show(false);
      }));
      this.confirm.hidden = false;
      return yes.focus({ preventScroll: true });
    }
    if (this.unsure !== move) this.board.advance(move);
    this.unsure = null;
    this.confirm.hidden = true;
    this.mine = move.u;
    this.live.play(move.u);
    sound((move.x ?? []).length ? "capture" : "move");
  }

  flip() {
    const turns = [...new Set(this.state.game.seats.map((seat) => seat.turned))].sort((a, b) => a - b);
    const next = turns.find((turn) => turn > this.board.turned) ?? turns[0] ?? 0;
    this.board.turn(turns.length > 1 ? next : (this.board.turned + 180) % 360);
    this.players.place();
  }

  /**
   * Looks at the position after so many plies.
   * @param {number} ply
   */
  async walk(ply) {
    const state = this.state;
    this.ply = ply >= state.history.length ? null : ply;
    this.moves.show(state.history, ply, state.game.sides.length);
    const past = this.live.past;
    if (!past[ply] && ply < state.history.length) {
      const from = Math.max(0, ply - CHUNK / 2);
      const to = Math.min(state.history.length, from + CHUNK);
      try {
        const found = await rules.positions(this.live.id, from, to);
        for (const position of found) past[position.ply] ??= position;
      } catch (error) {
        say(/** @type {Error} */ (error).message, "error");
      }
    }
    // Somebody may have walked on meanwhile.
    if ((this.ply ?? state.history.length) === ply) this.show(true);
  }

  present() {
    this.ply = null;
    this.show(true);
  }

  /** @param {Change} change */
  change(change) {
    const { kind, event } = change;
    const state = this.state;
    if (kind === "link") return this.connection();
    if (kind === "refused") {
      sound("refused");
      say(event.why ?? "The server refused that.", "error");
      return this.show(false);
    }
    if (kind === "problem") return say(event.detail ?? event.title ?? "Something went wrong.", "error");
    if (kind === "closing") return say("The server restarts; the game goes on in a moment.");
    if (kind === "rules" || (kind === "state" && this.board.game.id !== state.game.id)) {
      this.board.replace(state.game);
      this.players.build();
      this.title.replaceChildren(h("a", { href: `/games/${encodeURIComponent(state.game.id)}` }, state.game.name));
      say("The rules have changed.");
    }
    if (kind === "ack" || kind === "pong") return;
    if (kind === "chat") {
      sound("said");
      return this.talk.show();
    }
    if (kind === "presence") {
      this.players.show();
      return this.actions.show();
    }
    if (kind === "moved") {
      const before = this.live.past[state.position.ply - 1];
      const own = this.mine === state.position.last?.uci;
      this.mine = undefined;
      this.tell(lastMove(state.game, state.position, before));
      if (state.position.checked.length && !state.over) sound("check");
      else if (!own) sound(state.position.last?.captured.length ? "capture" : "move");
      // Who walks through the game stays where they are.
      if (this.ply !== null) return this.around();
    }
    if (kind === "over") sound("over");
    if (kind === "rematch" && event.id && state.you.length) return go(`/game/${event.id}`);
    if (kind === "state" || kind === "taken back") this.ply = null;
    if (kind === "offer" || kind === "declined" || kind === "undrawn") {
      if (kind === "declined") say("Declined.");
      return this.around();
    }
    this.show(true);
  }

  connection() {
    const lost = this.live.link === "lost";
    this.link.textContent = lost ? "Connection lost. Trying again; your moves are kept." : "";
    this.element.classList.toggle("offline", lost);
  }

  /** @param {boolean} animate */
  show(animate) {
    const { state, live, board } = this;
    const past = this.ply === null ? null : (live.past[this.ply] ?? null);
    const position = past ?? state.position;
    const mine = !past && !state.over && state.you.includes(position.turn);
    // A move that the server has not answered yet stays as it was drawn.
    const waiting = [...live.pending.values()].some(({ message }) => /** @type {any} */ (message).t === "move" && /** @type {any} */ (message).ply === position.ply);
    if (!(waiting && !past)) {
      this.unsure = null;
      this.confirm.hidden = true;
      board.show(position, { moves: mine ? position.moves : [], ahead: past || state.over || mine ? [] : state.you, animate });
    }
    this.around();
  }

  /** Draws everything beside the board. */
  around() {
    const { state } = this;
    const outcome = state.over ?? state.position.outcome;
    const text = outcome ? outcome.text : "";
    if (this.result.textContent !== text) this.result.textContent = text;
    const turn = state.game.sides[state.position.turn]?.name ?? "";
    const you = state.you.length === 0 ? "" : state.you.includes(state.position.turn) && state.you.length < state.seats.length ? ": your turn" : "";
    const looking = this.ply === null ? "" : ` You are looking at move ${this.ply} of ${state.history.length}.`;
    const status = (outcome ? "" : `${turn} to move${you}${state.position.checked.length ? ", in check" : ""}.`) + looking;
    if (this.status.textContent !== status) this.status.textContent = status;
    this.element.classList.toggle("looking", this.ply !== null);
    this.moves.show(state.history, this.ply ?? state.history.length, state.game.sides.length);
    this.players.show();
    this.talk.show();
    this.actions.show();
    this.connection();
  }
}
