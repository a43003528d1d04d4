import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainFrontMatter } from "../../../../extensions/core/pages/front-matter/plain-front-matter.ts";
import { readYamlBlock } from "../../../../extensions/core/pages/front-matter/yaml-block.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const expectSame = (block: string): boolean => {
  const plain = readPlainFrontMatter(block);
  if (plain === undefined) return false;
  const parsed = readYamlBlock(block);
  expect({ block, data: plain }).toEqual({ block, data: parsed.data });
  expect(parsed.problems).toEqual([]);
  return true;
};

test("it reads the front matter that pages mostly have", () => {
  const block = `type: pitfall
title: "Fog: the horn is \\"late\\""
note: 'the keeper''s lamp'
tags: [fog, horn, 'a, b', "c", 12]
generated: { by: pi-wiki/0.1.0, at: 2026-11-30T12:00:00Z }
recall_triggers:
  - ships can't hear us
  - "why: so quiet"
sources:
- id: SRC-2026-11-30-001
  resource: https://lamp.example/log#fog
metadata:
  files: [a.ts]
  deep:
    count: 3
empty:
none: ~
when: 2026-11-30
`;
  expect(expectSame(block)).toBe(true);
});

test("it leaves everything else to the parser", () => {
  for (const block of [
    "a: |\n  text\n",
    "a: one\n  two\n",
    "a: 1\na: 2\n",
    "a: &x 1\n",
    "a: *x\n",
    "a: !t 1\n",
    "a: x # comment\n",
    "# comment\na: 1\n",
    "a: b: c\n",
    "a: c:\n",
    "a: [1,\n  2]\n",
    "a: [1, [2]]\n",
    "a: [b: 1]\n",
    "a: [1,]\n",
    "a: [, 1]\n",
    'a: "x" y\n',
    'a: "\\x41"\n',
    "a:\n  - - 1\n",
    "a:\n  -\n",
    "a:\n    b: 1\n  c: 2\n",
    " a: 1\n",
    "a:\tb\n",
    "__proto__: 1\n",
    "- a\n",
    "word\n",
    "a:b\n",
    "...\n",
    "%YAML 1.2\n",
    "? a\n",
    "a: @b\n",
    "a: -\n",
    "a: - b\n",
    "a: ? b\n",
    "a: ]\n",
  ]) {
    expect({ block, data: readPlainFrontMatter(block) }).toEqual({ block, data: undefined });
  }
});

const word = fc.constantFrom(
  "fog",
  "horn",
  "Lamp",
  "null",
  "true",
  "~",
  "12",
  "1.10",
  "0x1F",
  "-3",
  "1e5",
  ".5",
  "灯",
  "🔦",
);
const mark = fc.constantFrom(
  " ",
  ": ",
  ":",
  "#",
  " #",
  "'",
  '"',
  ",",
  "[",
  "]",
  "{",
  "}",
  "-",
  "- ",
  "?",
  "&",
  "*",
  "!",
  "|",
  ">",
  "%",
  "@",
  "`",
  "\\",
  "\\n",
  "''",
  "  ",
  "=",
  "<<",
  "\t",
  "...",
  "---",
  "/",
  "(",
  "\u00A0",
  "\u3000",
  "+",
);
const scalar = fc
  .array(fc.oneof({ weight: 2, arbitrary: word }, mark), { maxLength: 5 })
  .map((parts) => parts.join(""));
const quoted = scalar.map((text) => JSON.stringify(text));
const value = fc.oneof(
  scalar,
  word,
  quoted,
  scalar.map((text) => `'${text}'`),
  fc.array(fc.oneof(word, scalar, quoted), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
  fc
    .array(fc.oneof(word, scalar), { maxLength: 3 })
    .map((items) => `{ ${items.map((item, index) => `k${index}: ${item}`).join(", ")} }`),
);
const key = fc.constantFrom("title", "tags", "a", "b-c", "null", "true", "constructor", "k_1");
const line = fc
  .tuple(
    fc.constantFrom("", "", "", "  ", "    ", " "),
    fc.constantFrom("", "", "- ", "-  ", "- - "),
    fc.option(key, { nil: "" }),
    value,
  )
  .map(
    ([indent, dash, name, text]) =>
      `${indent}${dash}${name === "" ? text : `${name}:${text === "" ? "" : ` ${text}`}`}`,
  );

interface Branch {
  readonly list: boolean;
  readonly step: number;
  readonly items: readonly (string | Branch)[];
}

const { tree } = fc.letrec<{ tree: Branch; node: string | Branch }>((tie) => ({
  tree: fc.record({
    list: fc.boolean(),
    step: fc.constantFrom(0, 1, 2, 2, 4),
    items: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
  }),
  node: fc.oneof({ maxDepth: 3 }, word, value, tie("tree")),
}));

/** Writes a branch as block YAML, each level with an indentation of its own. */
const writeLines = ({ list, items }: Branch, indent: number): string[] =>
  items.flatMap((item, index) => {
    const head = `${" ".repeat(indent)}${list ? "-" : `k${index}:`}`;
    if (typeof item === "string") return [item === "" ? head : `${head} ${item}`];
    const inner = writeLines(item, indent + (list ? 2 : item.step));
    const [first = "", ...rest] = inner;
    return list ? [`${head} ${first.trimStart()}`, ...rest] : [head, ...inner];
  });

test("whatever it reads of nested lists and maps, it reads as the YAML parser does", () => {
  verifies("pages.fast-reader");
  let read = 0;
  fc.assert(
    fc.property(tree, (branch) => {
      if (expectSame(`${writeLines({ ...branch, list: false }, 0).join("\n")}\n`)) read++;
    }),
    { numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(200);
});

test("whatever it reads of lines in any order, it reads as the YAML parser does", () => {
  verifies("pages.fast-reader");
  const block = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => `${lines.join("\n")}\n`);
  fc.assert(
    fc.property(block, (text) => {
      expectSame(text);
    }),
    { numRuns: 3000 },
  );
});

test("any one-line value is read as the parser does, or not at all", () => {
  verifies("pages.fast-reader");
  fc.assert(
    fc.property(fc.oneof(value, fc.string({ unit: "binary", maxLength: 12 }), fc.string({ maxLength: 20 })), (text) => {
      expectSame(`a: ${text}\nb: 1\n`);
      expectSame(`a:\n  - ${text}\nb: 1\n`);
      expectSame(`a: [${text}]\nb: 1\n`);
    }),
    { numRuns: 3000 },
  );
});
