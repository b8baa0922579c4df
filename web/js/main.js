// Where everything begins.

import { h, say } from "./dom.js";
import { edits } from "./net/events.js";
import { embedded } from "./pages/embedded.js";
import { gamePage } from "./pages/game.js";
import { lobby } from "./pages/lobby.js";
import { own } from "./pages/own.js";
import { rulesPage } from "./pages/rules.js";
import { openSettings } from "./pages/settings.js";
import { begin, route, show } from "./router.js";
import * as rules from "./rules.js";
import { apply } from "./settings.js";

apply();
route(/^\/$/, lobby);
route(/^\/games\/([^/]+)$/, rulesPage);
route(/^\/game\/([^/]+)$/, gamePage);
route(/^\/own$/, own);
route(/^\/embed\/([^/]+)$/, embedded);
document.getElementById("settings")?.addEventListener("click", openSettings);
addEventListener("unhandledrejection", ({ reason }) => console.error(reason));
document.body.append(h("div", { id: "notes", role: "status" }), h("div", { id: "errors", role: "alert" }));
begin();

// What depends on the file that is served is shown anew. Live games hear of it by themselves.
edits((id) => {
  rules.forget();
  const path = location.pathname;
  if (path === "/" || path === `/games/${encodeURIComponent(id)}`) void show();
  if (!path.startsWith("/game/")) say("The rules have changed.");
}, (text) => say(`The file is wrong: ${text.split("\n").slice(0, 2).join(" ")}`, "error"));
