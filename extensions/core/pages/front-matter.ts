/** Reads the front matter of a page, as much as can be read; owns gray-matter. Never throws for what a file says. */

import matter from "gray-matter";
import type { Finding } from "../finding.ts";
import { conflictProblems } from "./conflict-markers.ts";
import { type FrontMatterSplit, lineAt, type PageProblem, splitFrontMatter } from "./front-matter/fence.ts";
import { readPlainFrontMatter } from "./front-matter/plain-front-matter.ts";
import { hideLooseValues, oneSide } from "./front-matter/rescue.ts";
import { readYamlBlock, type YamlBlock, type YamlData, type YamlLayout } from "./front-matter/yaml-block.ts";

export interface FrontMatter extends FrontMatterSplit {
  /** Plain JSON values, dates as strings; empty when the block can't be read. */
  readonly data: YamlData;
  /** What the other side says, when a merge was left unresolved; `data` has our side. */
  readonly otherData: YamlData | undefined;
  readonly findings: readonly Finding[];
}

const maxBytes = 128 * 1024;
/** gray-matter takes quadratic time over blank lines. */
const maxBlankLines = 200;
const maxWarnings = 20;

/** What can't be read is a finding with its line, and the rest of the page is there all the same. */
export const readFrontMatter = (raw: string, path = ""): FrontMatter => {
  const split = splitFrontMatter(raw);
  const { data, otherData, problems } = split.block === undefined ? nothing : readBlock(split.block);
  const all = split.problem === undefined ? problems : [split.problem, ...problems];
  return { ...split, data, otherData, findings: all.map((problem) => ({ ...problem, path })) };
};

/** Where the entries of a readable block stand. */
export const frontMatterLayout = (block: string): YamlLayout => readTolerantly(block).layout();

interface Reading {
  readonly data: YamlData;
  readonly otherData?: YamlData;
  readonly problems: readonly PageProblem[];
}

const nothing: Reading = { data: {}, problems: [] };

const readBlock = (block: string): Reading => {
  if (isTooLarge(block)) return { data: {}, problems: [tooLarge("The front matter is larger than 128 KiB.")] };
  const plain = readPlainFrontMatter(block);
  if (plain !== undefined) return { data: plain, problems: [] };
  if (hasBlankRun(block)) return { data: {}, problems: [tooLarge("The front matter is mostly blank lines.")] };
  const ours = oneSide(block, "ours");
  const { data, problems } = readTolerantly(ours ?? block);
  const otherSide = ours === undefined ? undefined : oneSide(block, "theirs");
  const conflicts = conflictProblems(block, { firstLine: 2 });
  return {
    data,
    ...(otherSide === undefined ? {} : { otherData: readTolerantly(otherSide).data }),
    problems: [...conflicts, ...problems],
  };
};

const isTooLarge = (block: string): boolean =>
  block.length * 3 > maxBytes && new TextEncoder().encode(block).length > maxBytes;

const hasBlankRun = (block: string): boolean => {
  let run = 0;
  for (const line of block.split(/[\n\u2028\u2029]/)) {
    run = line.trim() === "" ? run + 1 : 0;
    if (run > maxBlankLines) return true;
  }
  return false;
};

const tooLarge = (message: string): PageProblem => ({
  code: "front-matter-too-large",
  severity: "error",
  line: 1,
  message,
  remedy: "Keep what describes the page, and move the rest into its text.",
});

/** A block that is YAML but for missing quotes is read too. */
const readTolerantly = (block: string): YamlBlock => {
  const strict = readBetweenFences(block, new Map());
  const loose = strict.problems[0]?.code === "front-matter-yaml" ? hideLooseValues(block) : undefined;
  if (loose === undefined) return strict;
  const tolerant = readBetweenFences(loose.block, loose.texts);
  if (tolerant.broken) return strict;
  const warnings = [...loose.texts.keys()].slice(0, maxWarnings).map((offset) => unquoted(lineAt(block, offset) + 1));
  return { ...tolerant, problems: [...tolerant.problems, ...warnings] };
};

const unquoted = (line: number): PageProblem => ({
  code: "front-matter-unquoted",
  severity: "warning",
  line,
  message: "The value has a character that YAML wants in quotes; it was read as plain text.",
  remedy: "Put double quotes around the value.",
});

/** gray-matter would evaluate some of these; the fence is checked before, and this holds if it were not. */
const refusedLanguages = ["js", "javascript", "coffee", "coffeescript", "cson", "json", "toml"];
const refusedEngines = Object.fromEntries(refusedLanguages.map((language) => [language, () => ({})]));

const readBetweenFences = (block: string, texts: ReadonlyMap<number, string>): YamlBlock => {
  let read: YamlBlock = { data: {}, problems: [], broken: false, layout: () => ({ flow: false, entries: [] }) };
  const yaml = (text: string): object => {
    // gray-matter hands over the line end of the opening fence too.
    read = readYamlBlock(text.slice(1), texts);
    return read.data;
  };
  // Options must always be given: without them gray-matter answers from a cache that forgets errors.
  matter(`---\n${block}\n---\n`, {
    language: "yaml",
    delimiters: ["---", "---\n"],
    engines: { ...refusedEngines, yaml },
    excerpt: () => "",
  });
  return read;
};
