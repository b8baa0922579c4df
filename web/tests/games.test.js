// Games that are not chess: drops, gating, walls, hexagons, captures one after the other, four sides, blasts. At one screen, but for the four players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { called, click, close, drag, middle, moves, open, picture, stands, start, type, until, withBrowser } from "./harness.js";

withBrowser();

test("shogi: promotion, capture into the hand, and drops by click, by drag and typed", async () => {
  const page = await open("/games/shogi");
  await start(page, "shogi");
  await click(page, "7g", "7f");
  await until(page, 1);
  await drag(page, "3c", "3d");
  await until(page, 2);
  await drag(page, "8h", "2b");
  const asked = page.getByRole("group", { name: "What is it to be?" });
  await picture(page, "shogi-promotion");
  await asked.getByRole("button", { name: "become a horse" }).click();
  await stands(page, "2b", "sente horse");
  await click(page, "3a", "2b");
  await until(page, 4);
  const sente = page.getByRole("button", { name: "sente bishop in hand, 1" });
  await sente.click();
  assert.equal(await sente.getAttribute("aria-pressed"), "true");
  assert.match(await called(page, "5e"), /can go here/);
  assert.doesNotMatch(await called(page, "7f"), /can go here/);
  await picture(page, "shogi-drop");
  await click(page, "5e");
  await stands(page, "5e", "sente bishop");
  const gote = page.getByRole("button", { name: "gote bishop in hand, 1" });
  const to = await middle(page, "6e");
  await until(page, 5);
  await gote.hover();
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 20, { steps: 4 });
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await stands(page, "6e", "gote bishop");
  assert.deepEqual((await until(page, 6)).slice(4), ["B*5e", "B*6e"]);
  assert.equal(await page.locator(".stack").count(), 0);
  // As shogi is written.
  await page.getByRole("button", { name: "Copy…" }).click();
  await page.getByRole("dialog").getByRole("combobox").selectOption("kif");
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea")).value.includes("７六歩"));
  const kif = await page.getByLabel("The game as text").inputValue();
  await page.getByRole("dialog").getByRole("combobox").selectOption("sfen");
  await page.waitForFunction(() => /^(sfen |position )?[a-zA-Z+0-9/]+ b /m.test(/** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea")).value));
  const sfen = await page.getByLabel("The game as text").inputValue();
  await page.keyboard.press("Escape");
  const paste = async (/** @type {string} */ text) => {
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.getByRole("button", { name: "Paste a game…" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(text);
    await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
    await page.waitForSelector(".play [role=gridcell]");
  };
  await paste(sfen);
  await stands(page, "6e", "gote bishop");
  // SFEN's b is the first side.
  assert.match((await page.locator(".status").textContent()) ?? "", /Sente to move/);
  await paste(kif);
  assert.equal((await until(page, 6)).length, 6);
  await stands(page, "6e", "gote bishop");
  await close(page);
});

test("shogi is written as its players write it, at the board, in lists and when typed", async () => {
  const page = await open("/games/shogi");
  await start(page, "shogi");
  // Files from the right below the board, ranks from above beside it.
  const labels = () => page.locator(".ground .coordinate").allTextContents();
  assert.deepEqual(await labels(), [..."987654321", ..."ihgfedcba"]);
  const below = page.locator(".ground .coordinate");
  const x = async (/** @type {string} */ text) => (await below.filter({ hasText: text }).first().boundingBox())?.x ?? 0;
  assert.ok((await x("9")) < (await x("1")), "file 9 is at the left");
  assert.match(await page.getByLabel("Type a move or a command").getAttribute("placeholder") ?? "", /^[A-Z][0-9a-z]*-[1-9][a-i] or help$/);
  // As the game is written, as engines write it, in SAN, in UCI, and without what only pleases the eye.
  for (const [i, text] of ["P-7f", "3c3d", "Sc2", "Sc8", "p2f", "P-4d"].entries()) {
    await type(page, text);
    assert.equal((await until(page, i + 1)).length, i + 1, text);
  }
  assert.deepEqual(await moves(page), ["P-7f", "P-3d", "S-7h", "S-7b", "P-2f", "P-4d"]);
  assert.match((await page.locator(".unseen").textContent()) ?? "", /^P-4d: gote pawn 4c to 4d/);
  await type(page, "s 7");
  assert.match((await page.locator(".answer").textContent()) ?? "", /7i sente silver|7h sente silver/);
  assert.doesNotMatch((await page.locator(".answer").textContent()) ?? "", /8h|3d/);
  // A digit goes to that rank from above, with shift to that file from the right.
  await page.locator('[data-square="5e"]').focus();
  await page.keyboard.press("3");
  await page.keyboard.press("Shift+Digit2");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square), "2c");
  await type(page, "flip");
  assert.ok((await x("9")) > (await x("1")), "file 9 is at the right for gote");
  await picture(page, "shogi-written");
  // Nothing behind the square means no promotion; the sign decides where there is one.
  await start(page, "shogi", { fen: "4k4/9/9/2S6/9/9/9/9/4K4[] w - - 0 1" });
  await type(page, "s-7c");
  assert.deepEqual(await until(page, 1), ["S-7c="]);
  await close(page);
});

