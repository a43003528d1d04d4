import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type DerivedFact,
  examineFact,
  openFact,
  sealFact,
} from "../../../extensions/core/knowledge/derived/derived-fact.ts";
import { falseMarkers, markersProblem } from "../../../extensions/core/knowledge/false-markers.ts";
import { classOf } from "../../../extensions/core/knowledge/item-class.ts";
import { sealObject } from "../../../extensions/core/ledger/own-hash.ts";
import { verifies } from "../../acceptance/verifies.ts";

const hash = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** The sealed text, without the line feed. */
const sealed = (fact: DerivedFact): string => new TextDecoder().decode(sealFact(fact, hash)).trimEnd();

/** Opens a text both ways, which must agree. */
const open = (text: string) => {
  const [quick, examined] = [openFact(new TextEncoder().encode(text), hash), examineFact(text, hash)];
  expect(quick).toEqual(examined);
  return quick;
};

const lamp = { kind: "lamp-inventory", indexTree: "2".repeat(40), value: { lamps: 3 } };

/** A fact with other fields, hashed as if it were right. */
const resealed = (change: Readonly<Record<string, unknown>>): string => {
  const { fact_hash: _, ...body } = JSON.parse(sealed(lamp));
  const changed = Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== undefined));
  return sealObject(changed as never, { field: "fact_hash", hash }).text; // Whatever it was changed to.
};

test("a fact is what was sealed, and the same input gives the same text", () => {
  verifies("knowledge.envelope");
  expect(sealed(lamp)).toBe(sealed({ ...lamp, value: { lamps: 3 } }));
  expect(open(resealed({}))).toMatchObject({ state: "fact", fact: lamp });
});

test.each([
  ["another kind of document", { kind: "delivery-workbench-earned-record" }],
  ["a later schema", { schema_version: 2 }],
  ["one field more", { note: "lit" }],
  ["one field less", { value: undefined }],
  ["an empty kind", { fact_kind: "" }],
  ["a kind of two lines", { fact_kind: "a\nb" }],
  ["a kind of 81 characters", { fact_kind: "k".repeat(81) }],
  ["a short tree", { index_tree: "2".repeat(39) }],
  ["a tree in capitals", { index_tree: "A".repeat(40) }],
  ["a value that is no object", { value: 3 }],
])("a correctly hashed text with %s is malformed", (_, change) => {
  verifies("knowledge.envelope");
  expect(open(resealed(change)).state).toBe("malformed");
});

test("an edited value under the old hash, another spelling and a float are malformed", () => {
  verifies("knowledge.envelope");
  const text = sealed(lamp);
  const texts = [
    text.replace('"lamps":3', '"lamps":4'),
    text.replace(":3", ": 3"),
    text.replace(":3", ":3.5"),
    "",
    "[]",
  ];
  expect(texts.map((one) => open(one).state)).toEqual(Array(5).fill("malformed"));
  expect(() => sealFact({ ...lamp, value: { lamps: 0.5 } }, hash)).toThrow(/safe integers/);
});

test("any flipped bit of a stored fact is found", () => {
  verifies("knowledge.envelope");
  const bytes = Buffer.from(sealed({ ...lamp, value: { lamps: 3, place: "é" } }));
  const passed: number[] = [];
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const flipped = Buffer.from(bytes);
    flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
    if (openFact(flipped, hash).state === "fact") passed.push(at);
  }
  expect([openFact(bytes, hash).state, passed]).toEqual(["fact", []]);
});

describe("the markers", () => {
  test("are false, and nothing else passes for it", () => {
    verifies("knowledge.false-markers");
    expect(markersProblem({ ...falseMarkers })).toBeUndefined();
    for (const name of Object.keys(falseMarkers)) {
      for (const value of [true, 0, "", null, "false"]) {
        expect(markersProblem({ ...falseMarkers, [name]: value })).toContain(name);
        expect(open(resealed({ [name]: value }))).toMatchObject({ problem: expect.stringContaining(name) });
      }
      const { [name as keyof typeof falseMarkers]: _, ...rest } = falseMarkers;
      expect(markersProblem(rest)).toContain(name);
    }
  });
});

test("every kind has its class, and a kind that is not known has none", () => {
  verifies("knowledge.item-classes");
  expect(classOf("derived-fact")).toBe("derived");
  const kinds = ["delivery-record", "lesson", "certified-handoff-lesson", "lesson-delivery-observation"];
  expect([...kinds, "terminal-outcome"].map(classOf)).toEqual(Array(5).fill("earned"));
  for (const kind of ["rumour", "", "constructor", "Lesson"]) {
    expect(() => classOf(kind)).toThrow(expect.objectContaining({ code: "knowledge_kind_unknown", exitCode: 2 }));
  }
});
