// A board for every game: all of them are drawn, whatever can be played can be pointed at, and pictures of the more unusual ones are kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, close, open, picture, withBrowser } from "./harness.js";

withBrowser();

/** @typedef {import("./harness.js").Page} Page */
/** What is shown, and how it came about. @typedef {{game: string, moves?: string[], taps?: string[], turned?: number, fen?: string}} Shown */

/**
 * Shows a position on a board in an empty page, and points at squares.
 * @param {Page} page
 * @param {Shown} what
 */
function show(page, what) {
  return page.evaluate(async ({ game, moves = [], taps = [], turned = 0, fen }) => {
    const path = "/js/";
    const { Board } = await import(`${path}board/board.js`);
    const { Gesture } = await import(`${path}board/gesture.js`);
    const rules = await import(`${path}rules.js`);
    const [info, position] = await Promise.all([rules.game(game), rules.position(game, fen ?? null, moves)]);
    /** @type {string[]} */
    const played = [];
    const board = new Board(info, { play: (/** @type {any} */ move) => played.push(move.u) }, turned);
    const table = document.createElement("div");
    table.className = "table";
    const hands = board.trays.map((/** @type {any} */ tray) => tray.element);
    table.append(...hands.slice(1), board.element, hands[0]);
    document.getElementById("main")?.replaceChildren(table);
    board.show(position, { moves: position.moves, animate: false });
    for (const tap of taps) board.tap(info.squares.includes(tap) ? info.squares.indexOf(tap) : tap);
    // Every legal move is made by its taps, and by no fewer.
    const wrong = position.moves.slice(0, 400).filter((/** @type {any} */ move) =>
      [move.t, ...(move.a ?? [])].some((way) => {
        const gesture = new Gesture(position.moves);
        return !way.every((/** @type {any} */ tap, /** @type {number} */ i) => {
          const step = gesture.tap(tap);
          return i + 1 < way.length ? step.kind === "chosen" : step.kind === "play" && step.move.u === move.u;
        });
      }));
    const { left, top, width, height } = board.geometry;
    const outside = position.pieces.filter((/** @type {[number]} */ [square]) => {
      const { x, y } = board.geometry.middle(square);
      return x - 0.5 < left - 0.01 || y - 0.5 < top - 0.01 || x + 0.5 > left + width + 0.01 || y + 0.5 > top + height + 0.01;
    });
    return { pieces: position.pieces.length, drawn: table.querySelectorAll(".men > .man").length, wrong: wrong.map((/** @type {any} */ move) => move.u), outside: outside.length,
      nameless: [...table.querySelectorAll("[role=gridcell]")].filter((cell) => !/^\S+, \S/.test(cell.getAttribute("aria-label") ?? "")).length,
      textless: [...table.querySelectorAll(".piece text")].filter((text) => !text.textContent?.trim()).length, least: Math.min(...[...table.querySelectorAll("[role=gridcell]")].map((cell) => cell.getBoundingClientRect().width)),
      letters: Math.min(...[...table.querySelectorAll(".coordinate")].map((label) => Number(label.getAttribute("font-size")))) * (board.svg.getBoundingClientRect().width / width) };
  }, what);
}

test("every game is drawn, and every legal move can be pointed at", async () => {
  const page = await open("/", { viewport: { width: 360, height: 740 } });
  /** @type {{id: string}[]} */
  const games = await (await fetch(`${address}/api/v1/games`)).json();
  for (const [i, { id }] of games.entries()) {
    // As many addresses ask as one alone may not.
    if (i % 20 === 0) await page.setExtraHTTPHeaders({ "x-forwarded-for": `10.0.0.${i / 20 + 1}` });
    const { pieces, drawn, wrong, outside, nameless, textless, least, letters } = await show(page, { game: id });
    assert.deepEqual({ id, drawn, wrong, outside, nameless, textless, small: least < 23.9, illegible: letters < 8 }, { id, drawn: pieces, wrong: [], outside: 0, nameless: 0, textless: 0, small: false, illegible: false });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${id} is wider than 360 px`);
  }
  await close(page);
});

/** @type {[string, Shown][]} */
const GALLERY = [
  ["xiangqi", { game: "xiangqi", moves: ["h3e3"], taps: ["h8"] }],
  ["janggi", { game: "janggi", turned: 180 }],
  ["chu", { game: "chu" }],
  ["cylinder", { game: "cylinder", taps: ["b1"] }],
  ["toroidal", { game: "toroidal" }],
  ["mccooey", { game: "mccooey", turned: 180 }],
  ["fourplayer-green", { game: "fourplayer", turned: 90 }],
  ["amazons", { game: "amazons", moves: ["d1d7,d7g7", "a7b7,b7b2"], taps: ["d7", "d4"] }],
  ["ataxx", { game: "ataxx", taps: ["a7"] }],
  ["jungle", { game: "jungle" }],
  ["terachess", { game: "terachess" }],
  ["gomoku", { game: "gomoku" }],
  ["connectfour", { game: "connectfour", moves: ["P@d1", "P@d2"] }],
  ["dobutsu", { game: "dobutsu" }],
  ["makruk", { game: "makruk" }],
  ["sittuyin", { game: "sittuyin" }],
  ["hex", { game: "hex" }],
  ["torishogi", { game: "torishogi" }],
  ["grand", { game: "grand" }],
];

test("the more unusual boards, to be looked at", async () => {
  const page = await open("/", { viewport: { width: 900, height: 900 } });
  for (const [name, what] of GALLERY) {
    const { pieces, drawn } = await show(page, what).catch((error) => {
      throw new Error(`${name}: ${error}`);
    });
    assert.equal(drawn, pieces, name);
    await picture(page, `board-${name}`);
  }
  await close(page);
});

test("a large screen is used", async () => {
  const page = await open("/games/chess", { viewport: { width: 3840, height: 2160 } });
  await picture(page, "4k-rules");
  await show(page, { game: "shogi" });
  const height = await page.locator(".board-frame").evaluate((board) => board.getBoundingClientRect().height);
  assert.ok(height > 1500, `the board is ${height} px high`);
  await picture(page, "4k-shogi");
  await close(page);
});
