/** The weakness wiki of a run: what fails, what was tried, how the metric went. */

import { roundLines } from "./charts.js";
import { el, number, plural, said } from "./dom.js";
import { card, chip, diff, empty, failure, findings, head, statusChip } from "./parts.js";
import { read } from "./store.js";
import { weaknessGraph } from "./weakness-graph.js";

export const show = async () => {
  const wiki = await read("weaknesses");
  if (wiki.run_dir === null) {
    const node = el(
      "div",
      {},
      head("Weaknesses"),
      empty(
        "No run is shown. Start with ",
        el("code", {}, "pi-wiki dashboard --run-dir /absolute/path"),
        " or set PI_WIKI_RUN_DIR.",
      ),
    );
    return { node };
  }
  const { weaknesses, orphans, rounds, findings: wrong, run_dir: place } = wiki;
  const metric = metricChart(rounds);
  const graph = weaknessGraph(weaknesses);
  const solutions = [...weaknesses.flatMap((one) => one.solutions), ...orphans];
  const node = el(
    "div",
    { class: "stack" },
    head("Weaknesses", said(place, { class: "mono small" })),
    weaknesses.length === 0 && empty("No weakness is recorded here yet."),
    findings(wrong, "Files that can't be read, or not wholly"),
    metric && card(metric.title, metric.chart.node, metric.table),
    weaknesses.length > 0 && card("All weaknesses", table(weaknesses)),
    graph && card("How they relate", graph.node),
    weaknesses.some(({ rejections }) => rejections.length > 0) &&
      card("Tried and rejected", el("div", {}, weaknesses.map(rejected))),
    solutions.length > 0 && card("Solutions", el("ul", { class: "rows" }, solutions.map(solutionRow))),
  );
  return {
    node,
    entered: () => {
      metric?.chart.draw();
      graph?.entered();
    },
    leave: () => {
      metric?.chart.stop();
      graph?.leave();
    },
  };
};

const headings = ["Weakness", "Status", "Tags", "Tasks", "Related", "Solutions"];

/** Its roles are said: on a narrow screen it is laid out as a list, which would lose them. */
const table = (weaknesses) => {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "All weaknesses" },
    el(
      "table",
      { class: "stacks", role: "table" },
      el(
        "thead",
        { role: "rowgroup" },
        el(
          "tr",
          { role: "row" },
          headings.map((name) => el("th", { scope: "col", role: "columnheader" }, name)),
        ),
      ),
      el("tbody", { role: "rowgroup" }, weaknesses.map(weaknessRow)),
    ),
  );
};

const weaknessRow = ({ slug, title, status, tags, affectedTasks, related, solutions, whatFails }) => {
  const cells = [
    [
      said(title),
      el("div", { class: "quiet small mono" }, said(slug)),
      whatFails && el("div", { class: "quiet small clip" }, said(whatFails)),
    ],
    statusChip(status),
    tags.length > 0 &&
      el(
        "span",
        { class: "chips" },
        tags.map((tag) => chip(tag)),
      ),
    number(affectedTasks.length),
    related.map(edge),
    number(solutions.length),
  ];
  const cell = (content, at) => el("td", { role: "cell", class: cellClass[at], data: { name: headings[at] } }, content);
  return el("tr", { role: "row" }, cells.map(cell));
};

const cellClass = { 3: "number", 5: "number" };

const edge = ({ slug, why }) =>
  el("div", { class: "small" }, said(slug, { class: "mono" }), why && el("span", { class: "quiet" }, " – ", said(why)));

const rejected = ({ slug, rejections }) =>
  rejections.map(({ iteration, direction, thesis, change, metrics, why }) =>
    el(
      "div",
      { class: "finding part", data: { severity: "info" } },
      el("p", {}, said(slug, { class: "mono small quiet" }), " ", said(direction), " ", chip("rejected", "bad")),
      el("p", { class: "small" }, said(thesis)),
      el("p", { class: "quiet small" }, said([iteration, change, metrics, why].filter(Boolean).join(" · "))),
    ),
  );

const opened = new Set();

const solutionRow = ({
  path,
  id,
  weakness,
  title,
  outcome,
  metric,
  newRecord,
  thesis,
  timestamp,
  deltas,
  diffBytes,
}) => {
  const inside = el("div", { class: "part" });
  const toggle = ({ target }) => {
    if (target.open) opened.add(path);
    else opened.delete(path);
    if (target.open && inside.childElementCount === 0) void fill(inside, path);
  };
  return el(
    "li",
    { class: "row" },
    el("span", { class: "title" }, said(title || id)),
    el(
      "span",
      { class: "chips" },
      newRecord && chip("new record", "good"),
      statusChip(outcome),
      metric && chip(`${metric.name} ${metric.value}`),
    ),
    el("span", { class: "under" }, said([weakness, id, timestamp].filter(Boolean).join(" · "), { class: "mono" })),
    thesis && el("p", { class: "under" }, said(thesis)),
    deltas.length > 0 &&
      el(
        "span",
        { class: "under chips" },
        deltas.map((one) => chip(`${one.task} ${one.before} → ${one.after}`)),
      ),
    diffBytes !== undefined &&
      el(
        "details",
        { class: "under", open: opened.has(path), on: { toggle } },
        el("summary", { data: { focus: path } }, `changes.diff, ${plural(diffBytes, "byte")}`),
        inside,
      ),
  );
};

const fill = async (inside, path) => {
  try {
    const { text, isCut } = await read("diff", { path });
    inside.replaceChildren(
      ...diff(text).filter(Boolean),
      ...(isCut ? [el("p", { class: "quiet small" }, "The rest is too long to be shown here.")] : []),
    );
  } catch (error) {
    inside.replaceChildren(failure(error));
  }
};

/** Train, val and test are different measurements: each is a line of its own, over the rounds in their order. */
const metricChart = (rounds) => {
  const measured = rounds.filter(({ primary }) => primary !== undefined);
  if (measured.length === 0) return undefined;
  const names = [...new Set(measured.map(({ round }) => String(round)))];
  const splits = [...new Set(measured.map(({ split }) => split))];
  const valueAt = (name, split) =>
    measured.find((one) => String(one.round) === name && one.split === split)?.primary.value ?? null;
  const series = splits.map((split) => ({ name: split, values: names.map((name) => valueAt(name, split)) }));
  const metrics = [...new Set(measured.map(({ primary }) => `${primary.name}, ${primary.direction} is better`))].join(
    "; ",
  );
  const cell = (value) => el("td", { class: "number" }, value === null ? "–" : number(value));
  const rows = el(
    "details",
    { class: "part" },
    el("summary", { class: "small" }, "The same as a table"),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "Round"),
          splits.map((split) => el("th", { class: "number", scope: "col" }, said(split))),
        ),
      ),
      el(
        "tbody",
        {},
        names.map((name, at) =>
          el(
            "tr",
            {},
            el("td", {}, said(name)),
            series.map(({ values }) => cell(values[at])),
          ),
        ),
      ),
    ),
  );
  return { title: `${metrics}, over rounds`, chart: roundLines(series, names, metrics), table: rows };
};
