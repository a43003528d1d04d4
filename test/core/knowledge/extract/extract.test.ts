import { describe, expect, test } from "vitest";
import { extractorIdentity, openExtractor } from "../../../../extensions/core/knowledge/extract/tree-sitter.ts";
import {
  isTestFile,
  type Language,
  languageOf,
  languages,
  moduleName,
} from "../../../../extensions/core/knowledge/symbols/language.ts";
import type { MapModule } from "../../../../extensions/core/knowledge/symbols/symbol-map.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { expectGolden } from "../../../support/golden.ts";
import { testPlatform } from "../../../support/test-platform.ts";
import { harbour } from "./harbour.ts";

const { platform } = await testPlatform();
const extractor = await openExtractor(platform, languages);

const extract = (path: string, content: string | Uint8Array): MapModule => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const language = languageOf(path) ?? "python";
  return extractor.extract({ path, blob: "0".repeat(40), size: bytes.length }, language, bytes);
};

const sliced = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString();

/** A line a symbol, with the beginning and the end of what its bytes are. */
const rendered = (path: string, bytes: Uint8Array): string => {
  const { gap, imports, references, symbols } = extract(path, bytes);
  const lines = symbols.map(({ kind, qualified_name, line_start, line_end, byte_start, byte_end }) => {
    const text = sliced(bytes, byte_start, byte_end).split("\n");
    const ends = kind === "module" ? "" : ` | ${text[0]}${text.length > 1 ? ` … ${text.at(-1)?.trim()}` : ""}`;
    return `${kind} ${qualified_name} ${line_start}-${line_end}${ends}`;
  });
  const head = [`== ${path}${gap === null ? "" : ` (${gap})`}`, ...lines];
  return [...head, `imports ${imports.join(", ")}`, `references ${references.join(" ")}`].join("\n");
};

test.each(languages)("symbols, spans and imports of %s are those that a reader would name", (language) => {
  verifies("knowledge.symbols");
  const files = [...harbour].filter(([path]) => languageOf(path) === language);
  expect(files.length).toBeGreaterThan(0);
  expectGolden(`knowledge/${language}.txt`, `${files.map(([path, bytes]) => rendered(path, bytes)).join("\n\n")}\n`);
});

describe("spans", () => {
  test("are bytes of the blob: after a mark of byte order, wide characters and carriage returns", () => {
    verifies("knowledge.spans");
    const source = "\uFEFFconst lamp = '灯😀é';\r\nexport function light() {\r\n  return '灯';\r\n}\r\n";
    const bytes = new TextEncoder().encode(source);
    const [module, ...symbols] = extract("lamp.ts", bytes).symbols;
    expect(module).toMatchObject({ line_start: 1, line_end: 4, byte_start: 0, byte_end: bytes.length });
    expect(symbols.map((one) => [one.name, one.line_start, one.line_end])).toEqual([
      ["lamp", 1, 1],
      ["light", 2, 4],
    ]);
    expect(symbols.map((one) => sliced(bytes, one.byte_start, one.byte_end))).toEqual([
      "const lamp = '灯😀é';",
      "export function light() {\r\n  return '灯';\r\n}",
    ]);
  });

  test("count lines by line feeds alone, as git does", () => {
    verifies("knowledge.spans");
    const source = 's = "\f\u0085\u2028"\ndef light():\n    return 1\n';
    expect(extract("lamp.py", source).symbols.at(-1)).toMatchObject({ name: "light", line_start: 2, line_end: 3 });
  });
});

