/** What waits for a person. It is shown here and decided in the terminal, where it is known who answers. */

import { el, moment, plural, said } from "./dom.js";
import { card, chip, empty, failure, head, lines, pageHref } from "./parts.js";
import { read } from "./store.js";

const reasons = {
  disputed: "You spoke against it",
  forged: "Claims a review that nobody made",
  rival: "Decided differently elsewhere",
  changed: "Changed since it was reviewed",
  tombstoned: "States what was rejected",
  doubted: "A tool rejected what it states",
  conflict: "May contradict another page",
  revision: "Another text is proposed",
  rejection: "Proposed to be rejected",
  retirement: "Proposed to be retired",
  sourceless: "Something that it rests on is gone",
  outdated: "The code that it is about changed",
  draft: "Nobody has confirmed it",
  stale: "Should be looked at again",
};

const tone = { draft: "warn", revision: "accent", stale: undefined };

const step = 100;

export const show = async () => {
  const { items, total } = await read("review");
  if (total === 0) return { node: el("div", {}, head("Review"), empty("Nothing waits for you.")) };
  const list = el("ul", { class: "rows" }, items.slice(0, step).map(row));
  const node = el(
    "div",
    { class: "stack" },
    head("Review", `${plural(total, "item")} ${total === 1 ? "waits" : "wait"}`),
    how(),
    card(
      undefined,
      list,
      total > step && el("p", { class: "quiet small" }, `and ${total - step} more, in the terminal`),
    ),
  );
  return { node };
};

const how = () =>
  card(
    "Decide in the terminal",
    el(
      "p",
      { class: "quiet part" },
      "What counts is a person at the keyboard, so this page only shows. Run this in the project’s folder, or /wiki review in Pi:",
    ),
    el("code", { class: "command part" }, "pi-wiki review"),
  );

const opened = new Set();

const row = (item) => {
  const { kind, id, title, layer, type, path, proposal, other, date, root } = item;
  const key = `${root}\n${id}\n${kind}`;
  const inside = el("div");
  const open = async () => {
    inside.replaceChildren(await evidence(item));
  };
  const more = el(
    "details",
    {
      open: opened.has(key),
      on: {
        toggle: ({ target }) => {
          if (target.open) opened.add(key);
          else opened.delete(key);
          if (target.open && inside.childElementCount === 0) void open();
        },
      },
    },
    el("summary", { data: { focus: key } }, said(title)),
    inside,
  );
  return el(
    "li",
    { class: "row" },
    more,
    el("span", { class: "chips" }, chip(type), chip(reasons[kind] ?? kind, kind in tone ? tone[kind] : "bad")),
    el(
      "span",
      { class: "under" },
      said(id, { class: "mono" }),
      layer === "personal" && " · personal",
      (proposal?.at ?? date) && ` · ${moment(proposal?.at ?? date)}`,
      other && [" · against ", said(other.title)],
      " · ",
      said(path, { class: "mono" }),
    ),
  );
};

/** All that a decision rests on. */
const evidence = async ({ root, id, kind, layer, vault }) => {
  try {
    const { parts, labels, tokens } = await read("item", { root, id, kind });
    return el(
      "div",
      { class: "part" },
      labels.length > 0 &&
        el(
          "p",
          { class: "chips part" },
          labels.map((label) => chip(label, "warn")),
        ),
      parts.map(({ heading, texts }) => el("div", { class: "part" }, el("h3", {}, said(heading)), lines(texts))),
      el(
        "p",
        { class: "quiet small part" },
        `${tokens} tokens · `,
        el("a", { href: pageHref(vault, id) }, "open the page"),
      ),
      kind === "draft" &&
        el(
          "code",
          { class: "command part" },
          `pi-wiki confirm ${quoted(id)}${layer === "personal" ? " --layer personal" : ""}`,
        ),
    );
  } catch (error) {
    return failure(error);
  }
};

const quoted = (word) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
