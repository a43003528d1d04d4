/** Pages and their links. What would be a hairball is shown as groups that open. */

import { allPages, valuesOf } from "./all-pages.js";
import { el, number, plural, said } from "./dom.js";
import { dot, drawGraph, legend } from "./draw-graph.js";
import { groupsOf, keyOf, neighboursOf } from "./page-groups.js";
import { empty, head, pageHref } from "./parts.js";

/** Where one is, for as long as the page is open: the groups that were opened, or a page that is looked at. */
const place = { groups: [], focus: undefined, type: "", status: "" };

const mostShown = 220;

export const show = async () => {
  const { pages } = await allPages();
  const current = pages.filter(({ withheld }) => withheld === null);
  if (current.length === 0) return { node: el("div", {}, head("Graph"), empty("There is no page yet.")) };
  const types = valuesOf(current, ({ type }) => [type]).map(([type]) => type);
  const scene = sceneOf(current, types);
  const canvas = el("div", { class: "card canvas", role: "img", "aria-label": scene.says });
  let drawn;
  const go = (change) => {
    Object.assign(place, change);
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const choose = (id) => go(scene.opens(id));
  const node = el(
    "div",
    {},
    head("Graph", scene.says),
    path(go, current, types, () => drawn),
    el(
      "div",
      { class: "graph" },
      el("div", {}, canvas, legend(scene.types.map((type) => [type, types.indexOf(type)]))),
      side(scene, choose),
    ),
  );
  return {
    node,
    entered: () => {
      drawn = drawGraph(canvas, { nodes: scene.nodes, links: scene.links, onChoose: choose });
    },
    leave: () => drawn?.destroy(),
  };
};

const isWanted = ({ type, status }) =>
  (place.type === "" || type === place.type) && (place.status === "" || status === place.status);

const sceneOf = (current, types) => {
  const focus = current.find((page) => keyOf(page) === place.focus);
  if (focus !== undefined) {
    const near = neighboursOf(focus, current, mostShown);
    return pageScene(near, types, { focus, says: `${focus.title} and ${plural(near.length - 1, "page")} near it` });
  }
  const wanted = current.filter(isWanted);
  const grouped = groupsOf(wanted, { path: place.groups, most: mostShown });
  if (grouped.pages !== undefined) {
    const { pages, total } = grouped;
    const says =
      pages.length < total
        ? `the ${number(pages.length)} most linked of ${plural(total, "page")}`
        : plural(total, "page");
    return pageScene(pages, types, { says });
  }
  return groupScene(grouped, types);
};

const pageScene = (pages, types, { focus, says }) => {
  const shown = new Map(pages.map((page) => [keyOf(page), page]));
  const pairs = new Set();
  const degree = new Map();
  for (const page of pages) {
    for (const target of page.links) {
      const [from, to] = [keyOf(page), keyOf({ vault: page.vault, id: target })];
      if (!shown.has(to) || pairs.has(`${to}\n${from}`) || pairs.has(`${from}\n${to}`)) continue;
      pairs.add(`${from}\n${to}`);
      for (const end of [from, to]) degree.set(end, (degree.get(end) ?? 0) + 1);
    }
  }
  const nodes = [...shown].map(([id, { title, type, status }]) => ({
    id,
    label: title,
    size: Math.min(34, 10 + 3 * Math.sqrt(degree.get(id) ?? 0)),
    colour: types.indexOf(type),
    border: status === "draft" ? 2 : 0,
    isFocus: id === (focus && keyOf(focus)),
  }));
  const rows = nodes
    .map((node) => ({ ...node, note: plural(degree.get(node.id) ?? 0, "link") }))
    .sort((a, b) => b.size - a.size);
  const links = [...pairs].map((pair) => ({ from: pair.split("\n")[0], to: pair.split("\n")[1] }));
  return {
    says,
    nodes,
    links,
    rows,
    focus,
    types: types.filter((type) => pages.some((page) => page.type === type)),
    opens: (id) => ({ focus: id }),
  };
};

const groupScene = ({ groups, links, total }, types) => {
  const most = Math.max(...groups.map(({ count }) => count));
  const nodes = groups.map(({ name, count, type }) => ({
    id: name,
    label: `${name} · ${number(count)}`,
    size: 24 + 46 * Math.sqrt(count / most),
    colour: types.indexOf(type),
  }));
  const strongest = Math.max(1, ...links.map(({ count }) => count));
  return {
    says: `${plural(total, "page")} in ${plural(groups.length, "group")}; choose one to open it`,
    nodes,
    links: links.map(({ from, to, count }) => ({ from, to, width: 1 + 7 * Math.sqrt(count / strongest) })),
    rows: groups.map(({ name, count, type }) => ({
      id: name,
      label: name,
      colour: types.indexOf(type),
      note: plural(count, "page"),
    })),
    types: [...new Set(groups.map(({ type }) => type))],
    opens: (name) => ({ groups: [...place.groups, name] }),
  };
};

/** The way back, what is filtered, and how near it is looked at. */
const path = (go, current, types, graph) => {
  const crumb = (name, change) => el("button", { type: "button", on: { click: () => go(change) } }, said(name));
  const crumbs = [
    crumb("All pages", { groups: [], focus: undefined }),
    ...place.groups.map((name, at) => crumb(name, { groups: place.groups.slice(0, at + 1), focus: undefined })),
  ];
  const choice = (name, all, values) => {
    const options = values.map((value) => el("option", { value, selected: place[name] === value }, value));
    const change = ({ target }) => go({ [name]: target.value, groups: [], focus: undefined });
    return el(
      "select",
      { "aria-label": all, data: { focus: name }, on: { change } },
      el("option", { value: "" }, all),
      options,
    );
  };
  const tool = (name, label, act) =>
    el("button", { type: "button", "aria-label": label, on: { click: () => act(graph()) } }, name);
  return el(
    "div",
    { class: "path" },
    crumbs,
    choice("type", "All types", types),
    choice(
      "status",
      "All statuses",
      valuesOf(current, ({ status }) => [status]).map(([status]) => status),
    ),
    tool("+", "Nearer", (drawn) => drawn?.zoom(1.3)),
    tool("−", "Farther", (drawn) => drawn?.zoom(1 / 1.3)),
    tool("Fit", "Fit all of it", (drawn) => drawn?.fit()),
  );
};

/** All that the picture shows, for whoever uses the keyboard. */
const side = ({ rows, focus }, choose) =>
  el(
    "div",
    { class: "card nodes", role: "group", "aria-label": "What the graph shows", tabindex: "-1" },
    focus &&
      el(
        "p",
        { class: "part" },
        el("a", { href: pageHref(focus.vault, focus.id) }, "Open the page"),
        el("span", { class: "quiet small" }, " ", focus.type, ", ", focus.status),
      ),
    rows.map(({ id, label, colour, note }) =>
      el(
        "button",
        { type: "button", data: { focus: id }, on: { click: () => choose(id) } },
        dot(colour),
        el("span", { class: "clip" }, said(label), " ", el("span", { class: "quiet small" }, note)),
      ),
    ),
  );
