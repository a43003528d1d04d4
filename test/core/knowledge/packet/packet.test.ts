import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ground } from "../../../../extensions/core/knowledge/grounding/ground.ts";
import { parseHints } from "../../../../extensions/core/knowledge/grounding/hints.ts";
import { buildPacket, type PacketGround } from "../../../../extensions/core/knowledge/packet/build-packet.ts";
import type { KnowledgePacket, PacketVersion } from "../../../../extensions/core/knowledge/packet/packet.ts";
import { scoreOf, wordsOf } from "../../../../extensions/core/knowledge/packet/score.ts";
import { canonicalJson } from "../../../../extensions/core/ledger/canonical.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { expectGolden } from "../../../support/golden.ts";
import { mapOf, symbol } from "../grounding/small-map.ts";

const source = "export const trimWick = () => 1;\n\nexport class Lamp {\n  light() {}\n}\n";
const at = (text: string) => ({ byte_start: source.indexOf(text), byte_end: source.indexOf(text) + text.length });

const lamp = { file: "src/lamp.ts" };
const map = mapOf({
  symbols: [
    symbol("src.lamp", { ...lamp, kind: "module", name: "lamp", line_end: 5, byte_end: source.length }),
    symbol("src.lamp.Lamp", {
      ...lamp,
      kind: "class",
      line_start: 3,
      line_end: 5,
      ...at("export class Lamp {\n  light() {}\n}"),
    }),
    symbol("src.lamp.Lamp.light", { ...lamp, kind: "method", line_start: 4, line_end: 4, ...at("light() {}") }),
    symbol("src.lamp.trimWick", { ...lamp, line_end: 1, ...at("export const trimWick = () => 1;") }),
  ],
  files: ["src/lamp.ts", "docs/tide.md"],
  tests: [
    { file: "test/lamp.test.ts", symbols: ["src.lamp.Lamp", "src.lamp.trimWick"] },
    { file: "test/wick.test.ts", symbols: ["src.lamp.trimWick"] },
  ],
});

const text = [
  "# Trim the wick",
  "",
  "The lamp smokes; trim it each night before it is lit.",
  "",
  "## Localization hints",
  "- **Affected files:**",
  "  - `src/lamp.ts`",
  "  - `docs/tide.md`",
  "  - `src/wick.ts` (new)",
  "- **Target symbols:**",
  "  - `trimWick`",
  "  - `trimWack`",
  "",
].join("\n");

const story = { path: "tasks/wick.md", text, sha256: createHash("sha256").update(text).digest("hex") };

const grounded = (changed: Partial<PacketGround> = {}): PacketGround => {
  const hints = parseHints(text);
  const grounding = ground({ path: story.path, hints }, map, {
    scans: new Map(),
    lines: new Map([
      ["docs/tide.md", 7],
      ["src/lamp.ts", 5],
    ]),
  });
  return { grounding, map, blobs: new Map([["src/lamp.ts", Buffer.from(source)]]), ...changed };
};

const packetOf = (byteBudget = 32_768, version: PacketVersion = "2", parts = grounded()): KnowledgePacket =>
  buildPacket(story, parts, { indexTree: map.index_tree, byteBudget, version });

const bytesOf = (packet: KnowledgePacket): number => Buffer.byteLength(canonicalJson(packet));

