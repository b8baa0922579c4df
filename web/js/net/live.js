// The connection to a live game: what happened is numbered, what was missed is asked for, and a move is sent until the server says that it has it.

import { keep, seats } from "./seats.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Position} Position */

/**
 * What has changed: "state": everything; "link": the connection; else the kind of event.
 * @typedef {{kind: string, event?: any}} Change
 */

const PING = 2500;
/** No answer for so long: the connection is dead. */
const STALE = 9000;
const RESEND = 2500;
const SLOWEST = 20000;

/** @returns {string} an identifier that nobody has used; a page without https has no randomUUID */
function unique() {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("-");
}

export class Live {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {State | null} */
    this.state = null;
    /** @type {number | null} */
    this.version = null;
    /** "connecting", "open" or "lost" */
    this.link = "connecting";
    /** Round trip in milliseconds. */
    this.lag = 0;
    /** @type {Map<string, {message: object, sent: number}>} what the server has not acknowledged */
    this.pending = new Map();
    /** @type {Position[]} positions of the game by plies, as far as known */
    this.past = [];
    /** @type {Set<(change: Change) => void>} */
    this.listeners = new Set();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.heard = 0;
    this.number = 0;
    /** @type {Map<number, number>} when pings were sent */
    this.pings = new Map();
    this.ended = false;
    this.clockAt = performance.now();
    this.timer = setInterval(() => this.tick(), 500);
    this.pinged = 0;
    this.wake = () => this.socket?.readyState === WebSocket.OPEN || this.connect();
    addEventListener("online", this.wake);
    this.connect();
  }

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.listeners.add(listener);
  }

  /** @param {Change} change */
  tell(change) {
    for (const listener of this.listeners) listener(change);
  }

  connect() {
    if (this.ended) return;
    clearTimeout(this.again);
    this.socket?.close();
    const url = new URL(`/api/v1/live/${encodeURIComponent(this.id)}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => {
      this.heard = performance.now();
      this.send({ t: "hello", secrets: seats(this.id).map((seat) => seat.secret), v: this.version });
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.heard = performance.now();
      /** @type {any} */
      let message;
      try {
        message = JSON.parse(data);
      } catch {
        return;
      }
      this.receive(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  /** The connection is gone: tries again, later and later. */
  lost() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (this.ended) return;
    this.link = "lost";
    this.tell({ kind: "link" });
    const wait = Math.min(SLOWEST, 500 * 1.7 ** this.tries++) * (0.7 + Math.random() * 0.6);
    clearTimeout(this.again);
    this.again = setTimeout(() => this.connect(), wait);
  }

  /** Beats the heart, and sends again what is not acknowledged. */
  tick() {
    const now = performance.now();
    if (!this.socket) return;
    if (now - this.heard > STALE) return this.lost();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (now - this.pinged > PING) {
      this.pinged = now;
      this.pings.set(++this.number, now);
      this.send({ t: "ping", n: this.number, lag: Math.round(this.lag) });
    }
    if (this.link !== "open") return;
    for (const entry of this.pending.values()) if (now - entry.sent > RESEND) this.submit(entry);
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {{message: object, sent: number}} entry */
  submit(entry) {
    entry.sent = performance.now();
    this.send(entry.message);
  }

  /**
   * Sends what has to arrive.
   * @param {object} message
   */
  surely(message) {
    const id = unique();
    const entry = { message: { ...message, id }, sent: 0 };
    this.pending.set(id, entry);
    if (this.link === "open") this.submit(entry);
  }

  /**
   * Plays a move.
   * @param {string} uci
   */
  play(uci) {
    this.surely({ t: "move", u: uci, ply: this.state?.position.ply });
  }

  /** @param {any} message */
  receive(message) {
    switch (message.t) {
      case "state":
        return this.whole(message);
      case "event":
        return this.event(message.v, message.e);
      case "ack":
        this.pending.delete(message.id);
        return this.tell({ kind: "ack" });
      case "refused": {
        this.pending.delete(message.id);
        if (message.position && this.state) this.at(message.position);
        return this.tell({ kind: "refused", event: message });
      }
      case "pong": {
        const sent = this.pings.get(message.n);
        this.pings.clear();
        if (sent !== undefined) this.lag = this.lag ? this.lag * 0.7 + (performance.now() - sent) * 0.3 : performance.now() - sent;
        // Who asked only for what was missed gets no state: the first answer shows that the connection stands.
        return this.ready();
      }
      case "problem":
        return this.tell({ kind: "problem", event: message });
      default:
    }
  }

  /** The server has taken us in: what was not acknowledged is sent again. */
  ready() {
    if (this.link === "open") return;
    this.link = "open";
    this.tries = 0;
    for (const entry of this.pending.values()) this.submit(entry);
    this.tell({ kind: "link" });
  }

  /** @param {State & {v: number}} state */
  whole(state) {
    if (state.rematch && state.rematch_sides) this.follow(state.rematch, state.rematch_sides);
    this.version = state.v;
    this.state = state;
    this.past = [];
    this.at(state.position);
    this.clockAt = performance.now();
    // A move for a ply that has passed is refused anyway; one whose answer we have seen need not be sent.
    this.ready();
    this.tell({ kind: "state" });
  }

  /**
   * The next game has the same secrets, at other seats: whose side was 0 has sides[0] there.
   * @param {string} id
   * @param {number[]} sides
   */
  follow(id, sides) {
    const held = seats(this.id).map(({ side, secret }) => ({ side: sides[side], secret }));
    if (held.length && !seats(id).length) keep(id, held);
  }

  /** @param {Position} position */
  at(position) {
    if (!this.state) return;
    this.state.position = position;
    this.past[position.ply] = position;
    this.past.length = position.ply + 1;
  }

  /**
   * @param {number} version
   * @param {any} event
   */
  event(version, event) {
    this.ready();
    const state = this.state;
    if (!state || (this.version !== null && version <= this.version)) return;
    if (this.version !== null && version > this.version + 1) {
      // Something is missing: everything anew.
      this.version = null;
      this.send({ t: "hello", secrets: seats(this.id).map((seat) => seat.secret), v: null });
      return;
    }
    this.version = version;
    switch (event.k) {
      case "moved":
        state.history.push({ u: event.uci, s: event.text });
        this.at(event.position);
        state.offers = state.offers.filter((offer) => offer.what === "rematch");
        break;
      case "taken back":
        this.at(event.position);
        state.history.length = Math.min(state.history.length, event.position.ply);
        state.offers = [];
        state.over = null;
        break;
      case "offer":
        state.offers = [...state.offers.filter((offer) => offer.what !== event.what), { what: event.what, side: event.side }];
        break;
      case "declined":
      case "undrawn":
        state.offers = state.offers.filter((offer) => event.what && offer.what !== event.what);
        break;
      case "over":
        state.over = event.outcome;
        state.offers = [];
        if (state.clocks) state.clocks.running = null;
        break;
      case "chat":
        state.chat.push({ from: event.from, text: event.text });
        break;
      case "presence":
        state.seats.forEach((seat, side) => (seat.here = event.sides[side]?.here ?? seat.here));
        if (event.seats) {
          state.seats = event.seats;
          // An invitation that somebody has followed is used up.
          state.invitations = state.invitations?.filter(({ side }) => state.seats[side]?.kind === "open");
        }
        break;
      case "rematch":
        state.rematch = event.id;
        this.follow(event.id, event.sides);
        break;
      case "rules":
        state.game = event.game;
        break;
      default:
    }
    if (event.clocks && state.clocks) {
      state.clocks = { ...state.clocks, ...event.clocks };
      this.clockAt = performance.now();
    }
    this.tell({ kind: event.k, event });
  }

  /**
   * What a side has on its clock now, in milliseconds.
   * @param {number} side
   * @returns {number | null}
   */
  clock(side) {
    const clocks = this.state?.clocks;
    if (!clocks || clocks.ms[side] === undefined) return null;
    const spent = clocks.running === side ? performance.now() - this.clockAt : 0;
    return Math.max(0, clocks.ms[side] - spent);
  }

  /** Leaves the game. */
  close() {
    this.ended = true;
    clearInterval(this.timer);
    clearTimeout(this.again);
    removeEventListener("online", this.wake);
    this.socket?.close();
    this.listeners.clear();
  }
}
