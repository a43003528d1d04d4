#!/usr/bin/env node
/**
 * Checks a folder against OKF v0.2, line by line and without a YAML parser. Node 18 or later, nothing else.
 *
 *   check-okf.mjs FOLDER
 *
 * Prints `error|warning path:line message`; exits 0 without errors, 2 for bad arguments, 4 for errors.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

const timeKeys = /^\s*(?:-\s*)?(?:stale_after|at|last_modified|from|to):\s*["']?([^"'#,}\s]+)/;
const inlineTime = /\b(?:at|last_modified|from|to):\s*["']?(\d{4}-[^"',}\s]+)/g;
const fullTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const statuses = ["draft", "stable", "deprecated"];

const markdownBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return markdownBelow(path);
      return entry.isFile() && entry.name.endsWith(".md") ? [path] : [];
    });

const error = (line, message) => ({ severity: "error", line, message });
const warning = (line, message) => ({ severity: "warning", line, message });

/** The lines between the fences, and where the body begins; undefined without a whole front matter. */
const split = (lines) => {
  if (lines[0] !== "---") return undefined;
  const end = lines.indexOf("---", 1);
  return end === -1 ? undefined : { head: lines.slice(1, end), bodyAt: end + 1 };
};

const fieldOf = (head, key) => {
  const at = head.findIndex((line) => line.startsWith(`${key}:`));
  if (at === -1) return undefined;
  const value = head[at].slice(key.length + 1).replace(/\s#.*$/, "");
  return { line: at + 2, text: value.trim().replace(/^(["'])(.*)\1$/, "$2") };
};

const timeProblems = (head) =>
  head.flatMap((line, index) => {
    const times = [timeKeys.exec(line)?.[1], ...[...line.matchAll(inlineTime)].map(([, time]) => time)];
    const wrong = [...new Set(times)].filter(
      (time) => time !== undefined && /^\d{4}/.test(time) && !fullTime.test(time),
    );
    return wrong.map((time) => warning(index + 2, `${time} has no time of day with an offset`));
  });

const conceptProblems = (lines) => {
  const parts = split(lines);
  if (parts === undefined) return [error(1, "there is no front matter between two lines ---")];
  const [type, status] = [fieldOf(parts.head, "type"), fieldOf(parts.head, "status")];
  return [
    ...(type === undefined || type.text === "" ? [error(type?.line ?? 1, "type is missing or empty")] : []),
    ...(status === undefined || statuses.includes(status.text)
      ? []
      : [warning(status.line, `status ${status.text} is not one of ${statuses.join(", ")}`)]),
    ...timeProblems(parts.head),
    ...lines.flatMap((line, index) =>
      index >= parts.bodyAt && /\[\[[^\]]+\]\]/.test(line) ? [warning(index + 1, "a wikilink is no link in OKF")] : [],
    ),
  ];
};

/** Only the top's index may have front matter, which says the version alone. */
const reservedProblems = (lines, path) => {
  if (lines[0] !== "---") return [];
  const parts = split(lines);
  const isVersion = parts?.head.length === 1 && /^okf_version:\s*["']0\.2["']$/.test(parts.head[0]);
  return path === "index.md" && isVersion ? [] : [error(1, `${path} may not have this front matter`)];
};

const problemsOf = (text, path) => {
  const lines = text.split(/\r?\n/);
  if (text.includes("\uFFFD")) return [error(0, "it is not UTF-8 text")];
  return /(^|\/)(index|log)\.md$/.test(path) ? reservedProblems(lines, path) : conceptProblems(lines);
};

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0 || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write("check-okf: give one folder, the top of the bundle\n");
  process.exitCode = 2;
} else {
  const found = markdownBelow(folder).flatMap((file) => {
    const path = relative(folder, file).split(sep).join("/");
    return problemsOf(readFileSync(file, "utf8"), path).map((problem) => ({ ...problem, path }));
  });
  for (const { severity, path, line, message } of found) {
    process.stdout.write(`${severity} ${path}:${line} ${message}\n`);
  }
  const errors = found.filter(({ severity }) => severity === "error").length;
  process.stdout.write(`${errors} errors, ${found.length - errors} warnings\n`);
  process.exitCode = errors > 0 ? 4 : 0;
}
