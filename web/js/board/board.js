// A board: draws a position, and turns what is pointed at into moves. It knows no rules; the legal moves and how to make them come with the position.

import { h, s } from "../dom.js";
import { animation, settings } from "../settings.js";
import { Chooser } from "./chooser.js";
import { Geometry } from "./geometry.js";
import { Gesture } from "./gesture.js";
import { ground } from "./ground.js";
import { keys } from "./keys.js";
import { draw, name, wedges } from "./pieces.js";
import { pointer } from "./pointer.js";
import { visible } from "./regions.js";
import { Shapes } from "./shapes.js";
import { Tray } from "./tray.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").LegalMove} LegalMove */
/** @typedef {import("../types.js").Tap} Tap */
/** @typedef {{key: string, side: number, kind: number, element: SVGGElement}} Man */

/**
 * What a board tells whoever uses it.
 * @typedef {{play: (move: LegalMove) => void, announce?: (text: string) => void}} Listener
 */

export class Board {
  /**
   * @param {GameInfo} game
   * @param {Listener} listener
   * @param {number} [turned] degrees clockwise
   */
  constructor(game, listener, turned = 0) {
    this.game = game;
    this.listener = listener;
    this.turned = turned;
    this.gesture = new Gesture();
    /** @type {Scene} */
    this.scene = { pieces: [], walls: [] };
    /** @type {Set<number>} sides whose pieces may be moved in advance */
    this.ahead = new Set();
    /** @type {Tap[]} a move chosen in advance */
    this.premove = [];
    /** Is the primary button for drawing arrows? */
    this.drawing = false;
    /** @type {Map<number, Man>} */
    this.men = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.drawn = new Map();
    /** @type {Map<number, SVGElement>} */
    this.cells = new Map();
    /** @type {number | null} where the keyboard is */
    this.focus = null;
    /** @type {number | null} what the pointer is over */
    this.over = null;
    /** @type {number | null} where a dragged piece has been dropped: it need not travel there */
    this.dropped = null;
    this.svg = s("svg", { class: "board" });
    this.element = h("div", { class: "board-frame" }, this.svg);
    this.chooser = new Chooser(this);
    this.shapes = new Shapes(this);
    this.trays = game.sides.map((_, side) => new Tray(this, side));
    pointer(this);
    keys(this);
    this.build();
  }

  /** Draws everything anew: another game, another side's view, other pieces. */
  build() {
    this.geometry = new Geometry(this.game, this.turned, settings.coordinates, innerWidth);
    const { left, top, width, height } = this.geometry;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.element.style.setProperty("--ratio", String(width / height));
    // Large boards may be larger than the room: nothing that can be pointed at is smaller than 24 px.
    this.element.style.setProperty("--least", `${Math.ceil(width * 24)}px`);
    /** @type {Map<number, string[]>} what squares are called besides their names: water, a den */
    this.regions = new Map();
    for (const { name, squares } of this.game.points ? [] : visible(this.game)) for (const square of squares) this.regions.set(square, [...(this.regions.get(square) ?? []), name]);
    this.svg.classList.toggle("hexagons", this.geometry.hexagons);
    this.svg.classList.toggle("plain", wedges(this.game));
    this.layers = {
      ground: ground(this.game, this.geometry),
      marks: s("g", { class: "marks", "aria-hidden": "true" }),
      walls: s("g", { class: "walls", "aria-hidden": "true" }),
      men: s("g", { class: "men", "aria-hidden": "true" }),
      targets: s("g", { class: "targets", "aria-hidden": "true" }),
      shapes: s("g", { class: "shapes", "aria-hidden": "true" }),
      grid: this.grid(),
      held: s("g", { class: "held", "aria-hidden": "true" }),
    };
    this.svg.replaceChildren(...Object.values(this.layers));
    this.men.clear();
    this.drawn.clear();
    this.draw(false);
  }

  /** Squares for the keyboard and for who listens to the page. */
  grid() {
    const grid = s("g", { role: "grid", "aria-label": `${this.game.name} board`, class: "grid" });
    this.cells.clear();
    for (const row of this.geometry?.rows() ?? []) {
      const group = s("g", { role: "row" });
      for (const square of row) {
        const cell = s("polygon", { role: "gridcell", class: "square", points: this.geometry?.outline(square) ?? "", tabindex: -1, "data-square": this.game.squares[square] });
        cell.addEventListener("focus", () => {
          this.focus = square;
          this.hint(square);
        });
        this.cells.set(square, cell);
        group.append(cell);
      }
      grid.append(group);
    }
    const first = this.focus !== null && this.cells.has(this.focus) ? this.focus : [...this.cells.keys()][0];
    this.cells.get(first)?.setAttribute("tabindex", "0");
    return grid;
  }

