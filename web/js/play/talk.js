// What players say to each other.

import { h } from "../dom.js";

/**
 * @param {import("../net/live.js").Live} live
 */
export function talk(live) {
  const lines = h("ol", { class: "chat", role: "log", "aria-label": "Chat", tabindex: 0 });
  const input = h("input", { type: "text", maxlength: 300, placeholder: "Say something", "aria-label": "Say something", autocomplete: "off" });
  const form = h("form", { class: "line" }, input, h("button", { type: "submit" }, "Say"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) live.surely({ t: "chat", text });
    input.value = "";
  });
  let shown = 0;
  const show = () => {
    const chat = live.state?.chat ?? [];
    if (chat.length < shown) {
      lines.replaceChildren();
      shown = 0;
    }
    for (; shown < chat.length; shown++) lines.append(h("li", {}, h("strong", {}, `${chat[shown].from} `), chat[shown].text));
    lines.scrollTop = lines.scrollHeight;
  };
  return { element: h("details", { class: "talk" }, h("summary", {}, "Chat"), lines, form), show };
}
