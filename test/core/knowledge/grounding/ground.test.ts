import { describe, expect, test } from "vitest";
import {
  type FallbackScan,
  openScanner,
  planScan,
} from "../../../../extensions/core/knowledge/grounding/fallback-scan.ts";
import {
  filesToCount,
  type Grounding,
  ground,
  namesToScan,
} from "../../../../extensions/core/knowledge/grounding/ground.ts";
import { groundingWarnings } from "../../../../extensions/core/knowledge/grounding/grounding-lint.ts";
import { parseHints } from "../../../../extensions/core/knowledge/grounding/hints.ts";
import type { SymbolMap } from "../../../../extensions/core/knowledge/symbols/symbol-map.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { mapOf, symbol } from "./small-map.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const scanOf = (
  name: string,
  files: Readonly<Record<string, string>>,
  map: SymbolMap,
  excluded: readonly string[] = [],
) => {
  const plan = planScan(map, excluded);
  const scanner = openScanner([name], plan);
  for (const file of plan.files) scanner.take(file, bytes(files[file.path] ?? ""));
  return scanner.results().get(name);
};

const gaps = (...files: readonly string[]) => files.map((file) => ({ file, kind: "uncovered-language" as const }));

const harbour = mapOf({
  symbols: [symbol("lamp.trimWick"), symbol("lens.turn"), symbol("horn.turn")],
  files: ["lamp.ts", "lens.ts", "horn.ts", "README.md"],
  gaps: gaps("docs/tide.md"),
});

interface Page {
  readonly files?: readonly string[];
  readonly symbols?: readonly string[];
  readonly docs?: string;
  readonly scan?: Partial<FallbackScan>;
  readonly criteria?: string;
}

const grounded = ({ files = [], symbols = [], docs = "", scan = {}, criteria = "" }: Page) => {
  const lines = ["## Localization hints", "- **Affected files:**", ...files.map((one) => `  - ${one}`)];
  const text = [...lines, "- **Target symbols:**", ...symbols.map((one) => `  - ${one}`), criteria].join("\n");
  const hints = parseHints(text);
  const scans = new Map(
    namesToScan(hints, harbour).flatMap((name) => {
      const found = scanOf(name, { "docs/tide.md": docs }, harbour);
      return found === undefined ? [] : [[name, { ...found, ...scan }] as const];
    }),
  );
  const counted = new Map([...filesToCount(hints, harbour)].map((path) => [path, 7]));
  const grounding = ground({ path: "tasks/wick.md", hints }, harbour, { scans, lines: counted });
  return { grounding, warnings: groundingWarnings({ text, hints }, grounding, harbour) };
};

const classes = ({ affected_files, target_symbols }: Grounding) =>
  [...affected_files, ...target_symbols].map(({ hint, classification }) => [hint, classification]);

describe("a file", () => {
  test("is there, planned, or unknown with suggestions", () => {
    verifies("knowledge.grounding");
    const { grounding, warnings } = grounded({ files: ["lamp.ts", "lens.ts (new)", "wick.ts (new)", "lanp.ts"] });
    expect(classes(grounding)).toEqual([
      ["lamp.ts", "verified"],
      ["lens.ts", "verified"],
      ["wick.ts", "new"],
      ["lanp.ts", "unknown"],
    ]);
    expect(grounding.affected_files[0]?.locations).toEqual([
      { file: "lamp.ts", line_start: 1, line_end: 7, authority: "symbol-map" },
    ]);
    expect(grounding.affected_files[3]?.suggestions.map(({ file }) => file)).toEqual(["lamp.ts", "lens.ts"]);
    expect(warnings).toEqual([
      { line: 4, message: "file hint lens.ts is marked new but already exists" },
      { line: 6, message: "file hint lanp.ts is unknown; near misses: lamp.ts, lens.ts" },
    ]);
  });

  test("is named to the letter: a path from here is another one", () => {
    verifies("knowledge.grounding");
    expect(classes(grounded({ files: ["./lamp.ts", "Lamp.ts"] }).grounding).map(([, one]) => one)).toEqual([
      "unknown",
      "unknown",
    ]);
  });
});

