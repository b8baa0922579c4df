// Where everything begins.

import { h } from "./dom.js";
import { gamePage } from "./pages/game.js";
import { lobby } from "./pages/lobby.js";
import { own } from "./pages/own.js";
import { rulesPage } from "./pages/rules.js";
import { openSettings } from "./pages/settings.js";
import { begin, route } from "./router.js";
import { apply } from "./settings.js";

apply();
route(/^\/$/, lobby);
route(/^\/games\/([^/]+)$/, rulesPage);
route(/^\/game\/([^/]+)$/, gamePage);
route(/^\/own$/, own);
document.getElementById("settings")?.addEventListener("click", openSettings);
addEventListener("unhandledrejection", ({ reason }) => console.error(reason));
document.body.append(h("div", { id: "notes", role: "status" }), h("div", { id: "errors", role: "alert" }));
begin();
