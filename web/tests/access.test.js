// For who listens, uses keys, sees little or has a small screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, drag, open, picture, snapshot, stands, start, type, until, withBrowser } from "./harness.js";

withBrowser();

/** @typedef {import("./harness.js").Page} Page */

/**
 * The accessibility tree that Chromium gives to screen readers, as lines.
 * @param {Page} page
 */
async function tree(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const SILENT = new Set(["none", "generic", "InlineTextBox", "StaticText", "paragraph", "SvgRoot", "LabelText", "RootWebArea"]);
  const STATES = ["selected", "pressed", "disabled", "expanded", "live", "atomic", "readonly"];
  const lines = /** @type {string[]} */ ([]);
  /** @param {string} id @param {number} depth */
  const walk = (id, depth) => {
    const node = byId.get(id);
    if (!node) return;
    const role = String(node.role?.value ?? "");
    // A gap between two controls is a text as well.
    const silent = node.ignored || SILENT.has(role);
    if (!silent) {
      const states = (node.properties ?? []).filter(({ name, value }) => STATES.includes(name) && value.value !== false && value.value !== "false" && value.value !== "off").map(({ name, value }) => (value.value === true ? name : `${name}=${value.value}`));
      lines.push(`${"  ".repeat(depth)}${[role, node.name?.value ? `"${node.name.value}"` : "", states.join(" ")].filter(Boolean).join(" ")}`);
    }
    for (const child of node.childIds ?? []) walk(child, silent ? depth : depth + 1);
  };
  const root = nodes.find((node) => !node.parentId);
  if (root) walk(root.nodeId, 0);
  return `${lines.join("\n")}\n`;
}

test("the accessibility tree of a game is as it was", async () => {
  const page = await open("/games/chess");
  await start(page, "chess");
  for (const [i, text] of ["e4", "d5"].entries()) {
    await type(page, text);
    await until(page, i + 1);
  }
  await click(page, "e4");
  await page.waitForFunction(() => !document.querySelector(".toast"));
  snapshot("accessibility.txt", await tree(page));
  await close(page);
});

/** Where people come along, and what is to be waited for there. @type {[string, string][]} */
const PAGES = [["/", ".cards svg"], ["/games/chess", ".text h3"], ["/own", ".fine"]];

/**
 * Whatever can be pointed at and is smaller than 24 px, but for links within a text.
 * @param {Page} page
 */
function small(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, textarea, summary, a, [role=gridcell]")].flatMap((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(element).visibility === "hidden") return [];
      const label = element.closest("label")?.getBoundingClientRect();
      const [width, height] = [Math.max(box.width, label?.width ?? 0), Math.max(box.height, label?.height ?? 0)];
      if (element.tagName === "A" && getComputedStyle(element).display === "inline") return [];
      // A pixel of a layout may be shared.
      return width >= 23.9 && height >= 23.9 ? [] : [`${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent} ${width.toFixed(1)}x${height.toFixed(1)}`];
    }));
}

/**
 * Texts with a contrast of less than 4.5 (3 for large ones), and controls whose edge has less than 3.
 * @param {Page} page
 */
function faint(page) {
  return page.evaluate(() => {
    const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d", { willReadFrequently: true }));
    /** @param {string} colour */
    const rgba = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    /** @param {number[]} colour */
    const light = ([r, g, b]) => [r, g, b].map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    /** @param {number[]} a @param {number[]} b */
    const contrast = (a, b) => {
      const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
      return (high + 0.05) / (low + 0.05);
    };
    /** @param {Element | null} element */
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = rgba(getComputedStyle(at).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255, 255];
    };
    const found = new Set();
    for (const element of document.querySelectorAll("body *")) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (box.width === 0 || style.visibility === "hidden" || element.closest(".unseen, [disabled], option") || (element.closest("svg") && !element.classList.contains("coordinate"))) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const label = `${element.tagName}.${element.getAttribute("class") ?? ""} "${element.textContent?.trim().slice(0, 30)}"`;
      if (own) {
        const size = parseFloat(style.fontSize);
        const least = element.closest("svg") ? 4.5 : size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
        const value = contrast(rgba(element.closest("svg") ? style.fill : style.color), behind(element.closest("svg") ? element.closest("svg") : element));
        if (value < least) found.add(`${label} ${value.toFixed(2)}`);
      }
      if (element.matches("input:not([type=range]):not([type=checkbox]), select, textarea, button:not(.plain):not(.moves button)")) {
        const value = Math.max(contrast(rgba(style.borderTopColor), behind(element.parentElement)), contrast(rgba(style.backgroundColor), behind(element.parentElement)));
        if (value < 3) found.add(`edge of ${label} ${value.toFixed(2)}`);
      }
    }
    return [...found];
  });
}

