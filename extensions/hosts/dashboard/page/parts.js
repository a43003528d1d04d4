/** The parts that several views show. */

import { el, moment, number, said } from "./dom.js";

export const head = (title, note) =>
  el("div", { class: "head" }, el("h1", {}, title), note && el("p", { class: "quiet" }, note));

export const card = (title, ...children) => el("section", { class: "card" }, title && el("h2", {}, title), children);

export const empty = (...text) => el("div", { class: "card empty" }, text);

export const chip = (text, tone) => el("span", { class: "chip", ...(tone ? { data: { tone } } : {}) }, said(text));

const tones = {
  stable: "good",
  solved: "good",
  completed: "good",
  kept: "good",
  active: "accent",
  draft: "warn",
  open: "warn",
  "in-progress": "accent",
  pending: "warn",
  deprecated: undefined,
  rejected: "bad",
  reverted: "bad",
};

export const statusChip = (status) => chip(status, tones[status]);

export const tierChip = (tier) =>
  tier === "human-reviewed"
    ? chip("reviewed by a person", "good")
    : tier === "machine-confirmed" && chip("checked by evidence", "accent");

export const pageHref = (vault, id) => `#/page/${vault}/${encodeURIComponent(id)}`;

/** Counts by name as bars, the largest first. */
export const bars = (counts) => {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const row = ([name, count]) => {
    const bar = el("i");
    bar.style.width = `${(100 * count) / most}%`;
    const track = el("div", { class: "track", "aria-hidden": "true" }, bar);
    return [el("dt", {}, said(name)), el("dd", {}, track, el("span", { class: "count" }, number(count)))];
  };
  return el("dl", { class: "bars" }, rows.map(row));
};

export const findings = (list, title = "What is wrong") =>
  list.length > 0 &&
  card(
    title,
    el("ul", { class: "rows" }, list.slice(0, 50).map(finding)),
    list.length > 50 && el("p", { class: "quiet small" }, `and ${number(list.length - 50)} more`),
  );

const finding = ({ severity, path, line, message, remedy, code }) =>
  el(
    "li",
    {},
    el(
      "div",
      { class: "finding", data: { severity } },
      el("p", {}, said(message), " ", el("span", { class: "quiet small mono" }, code)),
      el("p", { class: "quiet small" }, said(line > 0 ? `${path}:${line}` : path, { class: "mono" })),
      remedy && el("p", { class: "small" }, said(remedy)),
    ),
  );

/** What could not be had, in the place of what was asked for. */
export const failure = ({ message, hint }) =>
  card(
    "This could not be read",
    el(
      "div",
      { class: "finding", data: { severity: "error" } },
      el("p", {}, said(message)),
      hint && el("p", { class: "small" }, said(hint)),
    ),
  );

const words = (kind) => kind.replaceAll("_", " ");

/** Events of the ledger, newest first. */
export const history = (events, { withPage = true } = {}) =>
  el(
    "ul",
    { class: "rows" },
    events.map(({ kind, timestamp, actor, channel, page, details }) =>
      el(
        "li",
        { class: "row" },
        el(
          "span",
          {},
          words(kind),
          withPage && (page ?? details?.source_id) && [" ", said(page ?? details.source_id, { class: "mono" })],
        ),
        el("time", { class: "quiet small", datetime: timestamp }, moment(timestamp)),
        el(
          "span",
          { class: "under" },
          [actor, channel].filter(Boolean).join(" through "),
          details?.reason && [": ", said(details.reason)],
        ),
      ),
    ),
  );

/** A unified diff, or lines with a tone each. */
export const lines = (list) =>
  el(
    "pre",
    { class: "diff", tabindex: "0" },
    list.map(({ text, tone }) => el("span", { class: tone }, said(text))),
  );

const toneOf = (line) => {
  if (/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line)) return "strong";
  if (line.startsWith("@@")) return "dim";
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "dropped" : "plain";
};

const mostLines = 2000;

export const diff = (text) => {
  const all = text.replace(/\n$/, "").split("\n");
  const shown = all.slice(0, mostLines).map((line) => ({ text: line, tone: toneOf(line) }));
  return [
    lines(shown),
    all.length > mostLines && el("p", { class: "quiet small" }, `and ${number(all.length - mostLines)} more lines`),
  ];
};
