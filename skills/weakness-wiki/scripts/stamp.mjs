#!/usr/bin/env node
/**
 * Stamps the files of a weakness wiki out of the templates, with the clock's own time. Node 18 or later, nothing else.
 *
 *   stamp.mjs                                the time now, with its offset
 *   stamp.mjs weakness|solution|round FILE KEY=VALUE…   a new file
 *   stamp.mjs rejected FILE KEY=VALUE…       an entry at the end of a weakness
 *   stamp.mjs attacked FILE iteration=ID status=STATUS  that the weakness was attacked, and what came of it
 *
 * FILE is absolute. Exit codes: 0 done, 2 bad arguments, 4 the file is there already, or is not there.
 */

import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";

const templates = {
  weakness: { asset: "weakness.md", folder: "weaknesses", named: ({ slug }) => [`${slug}.md`] },
  rejected: { asset: "rejected.md", folder: "weaknesses" },
  solution: {
    asset: "solution.md",
    folder: "solutions",
    named: ({ slug, iteration }) => [slug, iteration, "solution.md"],
  },
  round: { asset: "round.json", folder: "results", named: ({ round }) => [`round-${round}.json`] },
};

const id = /^[A-Za-z0-9][\w.-]*$/;
const ids = /^[\w.-]*(?:,[\w.-]+)*$/;

/** What existing readers of the format take; other keys are free text of one line. */
const shapes = {
  slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  iteration: id,
  tags: ids,
  related: ids,
  tasks: ids,
  metric: id,
  value: /^-?\d+(?:\.\d+)?$/,
  status: /^(?:in-progress|completed|solved|reverted)$/,
  outcome: /^(?:pending|kept)$/,
  record: /^(?:true|false)$/,
  why: /^(?:dead end \(no gain\)|reverted \(broke another task\))$/,
  round: /^\d+$/,
  split: /^(?:train|val|test)$/,
  direction: /^(?:higher|lower)$/,
  started: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/,
};

/** Of a round `tasks` is a number; elsewhere `direction` is what an attempt is called by. */
const shapesOfKind = { round: { tasks: /^\d+$/ }, rejected: { direction: id } };
const shapeOf = (key, kind) => shapesOfKind[kind]?.[key] ?? shapes[key];

const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, "0");

/** Local time to the second, such as 2026-06-28T14:00:00+03:00. */
const now = () => {
  const time = new Date();
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
  const offset = -time.getTimezoneOffset();
  return `${day}T${clock}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
};

class Refusal extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

const readPair = (pair, kind) => {
  const at = pair.indexOf("=");
  if (at < 1) throw new Refusal(2, `"${pair}" is not KEY=VALUE`);
  const [key, value] = [pair.slice(0, at), pair.slice(at + 1).trim()];
  if (/[\r\n]/.test(value)) throw new Refusal(2, `${key} must be one line`);
  const shape = shapeOf(key, kind);
  if (shape !== undefined && !shape.test(value)) throw new Refusal(2, `${key}=${value} does not fit ${shape.source}`);
  return [key, value];
};

const keysOf = (template) => [...new Set([...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key))];

const checkKeys = (template, given) => {
  const keys = keysOf(template).filter((key) => key !== "now");
  const missing = keys.filter((key) => !given.has(key));
  if (missing.length > 0) throw new Refusal(2, `missing: ${missing.map((key) => `${key}=…`).join(" ")}`);
  const unknown = [...given.keys()].filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw new Refusal(2, `unknown: ${unknown.join(", ")}; this template has ${keys.join(", ")}`);
};

const fill = (template, given) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, key) => (key === "now" ? now() : shown(key, given.get(key))));

const lists = ["tags", "related", "tasks"];
const shown = (key, value) => (lists.includes(key) ? value.replaceAll(",", ", ") : value);

/** In JSON a number stands without quotes. */
const withNumbers = (template) => template.replace(/"(\{\{(?:round|tasks|value)\}\})"/g, "$1");

/** A file must lie where readers of the format look for it, under the name that they join it by. */
const checkPlace = (file, { folder, named }, given) => {
  if (!isAbsolute(file)) {
    throw new Refusal(2, `${file} is relative: give the absolute path below the run directory's wiki/`);
  }
  const parts = file.split(/[\\/]/);
  if (parts.includes("..")) throw new Refusal(2, `${file} has ".." in it`);
  const at = parts.lastIndexOf("wiki");
  if (at === -1 || parts[at + 1] !== folder) throw new Refusal(2, `${file} is not below wiki/${folder}/`);
  const below = parts.slice(at + 2).join("/");
  const wanted = named?.(Object.fromEntries(given)).join("/");
  if (wanted !== undefined && below !== wanted) throw new Refusal(2, `${file} must be wiki/${folder}/${wanted}`);
};

