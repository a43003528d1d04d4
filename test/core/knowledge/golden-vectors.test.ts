/** The vectors that every implementation of the contract agrees on. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sealFact } from "../../../extensions/core/knowledge/derived/derived-fact.ts";
import type { InventoryLesson } from "../../../extensions/core/knowledge/earned/deliveries.ts";
import { falseMarkers } from "../../../extensions/core/knowledge/false-markers.ts";
import { type Grounding, ground } from "../../../extensions/core/knowledge/grounding/ground.ts";
import { parseHints } from "../../../extensions/core/knowledge/grounding/hints.ts";
import { buildPacket } from "../../../extensions/core/knowledge/packet/build-packet.ts";
import { canonicalHash, canonicalJson } from "../../../extensions/core/ledger/canonical.ts";
import {
  type ChainRules,
  firstLink,
  linkAfter,
  sealRecord,
  verifyChain,
} from "../../../extensions/core/ledger/chain.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { mapOf, symbol } from "./grounding/small-map.ts";

const hash = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

const earned: ChainRules = { fields: { seq: "seq", prev: "prev_hash", hash: "record_hash" }, hash };

const delivery = (origin: { readonly origin_kind: string; readonly origin: string }) => ({
  ...falseMarkers,
  ...origin,
  kind: "delivery-workbench-earned-record",
  schema_version: 1,
  record_kind: "delivery-record",
  timestamp: "2026-07-26T12:00:00Z",
  head_sha: "a".repeat(40),
  detail: {
    story_ids: canonicalJson(["S-1"]),
    story_count: "1",
    files_touched: canonicalJson(["a.py"]),
    file_count: "1",
    verdict_outcome: "passed",
    obligation_ids: canonicalJson([]),
    obligation_count: "0",
  },
});

test("a derived fact has the contract's hash", () => {
  verifies("knowledge.golden-vectors");
  const fact = { kind: "symbol-structure-map", indexTree: "1".repeat(40), value: { a: [1, true, null, "é"] } };
  expect(JSON.parse(new TextDecoder().decode(sealFact(fact, hash)))["fact_hash"]).toBe(
    "sha256:d42aaa972119816ccac320cac0039b28bd5ac3cbc906c875080642d40f907b6e",
  );
  expect(hash(fact.kind)).toBe("47178aed316f2c417d1c19100fae602e1cd295d09cbccaf9d9a106a8a96feba7");
});

test("a chain of earned records has the contract's hashes and length", () => {
  verifies("knowledge.golden-vectors");
  const first = sealRecord(delivery({ origin_kind: "run", origin: "run-1" }), { link: firstLink, rules: earned });
  const second = sealRecord(delivery({ origin_kind: "operator", origin: "karol" }), {
    link: linkAfter(first),
    rules: earned,
  });
  expect(first.hash).toBe("sha256:d9f8fe74a11ae88e303680ec65dda47ab41d861b6fb5a1d40234ac5dc157f133");
  expect(new TextEncoder().encode(first.line).length + 1).toBe(600);
  expect(second.hash).toBe("sha256:2648c9b945fe069eb6c40f58382bae805729ba6c579027e3edb29603e33dce3c");
  expect(verifyChain([first.line, second.line], earned)).toMatchObject({ records: [{ seq: 0 }, { seq: 1 }] });
});

test("a certified lesson's receipt has the contract's hash", () => {
  verifies("knowledge.golden-vectors");
  const receipt = {
    kind: "delivery-workbench-certified-lesson-receipt",
    schema_version: 1,
    terminal_receipt_id: `sha256:${"e".repeat(64)}`,
    ordinal: 0,
    lesson: {
      claim: "Certified handoff keeps lesson status visible.",
      locations: ["pkg.front.handoff"],
      confidence: "high",
      supersedes: "",
    },
  };
  expect(canonicalHash(receipt, hash)).toBe("sha256:6aa9799062e50eee2c74b446d410b60559bd14ca6c47b145ef0a30322fdb5c9b");
});

const lampSource =
  "def light(hours):\n    return hours + 1\n\ndef wick(hours):\n    soot = 'blacker ' * 3000\n    return soot + str(hours)\n";
const wickAt = lampSource.indexOf("def wick");
const lamp = { file: "lmp.py" };
/** As a parser gives them: without the line feed that ends their last line. */
const lampMap = mapOf({
  symbols: [
    symbol("lmp", { ...lamp, kind: "module", line_end: 6, byte_end: lampSource.length }),
    symbol("lmp.light", { ...lamp, line_end: 2, byte_end: wickAt - 2 }),
    symbol("lmp.wick", {
      ...lamp,
      line_start: 4,
      line_end: 6,
      byte_start: wickAt,
      byte_end: lampSource.length - 1,
    }),
  ],
  files: ["lmp.py"],
  tests: [
    { file: "tests/test_lmp.py", symbols: ["lmp.light", "lmp.wick"] },
    { file: "tests/test_wick.py", symbols: ["lmp.wick"] },
  ],
});

