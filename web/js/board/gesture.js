// From what somebody points at to a legal move. The rules are the server's: every legal move says which taps make it, and this only compares taps.

/** @typedef {import("../types.js").LegalMove} LegalMove */
/** @typedef {import("../types.js").Tap} Tap */

/** A way to make a move. @typedef {{taps: Tap[], move: LegalMove}} Way */

/**
 * What comes of a tap. "chosen": more is to come; "dropped": nothing is chosen any more; "play": this is the move; "nothing": the tap meant nothing.
 * @typedef {{kind: "nothing" | "chosen" | "dropped"} | {kind: "play", move: LegalMove}} Step
 */

/** @param {Tap} tap */
const fromHand = (tap) => typeof tap === "string" && tap.startsWith("@");

/**
 * All ways to make these moves. Where every move is a drop, its square alone will do if it tells the move, else square and piece.
 * @param {LegalMove[]} moves
 * @returns {Way[]}
 */
export function ways(moves) {
  const all = moves.flatMap((move) => [move.t, ...(move.a ?? [])].map((taps) => ({ taps, move })));
  const placing = all.length > 0 && all.every(({ taps }) => fromHand(taps[0]) || taps[0] === "pass");
  if (!placing) return all;
  /** @type {Map<Tap, Set<Tap>>} */
  const pieces = new Map();
  for (const { taps } of all) if (fromHand(taps[0])) pieces.set(taps[1], (pieces.get(taps[1]) ?? new Set()).add(taps[0]));
  const direct = all.filter(({ taps }) => fromHand(taps[0])).map(({ taps: [piece, square, ...rest], move }) => ({
    taps: (pieces.get(square)?.size ?? 0) > 1 ? [square, piece, ...rest] : [square, ...rest],
    move,
  }));
  return [...all, ...direct];
}

export class Gesture {
  /** @param {LegalMove[]} moves */
  constructor(moves = []) {
    this.ways = ways(moves);
    /** @type {Tap[]} what has been pointed at so far */
    this.taps = [];
  }

  /** The ways that begin with what has been pointed at. */
  get open() {
    return this.ways.filter(({ taps }) => this.taps.every((tap, i) => taps[i] === tap));
  }

  /** @returns {Tap[]} what can be pointed at next */
  next() {
    const at = this.taps.length;
    return [...new Set(this.open.flatMap(({ taps }) => (taps.length > at ? [taps[at]] : [])))];
  }

  /**
   * The moves that a next tap would lead to.
   * @param {Tap} tap
   * @returns {LegalMove[]}
   */
  after(tap) {
    return [...new Set(this.open.filter(({ taps }) => taps[this.taps.length] === tap).map(({ move }) => move))];
  }

  /** @returns {[Tap, LegalMove][]} choices that no square tells, each with a move that it belongs to */
  choices() {
    if (this.taps.length === 0) return [];
    return this.next().filter((tap) => typeof tap === "string" && tap !== "pass").map((tap) => [tap, this.after(tap)[0]]);
  }

  /**
   * Points at something.
   * @param {Tap} tap
   * @returns {Step}
   */
  tap(tap) {
    if (this.next().includes(tap)) {
      this.taps = [...this.taps, tap];
      const done = this.open.find(({ taps }) => taps.length === this.taps.length);
      if (!done) return { kind: "chosen" };
      this.clear();
      return { kind: "play", move: done.move };
    }
    const again = this.taps.length === 1 && this.taps[0] === tap;
    const chosen = this.taps.length > 0;
    this.clear();
    // A piece is let go by pointing at it again, unless it is the only one that can move.
    if (this.next().includes(tap) && (!again || this.next().length === 1)) return this.tap(tap);
    return { kind: chosen ? "dropped" : "nothing" };
  }

  /**
   * The only square from which anything can move.
   * @returns {number | null}
   */
  only() {
    const first = new Set(this.ways.map(({ taps }) => taps[0]));
    const [tap] = first;
    return first.size === 1 && typeof tap === "number" ? tap : null;
  }

  /** Forgets what was chosen. */
  clear() {
    this.taps = [];
  }
}