test("xiangqi and janggi are written as their players write them", async () => {
  const page = await open("/games/xiangqi", { expected: /status of 422/ });
  await start(page, "xiangqi");
  // Each side counts files from its own right.
  assert.deepEqual(await page.locator(".ground .coordinate").allTextContents(), [..."987654321", ..."123456789"]);
  for (const [i, text] of ["C2=5", "h8+7", "H2+3", "Rh10"].entries()) {
    await type(page, text);
    assert.equal((await until(page, i + 1)).length, i + 1, text);
  }
  assert.deepEqual(await moves(page), ["C2=5", "N8+7", "N2+3", "R9=8"]);
  await type(page, "C5=9");
  await page.waitForFunction(() => (document.querySelector(".answer")?.textContent?.length ?? 0) > 1);
  assert.match((await page.locator(".answer").textContent()) ?? "", /not a legal move/, "signs tell moves apart");
  await picture(page, "xiangqi-written");
  await start(page, "janggi");
  assert.deepEqual(await page.locator(".ground .coordinate").allTextContents(), [..."123456789", ..."0987654321"]);
  await type(page, "P71-72");
  assert.deepEqual(await until(page, 1), ["P71-72"]);
  await stands(page, "72", "cho soldier");
  await picture(page, "janggi-written");
  await close(page);
});

test("crazyhouse: a captured piece is dropped by keyboard", async () => {
  const page = await open("/games/crazyhouse");
  await start(page, "crazyhouse");
  for (const [i, text] of ["e4", "d5", "exd5", "Qxd5"].entries()) {
    await type(page, text);
    await until(page, i + 1);
  }
  await page.getByRole("button", { name: "white pawn in hand, 1" }).focus();
  await page.keyboard.press("Enter");
  const at = await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square ?? "");
  assert.match(await called(page, at), /can go here/);
  await picture(page, "crazyhouse-drop");
  await page.keyboard.press("Enter");
  await stands(page, at, "white pawn");
  assert.equal((await until(page, 5))[4].slice(0, 2), "P@");
  await close(page);
});

test("a duck is set by the gesture that moves a piece, which can be cancelled until then", async () => {
  const page = await open("/games/duck");
  await start(page, "duck");
  await drag(page, "e2", "e4");
  assert.match(await called(page, "e5"), /can go here/);
  await picture(page, "duck-where");
  await page.keyboard.press("Escape");
  assert.equal((await moves(page)).length, 0);
  assert.doesNotMatch(await called(page, "e5"), /can go here/);
  await click(page, "e2", "e4", "e5");
  await stands(page, "e5", "wall");
  await stands(page, "e4", "white pawn");
  assert.deepEqual(await until(page, 1), ["e4,e5"]);
  await click(page, "d7", "d5", "d4");
  await stands(page, "d4", "wall");
  await stands(page, "e5", "empty");
  await picture(page, "duck");
  await close(page);
});

test("hexagons: Glinski's chess by drag and by keyboard, from either side", async () => {
  const page = await open("/games/glinski");
  await start(page, "glinski");
  await drag(page, "f5", "f6");
  await stands(page, "f6", "white pawn");
  await page.getByRole("button", { name: "Turn the board" }).click();
  await click(page, "e7", "e6");
  assert.deepEqual(await until(page, 2), ["f6", "e6"]);
  // Captures aslant are where they look to be.
  await picture(page, "glinski");
  await page.locator('[data-square="f6"]').focus();
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square), "f5");
  await close(page);
});

