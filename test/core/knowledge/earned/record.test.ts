import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  identifierList,
  readIdentifiers,
  readLocations,
} from "../../../../extensions/core/knowledge/earned/detail-values.ts";
import { certifiedReceipt, observationReceipt } from "../../../../extensions/core/knowledge/earned/receipts.ts";
import {
  earnedRules,
  newRecordProblem,
  openChain,
  sealEarned,
} from "../../../../extensions/core/knowledge/earned/record.ts";
import { detailCaps, type RecordKind, recordKinds } from "../../../../extensions/core/knowledge/earned/record-kinds.ts";
import { canonicalHash, canonicalJson } from "../../../../extensions/core/ledger/canonical.ts";
import { firstLink, linkAfter } from "../../../../extensions/core/ledger/chain.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { certified, delivery, headSha, lesson, ref } from "./lighthouse-drafts.ts";

const hash = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const rules = earnedRules(hash);

const outcome = {
  receipt_id: ref("1"),
  subject: ref("2"),
  terminal_state: "failed",
  memory_state: "candidate",
  story_ids: identifierList(["wick"]),
  ...Object.fromEntries(
    ["recalled_memory_ids", "decision_refs", "evidence_refs", "check_refs", "changed_files"].map((name) => [
      name,
      "[]",
    ]),
  ),
  failure_signatures: "[]",
  accepted_lesson_hashes: "[]",
  discarded_lesson_count: "0",
  supersedes: "",
};

const observation = {
  receipt_id: ref("4"),
  lesson_receipt_id: ref("1"),
  lesson_record_hash: ref("5"),
  story: "wick",
  subject: ref("2"),
  delivery_state: "confirmed",
  observed_commit: headSha,
};

const details: Readonly<Record<RecordKind, Readonly<Record<string, string>>>> = {
  "delivery-record": delivery(),
  lesson: lesson("Trim it dry."),
  "certified-handoff-lesson": certified("Trim it dry."),
  "lesson-delivery-observation": observation,
  "terminal-outcome": outcome,
};

const envelope = {
  kind: "delivery-workbench-earned-record",
  schema_version: 1,
  origin_kind: "run",
  origin: "run-1",
  timestamp: "2026-07-26T12:00:00Z",
  head_sha: headSha,
  starts_work: false,
  authorizes: false,
  satisfies_gate: false,
  substitutes_for_evidence: false,
};

/** The line of a record with any fields, under a hash that is right. */
const lineOf = (fields: object, at: object = { seq: 0, prev_hash: null }): string => {
  const body = { ...envelope, ...fields, ...at };
  return canonicalJson({ ...body, record_hash: canonicalHash(body, hash) });
};

