// Where the squares of a board lie in a picture, however the board is turned, and which square lies where. A square is one unit wide; a hexagon is one unit high.

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Beside} Beside */
/** @typedef {{turned: number}[]} Seats */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{text: string, x: number, y: number}} Label */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

/** Distance of neighbouring files of hexagons. */
const HEX = Math.sqrt(3) / 2;
/** Pixels that letters should be high. */
const LEGIBLE = 10;
/** Room for coordinates around the board, in heights of their letters. */
const MARGIN = 2.1;

/**
 * What the files of a board are called by whoever sees it so.
 * @param {{beside: Beside, seats: Seats}} game
 * @param {number} turned degrees clockwise
 */
export function files({ beside, seats }, turned) {
  const side = seats.findIndex((seat) => seat.turned === turned);
  return beside.files[side] ?? beside.files[0];
}

/**
 * The file or rank that somebody means by its name, or by a number where it is a letter.
 * @param {string[]} names
 * @param {string} called
 */
export function line(names, called) {
  const letter = /^[1-9][0-9]?$/.test(called) ? String.fromCharCode(96 + Number(called)) : called.toLowerCase();
  const found = names.indexOf(called.toLowerCase());
  return found >= 0 ? found : names.indexOf(letter);
}

export class Geometry {
  /**
   * @param {Pick<GameInfo, "files" | "ranks" | "grid" | "holes"> & {beside?: Beside, seats?: Seats}} game
   * @param {number} turned degrees clockwise
   * @param {boolean} coordinates is there to be room for coordinates?
   * @param {number} [room] pixels that the board may be wide
   */
  constructor(game, turned, coordinates, room = Infinity) {
    this.hexagons = game.grid === "hexagons";
    this.turned = ((turned % 360) + 360) % 360;
    this.files = game.files;
    this.ranks = game.ranks;
    /** @type {Map<number, Point>} middles of squares */
    this.cells = new Map();
    const holes = new Set(game.holes);
    for (let square = 0; square < game.files * game.ranks; square++) {
      if (!holes.has(square)) this.cells.set(square, this.place(square));
    }
    const [w, h] = this.hexagons ? [1 / HEX, 1] : [1, 1];
    const xs = [...this.cells.values()].map((point) => point.x);
    const ys = [...this.cells.values()].map((point) => point.y);
    /** Height of coordinates: the more squares, the larger, as squares become smaller; on small screens as well. */
    this.letters = Math.min(0.36, Math.max(0.2, 0.2 + 0.014 * (Math.max(game.files, game.ranks) - 8), (LEGIBLE * game.files) / room));
    const margin = coordinates ? MARGIN * this.letters : 0.04;
    /** Do those who sit before the upper edge count files in a way of their own? */
    const both = coordinates && (game.beside?.files.length ?? 0) > 1;
    this.left = Math.min(...xs) - w / 2 - margin;
    this.top = Math.min(...ys) - h / 2 - (this.hexagons || both ? margin : 0.04);
    this.width = Math.max(...xs) + w / 2 + (this.hexagons ? margin : 0.04) - this.left;
    this.height = Math.max(...ys) + h / 2 + margin - this.top;
    /** @type {Label[]} */
    this.labels = coordinates && game.beside && game.seats ? this.coordinates(game.beside, game.seats, both) : [];
  }

  /**
   * The middle of a square, also of one that is none.
   * @param {number} square
   * @returns {Point}
   */
  place(square) {
    const file = square % this.files;
    const rank = Math.floor(square / this.files);
    return this.turn(this.hexagons ? { x: file * HEX, y: file / 2 - rank } : { x: file, y: -rank });
  }

  /**
   * A point or direction of the first side's picture in this one.
   * @param {Point} point
   * @returns {Point}
   */
  turn({ x, y }) {
    switch (this.turned) {
      case 90:
        return { x: -y, y: x };
      case 180:
        return { x: -x, y: -y };
      case 270:
        return { x: y, y: -x };
      default:
        return { x, y };
    }
  }

  /**
   * The middle of a square.
   * @param {number} square
   * @returns {Point}
   */
  middle(square) {
    return this.cells.get(square) ?? this.place(square);
  }