describe("what can't be read", () => {
  test("a file with a mistake keeps its symbols and is a gap in part", () => {
    verifies("knowledge.gaps");
    const source = "export const lamp = () => 1;\nconst = ;\nexport function horn() {}\n";
    const record = extract("lamp.ts", source);
    expect(record).toMatchObject({ parse_status: "parsed", gap: "partial-typescript" });
    expect(record.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["lamp", "horn"]));
  });

  test.each([
    [
      "text that is no source",
      "lamp.go",
      "The lamp ) } is << lit >> every ((( night ]]]\n".repeat(5),
      "unparseable-go",
    ],
    ["bytes that are not UTF-8", "lamp.py", Buffer.from([0x61, 0x20, 0x3d, 0x20, 0xe9, 0x0a]), "unparseable-python"],
    ["bytes with a NUL", "Lamp.java", Buffer.from("class A {\0}"), "binary"],
  ])("%s gives no symbols and is a gap", (_, path, content, gap) => {
    verifies("knowledge.gaps");
    expect(extract(path, content)).toMatchObject({ parse_status: "gap", gap, symbols: [], imports: [] });
  });

  test("an empty file is a module of one line", () => {
    expect(extract("lamp.rs", "")).toMatchObject({
      gap: null,
      symbols: [{ kind: "module", line_start: 1, line_end: 1 }],
    });
  });
});

test("the same file gives the same record, in whatever order files are read", () => {
  verifies("knowledge.symbols");
  const forwards = [...harbour].map(([path, bytes]) => JSON.stringify(extract(path, bytes)));
  const backwards = [...harbour].reverse().map(([path, bytes]) => JSON.stringify(extract(path, bytes)));
  expect(backwards.reverse()).toEqual(forwards);
});

test("each language's extractor has its own identity, of its grammar and queries", () => {
  verifies("knowledge.extractor-identity");
  const identities = languages.map((language) => extractorIdentity(platform, language));
  expect(new Set(identities).size).toBe(languages.length);
  expect(identities.every((identity) => /^sha256:[0-9a-f]{64}$/.test(identity))).toBe(true);
  const otherGrammar = { ...platform, packageFile: (file: string) => platform.packageFile(file).slice(1) };
  expect(extractorIdentity(otherGrammar, "go")).not.toBe(extractorIdentity(platform, "go"));
});

test.each([
  ["src/lens/turn.ts", "typescript", "src.lens.turn"],
  ["pkg/__init__.py", "python", "pkg"],
  ["__init__.py", "python", "__init__"],
  ["web/row.jsx", "javascript", "web.row"],
] as const)("%s is a module of %s named %s", (path, language, name) => {
  expect([languageOf(path), moduleName(path, language)]).toEqual([language, name]);
});

test("a file without a language's ending belongs to none", () => {
  expect([".ts", "src/.py", "README.md", "Makefile", "a.PY", "constructor", "x.constructor"].map(languageOf)).toEqual(
    Array(7).fill(undefined),
  );
});

test("tests are told by the custom of their language", () => {
  verifies("knowledge.test-links");
  const tests: Readonly<Record<Language, readonly string[]>> = {
    python: ["test_lens.py", "a/lens_test.py", "lens_tests.py", "tests/lens.py"],
    typescript: ["lens.test.ts", "a/lens.spec.mts", "__tests__/lens.ts", "tests/lens.ts"],
    tsx: ["lens.test.tsx", "a/__tests__/b/lens.tsx"],
    javascript: ["lens.test.js", "lens.spec.cjs"],
    go: ["lens_test.go"],
    rust: ["tests/lens.rs", "src/tests.rs"],
    java: ["src/test/java/Lens.java", "LensTest.java", "TestLens.java"],
  };
  const others: Readonly<Record<Language, readonly string[]>> = {
    python: ["latest.py", "contest_lens.py"],
    typescript: ["test/lens.ts", "contest.ts"],
    tsx: ["lens.tsx"],
    javascript: ["test.js"],
    go: ["lens.go"],
    rust: ["src/lens.rs"],
    java: ["src/main/java/Contest.java", "Latest.java"],
  };
  for (const language of languages) {
    expect(tests[language].filter((path) => !isTestFile(path, language))).toEqual([]);
    expect(others[language].filter((path) => isTestFile(path, language))).toEqual([]);
  }
});