  /**
   * Shows a position.
   * @param {Scene} scene
   * @param {{moves?: LegalMove[], ahead?: number[], animate?: boolean}} [what] `moves`: what may be played here; `ahead`: sides that may choose a move in advance
   */
  show(scene, { moves = [], ahead = [], animate = true } = {}) {
    const [playable, waited] = [moves.length > 0, this.premove];
    this.scene = scene;
    this.ahead = new Set(ahead);
    this.gesture = new Gesture(moves);
    this.chooser.close();
    this.shapes.clear();
    this.premove = playable || ahead.length === 0 ? [] : waited;
    this.element.classList.toggle("live", playable || ahead.length > 0);
    this.draw(animate);
    this.dropped = null;
    if (playable && waited.length) this.resume(waited);
    // Whoever has moved and has to go on with the same piece need not choose it again.
    const only = this.gesture.only();
    if (only !== null && scene.last?.squares.includes(only) && this.gesture.taps.length === 0) {
      this.gesture.tap(only);
      this.refresh();
    }
  }

  /**
   * Plays what was chosen in advance, where that is legal now.
   * @param {Tap[]} taps
   */
  resume(taps) {
    for (const tap of taps) {
      if (!this.gesture.next().includes(tap)) return this.cancel();
      const step = this.gesture.tap(tap);
      if (step.kind === "play") return this.listener.play(step.move);
    }
    this.refresh();
  }

  /**
   * Points at something; the only way in for pointer, keyboard, trays and chooser.
   * @param {Tap} tap
   */
  tap(tap) {
    if (this.gesture.ways.length === 0) return this.tapAhead(tap);
    const step = this.gesture.tap(tap);
    if (step.kind === "play") {
      this.refresh();
      this.listener.play(step.move);
    } else this.refresh();
  }

  /**
   * Chooses a move in advance: a piece of one's own, and where it is to go.
   * @param {Tap} tap
   */
  tapAhead(tap) {
    if (this.ahead.size === 0 || !settings.premove) return;
    const own = typeof tap === "string" ? tap.startsWith("@") : this.scene.pieces.some(([square, side]) => square === tap && this.ahead.has(side));
    if (this.premove.length === 1 && typeof tap === "number" && tap !== this.premove[0]) this.premove = [this.premove[0], tap];
    else this.premove = own && this.premove.length !== 1 ? [tap] : [];
    if (this.premove.length === 2) this.listener.announce?.(`Move in advance: ${this.premove.map((each) => this.called(each)).join(" to ")}`);
    this.refresh();
  }

  /** Forgets what was chosen. */
  cancel() {
    this.gesture.clear();
    this.premove = [];
    this.refresh();
  }

  /**
   * What a tap is called.
   * @param {Tap} tap
   */
  called(tap) {
    if (typeof tap === "number") return this.game.squares[tap] ?? "?";
    return tap.startsWith("@") ? `${this.game.pieces[Number(tap.slice(1))]?.name ?? "piece"} in hand` : tap;
  }

  /**
   * Draws a move before the server has told what comes of it.
   * @param {LegalMove} move
   */
  advance(move) {
    const [from, to] = move.t;
    if (typeof to !== "number") return;
    const taken = new Set(move.x ?? []);
    const at = (/** @type {Tap} */ square) => this.scene.pieces.find((placed) => placed[0] === square);
    const turn = this.scene.turn ?? 0;
    const mover = typeof from === "number" ? at(from) : /** @type {import("../types.js").Placed} */ ([to, turn, Number(from.slice(1))]);
    // A king may be shown its rook (castling), or a piece may stay: what happens then is the server's to say.
    if (!mover || from === to || (at(to) && !taken.has(to))) return;
    const become = move.t.map((tap) => (typeof tap === "string" && tap.startsWith("=") ? this.game.pieces.findIndex((piece) => piece.symbol === tap.slice(1)) : -1)).find((kind) => kind >= 0);
    const pieces = this.scene.pieces.filter(([square]) => square !== from && !taken.has(square));
    pieces.push([to, mover[1], become ?? mover[2]]);
    this.scene = { ...this.scene, pieces, checked: [], last: { uci: move.u, text: move.s, squares: typeof from === "number" ? [from, to] : [to], captured: [] } };
    this.gesture = new Gesture();
    this.draw(true);
  }