const lampLesson: InventoryLesson = {
  record_hash: `sha256:${"2".repeat(64)}`,
  seq: 0,
  claim: "Keep light and wick trimmed before each dusk.",
  locations: [
    { reference: "lmp.light", status: "resolved", file: "lmp.py", symbol: "lmp.light", line_start: 1, line_end: 2 },
  ],
  confidence: "high",
  supersedes: "",
  superseded_by: null,
  origin_kind: "run",
  origin: "run-1",
  head_sha: "3".repeat(40),
  recorded_at: "2026-07-26T12:00:00Z",
  age_label: "recorded-at:2026-07-26T12:00:00Z",
  delivery_state: null,
  delivery_observation: null,
  receipt_id: null,
  story: null,
  subject: null,
  adapter: null,
  driver_profile: null,
  verdict_ref: null,
};

const lampGrounding = (): Grounding => {
  const hints = parseHints("## Localization hints\n- **Target symbols:**\n  - light\n  - wick\n");
  const grounding = ground({ path: "lamp.md", hints }, lampMap, { scans: new Map(), lines: new Map() });
  const [known] = grounding.target_symbols;
  if (known === undefined) throw new Error("The light is not grounded.");
  const suggestions = [{ file: "wicks", distance: 1 }] as unknown as typeof known.suggestions; // As long as the contract's.
  const unknown = { ...known, hint: "wich", classification: "unknown", locations: [], suggestions } as const;
  return { ...grounding, target_symbols: [...grounding.target_symbols, unknown] };
};

/** Our own words in the lengths, and with the words in common, of the fixture that the contract's numbers are of. */
const lampPacket = (byteBudget: number) => {
  const text = "Change light and wick so that the mapped tests pass.";
  return buildPacket(
    { path: "lamps.md", text, sha256: hash(text) },
    {
      grounding: lampGrounding(),
      map: lampMap,
      blobs: new Map([["lmp.py", Buffer.from(lampSource)]]),
      lessons: [lampLesson],
    },
    { indexTree: lampMap.index_tree, byteBudget, version: "1" },
  );
};

test("a packet has the contract's sizes, and leaves out what the contract leaves out, in its order", () => {
  verifies("knowledge.golden-vectors", "knowledge.packet-budget");
  const whole = lampPacket(32_768);
  expect([whole.used_bytes, whole.exclusions]).toEqual([2_001, []]);
  expect(Buffer.byteLength(canonicalJson(whole))).toBe(2_001);
  const bounded = lampPacket(1_500);
  expect(bounded.used_bytes).toBe(1_204);
  expect(bounded.exclusions.map(({ name, score }) => `${score} ${name}`)).toEqual([
    "1004 source:lmp.py:lmp.wick",
    "1005 source:lmp.py:lmp.light",
    "2009 test:tests/test_lmp.py:lmp.wick",
    "2009 test:tests/test_wick.py:lmp.wick",
    "2010 test:tests/test_lmp.py:lmp.light",
    `3012 lesson:sha256:${"2".repeat(64)}`,
  ]);
  expect(lampPacket(1_204).used_bytes).toBe(1_204);
  expect(() => lampPacket(1_203)).toThrow(expect.objectContaining({ code: "packet_refused" }));
});
