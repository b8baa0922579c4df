// Chess as most people would play it first: every way to make a move, against the engine and at one screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, called, click, close, drag, measured, middle, moves, open, picture, stands, start, type, until, withBrowser } from "./harness.js";

withBrowser();

const CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const PROMOTION = "7k/P7/8/8/8/8/7p/K7 w - - 0 1";

test("against the engine, by drag", async () => {
  const page = await open("/games/chess");
  await start(page, "chess", { against: "engine", side: "0" });
  await drag(page, "e2", "e4");
  await stands(page, "e4", "white pawn");
  const played = await until(page, 2);
  assert.equal(played[0], "e4");
  await page.waitForSelector(".status:has-text('your turn')");
  assert.match((await page.locator(".players.above").textContent()) ?? "", /engine, level 1/);
  // A drag to where nothing can go plays nothing, and so does one of less than three pixels.
  await drag(page, "g1", "g4");
  const { x, y } = await middle(page, "g1");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2, y);
  await page.mouse.up();
  assert.equal((await moves(page)).length, 2);
  assert.match(await called(page, "g1"), /chosen/);
  await picture(page, "chess-chosen");
  // What is chosen already is played by a second click.
  await click(page, "f3");
  assert.equal((await until(page, 4))[2], "Nf3");
  await page.waitForSelector(".status:has-text('your turn')");
  await picture(page, "chess-engine");
  await close(page);
});

test("against the engine, with Black and by keyboard alone", async () => {
  const page = await open("/games/chess");
  await start(page, "chess", { against: "engine", side: "1" });
  await until(page, 1);
  await page.waitForSelector(".status:has-text('your turn')");
  const at = () => page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square);
  // One stop of Tab is the whole board; arrows go as the board is seen, with a8 at the lower right here.
  await page.locator('.board-frame [role=gridcell][tabindex="0"]').focus();
  assert.equal(await page.locator('.board-frame [role=gridcell][tabindex="0"]').count(), 1);
  const first = await at();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.equal(await at(), first);
  // Letters go to pieces, digits to ranks, with shift to files.
  for (let i = 0; i < 10 && !(await called(page, (await at()) ?? "")).includes("black knight"); i++) await page.keyboard.press("n");
  assert.ok(["b8", "g8"].includes((await at()) ?? ""), await at());
  await page.keyboard.press("Shift+Digit5");
  assert.equal(await at(), "e8");
  await page.keyboard.press("Digit7");
  assert.equal(await at(), "e7");
  await page.keyboard.press("m");
  assert.match((await page.locator("[aria-live=assertive]").textContent()) ?? "", /e6, e5/);
  await page.keyboard.press("Enter");
  assert.match(await called(page, "e7"), /chosen/);
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await called(page, "e7"), /chosen/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await at(), "e5");
  await page.keyboard.press("Enter");
  assert.equal((await until(page, 3))[1], "e5");
  // (Whether the pawn stands there still is the engine's affair: after d4 it is taken.)
  // Tab leaves the board: no trap.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => !!document.activeElement?.closest("[role=grid]")), false);
  await close(page);
});

test("two engines play each other, and somebody watches", async () => {
  const page = await open("/games/chess");
  await start(page, "chess", { against: "engines" });
  await until(page, 4);
  assert.match((await page.locator(".players").allTextContents()).join(), /engine, level 1.*engine, level 1/);
  await click(page, "e2");
  assert.equal(await page.locator(".target").count(), 0);
  await close(page);
});

test("castling by the king's way and onto the rook; typed; and taken back", async () => {
  const page = await open("/games/chess");
  await start(page, "chess", { fen: CASTLING });
  await drag(page, "e1", "g1");
  await stands(page, "f1", "white rook");
  await click(page, "e8", "a8");
  await stands(page, "d8", "black rook");
  await stands(page, "c8", "black king");
  assert.deepEqual(await until(page, 2), ["O-O", "O-O-O"]);
  await page.getByRole("button", { name: "Take back" }).click();
  await stands(page, "e8", "black king");
  await type(page, "0-0");
  await stands(page, "f8", "black rook");
  assert.deepEqual(await until(page, 2), ["O-O", "O-O"]);
  await close(page);
});