  /**
   * The drawing of a piece, to be placed.
   * @param {number} side
   * @param {number} kind
   * @param {boolean} [promoted]
   */
  piece(side, kind, promoted = false) {
    const key = `${side}.${kind}.${promoted}`;
    let drawing = this.drawn.get(key);
    if (!drawing) {
      const seat = this.game.seats[side]?.turned ?? 0;
      drawing = draw(this.game, side, kind, { promoted, turned: this.turned - seat });
      this.drawn.set(key, drawing);
    }
    return /** @type {SVGGElement} */ (drawing.cloneNode(true));
  }

  /** @param {boolean} animate */
  draw(animate) {
    const { geometry, layers, scene } = this;
    if (!geometry || !layers) return;
    const duration = animate ? animation() : 0;
    const left = new Map(this.men);
    /** @type {Map<number, Man>} */
    const men = new Map();
    /** @type {[number, number, number, string, boolean][]} */
    const arrived = [];
    for (const [square, side, kind, promoted] of scene.pieces) {
      const key = `${side}.${kind}.${promoted ? 1 : 0}`;
      const there = left.get(square);
      if (there?.key === key) {
        men.set(square, there);
        left.delete(square);
      } else arrived.push([square, side, kind, key, !!promoted]);
    }
    const path = scene.last?.squares ?? [];
    for (const [square, side, kind, key, promoted] of arrived) {
      const { x, y } = geometry.middle(square);
      const source = this.source(left, square, side, key, path);
      const man = source !== null ? left.get(source) : undefined;
      if (source !== null) left.delete(source);
      const element = man?.key === key ? man.element : s("g", { class: "man" }, this.piece(side, kind, promoted));
      if (man && man.element !== element) man.element.remove();
      element.style.transform = `translate(${x}px, ${y}px)`;
      layers.men.append(element);
      if (source !== null && duration > 0 && square !== this.dropped) {
        const from = geometry.middle(source);
        element.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration, easing: "ease-out" });
      }
      men.set(square, { key, side, kind, element });
    }
    for (const man of left.values()) man.element.remove();
    this.men = men;
    layers.walls.replaceChildren(...scene.walls.map((square) => s("polygon", { class: "wall", points: geometry.outline(square, 0.78) })));
    for (const tray of this.trays) tray.draw();
    this.refresh();
  }

  /**
   * Where a piece that has arrived came from.
   * @param {Map<number, Man>} left pieces that are not where they were
   * @param {number} square
   * @param {number} side
   * @param {string} key
   * @param {number[]} path squares of the last move
   * @returns {number | null}
   */
  source(left, square, side, key, path) {
    if (path.includes(square)) for (const from of path) if (from !== square && left.get(from)?.side === side) return from;
    const here = this.geometry?.middle(square) ?? { x: 0, y: 0 };
    let nearest = null;
    let least = Infinity;
    for (const [from, man] of left) {
      const there = this.geometry?.middle(from) ?? here;
      const distance = Math.hypot(there.x - here.x, there.y - here.y);
      if (man.key === key && distance < least) [nearest, least] = [from, distance];
    }
    return nearest;
  }

  /** Draws what depends on what is chosen, and names the squares. */
  refresh() {
    const { geometry, layers, scene, gesture } = this;
    if (!geometry || !layers) return;
    const chosen = gesture.taps.length ? gesture.taps : this.premove;
    /** @type {SVGElement[]} */
    const marks = [];
    /** @param {number} square @param {string} kind */
    const mark = (square, kind) => marks.push(s("polygon", { class: kind, points: geometry.outline(square, geometry.hexagons ? 0.97 : 1) }));
    for (const square of scene.last?.squares ?? []) mark(square, "last");
    for (const square of scene.checked ?? []) mark(square, "check");
    for (const tap of chosen) if (typeof tap === "number") mark(tap, gesture.taps.length ? "chosen" : "premove");
    layers.marks.replaceChildren(...marks);
    this.marks(chosen);
    this.names(chosen);
    for (const tray of this.trays) tray.mark(chosen);
    this.place();
    if (gesture.choices().length) this.chooser.open();
    else this.chooser.close();
  }

  /**
   * Marks where the next tap may be; their shapes tell moves, captures and later steps apart.
   * @param {Tap[]} chosen
   */
  marks(chosen) {
    const { geometry, layers, gesture } = this;
    if (!geometry || !layers) return;
    const shown = settings.targets && chosen.length && gesture.taps.length ? gesture.next() : [];
    layers.targets.replaceChildren();
    for (const tap of shown) {
      if (typeof tap !== "number") continue;
      const { x, y } = geometry.middle(tap);
      const captures = gesture.after(tap).some((move) => (move.x ?? []).length > 0);
      if (chosen.length > 1) layers.targets.append(s("rect", { class: "target later", x: x - 0.14, y: y - 0.14, width: 0.28, height: 0.28 }));
      else if (this.men.has(tap) || captures) layers.targets.append(s("circle", { class: "target capture", cx: x, cy: y, r: 0.43 }));
      else layers.targets.append(s("circle", { class: "target", cx: x, cy: y, r: 0.14 }));
    }
    this.hint(this.over ?? this.focus);
  }

  /**
   * Shows what would be captured if this square were pointed at next.
   * @param {number | null} square
   */
  hint(square) {
    const { geometry, layers, gesture } = this;
    if (!geometry || !layers) return;
    for (const old of layers.targets.querySelectorAll(".victim")) old.remove();
    if (square === null || gesture.taps.length === 0) return;
    const victims = new Set(gesture.after(square).flatMap((move) => move.x ?? []));
    for (const victim of victims) {
      const { x, y } = geometry.middle(victim);
      layers.targets.append(s("path", { class: "victim", d: `M${x - 0.3} ${y - 0.3}l.6 .6M${x + 0.3} ${y - 0.3}l-.6 .6` }));
    }
  }

  /** Puts a piece where a move that is not complete yet would bring it. */
  place() {
    const [from, ...rest] = this.gesture.taps;
    const man = typeof from === "number" ? this.men.get(from) : undefined;
    // A piece that captures several goes on from square to square; a second piece that moves in the same turn does not take it along.
    const own = (/** @type {Tap} */ tap) => typeof tap === "number" && tap !== from && this.men.get(tap)?.side === man?.side;
    const second = rest.findIndex((tap, i) => i > 0 && own(tap));
    const to = (second < 0 ? rest : rest.slice(0, second)).filter((tap) => typeof tap === "number").at(-1);
    for (const [square, other] of this.men) {
      const { x, y } = this.geometry?.middle(typeof to === "number" && other === man ? to : square) ?? { x: 0, y: 0 };
      other.element.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  /** @param {Tap[]} chosen */
  names(chosen) {
    const next = new Set(chosen.length ? this.gesture.next() : []);
    const walls = new Set(this.scene.walls);
    for (const [square, cell] of this.cells) {
      const parts = [this.game.squares[square] ?? "", this.what(square, walls), ...(this.regions.get(square) ?? [])];
      if (this.scene.checked?.includes(square)) parts.push("in check");
      if (chosen.includes(square)) parts.push("chosen");
      else if (next.has(square)) parts.push("can go here");
      if (this.scene.last?.squares.includes(square)) parts.push("last move");
      const label = parts.join(", ");
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(chosen.includes(square)));
    }
  }

  /**
   * What stands on a square, in words.
   * @param {number} square
   * @param {Set<number>} [walls]
   */
  what(square, walls = new Set(this.scene.walls)) {
    const man = this.men.get(square);
    if (man) return name(this.game, man.side, man.kind);
    return walls.has(square) ? "wall" : "empty";
  }

  /**
   * Brings the keyboard to a square.
   * @param {number} square
   */
  go(square) {
    for (const cell of this.cells.values()) if (cell.getAttribute("tabindex") === "0") cell.setAttribute("tabindex", "-1");
    const cell = this.cells.get(square);
    cell?.setAttribute("tabindex", "0");
    cell?.focus({ preventScroll: true });
    this.focus = square;
  }

  /**
   * Looks at the board from another side.
   * @param {number} turned degrees clockwise
   */
  turn(turned) {
    this.turned = ((turned % 360) + 360) % 360;
    this.build();
  }

  /**
   * The rules have changed, or another game is shown.
   * @param {GameInfo} game
   */
  replace(game) {
    this.game = game;
    this.scene = { pieces: [], walls: [] };
    this.gesture = new Gesture();
    this.build();
  }
}
