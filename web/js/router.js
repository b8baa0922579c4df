// Pages by address, without loading anything anew.

/** @typedef {{title: string, element: HTMLElement, leave?: () => void}} Page */
/** @typedef {(...parts: string[]) => Page | Promise<Page>} Maker */

/** @type {[RegExp, Maker][]} */
const routes = [];
/** @type {Page | null} */
let shown = null;
let turn = 0;

/**
 * Says who makes the page of addresses like this.
 * @param {RegExp} path
 * @param {Maker} maker
 */
export function route(path, maker) {
  routes.push([path, maker]);
}

/**
 * Goes to an address of this page.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  void show();
}

/** Shows the page of the present address. */
export async function show() {
  const mine = ++turn;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  shown?.leave?.();
  shown = null;
  main.setAttribute("aria-busy", "true");
  /** @type {Page} */
  let page;
  try {
    page = await make(location.pathname);
  } catch (error) {
    page = trouble(/** @type {Error} */ (error));
  }
  // Somebody has gone on meanwhile.
  if (mine !== turn) return page.leave?.();
  shown = page;
  document.title = `${page.title} · Wazir`;
  main.replaceChildren(page.element);
  main.removeAttribute("aria-busy");
  scrollTo(0, 0);
  /** @type {HTMLElement | null} */ (main.querySelector("h1"))?.focus();
}

/** @param {string} path */
function make(path) {
  for (const [pattern, maker] of routes) {
    const found = pattern.exec(path);
    if (found) return maker(...found.slice(1).map(decodeURIComponent));
  }
  throw new Error("There is no such page. The list of games is behind the name at the top.");
}

/** @param {Error} error */
function trouble(error) {
  const element = document.createElement("section");
  element.className = "page";
  const title = document.createElement("h1");
  title.tabIndex = -1;
  title.textContent = "This did not work";
  const text = document.createElement("p");
  text.textContent = error.message;
  const home = document.createElement("a");
  home.href = "/";
  home.textContent = "All games";
  element.append(title, text, home);
  return { title: "Problem", element };
}

/** Follows links within this page. */
export function begin() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.href);
  });
  addEventListener("popstate", () => void show());
  void show();
}
