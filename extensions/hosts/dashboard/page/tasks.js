/** Tasks: what was open, what was learned on them. */

import { el, plural, said } from "./dom.js";
import { card, empty, head, statusChip } from "./parts.js";
import { read } from "./store.js";

export const show = async () => {
  const { tasks } = await read("tasks");
  if (tasks.length === 0) {
    return {
      node: el(
        "div",
        {},
        head("Tasks"),
        empty("No task was opened yet. ", el("code", {}, "/wiki task open TITLE"), " starts one."),
      ),
    };
  }
  const open = tasks.filter(({ status }) => status === "active");
  const over = tasks.filter(({ status }) => status !== "active");
  const node = el("div", { class: "stack" }, head("Tasks"), list("Open", open), list("Closed", over));
  return { node };
};

const list = (title, tasks) => tasks.length > 0 && card(title, el("ul", { class: "rows" }, tasks.map(row)));

const row = ({
  task_id: id,
  title,
  status,
  layer,
  branch,
  created_at: created,
  closed_at: closed,
  entries,
  is_current: isCurrent,
}) =>
  el(
    "li",
    { class: "row" },
    el("a", { class: "title", href: `#/task/${encodeURIComponent(id)}` }, said(title)),
    el("span", { class: "chips" }, isCurrent && statusChip("current"), statusChip(status)),
    el(
      "span",
      { class: "under" },
      [
        said(id, { class: "mono" }),
        layer === "personal" && "personal",
        branch && said(branch, { class: "mono" }),
        plural(entries, "entry", "entries"),
        created?.slice(0, 10),
        closed && `closed ${closed.slice(0, 10)}`,
      ]
        .filter(Boolean)
        .map((part, at) => [at > 0 && " · ", part]),
    ),
  );