/**
 * A page is not wider than the screen.
 * @param {Page} page
 */
async function fits(page) {
  assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]).then(([a, b]) => a <= b), true, `${page.url()} can be scrolled sideways`);
}

for (const theme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 900 }]) {
    test(`${theme}, ${viewport.width} px: nothing is too small, too faint, or cut off`, async () => {
      const page = await open("/", { colorScheme: theme, viewport });
      for (const [path, ready] of PAGES) {
        await page.goto(new URL(path, page.url()).href);
        await page.waitForSelector(ready);
        assert.deepEqual(await small(page), [], `small on ${path}`);
        assert.deepEqual(await faint(page), [], `faint on ${path}`);
        await fits(page);
        await picture(page, `${theme}-${viewport.width}-${path === "/" ? "lobby" : path.split("/").at(-1)}`);
      }
      await page.getByRole("button", { name: "Settings" }).click();
      assert.deepEqual(await small(page), [], "small in the settings");
      assert.deepEqual(await faint(page), [], "faint in the settings");
      await picture(page, `${theme}-${viewport.width}-settings`);
      await page.keyboard.press("Escape");
      await start(page, "crazyhouse", { clock: "5+3" });
      for (const [i, text] of ["e4", "d5", "exd5", "Qxd5", "Nc3"].entries()) {
        await type(page, text);
        await until(page, i + 1);
      }
      await click(page, "d5");
      assert.deepEqual(await small(page), [], "small at a game");
      assert.deepEqual(await faint(page), [], "faint at a game");
      await fits(page);
      await page.evaluate(() => scrollTo(0, 0));
      await picture(page, `${theme}-${viewport.width}-crazyhouse`);
      await close(page);
    });
  }
}

test("marks on the board differ from its squares by 3:1, with every choice of colours", async () => {
  const page = await open("/games/chess");
  await start(page, "chess");
  await type(page, "e4");
  await until(page, 1);
  await click(page, "d7");
  const found = await page.evaluate(() => {
    const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d", { willReadFrequently: true }));
    /** What is seen where one colour lies on another. @param {string} below @param {string} above */
    const light = (below, above) => {
      for (const colour of [below, above]) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const weak = [];
    for (const board of ["wood", "green", "blue", "grey"]) {
      document.documentElement.dataset.board = board;
      const squares = ["shade0", "shade1"].map((shade) => getComputedStyle(/** @type {Element} */ (document.querySelector(`.board .${shade}`))).fill);
      for (const [mark, part] of /** @type {const} */ ([["target", "fill"], ["last", "stroke"], ["chosen", "stroke"]])) {
        const colour = getComputedStyle(/** @type {Element} */ (document.querySelector(`.board .${mark}`)))[part];
        for (const square of squares) {
          const [a, b] = [light(square, square), light(square, colour)];
          if (Math.max(a, b) / Math.min(a, b) < 3) weak.push(`${mark} on ${board} ${square}: ${(Math.max(a, b) / Math.min(a, b)).toFixed(2)}`);
        }
      }
    }
    return weak;
  });
  assert.deepEqual(found, []);
  await close(page);
});

test("who wants nothing to move sees nothing move", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const page = await open("/games/chess", { settings: { animation: 500 }, reducedMotion });
    await start(page, "chess");
    await type(page, "e4");
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving > 0, reducedMotion === "no-preference", `${moving} animations`);
    await stands(page, "e4", "white pawn");
    await close(page);
  }
});

test("the board is one stop of Tab, and focus is seen", async () => {
  const page = await open("/games/chess");
  await start(page, "chess");
  await page.locator('[data-square="e2"]').focus();
  await page.keyboard.press("ArrowUp");
  const edge = await page.locator('[data-square="e3"]').evaluate((cell) => getComputedStyle(cell).stroke);
  assert.notEqual(edge, "none");
  assert.equal(await page.locator('.board-frame [tabindex="0"]').count(), 1);
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => !!document.activeElement?.closest(".board-frame")), false);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square), "e3");
  await close(page);
});