  /**
   * The corners of a square, for `points`.
   * @param {number} square
   * @param {number} [scale]
   */
  outline(square, scale = 1) {
    const { x, y } = this.middle(square);
    const r = scale / 2;
    if (!this.hexagons) return `${x - r},${y - r} ${x + r},${y - r} ${x + r},${y + r} ${x - r},${y + r}`;
    const side = r / HEX;
    /** @type {[number, number][]} */
    const corners = [[-side, 0], [-side / 2, -r], [side / 2, -r], [side, 0], [side / 2, r], [-side / 2, r]];
    return corners.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(" ");
  }

  /**
   * The square at a point of the picture.
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  at(x, y) {
    let nearest = null;
    let least = 0.5;
    for (const [square, point] of this.cells) {
      const dx = Math.abs(point.x - x);
      const dy = Math.abs(point.y - y);
      // Distance to the border, the same in all directions that have one.
      const distance = this.hexagons ? Math.max(dy, dx * HEX + dy / 2) : Math.max(dx, dy);
      if (distance <= least) [nearest, least] = [square, distance];
    }
    return nearest;
  }

  /**
   * Which of the board's colours a square has: neighbours differ. 0 is the colour of a1.
   * @param {number} square
   */
  shade(square) {
    const sum = (square % this.files) + Math.floor(square / this.files);
    return this.hexagons ? sum % 3 : sum % 2;
  }

  /** @returns {number[][]} squares in rows from above, each from the left */
  rows() {
    /** @type {Map<number, number[]>} */
    const rows = new Map();
    for (const [square, { y }] of this.cells) {
      const key = Math.round(y * 4);
      rows.set(key, [...(rows.get(key) ?? []), square]);
    }
    const x = (/** @type {number} */ square) => this.middle(square).x;
    return [...rows].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => x(a) - x(b)));
  }

  /**
   * The nearest square in a direction.
   * @param {number} square
   * @param {Direction} direction
   * @returns {number | null}
   */
  beside(square, direction) {
    const here = this.middle(square);
    let nearest = null;
    let least = Infinity;
    for (const [other, { x, y }] of this.cells) {
      const [dx, dy] = [x - here.x, y - here.y];
      const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
      const off = Math.abs(direction === "left" || direction === "right" ? dy : dx);
      const distance = ahead + 2 * off;
      if (ahead > 0.1 && off < ahead * 2 && distance < least - 1e-6) [nearest, least] = [other, distance];
    }
    return nearest;
  }

  /**
   * Coordinates as the game writes them: below columns (above them as well, where who sits there counts otherwise) and beside rows; ranks of hexagons run aslant, so their numbers
   * stand at their left ends.
   * @param {Beside} beside
   * @param {Seats} seats
   * @param {boolean} both
   * @returns {Label[]}
   */
  coordinates(beside, seats, both) {
    /** @type {Map<number, Point>} */
    const columns = new Map();
    /** @type {Map<number, Point>} */
    const rows = new Map();
    const sideways = this.turned % 180 === 90;
    // Upside down, ranks of hexagons end below: files are named above then.
    const down = this.hexagons && this.turned === 180 ? -1 : 1;
    for (const [square, { x, y }] of this.cells) {
      const [file, rank] = [square % this.files, Math.floor(square / this.files)];
      const [column, row] = sideways ? [rank, file] : [file, rank];
      const lowest = columns.get(column);
      if (!lowest || (y - lowest.y) * down > 0) columns.set(column, { x, y });
      const leftmost = rows.get(row);
      if (!leftmost || x < leftmost.x) rows.set(row, { x, y });
    }
    const [near, far] = [files({ beside, seats }, this.turned), files({ beside, seats }, (this.turned + 180) % 360)];
    const [under, left] = sideways ? [beside.ranks, near] : [near, beside.ranks];
    const bottom = this.top + this.height;
    const below = [...columns].map(([column, { x, y }]) => ({ text: under[column], x, y: this.hexagons ? y + (0.5 + this.letters) * down : bottom - 0.95 * this.letters }));
    const above = both && !sideways ? [...columns].map(([column, { x }]) => ({ text: far[column], x, y: this.top + 0.95 * this.letters })) : [];
    const aside = [...rows].map(([row, { x, y }]) => (this.hexagons ? { text: left[row], x: x - 0.6, y: y - 0.35 * down } : { text: left[row], x: this.left + this.letters, y }));
    return [...below, ...above, ...aside].filter((label) => label.text);
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