test("promotion is asked beside the square, by mouse and keyboard, and can be cancelled", async () => {
  const page = await open("/games/chess");
  await start(page, "chess", { fen: PROMOTION });
  await click(page, "a7", "a8");
  const asked = page.getByRole("group", { name: "What is it to be?" });
  await asked.waitFor();
  assert.equal(await asked.getByRole("button").count(), 5);
  await picture(page, "chess-promotion");
  await asked.getByRole("button", { name: "Cancel this move" }).click();
  await asked.waitFor({ state: "detached" });
  assert.match(await called(page, "a7"), /white pawn/);
  await drag(page, "a7", "a8");
  await asked.getByRole("button", { name: "Rook" }).click();
  await stands(page, "a8", "white rook");
  assert.deepEqual(await until(page, 1), ["a8=R+"]);
  await click(page, "h8", "g7");
  await until(page, 2);
  await click(page, "a8", "a7");
  await until(page, 3);
  await click(page, "g7", "g6");
  await until(page, 4);
  await click(page, "a7", "a6");
  await until(page, 5);
  // Somebody in check by the rook has to answer that first.
  await type(page, "Kg5");
  await until(page, 6);
  await type(page, "Rb6");
  await until(page, 7);
  await page.locator('[data-square="h2"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await asked.waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await stands(page, "h1", "black queen");
  await close(page);
});

test("typed moves and commands, and what is said about wrong ones", async () => {
  const page = await open("/games/chess");
  await start(page, "chess");
  const answer = page.locator(".answer");
  for (const [text, expected] of /** @type {[string, RegExp][]} */ ([["help", /Type a move/], ["p N", /b1.*g1/], ["s a", /a1.*a8/s], ["clock", /no clock/], ["last", /Nothing/], ["Nf6", /no legal move.*N/], ["moves", /Nf3/], ["fen", /^rnbqkbnr/]])) {
    await type(page, text);
    await page.waitForFunction((text) => document.querySelector(".answer")?.textContent && /** @type {HTMLInputElement} */ (document.querySelector(".typed input")).value === text, text);
    assert.match((await answer.textContent()) ?? "", expected, text);
  }
  for (const [i, text] of ["e4", "e7e5", "nf3", "Nc6", "Bb5"].entries()) {
    await type(page, text);
    await until(page, i + 1);
  }
  assert.deepEqual(await moves(page), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  await page.waitForFunction(() => document.querySelector("[aria-live=assertive]")?.textContent?.includes("Bb5"));
  await close(page);
});

test("a premove is played when its turn comes, and forgotten where it is not legal", async () => {
  const white = await open("/games/chess");
  await start(white, "chess", { against: "friend", side: "0" });
  const black = await open(await invitation(white));
  await black.waitForSelector(".play [role=gridcell]");
  await click(black, "e7", "e5");
  await picture(black, "chess-premove");
  await drag(white, "e2", "e4");
  assert.deepEqual(await until(white, 2), ["e4", "e5"]);
  await drag(black, "e5", "e4");
  await drag(white, "d2", "d4");
  await until(white, 3);
  await white.waitForTimeout(300);
  assert.equal((await moves(white)).length, 3);
  assert.match((await black.locator(".status").textContent()) ?? "", /your turn/);
  await close(white, black);
});

test("arrows and circles, with the right button or the draw mode; flip; and moves to confirm", async () => {
  const page = await open("/games/chess", { settings: { confirm: true } });
  await start(page, "chess");
  await drag(page, "g1", "f3", "right");
  await drag(page, "e4", "e4", "right");
  assert.equal(await page.locator(".drawn").count(), 2);
  await page.getByRole("button", { name: "Draw arrows" }).click();
  await drag(page, "d2", "d4");
  assert.equal(await page.locator(".drawn").count(), 3);
  assert.equal((await moves(page)).length, 0);
  await picture(page, "chess-arrows");
  await page.getByRole("button", { name: "Draw arrows" }).click();
  const before = await middle(page, "a1");
  await page.getByRole("button", { name: "Turn the board" }).click();
  const turned = await middle(page, "a1");
  assert.ok(turned.x > before.x && turned.y < before.y);
  await drag(page, "e2", "e4");
  await page.getByRole("button", { name: "Cancel" }).click();
  await stands(page, "e2", "white pawn");
  await drag(page, "e2", "e4");
  await page.getByRole("button", { name: "Play e4" }).click();
  assert.deepEqual(await until(page, 1), ["e4"]);
  assert.equal(await page.locator(".drawn").count(), 0);
  await close(page);
});

test("fingers: taps and drags on a touch screen", async () => {
  const page = await open("/games/chess", { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  await start(page, "chess");
  for (const square of ["e2", "e4"]) {
    const { x, y } = await middle(page, square);
    await page.touchscreen.tap(x, y);
  }
  assert.deepEqual(await until(page, 1), ["e4"]);
  const [a, b] = [await middle(page, "e7"), await middle(page, "e5")];
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [a] });
  for (const part of [0.3, 0.7, 1]) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.deepEqual(await until(page, 2), ["e4", "e5"]);
  await picture(page, "chess-touch");
  await close(page);
});

test("a game is walked, copied, kept in the list, and pasted in again", async () => {
  const page = await open("/games/chess", { expected: /422/ });
  await start(page, "chess");
  for (const [i, text] of ["f3", "e5", "g4", "Qh4#"].entries()) {
    await type(page, text);
    await until(page, i + 1);
  }
  await page.waitForSelector(".result:not(:empty)");
  assert.match((await page.locator(".result").textContent()) ?? "", /Black/);
  await picture(page, "chess-over");
  await page.getByRole("button", { name: "To the start" }).click();
  await stands(page, "e2", "white pawn");
  await page.getByRole("button", { name: "One on" }).click();
  await stands(page, "f3", "white pawn");
  await page.keyboard.press("End");
  await stands(page, "h4", "black queen");
  await page.getByRole("button", { name: "Copy…" }).click();
  const area = page.getByLabel("The game as text");
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea")).value.includes("Qh4#"));
  const pgn = await area.inputValue();
  assert.match(pgn, /1\. f3 e5 2\. g4 Qh4# 0-1/);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.waitForSelector(".mine a");
  assert.match((await page.locator(".mine").textContent()) ?? "", /Finished games \(1\).*Chess.*4 half-moves/s);
  await page.getByRole("button", { name: "Paste a game…" }).click();
  const box = page.getByRole("dialog");
  await box.getByRole("textbox").fill("this is no game");
  await box.getByRole("button", { name: "Open" }).click();
  await page.waitForFunction(() => (document.querySelector("dialog .problem")?.textContent ?? "").length > 10);
  await box.getByRole("textbox").fill(pgn);
  await box.getByRole("button", { name: "Open" }).click();
  await page.waitForSelector(".play [role=gridcell]");
  assert.deepEqual(await moves(page), ["f3", "e5", "g4", "Qh4#"]);
  await close(page);
});

test("a move is drawn and sent before its event has ended", async () => {
  const page = await open("/games/chess");
  await start(page, "chess");
  await page.evaluate(() => {
    const found = /** @type {{drawn: number, sent: number, work: number}[]} */ ([]);
    Object.assign(window, { found });
    let began = 0;
    let now = { drawn: NaN, sent: NaN };
    addEventListener("pointerup", () => {
      began = performance.now();
      now = { drawn: NaN, sent: NaN };
    }, true);
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (/** @type {any} */ data) {
      if (String(data).includes('"move"')) now.sent = performance.now() - began;
      return send.call(this, data);
    };
    // Runs after the listeners of the page: whatever it does not find now was put off.
    addEventListener("pointerup", () => {
      const last = document.querySelectorAll('.board [aria-label*="last move"]').length;
      const mine = { ...now, drawn: last >= 2 ? performance.now() - began : NaN };
      const handled = performance.now();
      requestAnimationFrame(() => {
        const frame = performance.now();
        // `work`: without the time that passes until the screen shows the next frame anyhow.
        setTimeout(() => found.push({ ...mine, drawn: Math.max(mine.drawn, performance.now() - began), work: handled - began + performance.now() - frame }));
      });
    });
  });
  const line = [["e2", "e4"], ["e7", "e5"], ["g1", "f3"], ["b8", "c6"], ["f1", "b5"], ["a7", "a6"], ["b5", "a4"], ["g8", "f6"], ["e1", "g1"], ["f8", "e7"]];
  for (const [i, [from, to]] of line.entries()) {
    await drag(page, from, to);
    await until(page, i + 1);
  }
  const found = await page.evaluate(() => /** @type {any} */ (window).found);
  assert.equal(found.length, line.length);
  for (const { drawn, sent } of found) assert.ok(Number.isFinite(drawn) && Number.isFinite(sent), "the move was drawn or sent later than its event");
  const middle = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const [drawn, sent, work] = ["drawn", "sent", "work"].map((what) => found.map((/** @type {any} */ each) => each[what]));
  measured(`${line.length} moves of chess by drag: from the release of the button to the sent message ${middle(sent).toFixed(1)} ms (median), ${Math.max(...sent).toFixed(1)} ms (worst); to the drawn frame ${middle(drawn).toFixed(1)} ms, ${Math.max(...drawn).toFixed(1)} ms, of which work and not waiting for the screen ${middle(work).toFixed(1)} ms, ${Math.max(...work).toFixed(1)} ms`);
  await close(page);
});

/**
 * The address to which the first player invites, as a path.
 * @param {import("./harness.js").Page} page
 */
async function invitation(page) {
  const url = new URL(await page.locator(".invitation input").first().inputValue());
  assert.equal(url.origin, address);
  return url.pathname + url.hash;
}
