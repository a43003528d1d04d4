/** Reads one YAML block as plain JSON values: no aliases, no tags, no surprises; owns yaml. Never throws. */

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLParseError,
} from "yaml";
import { lineAt, type PageProblem } from "./fence.ts";
import { resolvePlain } from "./plain-scalar.ts";
import { yamlExcess } from "./yaml-excess.ts";

export type YamlData = Record<string, unknown>;

/** Where a top-level entry stands; offsets count in the block. */
export interface YamlEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface YamlLayout {
  /** True for `{key: value}` instead of one entry a line. */
  readonly flow: boolean;
  readonly entries: readonly YamlEntry[];
}

export interface YamlBlock {
  /** Empty when the block is broken. */
  readonly data: YamlData;
  readonly problems: readonly PageProblem[];
  readonly broken: boolean;
  layout(): YamlLayout;
}

const maxDepth = 32;
const maxProblems = 20;
/** The parser makes an error of every wrong comma, each with a stack trace: this keeps the worst block under a second. */
const maxParts = 20_000;
const tooLong = "It has more than 20,000 parts.";
const tooDeep = "It is nested more than 32 deep.";

/** `texts` are values that the block hides: the text to read at an offset, in place of a word of the same length. */
export const readYamlBlock = (block: string, texts: ReadonlyMap<number, string> = new Map()): YamlBlock => {
  const walk: Walk = { block, texts, problems: [], restored: 0, broken: false };
  const root = rootOf(walk);
  const data = root === undefined ? {} : mapValue(root, walk, 1);
  // Hidden text that did not come back as a value of its own stood in the middle of something else.
  const broken = walk.broken || walk.restored < texts.size;
  return { data: broken ? {} : data, problems: walk.problems, broken, layout: () => layoutOf(root) };
};

interface Walk {
  readonly block: string;
  readonly texts: ReadonlyMap<number, string>;
  readonly problems: PageProblem[];
  restored: number;
  broken: boolean;
}

const rootOf = (walk: Walk): YAMLMap | undefined => {
  try {
    const excess = yamlExcess(new Lexer().lex(walk.block), { depth: maxDepth, parts: maxParts });
    if (excess?.kind === "deep") return fail(walk, "front-matter-too-deep", { at: excess.at, problem: tooDeep });
    if (excess?.kind === "long") return fail(walk, "front-matter-too-large", { at: excess.at, problem: tooLong });
    const document = parseDocument(walk.block, {
      version: "1.2",
      schema: "core",
      // Duplicates are found in the walk: the parser's own check takes quadratic time.
      uniqueKeys: false,
      merge: false,
      strict: true,
      stringKeys: true,
      resolveKnownTags: false,
      logLevel: "error",
      prettyErrors: false,
    });
    const error = document.errors[0];
    if (error !== undefined) return failParsing(walk, error, document.contents);
    if (document.contents === null) return undefined;
    if (isMap(document.contents)) return refused(document.contents, walk) ? undefined : document.contents;
    return fail(walk, "front-matter-not-map", { at: 0, problem: "It is not a list of keys and values." });
  } catch (error) {
    return fail(walk, "front-matter-yaml", { at: 0, problem: error instanceof Error ? error.message : String(error) });
  }
};

const failParsing = (walk: Walk, error: YAMLParseError, contents: unknown): undefined => {
  // What is not closed is noticed at the end of the block, but was opened in the last value.
  const last = error.message.startsWith("Missing closing") && isMap(contents) ? contents.items.at(-1) : undefined;
  return fail(walk, "front-matter-yaml", { at: last ? startOf(last.key) : error.pos[0], problem: error.message });
};

const nodeValue = (node: unknown, walk: Walk, depth: number): unknown => {
  if (isAlias(node)) return fail(walk, "front-matter-alias", { at: startOf(node), problem: "It has an alias." });
  if (isScalar(node)) return refused(node, walk) ? null : scalarValue(node, walk);
  if (!isMap(node) && !isSeq(node)) return null;
  if (depth > maxDepth) return fail(walk, "front-matter-too-deep", { at: startOf(node), problem: tooDeep });
  if (refused(node, walk)) return null;
  return isMap(node) ? mapValue(node, walk, depth) : node.items.map((item) => nodeValue(item, walk, depth + 1));
};

const mapValue = (map: YAMLMap, walk: Walk, depth: number): YamlData => {
  const data: YamlData = {};
  for (const { key, value } of map.items) {
    const name = isScalar(key) && !refused(key, walk) ? String(key.value ?? "") : "";
    if (Object.hasOwn(data, name)) {
      warn(walk, "duplicate-key", { at: startOf(key), problem: `The key "${name}" stands twice; the first is read.` });
    } else if (name === "__proto__") {
      warn(walk, "reserved-key", { at: startOf(key), problem: `The key "${name}" is not read.` });
    } else {
      data[name] = nodeValue(value, walk, depth + 1);
    }
  }
  return data;
};

const scalarValue = (node: Scalar, walk: Walk): unknown => {
  const text = walk.texts.get(startOf(node));
  if (text !== undefined && node.source === "x".repeat(text.length)) {
    walk.restored++;
    return text;
  }
  const source = node.source ?? "";
  return node.type === "PLAIN" ? resolvePlain(source) : source;
};

/** Anchors and tags are for YAML that means to be clever. */
const refused = (node: { anchor?: string; tag?: string; range?: Range }, walk: Walk): boolean => {
  if (node.anchor !== undefined) fail(walk, "front-matter-alias", { at: startOf(node), problem: "It has an anchor." });
  else if (node.tag !== undefined) fail(walk, "front-matter-tag", { at: startOf(node), problem: "It has a tag." });
  else return false;
  return true;
};

type Range = readonly [number, number, number] | null | undefined;

const rangeOf = (node: unknown): readonly [number, number, number] => {
  const found: unknown = typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
  // The parser sets the range of every node it makes.
  return Array.isArray(found) ? (found as [number, number, number]) : [0, 0, 0];
};

const startOf = (node: unknown): number => rangeOf(node)[0];

interface Place {
  readonly at: number;
  readonly problem: string;
}

const fail = (walk: Walk, code: string, { at, problem }: Place): undefined => {
  walk.broken = true;
  const message = `The front matter can't be read: ${problem}`;
  report(walk, at, { code, severity: "error", message, remedy: "Correct it by hand; it is plain YAML." });
  return undefined;
};

const warn = (walk: Walk, code: string, { at, problem }: Place): void =>
  report(walk, at, { code, severity: "warning", message: problem, remedy: "Rename or remove the key." });

const report = (walk: Walk, at: number, problem: Omit<PageProblem, "line">): void => {
  // The opening fence is the file's first line, so a block's line n is the file's n + 1.
  const line = lineAt(walk.block, Math.min(at, walk.block.length - 1)) + 1;
  if (walk.problems.length < maxProblems) walk.problems.push({ ...problem, line });
};

const layoutOf = (root: YAMLMap | undefined): YamlLayout => ({
  flow: root?.flow === true,
  entries: (root?.items ?? []).map(({ key, value }) => {
    const [keyStart, keyEnd] = rangeOf(key);
    const [valueStart, valueEnd] = value === null ? [keyEnd, keyEnd] : rangeOf(value);
    return { key: isScalar(key) ? String(key.value ?? "") : "", keyStart, keyEnd, valueStart, valueEnd };
  }),
});
