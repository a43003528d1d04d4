/** Trajectories, and the skills and cases that were made of them. */

import { el, moment, number, plural, said } from "./dom.js";
import { card, chip, empty, failure, head, pageHref, statusChip } from "./parts.js";
import { read } from "./store.js";

export const show = async () => {
  const { skills, trajectories } = await read("learned");
  const isEmpty = skills.found?.length === 0 && trajectories.found?.length === 0;
  const node = el(
    "div",
    { class: "stack" },
    head("Learned"),
    isEmpty &&
      empty(
        "No trajectory was captured yet. ",
        el("code", {}, "/wiki trajectories on"),
        " lets the agent keep what it did.",
      ),
    list("Skills and cases", skills, skillRow),
    list("Trajectories", trajectories, trajectoryRow),
  );
  return { node };
};

const list = (title, { found, missing }, row) => {
  if (missing !== undefined) return failure(missing);
  return found.length > 0 && card(title, el("ul", { class: "rows" }, found.map(row)));
};

const tones = { trusted: "good", candidate: "warn", retired: "bad" };

const skillRow = ({ vault, id, type, title, lifecycle, by, observed, hits, adopted, trajectories, exported }) =>
  el(
    "li",
    { class: "row" },
    el("a", { class: "title", href: pageHref(vault, id) }, said(title)),
    el(
      "span",
      { class: "chips" },
      chip(type),
      chip(by === undefined ? lifecycle : `${lifecycle} by ${by}`, tones[lifecycle]),
    ),
    el(
      "span",
      { class: "under" },
      `${number(observed.success)} successes and ${number(observed.failure)} failures seen · shown ${number(hits)}, used ${number(adopted)} · from ${plural(trajectories.length, "trajectory", "trajectories")}`,
      exported.length > 0 && [" · exported to ", said(exported.join(", "), { class: "mono" })],
    ),
  );

const outcomes = { success: "good", failure: "bad" };

const trajectoryRow = ({ id, title, captured_at: at, task_id: task, outcome, steps, tool_calls: calls }) => {
  const word = typeof outcome === "string" ? outcome : (outcome?.result ?? "not judged");
  return el(
    "li",
    { class: "row" },
    el("span", { class: "title" }, said(title)),
    el("span", { class: "chips" }, word in outcomes ? chip(word, outcomes[word]) : statusChip(word)),
    el(
      "span",
      { class: "under" },
      said(id, { class: "mono" }),
      ` · ${plural(steps, "step")}, ${plural(calls, "call")}`,
      at && ` · ${moment(at)}`,
      task && [" · ", said(task, { class: "mono" })],
    ),
  );
};
