// Where everything begins.

import { h, say } from "./dom.js";
import { edits } from "./net/events.js";
import { begin, route, show } from "./router.js";
import * as rules from "./rules.js";
import { apply } from "./settings.js";

apply();
// Each page is loaded when it is asked for.
route(/^\/$/, async () => (await import("./pages/lobby.js")).lobby());
route(/^\/games\/([^/]+)$/, async (name) => (await import("./pages/rules.js")).rulesPage(name));
route(/^\/game\/([^/]+)$/, async (id) => (await import("./pages/game.js")).gamePage(id));
route(/^\/own$/, async () => (await import("./pages/own.js")).own());
route(/^\/embed\/([^/]+)$/, async (name) => (await import("./pages/embedded.js")).embedded(name));
document.getElementById("settings")?.addEventListener("click", async () => (await import("./pages/settings.js")).openSettings());
addEventListener("unhandledrejection", ({ reason }) => console.error(reason));
document.body.append(h("div", { id: "notes", role: "status" }), h("div", { id: "errors", role: "alert" }));
begin();

// What depends on the file that is served is shown anew. Live games hear of it by themselves.
/** @type {HTMLElement | undefined} what was wrong with it last */
let wrong;
edits((id) => {
  wrong?.remove();
  rules.forget();
  const path = location.pathname;
  if (path === "/" || path === `/games/${encodeURIComponent(id)}`) void show();
  if (!path.startsWith("/game/")) say("The rules have changed.");
}, (text) => {
  wrong?.remove();
  wrong = say(`The file is wrong: ${text.split("\n").slice(0, 2).join(" ")}`, "error");
});
