/** The vectors that every implementation of the contract agrees on. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sealFact } from "../../../extensions/core/knowledge/derived/derived-fact.ts";
import { falseMarkers } from "../../../extensions/core/knowledge/false-markers.ts";
import { canonicalHash, canonicalJson } from "../../../extensions/core/ledger/canonical.ts";
import {
  type ChainRules,
  firstLink,
  linkAfter,
  sealRecord,
  verifyChain,
} from "../../../extensions/core/ledger/chain.ts";
import { verifies } from "../../acceptance/verifies.ts";

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