test("the board is as large as one likes, and is played on at every size", async () => {
  const page = await open("/games/chess");
  await start(page, "chess");
  const box = async () => /** @type {{x: number, width: number, height: number}} */ (await page.locator("svg.board").boundingBox());
  const usual = await box();
  /** @param {number} percent */
  const zoom = async (percent) => {
    await page.getByRole("button", { name: "Settings" }).last().click();
    await page.getByLabel("Size of the board").fill(String(percent));
    await page.getByRole("button", { name: "Done" }).click();
    const { width, height } = await box();
    assert.ok(Math.abs(width / height - usual.width / usual.height) < 0.02, "it keeps its shape");
    return width / usual.width;
  };
  assert.ok(Math.abs((await zoom(60)) - 0.6) < 0.02);
  await drag(page, "e2", "e4");
  assert.deepEqual(await until(page, 1), ["e4"]);
  await picture(page, "zoom-60");
  assert.ok(Math.abs((await zoom(150)) - 1.5) < 0.02);
  await picture(page, "zoom-150");
  // What does not fit can be reached.
  await page.locator('[data-square="h1"]').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await page.locator('[data-square="g1"]').scrollIntoViewIfNeeded();
  await type(page, "e5");
  await until(page, 2);
  await page.locator('[data-square="g1"]').scrollIntoViewIfNeeded();
  await click(page, "g1", "f3");
  assert.deepEqual(await until(page, 3), ["e4", "e5", "Nf3"]);
  // It is remembered.
  await page.reload();
  await page.waitForSelector(".play [role=gridcell]");
  assert.ok(Math.abs((await box()).width / usual.width - 1.5) < 0.02);
  await close(page);
});

/**
 * Has the page play to us instead of the loudspeaker: the pitches of what is played, and how loud.
 * @param {Page} page
 */
function listen(page) {
  return page.evaluate(() => {
    const heard = /** @type {{pitch: number, loud: number}[]} */ ([]);
    /** @type {any} */ (window).heard = heard;
    const parameter = (/** @type {(value: number) => void} */ set) => ({ setValueAtTime: set, exponentialRampToValueAtTime() {} });
    /** @type {any} */ (window).AudioContext = class {
      currentTime = 0;
      state = "running";
      destination = {};
      loud = 0;
      createGain() {
        const context = this;
        return { gain: parameter((value) => (context.loud = value)), connect: (/** @type {unknown} */ to) => to };
      }
      createOscillator() {
        const tone = { pitch: 0, loud: this.loud };
        return { type: "", frequency: parameter((value) => (tone.pitch = value)), connect: (/** @type {unknown} */ to) => to, start: () => void heard.push(tone), stop() {} };
      }
    };
  });
}

test("moves, captures, checks, what is said and the end are heard; nothing where the volume is 0", async () => {
  const page = await open("/games/chess", { settings: { volume: 60 } });
  await start(page, "chess");
  await listen(page);
  /** What was heard since it was asked for last. @param {number} tones */
  const heard = async (tones) => {
    await page.waitForFunction((tones) => /** @type {any} */ (window).heard.length >= tones, tones);
    return page.evaluate(() => /** @type {any} */ (window).heard.splice(0).map((/** @type {{pitch: number}} */ { pitch }) => pitch));
  };
  const MOVE = [310];
  const CAPTURE = [210, 120];
  const CHECK = [660, 880];
  await drag(page, "e2", "e4");
  await until(page, 1);
  assert.deepEqual(await heard(1), MOVE);
  await drag(page, "f7", "f5");
  await until(page, 2);
  assert.deepEqual(await heard(1), MOVE);
  await drag(page, "e4", "f5");
  await until(page, 3);
  assert.deepEqual(await heard(2), CAPTURE);
  await type(page, "Nf6");
  await until(page, 4);
  assert.deepEqual(await heard(1), MOVE, "typed moves as well");
  await type(page, "Qh5");
  await until(page, 5);
  assert.deepEqual(await heard(3), [...MOVE, ...CHECK]);
  // What is looked up is not heard.
  await page.getByRole("button", { name: "One back" }).click();
  await page.getByRole("button", { name: "To the present" }).click();
  await page.getByText("Chat").click();
  await page.getByRole("textbox", { name: "Say something" }).fill("Check!");
  await page.keyboard.press("Enter");
  assert.deepEqual(await heard(1), [740]);
  const loud = () => page.evaluate(() => /** @type {any} */ (window).heard.splice(0).map((/** @type {{loud: number}} */ { loud }) => loud));
  await page.getByRole("button", { name: "Settings" }).last().click();
  await page.getByLabel("Sound").fill("100");
  await page.getByLabel("Sound").fill("10");
  assert.deepEqual((await loud()).map((/** @type {number} */ each) => Math.round(each * 100) / 100), [0.5, 0.05], "the volume is heard while it is chosen");
  await page.getByLabel("Sound").fill("0");
  await page.getByRole("button", { name: "Done" }).click();
  await type(page, "g6");
  await until(page, 6);
  await type(page, "fxg6");
  await until(page, 7);
  assert.deepEqual(await loud(), [], "silence");
  await page.evaluate(async () => {
    const path = "/js/settings.js";
    (await import(path)).set("volume", 50);
  });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  assert.deepEqual(await heard(3), [523, 659, 784]);
  await close(page);
});
