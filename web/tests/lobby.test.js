// Pages without a game going on: the list of games, rules, one's own rules, settings, a board in somebody else's page.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { address, close, measured, open, picture, withBrowser } from "./harness.js";

withBrowser();

test("games are found by words and by families, and have pictures", async () => {
  const page = await open("/");
  const shown = page.locator(".cards > .card:visible");
  const all = await shown.count();
  assert.ok(all > 140, `${all} games`);
  await page.getByLabel("Search games").fill("hexágons");
  assert.ok((await shown.count()) >= 1 && (await shown.count()) < 20);
  assert.match((await page.locator(".lobby [role=status]").textContent()) ?? "", new RegExp(`of ${all} games`));
  await page.getByLabel("Search games").fill("glinski");
  assert.ok((await shown.locator("svg .piece").count()) >= 36);
  await page.getByLabel("Search games").fill("");
  await page.getByLabel("Family").selectOption("Xiangqi");
  const facts = await shown.locator(".faint").allTextContents();
  assert.ok(facts.length > 1 && facts.some((text) => text.includes("Red first")), facts.join());
  await picture(page, "lobby");
  await shown.filter({ hasText: "Chinese chess" }).first().locator("a").click();
  await page.waitForSelector("main h1:has-text('Xiangqi')");
  assert.equal(new URL(page.url()).pathname, "/games/xiangqi");
  await close(page);
});

test("a page of rules has text and diagrams, and comes from the list by link, back by history", async () => {
  const page = await open("/games/shogi");
  await page.waitForSelector(".text img");
  assert.ok((await page.locator(".text img").count()) >= 8);
  const broken = await page.locator(".text img").evaluateAll((images) => images.filter((image) => !(/** @type {HTMLImageElement} */ (image).complete && /** @type {HTMLImageElement} */ (image).naturalWidth > 0 || /** @type {HTMLImageElement} */ (image).loading === "lazy")).length);
  assert.equal(broken, 0);
  await picture(page, "rules", true);
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.waitForSelector(".cards");
  await page.goBack();
  await page.waitForSelector("main h1:has-text('Shogi')");
  await close(page);
});

test("an address that there is not says so", async () => {
  const page = await open("/games/no-such-game", { expected: /404/ });
  assert.match((await page.locator("main").textContent()) ?? "", /no-such-game/);
  await page.getByRole("link", { name: "All games" }).click();
  await page.waitForSelector(".cards");
  await close(page);
});

test("rules of one's own are checked while they are written", async () => {
  const page = await open("/own");
  await page.waitForSelector(".beside .board");
  const area = page.getByLabel("Rule file");
  await area.fill('(extends: "chess", name: "Broken", pieces: { "N": (name: "Knight", moves: "Q(") })');
  await page.waitForSelector(".diagnostic.error");
  assert.match((await page.locator("#said").textContent()) ?? "", /line 1/i);
  assert.equal(await page.locator(".beside .board").count(), 0);
  await picture(page, "own-wrong");
  await page.locator(".diagnostic button").first().click();
  assert.ok(await area.evaluate((element) => document.activeElement === element && /** @type {HTMLTextAreaElement} */ (element).selectionEnd > 1));
  await area.fill('(extends: "chess", name: "Quick knights", pieces: { "N": (name: "Knight", moves: "NN") })');
  await page.waitForSelector(".fine");
  assert.match((await page.locator(".beside h2").textContent()) ?? "", /Quick knights/);
  await picture(page, "own");
  // What was written is there again.
  await page.reload();
  assert.match(await page.getByLabel("Rule file").inputValue(), /Quick knights/);
  await close(page);
});

test("settings are kept by the browser", async () => {
  const page = await open("/", { settings: { theme: "light" } });
  await page.getByRole("button", { name: "Settings" }).click();
  const box = page.getByRole("dialog", { name: "Settings" });
  await box.getByLabel("Colours").selectOption("dark");
  await box.getByRole("combobox", { name: "Board" }).selectOption("blue");
  await box.getByLabel("Animation").fill("500");
  await picture(page, "settings");
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
  await page.reload();
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.board]), ["dark", "blue"]);
  await close(page);
});

test("a board in a page of another site", async () => {
  const other = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(`<!doctype html><title>Another site</title><iframe id="shown" src="${address}/embed/chess?moves=e2e4,e7e5" width=420 height=480></iframe><iframe id="refused" src="${address}/" width=420 height=300></iframe>`);
  });
  await new Promise((done) => other.listen(0, "127.0.0.1", () => done(null)));
  const port = /** @type {import("node:net").AddressInfo} */ (other.address()).port;
  const page = await open("/", { expected: /frame-ancestors|Refused to (frame|display)|Framing|X-Frame/i });
  await page.goto(`http://127.0.0.1:${port}/`);
  const frame = page.frameLocator("#shown");
  await frame.locator(".embed .piece").first().waitFor();
  assert.equal(await frame.locator(".embed .piece").count(), 32);
  assert.match((await frame.locator("figcaption").textContent()) ?? "", /White to move/);
  // No other page may be shown so.
  assert.equal(await page.frameLocator("#refused").locator(".cards").count(), 0);
  await picture(page, "embedded");
  await close(page);
  other.closeAllConnections();
  other.close();
});

test("a first visit loads at most 150 KB", async () => {
  const page = await open("/embed/chess");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  /** @type {Map<string, string>} */
  const kinds = new Map();
  /** @type {Map<string, number>} */
  const bytes = new Map();
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "?";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  await page.goto(`${address}/`);
  await page.waitForSelector(".cards svg");
  await page.waitForLoadState("networkidle").catch(() => {});
  const sum = [...bytes.values()].reduce((a, b) => a + b, 0);
  measured(`first visit ${(sum / 1000).toFixed(1)} KB compressed with heads (${[...bytes].map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`).join(", ")})`);
  assert.ok(sum > 20000 && sum <= 150 * 1024, `${sum} bytes`);
  await close(page);
});
