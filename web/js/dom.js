// Making elements. Texts are always set as text, never as HTML: names and messages of others do no harm.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Properties */

/**
 * @param {Element} element
 * @param {Properties} properties names that begin with "on" are listeners; false, null and undefined leave an attribute out
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, properties, children);
  return element;
}

/**
 * A button that does something.
 * @param {Child} label
 * @param {(event: MouseEvent) => void} act
 * @param {Properties} [properties]
 */
export function button(label, act, properties = {}) {
  return h("button", { type: "button", onclick: act, ...properties }, label);
}

/**
 * A labelled choice of one of several values.
 * @param {string} label
 * @param {[string, string][]} options value and what it is called
 * @param {string} value
 * @param {(value: string) => void} change
 */
export function choice(label, options, value, change) {
  const select = h("select", { onchange: () => change(select.value) }, ...options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/**
 * A labelled tick box.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} change
 */
export function tick(label, value, change) {
  const input = h("input", { type: "checkbox", checked: value, onchange: () => change(input.checked) });
  return h("label", { class: "tick" }, input, h("span", {}, label));
}

/**
 * Opens a dialog; resolves when it is closed.
 * @param {string} title
 * @param {(close: () => void) => Node[]} body
 * @returns {Promise<void>}
 */
export function dialog(title, body) {
  const element = h("dialog", { "aria-label": title });
  const close = () => element.close();
  const head = h("header", {}, h("h2", {}, title), button("✕", close, { class: "plain", "aria-label": "Close" }));
  element.append(head, ...body(close));
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  document.body.append(element);
  element.showModal();
  return new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove();
      resolve();
    });
  });
}

let lines = 0;

/**
 * Says something at the edge of the page for some seconds; read out at once where it is an error.
 * @param {string} text
 * @param {"error" | "note"} [kind]
 * @returns {HTMLElement} what is shown, for who wants it gone earlier
 */
export function say(text, kind = "note") {
  const place = document.getElementById(kind === "error" ? "errors" : "notes");
  const line = h("p", { class: `toast ${kind}`, id: `toast${++lines}` }, text);
  place?.append(line);
  setTimeout(() => line.remove(), kind === "error" ? 9000 : 4000);
  return line;
}

/**
 * Puts a text on the clipboard, and says so.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    // No clipboard without https or permission: show the text to be copied by hand.
    const area = h("textarea", { readonly: true, rows: 8, "aria-label": what }, text);
    const shown = dialog(`Copy this ${what}`, () => [area]);
    area.select();
    await shown;
  }
}
