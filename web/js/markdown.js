// As much of Markdown as the pages of games use. Everything becomes elements; nothing is taken as HTML.

import { h } from "./dom.js";

/**
 * @param {string} text
 * @param {(path: string) => string | null} picture the address of a picture by its path
 * @returns {HTMLElement[]}
 */
export function markdown(text, picture) {
  /** @type {HTMLElement[]} */
  const blocks = [];
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const heading = /^(#{1,6}) (.*)/.exec(line);
    if (!line.trim()) i++;
    else if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1);
      const last = end < 0 ? lines.length : end;
      blocks.push(h("pre", { tabindex: 0 }, h("code", {}, lines.slice(i + 1, last).join("\n"))));
      i = last + 1;
    } else if (heading) {
      const tag = /** @type {"h2" | "h3" | "h4"} */ (`h${Math.min(4, heading[1].length + 1)}`);
      blocks.push(h(tag, {}, ...inline(heading[2], picture)));
      i++;
    } else if (/^[*-] /.test(line)) {
      const items = [];
      for (; i < lines.length && /^([*-] | {2,}\S)/.test(lines[i]); i++) {
        if (/^[*-] /.test(lines[i])) items.push(lines[i].slice(2));
        else items[items.length - 1] += ` ${lines[i].trim()}`;
      }
      blocks.push(h("ul", {}, ...items.map((item) => h("li", {}, ...inline(item, picture)))));
    } else if (line.startsWith("|")) {
      const rows = [];
      for (; i < lines.length && lines[i].startsWith("|"); i++) rows.push(lines[i].split("|").slice(1, -1).map((cell) => cell.trim()));
      blocks.push(table(rows, picture));
    } else {
      const paragraph = [];
      for (; i < lines.length && lines[i].trim() && !/^(#|[*-] |```|\|)/.test(lines[i]); i++) paragraph.push(lines[i]);
      if (paragraph.length === 0) paragraph.push(lines[i++]);
      blocks.push(h("p", {}, ...inline(paragraph.join(" "), picture)));
    }
  }
  return blocks;
}

/**
 * @param {string[][]} rows
 * @param {(path: string) => string | null} picture
 */
function table(rows, picture) {
  const ruled = rows[1]?.every((cell) => /^:?-+:?$/.test(cell));
  const body = ruled ? rows.slice(2) : rows;
  const row = (/** @type {string[]} */ cells, /** @type {"td" | "th"} */ tag) => h("tr", {}, ...cells.map((cell) => h(tag, {}, ...inline(cell, picture))));
  return h("div", { class: "scrolling" }, h("table", {}, ruled ? h("thead", {}, row(rows[0], "th")) : null, h("tbody", {}, ...body.map((cells) => row(cells, "td")))));
}

/**
 * What stands within a line: code, pictures, links, emphasis.
 * @param {string} text
 * @param {(path: string) => string | null} [picture]
 * @returns {(Node | string)[]}
 */
export function inline(text, picture = () => null) {
  /** @type {(Node | string)[]} */
  const parts = [];
  const pattern = /`([^`]+)`|!\[([^\]]*)\]\(([^)]+)\)|\[([^\]]+)\]\(([^)]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, code, alt, path, label, address, strong, weak] = found;
    if (code !== undefined) parts.push(h("code", {}, code));
    else if (path !== undefined) {
      const source = picture(path);
      parts.push(source ? h("img", { src: source, alt, loading: "lazy" }) : alt);
    } else if (label !== undefined) parts.push(/^(https?:|#|\/)/.test(address) ? h("a", { href: address, rel: "noopener noreferrer" }, label) : label);
    else parts.push(strong !== undefined ? h("strong", {}, strong) : h("em", {}, weak));
  }
  parts.push(text.slice(at));
  return parts;
}