const open = (kind: RecordKind, ...lines: readonly string[]) =>
  openChain(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")), { kind, rules });

describe("the contract's vectors", () => {
  test("hold for two delivery records, to the byte", () => {
    verifies("earned.golden-vectors");
    const record = {
      kind: "delivery-record",
      detail: delivery(),
      timestamp: envelope.timestamp,
      headSha,
      originKind: "run",
      origin: "run-1",
    } as const;
    const first = sealEarned(record, { link: firstLink, rules });
    const second = sealEarned(
      { ...record, originKind: "operator", origin: "karol" },
      { link: linkAfter(first), rules },
    );
    expect(first.hash).toBe("sha256:d9f8fe74a11ae88e303680ec65dda47ab41d861b6fb5a1d40234ac5dc157f133");
    expect(Buffer.byteLength(`${first.line}\n`)).toBe(600);
    expect(second.hash).toBe("sha256:2648c9b945fe069eb6c40f58382bae805729ba6c579027e3edb29603e33dce3c");
    const opened = open("delivery-record", first.line, second.line);
    expect(opened).toMatchObject({ state: "sound", records: [{ seq: 0 }, { seq: 1, origin: "karol" }] });
  });

  test("hold for the receipt of a certified lesson, and a delivery has another than its supersession", () => {
    verifies("earned.golden-vectors");
    const claim = "Certified handoff keeps lesson status visible.";
    const emitted = { claim, locations: ["pkg.front.handoff"], confidence: "high", supersedes: "" } as const;
    expect(certifiedReceipt({ terminal: ref("e"), ordinal: 0, lesson: emitted }, hash)).toBe(
      "sha256:6aa9799062e50eee2c74b446d410b60559bd14ca6c47b145ef0a30322fdb5c9b",
    );
    const observed = { lessonReceipt: ref("1"), lessonHash: ref("2"), commit: headSha };
    const ids = (["confirmed", "superseded"] as const).map((state) => observationReceipt({ ...observed, state }, hash));
    expect(new Set(ids).size).toBe(2);
  });
});

describe.each(recordKinds)("a record of %s", (kind) => {
  const detail = details[kind];
  const line = (changed: object): string => lineOf({ record_kind: kind, detail: { ...detail, ...changed } });

  test("is opened with exactly its fields", () => {
    verifies("earned.records");
    expect(open(kind, line({}))).toMatchObject({ state: "sound", records: [{ kind, detail }] });
  });

  test("with one field more, one less, or one that is no text is malformed, though its hash is right", () => {
    verifies("earned.records");
    const [first = ""] = Object.keys(detail);
    for (const wrong of [{ note: "x" }, { [first]: 1 }, { [first]: "" }, { [first]: null }, { [first]: "a\0b" }]) {
      expect(open(kind, line(wrong))).toMatchObject({ state: "malformed", line: 1 });
    }
    const { [first]: _, ...less } = detail;
    expect(open(kind, lineOf({ record_kind: kind, detail: less }))).toMatchObject({ state: "malformed" });
  });

  test("with a field over its cap by one code point is malformed", () => {
    verifies("earned.records");
    for (const [field, cap] of Object.entries(detailCaps[kind])) {
      const opened = open(kind, line({ [field]: "🜂".repeat(cap + 1) }));
      expect(opened).toMatchObject({ state: "malformed", problem: expect.stringContaining(`${field} has ${cap + 1}`) });
    }
  });

  test("under another kind's name is malformed", () => {
    verifies("earned.records");
    const other = kind === "lesson" ? "delivery-record" : "lesson";
    expect(open(kind, lineOf({ record_kind: other, detail }))).toMatchObject({ state: "malformed" });
  });
});

test("a claim has as many characters as it has code points, whatever they take", () => {
  verifies("earned.records");
  const record = { kind: "lesson", timestamp: envelope.timestamp, originKind: "run", origin: "r", headSha } as const;
  expect(newRecordProblem({ ...record, detail: lesson("🜂".repeat(1_000)) })).toBe(undefined);
  expect(newRecordProblem({ ...record, detail: lesson("🜂".repeat(1_001)) })).toMatch(/claim has 1001/);
  expect(newRecordProblem({ ...record, detail: lesson("two\nlines") })).toMatch(/line/);
});

test.each([
  ["an origin kind of agents", { origin_kind: "agent" }],
  ["an empty origin", { origin: "" }],
  ["an origin of 201 characters", { origin: "x".repeat(201) }],
  ["a short commit id", { head_sha: "abc1234" }],
  ["a time with a fraction", { timestamp: "2026-07-26T12:00:00.5Z" }],
  ["a day that does not exist", { timestamp: "2026-02-30T12:00:00Z" }],
  ["another schema", { schema_version: 2 }],
  ["a field of its own", { note: "x" }],
])("a record with %s is malformed", (_, wrong) => {
  verifies("earned.records");
  const good = { record_kind: "lesson", detail: lesson("Dry.") };
  expect(open("lesson", lineOf(good))).toMatchObject({ state: "sound" });
  expect(open("lesson", lineOf({ ...good, ...wrong }))).toMatchObject({ state: "malformed", line: 1 });
});

test.each(["starts_work", "authorizes", "satisfies_gate", "substitutes_for_evidence"])(
  "a record whose %s is anything but false is refused",
  (marker) => {
    verifies("earned.markers");
    for (const value of [true, 0, null, "", "false"]) {
      const line = lineOf({ record_kind: "lesson", detail: lesson("Dry."), [marker]: value });
      expect(open("lesson", line)).toMatchObject({ problem: expect.stringContaining("exclusion of authority") });
    }
  },
);

test("a list of identifiers reads as what was written, and no other text does", () => {
  verifies("earned.records");
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })), (items) => {
      const plain = items.filter((item) => !/[\n\r\0]/.test(item) && !/\p{Surrogate}/u.test(item));
      const text = identifierList(plain);
      expect(new Set(readIdentifiers(text))).toEqual(new Set(plain));
      expect(identifierList(readIdentifiers(text) ?? [])).toBe(text);
      expect(readIdentifiers(`${text} `)).toBe(undefined);
    }),
  );
  for (const wrong of ['["b","a"]', '["a","a"]', '["a",1]', '[""]', "{}", "[", '["\\ud800"]']) {
    expect(readIdentifiers(wrong)).toBe(undefined);
  }
});

