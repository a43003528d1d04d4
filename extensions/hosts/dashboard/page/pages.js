/** All pages: found as somebody types, narrowed by type, status, layer and tag. */

import { allPages, valuesOf } from "./all-pages.js";
import { el, number, plural, said } from "./dom.js";
import { chip, empty, findings, head, pageHref, statusChip } from "./parts.js";
import { find, indexOf } from "./search.js";

/** What was chosen, for as long as the page is open. */
const chosen = { words: "", type: "", status: "", layer: "", tag: "", withheld: false };

const step = 60;
const mostTags = 200;

export const show = async () => {
  const { vaults, pages } = await allPages();
  if (pages.length === 0) {
    const node = el("div", { class: "stack" }, head("Pages"), empty("There is no page yet."), problems(vaults));
    return { node };
  }
  const making = indexOf(pages);
  // The list need not wait for what finds in it.
  let index = chosen.words.trim() === "" ? undefined : await making;
  const list = el("ul", { class: "rows many" });
  const count = el("span", { role: "status" });
  const more = el("button", { type: "button" }, "Show more");
  let shown = step;
  const draw = () => {
    const found = matching(pages, index);
    list.replaceChildren(...found.slice(0, shown).map(row));
    count.textContent = `${plural(found.length, "page")}${chosen.words.trim() === "" ? "" : " found"}`;
    more.hidden = found.length <= shown;
  };
  const renew = () => {
    shown = step;
    draw();
  };
  more.addEventListener("click", () => {
    shown += step;
    draw();
    list.children[shown - step]?.querySelector("a")?.focus();
  });
  draw();
  void making.then((made) => {
    index = made;
    if (chosen.words.trim() !== "") draw();
  });
  const node = el(
    "div",
    {},
    head("Pages"),
    filters(pages, renew),
    el("div", { class: "below" }, count, withheldToo(pages, renew)),
    el("div", { class: "card" }, list, more),
    problems(vaults),
  );
  return { node, title: "Pages" };
};

const problems = (vaults) => {
  const list = vaults.flatMap((vault) => vault.findings);
  return list.length > 0 && el("div", { class: "part" }, findings(list, "Files that can't be read as pages"));
};

const matching = (pages, index) => {
  const words = chosen.words.trim();
  const candidates = words === "" || index === undefined ? pages : find(index, words).map((at) => pages[at]);
  return candidates.filter(isWanted);
};

const isWanted = ({ type, status, layer, tags, withheld }) =>
  (chosen.withheld || withheld === null) &&
  (chosen.type === "" || type === chosen.type) &&
  (chosen.status === "" || status === chosen.status) &&
  (chosen.layer === "" || layer === chosen.layer) &&
  (chosen.tag === "" || tags.includes(chosen.tag));

const filters = (pages, renew) => {
  const search = el("input", {
    type: "search",
    placeholder: "Search titles, names and tags",
    "aria-label": "Search pages",
    autocomplete: "off",
    spellcheck: "false",
    value: chosen.words,
    data: { focus: "search" },
    on: {
      input: ({ target }) => {
        chosen.words = target.value;
        renew();
      },
    },
  });
  const choice = (name, all, values) => {
    const options = values.map(([value, count]) =>
      el("option", { value, selected: chosen[name] === value }, `${value} (${number(count)})`),
    );
    const change = ({ target }) => {
      chosen[name] = target.value;
      renew();
    };
    return el(
      "select",
      { "aria-label": all, data: { focus: name }, on: { change } },
      el("option", { value: "" }, all),
      options,
    );
  };
  return el(
    "div",
    { class: "filters", role: "search" },
    search,
    choice(
      "type",
      "All types",
      valuesOf(pages, ({ type }) => [type]),
    ),
    choice(
      "status",
      "All statuses",
      valuesOf(pages, ({ status }) => [status]),
    ),
    choice(
      "layer",
      "All layers",
      valuesOf(pages, ({ layer }) => [layer]),
    ),
    choice("tag", "All tags", valuesOf(pages, ({ tags }) => tags).slice(0, mostTags)),
  );
};

const withheldToo = (pages, renew) => {
  const count = pages.filter(({ withheld }) => withheld !== null).length;
  const change = ({ target }) => {
    chosen.withheld = target.checked;
    renew();
  };
  const box = el("input", { type: "checkbox", checked: chosen.withheld, data: { focus: "withheld" }, on: { change } });
  return count > 0 && el("label", {}, box, `also the ${number(count)} withheld: deprecated, rejected, out of date`);
};

const row = ({ vault, id, title, type, status, layer, labels, tags, withheld, hits, adopted, date }) =>
  el(
    "li",
    { class: "row" },
    el("a", { class: "title clip", href: pageHref(vault, id) }, said(title)),
    el("span", { class: "chips" }, chip(type), statusChip(status)),
    el(
      "span",
      { class: "under" },
      [
        said(id, { class: "mono" }),
        layer === "personal" && "personal",
        date?.slice(0, 10),
        hits > 0 && `shown ${number(hits)}, used ${number(adopted)}`,
      ]
        .filter(Boolean)
        .map((part, at) => [at > 0 && " · ", part]),
      tags.length > 0 && [" · ", said(tags.slice(0, 6).join(", "))],
      withheld !== null && [" ", chip(`withheld: ${withheld}`, "bad")],
      labels
        .filter((label) => !["unconfirmed", "deprecated", "rejected"].includes(label))
        .map((label) => [" ", chip(label, "warn")]),
    ),
  );
