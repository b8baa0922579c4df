// What all tests need: a browser, pages that complain about every error, and hands that point at squares.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

const here = dirname(fileURLToPath(import.meta.url));
export const tools = join(here, "../../target/browser");
/** @type {typeof import("playwright-core")} */
const playwright = createRequire(join(tools, "package.json"))("playwright-core");

/** Where the server is that `scripts/browser.sh` has started. */
export const address = process.env.WAZIR_URL ?? "";
assert.ok(address, "run scripts/browser.sh: it starts the server that these tests play at");

/** @type {Browser} */
let browser;
/** @type {Map<Page, string[]>} errors of pages, and what is expected there */
const complaints = new Map();

/** Starts a browser before the tests of a file and ends it after them. */
export function withBrowser() {
  before(async () => {
    browser = await playwright.chromium.launch({
      executablePath: process.env.CHROMIUM,
      // Root needs --no-sandbox; the others keep a page that nobody looks at as quick as one in front.
      args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-renderer-backgrounding", "--disable-background-timer-throttling", "--force-color-profile=srgb"],
    });
  });
  after(() => browser?.close());
}

/**
 * A page of a browser of its own: nobody else's cookies, seats and settings.
 * @param {string} path
 * @param {Options & {settings?: Record<string, unknown>, expected?: RegExp, at?: string}} [options] `settings`: of the client, instead of what it begins with; `expected`: errors in the
 *   console that belong to the test; `at`: another server
 * @returns {Promise<Page>}
 */
export async function open(path, { settings, expected, at = address, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Nothing is waited for that only pleases the eye.
  await context.addInitScript((kept) => {
    try {
      if (!localStorage.getItem("wazir.settings")) localStorage.setItem("wazir.settings", kept);
    } catch {
      // A page that the browser shows instead of a refused one keeps nothing.
    }
  }, JSON.stringify({ animation: 0, volume: 0, ...settings }));
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const told = /** @type {string[]} */ ([]);
  complaints.set(page, told);
  page.on("pageerror", (error) => told.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text())) told.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(at + path);
  await page.waitForSelector("main:not([aria-busy]) > *");
  return page;
}

/**
 * Leaves pages; fails where one of them has reported an error.
 * @param {...Page} pages
 */
export async function close(...pages) {
  for (const page of pages) {
    await page.context().close();
    assert.deepEqual(complaints.get(page), [], "errors in the browser's console");
  }
}

/**
 * Starts a game by the form on its page.
 * @param {Page} page
 * @param {string} game
 * @param {{against?: "engine" | "friend" | "here" | "engines", side?: string, level?: number, clock?: string, fen?: string}} [how]
 */
export async function start(page, game, { against = "here", side, level = 1, clock, fen } = {}) {
  await page.goto(`${new URL(page.url()).origin}/games/${game}`);
  const form = page.locator("form.start");
  await form.getByLabel("Against").selectOption(against);
  if (side !== undefined) await form.getByLabel("You play").selectOption(side);
  if (against === "engine" || against === "engines") await form.getByLabel("Level").fill(String(level));
  if (clock !== undefined) await form.getByLabel("Clock").selectOption(clock);
  if (fen !== undefined) {
    await form.getByText("Another position").click();
    await form.getByLabel("FEN").fill(fen);
  }
  await form.locator("button[type=submit]").click();
  await page.waitForSelector(".play [role=gridcell]");
}

/**
 * The middle of a square on the screen.
 * @param {Page} page
 * @param {string} square
 */
export async function middle(page, square) {
  const box = await page.locator(`.board-frame [data-square="${square}"]`).boundingBox();
  assert.ok(box, `${square} is on the board`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Drags from square to square with the mouse.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 * @param {"left" | "right"} [button]
 */
export async function drag(page, from, to, button = "left") {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button });
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 2 });
  await page.mouse.up({ button });
}

/**
 * Clicks on squares, one after the other.
 * @param {Page} page
 * @param {...string} squares
 */
export async function click(page, ...squares) {
  for (const square of squares) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

/**
 * Types a move or a command.
 * @param {Page} page
 * @param {string} text
 */
export async function type(page, text) {
  const line = page.getByLabel("Type a move or a command");
  await line.fill(text);
  await line.press("Enter");
}

/**
 * The moves that the page lists.
 * @param {Page} page
 */
export function moves(page) {
  return page.locator(".moves button").allTextContents();
}

/**
 * Waits until the page lists so many moves, and they are acknowledged.
 * @param {Page} page
 * @param {number} count
 */
export async function until(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".moves button").length >= wanted, count);
  return moves(page);
}

/**
 * What a square is called for who cannot see it.
 * @param {Page} page
 * @param {string} square
 */
export async function called(page, square) {
  return (await page.locator(`.board-frame [data-square="${square}"]`).getAttribute("aria-label")) ?? "";
}

/**
 * Waits until a square is called like this.
 * @param {Page} page
 * @param {string} square
 * @param {string} name
 */
export async function stands(page, square, name) {
  await page.waitForFunction(([square, name]) => document.querySelector(`.board-frame [data-square="${square}"]`)?.getAttribute("aria-label")?.startsWith(`${square}, ${name}`), [square, name]).catch(async (error) => {
    throw new Error(`${square} should be "${name}", and is called "${await called(page, square)}" (${String(error).split("\n")[0]})`);
  });
}

/**
 * Keeps a picture of a page, to be looked at.
 * @param {Page} page
 * @param {string} name
 * @param {boolean} [whole] everything, or what is on the screen?
 */
export async function picture(page, name, whole = false) {
  await page.screenshot({ path: join(tools, "pictures", `${name}.png`), fullPage: whole, animations: "disabled" });
}

/**
 * Keeps a figure that was measured; the script prints all of them at its end.
 * @param {string} text
 */
export function measured(text) {
  appendFileSync(join(tools, "measured.txt"), `measured: ${text}\n`);
}

/**
 * Compares a text with the file that was kept of it; UPDATE_SNAPSHOTS=1 keeps a new one.
 * @param {string} file
 * @param {string} text
 */
export function snapshot(file, text) {
  const path = join(here, file);
  if (process.env.UPDATE_SNAPSHOTS === "1") return writeFileSync(path, text);
  assert.equal(text, readFileSync(path, "utf8"), `${file} says something else; if the new one is better: scripts/browser.sh -u`);
}