/** Whole or not at all, and never in place of another. */
const create = (file, text) => {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { flag: "wx" });
  try {
    linkSync(temporary, file);
  } catch (error) {
    throw error.code === "EEXIST" ? new Refusal(4, `${file} is there already: change it by hand`) : error;
  } finally {
    rmSync(temporary);
  }
};

const append = (file, text) => {
  try {
    // Without O_CREAT: an entry of a weakness that nobody wrote down would be lost in a file of its own.
    const handle = openSync(file, constants.O_WRONLY | constants.O_APPEND);
    try {
      writeSync(handle, text);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw error.code === "ENOENT" ? new Refusal(4, `${file} is not there: write the weakness first`) : error;
  }
};

/** A list on one line with an item more; one that is there already stays the only one. */
const withItem = (head, key, item) =>
  head.replace(new RegExp(`^${key}: \\[(.*)\\]$`, "m"), (line, items) => {
    const listed = items.split(",").map((one) => one.trim());
    if (listed.includes(item)) return line;
    return `${key}: [${[...listed.filter((one) => one !== ""), item].join(", ")}]`;
  });

const families = ["iteration", "round"];

/** What was tried and kept is only added to; when it was solved is said only while it is. */
const progressed = (head, { iteration, status, slug }) => {
  const attacked = families.reduce((text, one) => withItem(text, `attacked_in_${one}s`, iteration), head);
  const kept = status === "completed" || status === "solved";
  const solved = kept ? withItem(attacked, "solutions", `"[[${slug}-${iteration}]]"`) : attacked;
  const times = status === "solved" ? families.map((one) => `solved_in_${one}: ${iteration}\n`).join("") : "";
  const others = solved.replace(/^solved_in_(?:iteration|round): .*\n/gm, "");
  return others.replace(/^status: .*$/m, `status: ${status}`).replace(/^affected_tasks: /m, `${times}$&`);
};

const attack = (file, given) => {
  checkPlace(file, templates.rejected, given);
  const [iteration, status] = [given.get("iteration"), given.get("status")];
  if (iteration === undefined || status === undefined || given.size > 2) {
    throw new Refusal(2, "attacked takes iteration=… and status=…");
  }
  if (!existsSync(file)) throw new Refusal(4, `${file} is not there: write the weakness first`);
  const text = readFileSync(file, "utf8");
  const end = text.indexOf("\n---", 3) + 1;
  if (!text.startsWith("---\n") || end === 0) throw new Refusal(4, `${file} has no front matter`);
  const slug = basename(file, ".md");
  const card = join(dirname(file), "../solutions", slug, iteration, "solution.md");
  if (/^(?:completed|solved)$/.test(status) && !existsSync(card)) {
    throw new Refusal(4, `${status} needs a solution card: there is no ${card}`);
  }
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, progressed(text.slice(0, end), { iteration, status, slug }) + text.slice(end), {
    flag: "wx",
  });
  renameSync(temporary, file);
  return file;
};

const stamp = ([kind, file, ...pairs]) => {
  if (kind === undefined) return now();
  const given = new Map(pairs.map((pair) => readPair(pair, kind)));
  if (kind === "attacked" && file !== undefined) return attack(file, given);
  if (!Object.hasOwn(templates, kind)) {
    throw new Refusal(2, `"${kind}" is not one of ${Object.keys(templates).join(", ")}, attacked`);
  }
  if (file === undefined) throw new Refusal(2, `${kind} needs FILE and KEY=VALUE…`);
  const place = templates[kind];
  const asset = readFileSync(new URL(`../assets/${place.asset}`, import.meta.url), "utf8");
  checkKeys(asset, given);
  checkPlace(file, place, given);
  const text = fill(kind === "round" ? withNumbers(asset) : asset, given);
  if (kind === "rejected") append(file, text);
  else create(file, text);
  return file;
};

try {
  process.stdout.write(`${stamp(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`stamp: ${error.message}\n`);
  process.exitCode = error instanceof Refusal ? error.exitCode : 1;
}