describe("a symbol", () => {
  test("in the map is verified by either of its names, with all matches, and nothing is scanned for it", () => {
    verifies("knowledge.grounding");
    const { grounding } = grounded({ symbols: ["turn", "lamp.trimWick"] });
    expect(grounding.target_symbols.map(({ locations }) => locations.map(({ file }) => file))).toEqual([
      ["lens.ts", "horn.ts"],
      ["lamp.ts"],
    ]);
    expect(grounding.target_symbols.map(({ evidence }) => evidence.grep_fallback)).toEqual([null, null]);
    expect(grounding.summary).toEqual({ verified: 2, new: 0, unknown: 0 });
  });

  test("that is declared new is verified when it is there, with a warning", () => {
    verifies("knowledge.grounding", "knowledge.grounding-advice");
    const { grounding, warnings } = grounded({ symbols: ["turn (new)"] });
    expect(classes(grounding)).toEqual([["turn", "verified"]]);
    expect(warnings).toEqual([{ line: 4, message: "symbol hint turn is marked new but already exists" }]);
  });

  test.each([
    ["a complete search finds nothing", "dim (new)", {}, "new"],
    ["its text occurs", "dim (new)", { docs: "to dim the lamp" }, "unknown"],
    ["the search is not complete", "dim (new)", { scan: { complete: false } }, "unknown"],
    ["it is not declared new", "dim", {}, "unknown"],
  ] as const)("that is not in the map: where %s it is judged so", (_, hint, more, classification) => {
    verifies("knowledge.grounding");
    const { grounding } = grounded({ symbols: [hint], ...more });
    const [only] = grounding.target_symbols;
    expect(only?.classification).toBe(classification);
    const isComplete = !("scan" in more) && !("docs" in more);
    expect(only?.evidence).toMatchObject({ symbol_map_exact_matches: 0, no_match_complete: isComplete });
  });

  test("of which only the text was found shows where, and is never promoted", () => {
    verifies("knowledge.grounding");
    const { grounding } = grounded({ symbols: ["dim"], docs: "one\ndim\r\nundimmed dim" });
    expect(grounding.target_symbols[0]?.locations).toEqual(
      [2, 3].map((line) => ({
        file: "docs/tide.md",
        line_start: line,
        line_end: line,
        authority: "tracked-blob-text-fallback",
      })),
    );
  });
});

test("the result has the contract's keys, and no authority", () => {
  verifies("knowledge.grounding", "knowledge.answers-marked");
  const { grounding } = grounded({ files: ["lamp.ts"], symbols: ["turn", "gone"] });
  expect(Object.keys(grounding).sort()).toEqual([
    ...["affected_files", "authorizes", "diagnostics", "hint_syntax", "index_tree", "kind", "satisfies_gate"],
    ...["schema_version", "starts_work", "status", "story", "substitutes_for_evidence", "summary", "target_symbols"],
  ]);
  const hintKeys = ["classification", "declared_new", "evidence", "hint", "kind", "locations", "suggestions"];
  expect(Object.keys(grounding.affected_files[0] ?? {}).sort()).toEqual(hintKeys);
  expect(Object.keys(grounding.target_symbols[1] ?? {}).sort()).toEqual(hintKeys);
  expect(Object.keys(grounding.target_symbols[1]?.evidence.grep_fallback ?? {}).sort()).toEqual([
    ...["bytes_scanned", "complete", "excluded_declaring_files", "files_scanned", "gap_files", "matches"],
    ...["max_file_bytes", "max_matches", "max_total_bytes", "rule", "skipped", "truncated"],
  ]);
});