test("draughts: several men are captured, one after the other, by one piece", async () => {
  const page = await open("/games/draughts");
  await start(page, "draughts", { fen: "8/8/5m2/8/3m4/8/1m6/M7 b - - 0 1" });
  await click(page, "a1", "c3");
  await until(page, 1);
  await stands(page, "b2", "empty");
  // It has to go on, and is chosen already.
  await page.waitForFunction(() => document.querySelector('[data-square="c3"]')?.getAttribute("aria-selected") === "true");
  await picture(page, "draughts-going-on");
  await click(page, "e5");
  await stands(page, "d4", "empty");
  await page.waitForFunction(() => document.querySelector('[data-square="e5"]')?.getAttribute("aria-selected") === "true");
  // Pointing at it again does no harm.
  await click(page, "e5", "g7");
  await stands(page, "g7", "black man");
  assert.equal((await until(page, 3)).length, 3);
  await page.waitForSelector(".result:has-text('Black')");
  await close(page);
});

test("gating is asked for, with castling too", async () => {
  const page = await open("/games/seirawan");
  await start(page, "seirawan");
  await click(page, "b1", "c3");
  const asked = page.getByRole("group", { name: "What is it to be?" });
  await asked.waitFor();
  await picture(page, "seirawan-gating");
  await asked.getByRole("button", { name: /hawk/ }).click();
  await stands(page, "b1", "white hawk");
  assert.deepEqual(await until(page, 1), ["Nc3/H"]);
  assert.equal(await page.locator(".players.below .stack").count(), 1);
  await close(page);
});

test("what a blast takes is shown before it happens", async () => {
  const page = await open("/games/atomic");
  await start(page, "atomic");
  for (const [i, text] of ["Nf3", "a6", "Ng5", "a5"].entries()) {
    await type(page, text);
    await until(page, i + 1);
  }
  await click(page, "g5");
  const { x, y } = await middle(page, "f7");
  await page.mouse.move(x, y);
  assert.equal(await page.locator(".victim").count(), 4);
  await picture(page, "atomic-blast");
  await page.mouse.click(x, y);
  await stands(page, "e8", "empty");
  await page.waitForSelector(".result:has-text('White')");
  await close(page);
});

test("amazons: an arrow after each move; a long list of moves does not slow the page", async () => {
  const page = await open("/games/amazons");
  await start(page, "amazons");
  await click(page, "d1", "d7", "g7");
  await stands(page, "g7", "wall");
  await stands(page, "d7", "white amazon");
  await picture(page, "amazons");
  await close(page);
});

test("a pass is a button where there is one", async () => {
  const page = await open("/games/janggi");
  await start(page, "janggi");
  const pass = page.getByRole("button", { name: "Pass" });
  await pass.click();
  await until(page, 1);
  await picture(page, "janggi");
  await close(page);
});

test("four players in four pages, each at the lower edge of their own", async () => {
  const first = await open("/games/fourplayer");
  await start(first, "fourplayer", { against: "friend", side: "0" });
  const links = await first.locator(".invitation input").evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
  assert.equal(links.length, 3);
  const pages = [first];
  for (const link of links) {
    const url = new URL(link);
    const page = await open(url.pathname + url.hash);
    await page.waitForSelector(".play [role=gridcell]");
    // The secret of the link is gone from the address.
    assert.equal(new URL(page.url()).hash, "");
    pages.push(page);
  }
  const sides = await Promise.all(pages.map(async (page) => ((await page.locator(".players.below .who").textContent()) ?? "").replace(" (you)", "")));
  assert.deepEqual(sides, ["Red", "Blue", "Yellow", "Green"]);
  const played = [["h2", "h4"], ["b8", "d8"], ["g13", "g11"], ["m7", "k7"]];
  for (const [i, [from, to]] of played.entries()) {
    // Everybody's own pawns go up.
    const [a, b] = [await middle(pages[i], from), await middle(pages[i], to)];
    assert.ok(Math.abs(a.x - b.x) < 2 && b.y < a.y, `${sides[i]} plays upwards`);
    await drag(pages[i], from, to);
    for (const page of pages) await until(page, i + 1);
  }
  for (const page of pages) {
    for (const [i, [, to]] of played.entries()) await stands(page, to, `${sides[i].toLowerCase()} pawn`);
    assert.match((await page.locator(".status").textContent()) ?? "", page === first ? /Red to move: your turn/ : /Red to move\./);
  }
  await picture(pages[0], "fourplayer-red");
  await picture(pages[1], "fourplayer-blue");
  await close(...pages);
});
