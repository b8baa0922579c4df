// A game between two browsers, of which one loses its connection while it moves; and what else two people do with each other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, click, close, drag, moves, open, picture, stands, start, type, until, withBrowser } from "./harness.js";

withBrowser();

/** @typedef {import("./harness.js").Page} Page */

/**
 * Two pages at one game: White and Black.
 * @param {string} game
 * @param {(page: Page) => Promise<void>} [prepare] what to do with White's page before the game begins
 * @param {{fen?: string, clock?: string}} [how]
 */
async function pair(game, prepare, how = {}) {
  const white = await open(`/games/${game}`, { expected: /WebSocket|ERR_/ });
  await prepare?.(white);
  await start(white, game, { against: "friend", side: "0", ...how });
  const url = new URL(await white.locator(".invitation input").inputValue());
  assert.equal(url.origin, address);
  const black = await open(url.pathname + url.hash);
  await black.waitForSelector(".play [role=gridcell]");
  await white.waitForFunction(() => !document.querySelector(".invitation"));
  return { white, black, url };
}

test("a connection that breaks while a move is under way costs no move and plays none twice", async () => {
  /** @type {{cut: "" | "before" | "after", down: boolean, sockets: number, sent: string[]}} */
  const wire = { cut: "", down: false, sockets: 0, sent: [] };
  const { white, black } = await pair("chess", (page) =>
    page.routeWebSocket(/\/socket/, (socket) => {
      wire.sockets++;
      if (wire.down) return void socket.close({ code: 1011 });
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const move = String(message).includes('"t":"move"');
        if (move) wire.sent.push(String(message));
        if (!move || wire.cut !== "before") server.send(message);
        if (move && wire.cut) {
          wire.down = true;
          wire.cut = "";
          // What the server answers goes astray.
          server.onMessage(() => {});
          socket.close({ code: 1011 });
          setTimeout(() => server.close(), 500);
        }
      });
    }));
  // The server has the move, its answer is lost.
  wire.cut = "after";
  await drag(white, "e2", "e4");
  await until(black, 1);
  await white.waitForSelector(".link:has-text('Connection lost')");
  await picture(white, "connection-lost");
  assert.deepEqual(await moves(white), [], "White has not heard yet that the move arrived");
  await stands(white, "e4", "white pawn");
  // Black goes on meanwhile.
  await drag(black, "e7", "e5");
  await until(black, 2);
  wire.down = false;
  assert.deepEqual(await until(white, 2), ["e4", "e5"]);
  await white.waitForFunction(() => document.querySelector(".link")?.textContent === "");
  // The server never gets the move until the connection stands again.
  wire.cut = "before";
  await click(white, "g1", "f3");
  await white.waitForSelector(".link:has-text('Connection lost')");
  await black.waitForTimeout(300);
  assert.equal((await moves(black)).length, 2);
  wire.down = false;
  assert.deepEqual(await until(black, 3), ["e4", "e5", "Nf3"]);
  assert.deepEqual(await until(white, 3), ["e4", "e5", "Nf3"]);
  await drag(black, "b8", "c6");
  assert.deepEqual(await until(white, 4), ["e4", "e5", "Nf3", "Nc6"]);
  assert.ok(wire.sockets >= 3, `${wire.sockets} connections`);
  const ids = wire.sent.map((message) => JSON.parse(message).id);
  assert.ok(ids.length >= 3 && new Set(ids).size === 2, "what is sent again has the same id");
  await close(white, black);
});

test("an invitation works once; watchers see everything and move nothing", async () => {
  const { white, black, url } = await pair("chess");
  const third = await open(url.pathname + url.hash, { expected: /4\d\d/ });
  await third.waitForSelector(".play [role=gridcell]");
  assert.match((await third.locator("#errors").textContent()) ?? "", /You can watch/);
  await drag(white, "d2", "d4");
  assert.deepEqual(await until(third, 1), ["d4"]);
  await drag(third, "d7", "d5");
  await type(third, "d5");
  assert.equal((await moves(third)).length, 1);
  assert.equal(await third.getByRole("button", { name: "Resign" }).count(), 0);
  await close(white, black, third);
});

test("draw offers, takebacks, chat, resignation and a rematch with the other side", async () => {
  const { white, black } = await pair("chess", undefined, { clock: "3+2" });
  await drag(white, "e2", "e4");
  await until(black, 1);
  await white.getByRole("button", { name: "Take back" }).click();
  await black.locator(".offer.takeback").getByRole("button", { name: "Accept" }).click();
  await stands(black, "e2", "white pawn");
  await stands(white, "e2", "white pawn");
  assert.deepEqual(await moves(white), []);
  await drag(white, "d2", "d4");
  await until(black, 1);
  assert.match((await black.locator(".players.below .clock").textContent()) ?? "", /^[23]:/);
  await black.getByRole("button", { name: "Offer a draw" }).click();
  await white.locator(".offer.draw").getByRole("button", { name: "Decline" }).click();
  await black.waitForSelector("#notes:has-text('Declined')");
  await white.getByText("Chat", { exact: true }).click();
  await white.getByLabel("Say something").fill("<b>good</b> luck");
  await white.keyboard.press("Enter");
  await black.getByText("Chat", { exact: true }).click();
  await black.waitForSelector(".chat li:has-text('<b>good</b> luck')");
  await picture(black, "friends");
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const page of [white, black]) await page.waitForSelector(".result:has-text('White')");
  const old = white.url();
  await white.getByRole("button", { name: "Rematch" }).click();
  await black.locator(".offer.rematch").getByRole("button", { name: "Accept" }).click();
  for (const page of [white, black]) await page.waitForFunction((url) => location.href !== url && document.querySelector(".play [role=gridcell]") && !document.querySelector(".result:not(:empty)"), old);
  await black.waitForSelector(".players.below .who:has-text('White (you)')");
  await drag(black, "e2", "e4");
  assert.deepEqual(await until(white, 1), ["e4"]);
  await close(white, black);
});