describe("the search", () => {
  const scan = (files: Readonly<Record<string, string>>, excluded: readonly string[] = []) =>
    scanOf("dim", files, mapOf({ gaps: gaps(...Object.keys(files)) }), excluded);

  test("looks at bytes, whatever they are", () => {
    verifies("knowledge.fallback");
    const map = mapOf({ gaps: gaps("lamp.bin") });
    const scanner = openScanner(["dím", "dim"], planScan(map, []));
    const content = Buffer.concat([Buffer.from([0xff, 0x0a, 0x00]), Buffer.from("dím"), Buffer.from([0xfe])]);
    for (const file of planScan(map, []).files) scanner.take(file, content);
    expect(scanner.results().get("dím")).toMatchObject({ matches: [{ line_start: 2 }], complete: true });
    expect(scanner.results().get("dim")).toMatchObject({ matches: [], complete: true, files_scanned: 1 });
  });

  test("stops at eight places and is then not complete", () => {
    verifies("knowledge.fallback");
    const found = scan({ "a.md": "dim\n".repeat(7), "b.md": "dim\ndim\n", "c.md": "dim" });
    expect(found).toMatchObject({ complete: false, truncated: true, files_scanned: 2, gap_files: 3 });
    expect(found?.matches).toHaveLength(8);
  });

  test("leaves out vaults and the declaring page, and says so", () => {
    verifies("knowledge.fallback");
    const files = { ".llm-wiki/wiki/dim.md": "dim", "docs/page.md": "dim", "docs/page.md.bak": "none" };
    expect(scan(files, [".llm-wiki/**", "docs/page.md"])).toMatchObject({
      complete: true,
      matches: [],
      gap_files: 1,
      excluded_declaring_files: [".llm-wiki/**", "docs/page.md"],
    });
  });

  test("names what it could not look at, and is then not complete", () => {
    verifies("knowledge.fallback");
    const large = (file: string, size: number) => ({ file, size, kind: "uncovered-language" as const });
    const map = mapOf({
      gaps: [
        large("film.bin", 8_000_001),
        ...Array.from({ length: 17 }, (_, index) => large(`reel-${index}.bin`, 8_000_000)),
        { file: "harbour", kind: "submodule" },
        { file: "gone.ts", kind: "missing-object" },
        { file: "vanished.md", kind: "uncovered-language" },
      ],
    });
    const plan = planScan(map, []);
    const scanner = openScanner(["dim"], plan);
    for (const file of plan.files) scanner.take(file, file.path === "vanished.md" ? undefined : bytes("x"));
    const found = scanner.results().get("dim");
    expect(found?.skipped).toEqual(
      expect.arrayContaining([
        { file: "film.bin", reason: "per-file byte bound" },
        { file: "reel-16.bin", reason: "total byte bound" },
        { file: "gone.ts", reason: "missing tracked blob metadata" },
      ]),
    );
    expect(found).toMatchObject({ complete: false, truncated: false, matches: [], gap_files: 20 });
  });
});

test("a submodule is another repository's, and keeps no planned name from being new", () => {
  verifies("knowledge.fallback", "knowledge.grounding");
  const map = mapOf({ files: ["lamp.ts"], gaps: [{ file: "harbour", kind: "submodule" }, ...gaps("docs/tide.md")] });
  expect(scanOf("dim", { "docs/tide.md": "The tide." }, map)).toMatchObject({
    complete: true,
    skipped: [],
    gap_files: 1,
    files_scanned: 1,
  });
});

test("why a name that is marked new is not known to be so is said", () => {
  verifies("knowledge.grounding-advice");
  const said = (page: Page) => grounded({ symbols: ["dim (new)"], ...page }).warnings.map(({ message }) => message);
  const film = { file: "film.bin", reason: "per-file byte bound" };
  expect(said({ scan: { complete: false, skipped: [film] } })).toEqual([
    expect.stringMatching(/is unknown; near misses: none; .* not searched were film\.bin \(per-file byte bound\)$/),
  ]);
  expect(said({ docs: "to dim the lamp" })).toEqual([expect.stringMatching(/text occurs in docs\/tide\.md:1$/)]);
  expect(said({ scan: {} })).toEqual([]);
});

test("criteria that name code are told of; common words are not", () => {
  verifies("knowledge.grounding-advice");
  const criteria = "## Acceptance criteria\n- `trimWick` is called once, and `turn` too\n- `noSuchName` holds";
  expect(grounded({ criteria }).warnings).toMatchObject([{ message: expect.stringContaining("identifier trimWick") }]);
});
