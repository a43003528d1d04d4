/** Renders Markdown as elements: no markup of the text's own passes, nothing is fetched, no address but of the web opens. */

import { el, said } from "./dom.js";

const longest = 200_000;
const deepest = 12;

/** `linkOf` gives the address of what a wikilink or a relative link names, or undefined. */
const markdown = async (text, linkOf) => {
  const { lexer } = await import("/lib/marked.js");
  const tokens = lexer(text.slice(0, longest), { gfm: true });
  const blocks = render(tokens, { linkOf, depth: 0 });
  return el(
    "div",
    { class: "prose" },
    blocks,
    text.length > longest && el("p", { class: "quiet" }, "The rest is too long to be shown here."),
  );
};

/** Where the package that reads Markdown is missing, the text is still there. */
export const markdownOrText = (text, linkOf) =>
  markdown(text, linkOf).catch(() => el("div", { class: "prose" }, el("pre", {}, said(text))));

const render = (tokens = [], setting) => {
  if (setting.depth > deepest) return tokens.map(({ raw }) => said(raw));
  const inner = { ...setting, depth: setting.depth + 1 };
  return tokens.map((token) => (Object.hasOwn(kinds, token.type) ? kinds[token.type](token, inner) : said(token.raw)));
};

const wrap =
  (tag) =>
  ({ tokens }, setting) =>
    el(tag, {}, render(tokens, setting));

const kinds = {
  space: () => undefined,
  def: () => undefined,
  hr: () => el("hr"),
  br: () => el("br"),
  // The page has its own title above it.
  heading: ({ depth, tokens }, setting) => el(`h${Math.min(6, depth + 1)}`, {}, render(tokens, setting)),
  paragraph: wrap("p"),
  blockquote: wrap("blockquote"),
  strong: wrap("strong"),
  em: wrap("em"),
  del: wrap("del"),
  code: ({ text }) => el("pre", { tabindex: "0" }, el("code", {}, said(text))),
  codespan: ({ text }) => el("code", {}, said(text)),
  list: ({ ordered, start, items }, setting) =>
    el(
      ordered ? "ol" : "ul",
      ordered && start !== 1 ? { start } : {},
      items.map((item) => el("li", {}, item.task && (item.checked ? "☑ " : "☐ "), render(item.tokens, setting))),
    ),
  checkbox: () => undefined,
  table: ({ header, rows }, setting) =>
    el(
      "div",
      { class: "scroll", tabindex: "0" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            header.map((cell) => el("th", { scope: "col" }, render(cell.tokens, setting))),
          ),
        ),
        el(
          "tbody",
          {},
          rows.map((row) =>
            el(
              "tr",
              {},
              row.map((cell) => el("td", {}, render(cell.tokens, setting))),
            ),
          ),
        ),
      ),
    ),
  // Shown as what it is: text.
  html: ({ raw }) => said(raw.replace(/\n+$/, "")),
  escape: ({ text }) => said(text),
  text: ({ text, tokens }, setting) => (tokens === undefined ? withWikiLinks(text, setting) : render(tokens, setting)),
  image: ({ text, href }) => el("span", { class: "missing" }, said(`image: ${text || href}`)),
  link: ({ href, tokens }, setting) => link(href, render(tokens, setting), setting),
};

const link = (href, children, { linkOf }) => {
  if (/^https?:\/\//i.test(href)) return el("a", { href, rel: "noopener noreferrer", target: "_blank" }, children);
  const known = /^[a-z][a-z\d+.-]*:/i.test(href)
    ? undefined
    : linkOf(href.replace(/[#?].*$/, "").replace(/\.md$/i, ""));
  return known === undefined ? el("span", { class: "missing" }, children) : el("a", { href: known }, children);
};

const wikiLink = /\[\[([^[\]|\n]+)(?:\\?\|([^[\]\n]*))?\]\]/g;

const withWikiLinks = (text, setting) => {
  const parts = [];
  let end = 0;
  for (const { 0: whole, 1: target, 2: label, index } of text.matchAll(wikiLink)) {
    parts.push(said(decoded(text.slice(end, index))), link(target.trim(), [said(decoded(label || target))], setting));
    end = index + whole.length;
  }
  return [parts, said(decoded(text.slice(end)))];
};

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };

/** The few entities that people write. */
const decoded = (text) => text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_whole, name) => entities[name]);
