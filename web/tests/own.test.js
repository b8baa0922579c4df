// A rule file of one's own, served and edited while it is open: `wazir serve FILE`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { called, click, close, drag, open, picture, stands, start, withBrowser } from "./harness.js";

const RIGHT = '(extends: "chess", name: "Night ride", about: "Chess with nightriders.", pieces: { "N": (name: "Nightrider", moves: "NN") })';
const OTHER = '(extends: "chess", name: "Camel ride", about: "Chess with camels.", pieces: { "N": (name: "Camel", moves: "C") })';
const WRONG = '(extends: "chess", name: "Broken ride", pieces: { "N": (name: "Nightrider", moves: "NN(") })';

const folder = mkdtempSync(join(tmpdir(), "wazir-own-"));
const file = join(folder, "ride.ron");
let at = "";
/** @type {import("node:child_process").ChildProcess} */
let server;

withBrowser();
before(async () => {
  writeFileSync(file, RIGHT);
  server = spawn(process.env.WAZIR_PROGRAM ?? "", ["serve", file, "--port", "0", "--db", ":memory:"], { stdio: ["ignore", "pipe", "inherit"] });
  at = await new Promise((done, failed) => {
    server.stdout?.once("data", (text) => done(new URL(String(text).trim()).origin));
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
});
after(async () => {
  const ended = new Promise((done) => server.once("exit", done));
  server.kill();
  await ended;
  rmSync(folder, { recursive: true });
});

test("what is saved is shown at once, what is wrong is said, and the game goes on", async () => {
  writeFileSync(file, RIGHT);
  const list = await open("/", { at });
  await list.waitForSelector(".card.served:has-text('Night ride')");
  const link = (await list.locator(".card.served a").getAttribute("href")) ?? "";
  const page = await open(link, { at });
  await page.waitForSelector("main h1:has-text('Night ride')");
  const game = await open(link, { at });
  await start(game, link.split("/").at(-1) ?? "", { against: "here" });
  await drag(game, "b1", "c3");
  await stands(game, "c3", "white nightrider");
  await picture(game, "own-before");

  writeFileSync(file, WRONG);
  for (const each of [list, page, game]) await each.waitForSelector("#errors .toast:has-text('wrong')");
  await page.waitForSelector("main h1:has-text('Night ride')");
  assert.match(await called(game, "c3"), /nightrider/);
  await picture(page, "own-wrong-served");

  writeFileSync(file, OTHER);
  await page.waitForSelector("main h1:has-text('Camel ride')");
  await page.waitForSelector("#errors:not(:has(.toast))", { state: "attached" });
  await list.waitForSelector(".card.served:has-text('Camel ride')");
  await page.waitForSelector(".text:has-text('Camel')");
  // The game that is played goes on by the new rules, as far as they know its moves.
  await stands(game, "b1", "white camel");
  await stands(game, "c3", "empty");
  await click(game, "b1", "a4");
  await stands(game, "a4", "white camel");
  await picture(game, "own-after-game");
  await picture(page, "own-after");

  // A new game is played by the rules of now.
  const next = await open(link, { at });
  await start(next, link.split("/").at(-1) ?? "", { against: "here" });
  await click(next, "b1", "c4");
  await stands(next, "c4", "white camel");
  await close(list, page, game, next);
});
