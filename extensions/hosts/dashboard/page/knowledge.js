/** What the repository defines, and what was learned of it. It informs; it decides nothing. */

import { el, moment, number, plural, said } from "./dom.js";
import { bars, card, chip, head } from "./parts.js";
import { read } from "./store.js";

export const show = async () => {
  const { map, lessons, checked } = await read("knowledge");
  const node = el(
    "div",
    { class: "stack" },
    head("Knowledge", "of the repository; it informs and decides nothing"),
    card("Symbol map", map.found ? mapSummary(map.found) : missing(map.missing)),
    card("Lessons", lessonList(lessons)),
    card("Chains and facts", checkedList(checked)),
  );
  return { node };
};

const missing = ({ message, hint }) => [
  el("p", { class: "quiet" }, said(message)),
  hint && el("p", { class: "quiet small" }, said(hint)),
];

const mapSummary = ({ coverage, index_tree: tree }) => [
  el(
    "p",
    { class: "part" },
    `${plural(coverage.symbol_count, "symbol")} in ${number(coverage.parsed_file_count)} parsed of ${plural(coverage.tracked_file_count, "tracked file")}; ${plural(coverage.test_file_count, "test file")}.`,
  ),
  el(
    "p",
    { class: "chips part" },
    el("span", { class: "quiet small" }, "It reads"),
    coverage.structural_languages.map((language) => chip(language)),
  ),
  coverage.gap_count > 0 && el("div", { class: "part" }, el("h3", {}, "Not in the map"), bars(coverage.gap_kinds)),
  el("p", { class: "quiet small part" }, "of the tree ", said(tree, { class: "mono" })),
];

const lessonList = ({ found, missing: gone }) => {
  if (gone !== undefined) return missing(gone);
  if (found.length === 0) return el("p", { class: "quiet" }, "No lesson was earned yet.");
  return el("ul", { class: "rows" }, found.map(lessonRow));
};

/** How far its change has come is never left out: what has not landed is no shipped experience. */
const lessonRow = ({ claim, confidence, recorded_at: at, origin, locations, superseded_by: next, ...lesson }) =>
  el(
    "li",
    { class: "row" },
    el("span", { class: "title" }, said(claim)),
    el(
      "span",
      { class: "chips" },
      chip(`${confidence} confidence`),
      lesson.delivery_state !== null &&
        chip(lesson.delivery_state, lesson.delivery_state === "confirmed" ? "good" : "warn"),
      next !== null && chip("replaced by a later lesson"),
    ),
    el(
      "span",
      { class: "under" },
      said([moment(at), origin, ...locations.map(({ reference }) => reference)].filter(Boolean).join(" · ")),
    ),
  );

const tones = { sound: "good", current: "good", stale: "warn", torn: "bad", malformed: "bad" };

const checkedList = ({ found, missing: gone }) => {
  if (gone !== undefined) return missing(gone);
  const rows = [
    ...found.earned.map(({ path, record_kind: kind, state, records, problem }) => ({
      name: kind,
      note: plural(records, "record"),
      path,
      state,
      problem,
    })),
    ...found.facts.map(({ path, fact, state, problem }) => ({ name: fact ?? "fact", path, state, problem })),
  ];
  if (rows.length === 0) return el("p", { class: "quiet" }, "Nothing was earned or derived yet.");
  return el("ul", { class: "rows" }, rows.map(checkedRow));
};

const checkedRow = ({ name, note, path, state, problem }) =>
  el(
    "li",
    { class: "row" },
    el("span", {}, said(name), note && el("span", { class: "quiet small" }, ` ${note}`)),
    chip(state, tones[state]),
    el("span", { class: "under mono" }, said(path)),
    problem && el("p", { class: "under" }, said(problem)),
  );
