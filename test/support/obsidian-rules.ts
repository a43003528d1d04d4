/** What Obsidian needs of a note: properties that its YAML reads, tags and names that it allows, links that lead somewhere. */

import { parseDocument } from "yaml";
import { isPortable } from "./portable-name.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const tag = /^(?=.*[^\p{N}/])[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]+$/u;

/** Lists that a person edits in its panel; `sources`, `generated` and `verified` are maps, as OKF has them. */
const lists = ["tags", "aliases", "recall_triggers", "files", "supersedes", "superseded_by", "consolidated_into"];
const maps = ["sources", "generated", "verified"];

const propertyProblems = (text: string): readonly string[] => {
  const [, block] = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text) ?? [];
  if (block === undefined) return ["no properties that it would find"];
  // Readers differ in the version of YAML: a note must not depend on it.
  const read = (version: "1.1" | "1.2") => parseDocument(block, { version, uniqueKeys: true, strict: true });
  const { errors, warnings } = read("1.1");
  if (errors.length + warnings.length > 0) return [`invalid properties: ${[...errors, ...warnings][0]?.message}`];
  const data: Readonly<Record<string, unknown>> = read("1.2").toJS();
  const older: Readonly<Record<string, unknown>> = read("1.1").toJS();
  return Object.entries(data).flatMap(([key, value]) => valueProblems({ key, value, older: older[key] }));
};

interface Property {
  readonly key: string;
  readonly value: unknown;
  /** As YAML 1.1 reads it. */
  readonly older: unknown;
}

const valueProblems = ({ key, value, older }: Property): readonly string[] => {
  if (maps.includes(key)) return [];
  if (lists.includes(key) && !isTextList(value)) return [`${key} is no list of texts`];
  if (isTextList(value)) return key === "tags" ? oddTags([value].flat()) : [];
  if (typeof value === "object") return [`${key} is nested`];
  return older instanceof Date || older === value ? [] : [`${key} depends on the version of YAML`];
};

const oddTags = (tags: readonly unknown[]): readonly string[] =>
  tags.filter((one) => !tag.test(String(one))).map((one) => `no tag: ${String(one)}`);

/** By the path from the top, else by the end of a path, as Obsidian finds the file of a link. */
const leadsTo = (target: string, paths: readonly string[]): boolean => {
  const name = `${target.trim()}.md`.normalize("NFC").toLowerCase();
  return paths.some((path) => path.toLowerCase() === name || path.toLowerCase().endsWith(`/${name}`));
};

const linkProblems = (text: string, paths: readonly string[]): readonly string[] => {
  const shown = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  return [...shown.matchAll(/(?<!\\)\[\[([^\]]*)\]\]/g)].flatMap(([whole, inner = ""]) => {
    const [target = ""] = inner.split(/[|#]/);
    return leadsTo(target.replace(/\\$/, ""), paths) ? [] : [`leads nowhere: ${whole}`];
  });
};

/** Every breach, as `path: problem`. Texts by path below the folder that Obsidian has opened. */
export const obsidianBreaches = (files: Readonly<Record<string, string>>): readonly string[] => {
  const paths = Object.keys(files).map((path) => path.normalize("NFC"));
  return Object.entries(files).flatMap(([path, text]) => {
    const names = path.split("/").filter((name) => !isPortable(name));
    const derived = /(^|\/)(index|log)\.md$/.test(path);
    return [
      ...names.map((name) => `no name for a file: ${name}`),
      ...(derived ? [] : propertyProblems(text)),
      ...linkProblems(text, paths),
    ].map((problem) => `${path}: ${problem}`);
  });
};