test("locations are 1 to 8, resolved or not, and nothing between", () => {
  verifies("earned.records");
  const resolved = { file: "a.ts", line_end: 2, line_start: 1, reference: "a", status: "resolved", symbol: "a" };
  const text = (...items: readonly object[]): string => canonicalJson(items);
  expect(readLocations(text(resolved, { reason: "x", reference: "b", status: "unresolved" }))).toHaveLength(2);
  const wrong = [
    [],
    Array(9).fill(resolved),
    [{ ...resolved, line_end: 0 }],
    [{ ...resolved, reason: "x" }],
    [{ ...resolved, reference: "x".repeat(201) }],
    [{ reference: "b", status: "unresolved" }],
    [{ ...resolved, status: "maybe" }],
  ];
  for (const items of wrong) expect(readLocations(text(...items))).toBe(undefined);
});

const chainOf = (count: number): readonly string[] => {
  let link = firstLink;
  return Array.from({ length: count }, (_, index) => {
    const timestamp = `2026-07-26T12:00:${String(index % 60).padStart(2, "0")}Z`;
    const record = { kind: "lesson", detail: lesson(`Lesson ${index}: keep it dry — é.`), timestamp } as const;
    const sealed = sealEarned({ ...record, originKind: "run", origin: "pi-1", headSha }, { link, rules });
    link = linkAfter(sealed);
    return sealed.line;
  });
};

const sound = (bytes: Uint8Array, index: number) => {
  const opened = openChain(bytes, { kind: "lesson", rules });
  return opened.state === "sound" ? opened.records[index] : undefined;
};

describe("a chain of 50 records", () => {
  const lines = chainOf(50);
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));

  test("is found out for every byte that is flipped", () => {
    verifies("earned.chain");
    expect(openChain(bytes, { kind: "lesson", rules }).state).toBe("sound");
    const records = lines.map((_, index) => sound(bytes, index));
    let start = 0;
    const missed: number[] = [];
    for (const [index, line] of lines.entries()) {
      // What stands before a line is as it was; a line feed that is gone joins two.
      const length = Buffer.byteLength(`${line}\n`);
      const part = bytes.slice(start, start + length + Buffer.byteLength(`${lines[index + 1] ?? ""}\n`));
      for (let at = 0; at < length; at += 1) {
        const before = part[at] ?? 0;
        part[at] = before ^ (1 << (at % 8));
        if (openChain(part, { kind: "lesson", rules, after: records[index - 1] }).state === "sound")
          missed.push(start + at);
        part[at] = before;
      }
      start += length;
    }
    expect([start, missed]).toEqual([bytes.length, []]);
  }, 60_000);

  test("is found out when a line is missing, doubled or moved", () => {
    verifies("earned.chain");
    const [first = "", second = "", third = "", ...rest] = lines;
    for (const wrong of [
      [second, third, ...rest],
      [first, third, ...rest],
      [first, first, second],
      [first, third, second],
    ]) {
      expect(open("lesson", ...wrong)).toMatchObject({ state: "malformed" });
    }
  });

  test("with a right hash and an earlier time is malformed", () => {
    verifies("earned.chain");
    const [first = ""] = lines;
    const at = { seq: 1, prev_hash: JSON.parse(first)["record_hash"], timestamp: "2026-07-26T11:59:59Z" };
    const line = lineOf({ record_kind: "lesson", detail: lesson("Late.") }, at);
    expect(open("lesson", first, line)).toMatchObject({ state: "malformed", line: 2, problem: /older/ });
  });

  test("cut anywhere inside a line is torn at that line's first byte", () => {
    verifies("earned.torn");
    const start = Buffer.byteLength(`${lines.slice(0, 2).join("\n")}\n`);
    for (const cut of [start + 1, start + 50]) {
      const opened = openChain(bytes.subarray(0, cut), { kind: "lesson", rules });
      expect(opened).toMatchObject({ state: "torn", offset: start });
    }
    expect(openChain(new Uint8Array(), { kind: "lesson", rules })).toMatchObject({ state: "torn", offset: 0 });
  });
});