describe("a packet", () => {
  test.each(["1", "2"] as const)("of version %s is the same to the byte as ever", (version) => {
    verifies("knowledge.packet", "knowledge.packet-version-2");
    const packet = packetOf(undefined, version);
    expect(canonicalJson(packetOf(undefined, version))).toBe(canonicalJson(packet));
    expectGolden(`knowledge/packet-${version}.json`, `${JSON.stringify(JSON.parse(canonicalJson(packet)), null, 2)}\n`);
    expect(Object.keys(packet)).toHaveLength(version === "1" ? 18 : 19);
    expect(packet.used_bytes).toBe(bytesOf(packet));
  });

  test("holds whole symbols, their places and the tests that name them", () => {
    verifies("knowledge.packet");
    const packet = packetOf();
    const contents = packet.snippets.map(({ symbol: name, content }) => [name, content]);
    expect(contents).toContainEqual(["src.lamp.trimWick", "export const trimWick = () => 1;"]);
    expect(contents).toContainEqual(["src.lamp.Lamp", "export class Lamp {\n  light() {}\n}"]);
    expect(packet.test_references.map(({ file, symbol: name }) => `${file} ${name}`)).toEqual([
      "test/lamp.test.ts src.lamp.Lamp",
      "test/lamp.test.ts src.lamp.trimWick",
      "test/wick.test.ts src.lamp.trimWick",
    ]);
    expect(packet.unverified_hints).toMatchObject([
      { hint: "trimWack", label: "unverified", suggestions: [{ name: "trimWick" }] },
    ]);
  });

  test("of version 2 names planned files and verified ones without symbols, which version 1 does not", () => {
    verifies("knowledge.packet-version-2");
    const tide = { file: "docs/tide.md", symbol: "", line_start: 1, line_end: 7, verified: true };
    expect(packetOf().verified_locations).toContainEqual(expect.objectContaining(tide));
    expect(packetOf().planned_names).toEqual([{ kind: "affected-file", hint: "src/wick.ts", label: "planned" }]);
    const first = packetOf(undefined, "1");
    expect(first.verified_locations.map(({ file }) => file)).not.toContain("docs/tide.md");
    expect(first).not.toHaveProperty("planned_names");
  });

  test("of version 1 has whole lines, as the contract shows them; version 2 the symbol alone", () => {
    verifies("knowledge.packet-version-2");
    const contents = (version: PacketVersion) =>
      packetOf(undefined, version)
        .snippets.map(({ content }) => content)
        .sort();
    expect(contents("1")).toEqual([
      "  light() {}\n",
      "export class Lamp {\n  light() {}\n}\n",
      "export const trimWick = () => 1;\n",
    ]);
    expect(contents("2")).toContain("light() {}");
  });

  test("takes what fits best of a module that is hinted at, and not the whole of it", () => {
    verifies("knowledge.packet");
    const hints = parseHints("## Localization hints\n- **Target symbols:**\n  - lamp\n");
    const grounding = ground({ path: story.path, hints }, map, { scans: new Map(), lines: new Map() });
    const names = packetOf(undefined, "2", grounded({ grounding })).snippets.map(({ symbol: name }) => name);
    expect(names).toEqual(["src.lamp.Lamp", "src.lamp.Lamp.light", "src.lamp.trimWick"]);
  });

  test("keeps two definitions of one name apart, from version 2 on", () => {
    verifies("knowledge.packet-version-2");
    const twin = symbol("src.lamp.trimWick", { ...lamp, line_start: 5, line_end: 5 });
    const doubled = { ...map, symbols: [...map.symbols, twin] };
    const parts = grounded({
      map: doubled,
      grounding: ground({ path: "p", hints: parseHints(text) }, doubled, {
        scans: new Map(),
        lines: new Map([["src/lamp.ts", 5]]),
      }),
    });
    const lines = (version: PacketVersion) =>
      packetOf(undefined, version, parts)
        .snippets.filter(({ symbol: name }) => name.endsWith("trimWick"))
        .map(({ line_start }) => line_start);
    expect(lines("2").sort()).toEqual([1, 5]);
    expect(lines("1")).toEqual([5]);
  });
});

