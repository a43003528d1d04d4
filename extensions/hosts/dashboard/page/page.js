/** One page: its text, and all that is known of it. */

import { el, number, said } from "./dom.js";
import { markdownOrText } from "./markdown.js";
import { card, chip, findings, head, history, pageHref, statusChip, tierChip } from "./parts.js";
import { read } from "./store.js";

export const show = async ([vault = "0", id = ""]) => {
  const opened = await read("page", { vault, id });
  const { page, body, description, sources, links, backlinks, findings: wrong, history: log } = opened;
  const linkOf = addressFinder(vault, links);
  const text = await markdownOrText(withoutTitle(body, page.title), linkOf);
  const node = el(
    "div",
    {},
    el(
      "div",
      { class: "path small" },
      el("a", { href: "#/pages" }, "Pages"),
      el("span", { class: "quiet" }, "/"),
      said(page.id, { class: "mono quiet" }),
    ),
    head(said(page.title)),
    el("div", { class: "chips path" }, marks(page)),
    el(
      "div",
      { class: "reading" },
      el(
        "div",
        { class: "stack" },
        card(undefined, description !== "" && el("p", { class: "quiet part" }, said(description)), text),
        findings(wrong),
        log.events.length > 0 && card("History", history(log.events, { withPage: false })),
      ),
      el(
        "aside",
        { class: "stack", "aria-label": "About this page" },
        card("Facts", facts(opened)),
        linked("Links to", links, vault),
        linked("Linked from", backlinks, vault),
        sources.length > 0 && card("Sources", sourceList(sources)),
      ),
    ),
  );
  return { node, title: page.title };
};

const marks = ({ type, status, tier, labels, withheld, tags }) => [
  chip(type, "accent"),
  statusChip(status),
  tierChip(tier),
  withheld !== null && chip(`withheld: ${withheld}`, "bad"),
  labels.map((label) => chip(label, "warn")),
  tags.map((tag) => chip(tag)),
];

const facts = ({ page, layer, path }) => {
  const rows = [
    ["Layer", layer],
    ["Changed", page.date?.slice(0, 10)],
    ["Task", page.task],
    ["Shown", `${number(page.hits)} times`],
    ["Used", `in ${number(page.adopted)} sessions`],
    ["Cost", `${number(page.tokens)} tokens`],
    ["File", said(path, { class: "mono small" })],
  ];
  return el(
    "dl",
    { class: "facts" },
    rows
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
};

const linked = (title, list, vault) =>
  list.length > 0 &&
  card(
    title,
    el(
      "ul",
      { class: "links" },
      list.slice(0, 60).map(({ id, title: name }) => el("li", {}, el("a", { href: pageHref(vault, id) }, said(name)))),
    ),
  );

const sourceList = (sources) =>
  el(
    "ul",
    { class: "links" },
    sources.map(({ id, resource, title, isKept }) =>
      el(
        "li",
        {},
        said(title ?? id),
        " ",
        isKept && chip("kept", "good"),
        el("div", { class: "quiet small mono" }, said(title === undefined ? resource : id)),
      ),
    ),
  );

/** Links are written by id, by its last part, or by a title. */
const addressFinder = (vault, links) => {
  const named = new Map();
  const add = (name, id) => {
    const key = name.toLowerCase();
    if (!named.has(key)) named.set(key, pageHref(vault, id));
  };
  for (const { id } of links) add(id, id);
  for (const { id, title } of links) {
    add(id.slice(id.lastIndexOf("/") + 1), id);
    add(title, id);
  }
  return (target) => {
    const name = target.replace(/^(\.{0,2}\/)+/, "").toLowerCase();
    return named.get(name) ?? named.get(name.slice(name.lastIndexOf("/") + 1));
  };
};

/** A first heading that says the same is not shown twice. */
const withoutTitle = (body, title) => {
  const [whole, heading] = /^\s*#[ \t]+(.*?)[ \t]*(?:\n|$)/.exec(body) ?? [];
  return heading === title ? body.slice(whole.length) : body;
};