describe("the budget", () => {
  test("is kept to the byte, by leaving out whole items, each named", () => {
    verifies("knowledge.packet-budget");
    const whole = packetOf();
    expect(whole.exclusions).toEqual([]);
    for (let budget = whole.used_bytes + 8; budget > 1_500; budget -= 97) {
      const packet = packetOf(budget);
      expect(bytesOf(packet)).toBe(packet.used_bytes);
      expect(packet.used_bytes).toBeLessThanOrEqual(budget);
      for (const snippet of packet.snippets) expect(source).toContain(snippet.content);
      const kept = packet.verified_locations.length + packet.test_references.length;
      const named = kept + packet.exclusions.length + (packet.unconsidered_count ?? 0);
      expect(named).toBe(whole.verified_locations.length + whole.test_references.length);
      for (const exclusion of packet.exclusions) {
        expect(Object.keys(exclusion).sort()).toEqual(["kind", "name", "reason", "score"]);
      }
    }
  });

  test("leaves out tests before code from version 2 on, and what scores least before", () => {
    verifies("knowledge.packet-budget", "knowledge.packet-version-2");
    const kinds = (version: PacketVersion) => packetOf(1_800, version).exclusions.map(({ kind }) => kind);
    expect(kinds("2")[0]).toBe("test");
    const scores = packetOf(1_400, "1").exclusions.map(({ score }) => score);
    expect(scores.length).toBeGreaterThan(1);
    expect(scores).toEqual([...scores].sort((left, right) => left - right));
  });

  test("into which not even the list of what was left out fits is refused", () => {
    verifies("knowledge.packet-budget");
    const budgets = Array.from({ length: 700 }, (_, index) => 1_024 + index);
    const fits = budgets.filter((budget) => {
      try {
        return packetOf(budget, "1").used_bytes <= budget;
      } catch (error) {
        expect(error).toMatchObject({ code: "packet_refused", exitCode: 4 });
        return false;
      }
    });
    const least = Math.min(...fits);
    expect(least).toBeGreaterThan(1_024);
    expect(packetOf(least, "1")).toMatchObject({ snippets: [], used_bytes: least });
  });

  test("that could not name all that common names lead to: version 2 takes the best and counts the others", () => {
    verifies("knowledge.packet-budget", "knowledge.packet-version-2");
    const many = Array.from({ length: 900 }, (_, index) =>
      symbol(`src.lamp${index}.trimWick`, { file: `src/lamp${index}.ts`, line_end: 1, byte_end: 6 }),
    );
    const common = mapOf({
      symbols: many,
      files: many.map(({ file }) => file),
      tests: [{ file: "test/lamp.test.ts", symbols: many.map(({ qualified_name }) => qualified_name) }],
    });
    const hints = parseHints("## Localization hints\n- **Target symbols:**\n  - trimWick\n");
    const parts = grounded({
      map: common,
      blobs: new Map(many.map(({ file }) => [file, Buffer.from(source)])),
      grounding: ground({ path: story.path, hints }, common, { scans: new Map(), lines: new Map() }),
    });
    expect(() => packetOf(undefined, "1", parts)).toThrow(expect.objectContaining({ code: "packet_refused" }));
    const packet = packetOf(undefined, "2", parts);
    expect(packet.used_bytes).toBe(bytesOf(packet));
    expect(packet.used_bytes).toBeLessThanOrEqual(32_768);
    const { snippets, test_references, exclusions, unconsidered_count: rest = 0 } = packet;
    expect(snippets.length).toBeGreaterThan(20);
    expect(snippets.length + test_references.length + exclusions.length + rest).toBe(1_800);
    expect(canonicalJson(packetOf(undefined, "2", parts))).toBe(canonicalJson(packet));
  });

  test.each([240, 260, 280])("keeps the code that %d tests name, from version 2 on", (count) => {
    verifies("knowledge.packet-budget", "knowledge.packet-version-2");
    const wick = symbol("src.lamp.trimWick", { ...lamp, line_end: 1, byte_end: 2_000 });
    const tests = Array.from({ length: count }, (_, index) => ({
      file: `test/lighthouse/lamps/lamp-${index}.test.ts`,
      symbols: [wick.qualified_name],
    }));
    const named = mapOf({ symbols: [wick], files: ["src/lamp.ts"], tests });
    const hints = parseHints("## Localization hints\n- **Target symbols:**\n  - trimWick\n");
    const parts = grounded({
      map: named,
      blobs: new Map([["src/lamp.ts", Buffer.from("x".repeat(2_000))]]),
      grounding: ground({ path: story.path, hints }, named, { scans: new Map(), lines: new Map() }),
    });
    const packet = packetOf(undefined, "2", parts);
    expect(packet.snippets).toHaveLength(1);
    expect(packet.test_references.length).toBeGreaterThan(100);
    expect(packet.used_bytes).toBe(bytesOf(packet));
    expect(packet.used_bytes).toBeLessThanOrEqual(32_768);
  });

  test("lets go first what is too large for any packet, from version 2 on", () => {
    verifies("knowledge.packet-budget", "knowledge.packet-version-2");
    const huge = `export const trimWick = "${"x".repeat(4_000)}";\n`;
    const symbols = [
      symbol("src.huge.trimWick", { file: "src/huge.ts", line_end: 1, byte_end: huge.length }),
      ...map.symbols.filter(({ name }) => name === "Lamp"),
    ];
    const both = mapOf({ symbols, files: ["src/huge.ts", "src/lamp.ts"] });
    const hints = parseHints("## Localization hints\n- **Target symbols:**\n  - trimWick\n  - Lamp\n");
    const parts = grounded({
      map: both,
      blobs: new Map([
        ["src/huge.ts", Buffer.from(huge)],
        ["src/lamp.ts", Buffer.from(source)],
      ]),
      grounding: ground({ path: story.path, hints }, both, { scans: new Map(), lines: new Map() }),
    });
    const kept = (version: PacketVersion) => packetOf(3_000, version, parts).snippets.map(({ symbol: name }) => name);
    expect(kept("2")).toEqual(["src.lamp.Lamp"]);
    expect(kept("1")).toEqual([]);
  });

  test.each([1_023, 2_048.5, Number.NaN])("of %d bytes is refused", (budget) => {
    verifies("knowledge.packet-budget");
    expect(() => packetOf(budget)).toThrow(expect.objectContaining({ code: "packet_refused" }));
  });
});

test("a page without hints gets an explicit empty packet", () => {
  verifies("knowledge.packet-hint-free");
  const packet = buildPacket(story, undefined, { indexTree: "2".repeat(40), byteBudget: 1_024, version: "1" });
  expect(packet).toMatchObject({
    grounding_status: "hint-free",
    index_tree: "2".repeat(40),
    verified_locations: [],
    exclusions: [],
  });
  expect(packet.criteria_sha256).toBe(`sha256:${story.sha256}`);
});

test("parts of several trees are refused, and so is a symbol whose blob is missing", () => {
  verifies("knowledge.packet-stale");
  const other = { ...map, index_tree: "3".repeat(40) };
  expect(() => packetOf(undefined, "2", grounded({ map: other }))).toThrow(
    expect.objectContaining({ code: "packet_stale", data: { stored: "3".repeat(40), current: map.index_tree } }),
  );
  expect(() => packetOf(undefined, "2", grounded({ blobs: new Map() }))).toThrow(/blob of src\/lamp\.ts is missing/);
});

test("a score counts whole words of two characters or more, in any case", () => {
  verifies("knowledge.packet");
  expect([...wordsOf("Trim the wick_2, a é b!", "TRIM")]).toEqual(["trim", "the", "wick_2"]);
  const query = wordsOf("trim the wick");
  expect(scoreOf(query, "Wick.trim", "trim")).toBe(2_008);
  expect(scoreOf(query, "trimWick")).toBe(0);
  expect(scoreOf(wordsOf("x".repeat(60)), "x".repeat(60))).toBe(1_040);
});
