import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  byCodePoint,
  canonicalHash,
  canonicalJson,
  codePointOrder,
  isPlainlyCanonical,
  parseJsonObject,
  withoutMember,
} from "../../../extensions/core/ledger/canonical.ts";
import { verifies } from "../../acceptance/verifies.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

const markers = { starts_work: false, authorizes: false, satisfies_gate: false, substitutes_for_evidence: false };

const jsonValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger().map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 5 }),
  ),
})).value;

describe("the text", () => {
  test("keys are sorted at every depth and nothing is padded", () => {
    expect(canonicalJson({ lamp: { b: 1, a: [true, null, "x"] }, beam: -7 })).toBe(
      '{"beam":-7,"lamp":{"a":[true,null,"x"],"b":1}}',
    );
  });

  test("keys are sorted by code point, so that an astral key follows U+FFFD", () => {
    verifies("ledger.canonical-json");
    expect(canonicalJson({ "😀": 1, "\uFFFD": 2, "\uE000": 3, z: 4, za: 5, "": 6 })).toBe(
      '{"":6,"z":4,"za":5,"\uE000":3,"\uFFFD":2,"😀":1}',
    );
  });

  test("the order that is chosen for some texts is that of code points", () => {
    verifies("ledger.canonical-json");
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\uD7FF", "\uE000", "\uFFFD", "😀"), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect([...texts].sort(codePointOrder(texts))).toEqual([...texts].sort(byCodePoint));
      }),
    );
    expect(["b", "a", "b"].sort(codePointOrder(["a", "b"]))).toEqual(["a", "b", "b"]);
  });

  test("number-like keys are sorted as text", () => {
    expect(canonicalJson({ 9: 1, 10: 2 })).toBe('{"10":2,"9":1}');
  });

  test("non-ASCII and U+2028 stay raw and controls are escaped in their short form", () => {
    expect(canonicalJson('é\u2028\u007f\n\t\b\f\r\u0001"\\/')).toBe('"é\u2028\u007f\\n\\t\\b\\f\\r\\u0001\\"\\\\/"');
  });

  test("a __proto__ key is an ordinary key", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  test("parsing the text gives the value back and the same text again", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test("the order in which keys were set does not matter", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.integer()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
      }),
    );
  });
});

describe("what has no canonical text is refused", () => {
  class Lighthouse {
    readonly beams = 2;
  }
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;

  test.each([
    ["a float", 0.5],
    ["a float at depth", { lamp: [{ watts: 1.5 }] }],
    ["an unsafe integer", 2 ** 53],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["negative zero", -0],
    ["undefined", { lamp: undefined }],
    ["a BigInt", 1n],
    ["a function", { toJSON: () => 1 }],
    ["a symbol key", { [Symbol("lamp")]: 1 }],
    ["a date", new Date(0)],
    ["a class instance", new Lighthouse()],
    ["a map", new Map([["lamp", 1]])],
    ["bytes", new Uint8Array(2)],
    ["a hole in an array", new Array(2)],
    ["a lone surrogate", "\ud83d"],
    ["a lone surrogate in a key", { "\udc00": 1 }],
    ["a value that holds itself", cyclic],
    ["very deep nesting", deep(500)],
  ])("%s", (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(/^Canonical JSON/);
  });

  test("an object without a prototype is plain", () => {
    expect(canonicalJson(Object.assign(Object.create(null), { lamp: 1 }))).toBe('{"lamp":1}');
  });
});

describe("golden hashes of the repository knowledge contract", () => {
  test("a derived fact", () => {
    verifies("ledger.canonical-golden");
    const fact = {
      kind: "delivery-workbench-derived-fact",
      schema_version: 1,
      fact_kind: "symbol-structure-map",
      index_tree: "1".repeat(40),
      value: { a: [1, true, null, "é"] },
      ...markers,
    };
    expect(canonicalHash(fact, hash)).toBe("sha256:d42aaa972119816ccac320cac0039b28bd5ac3cbc906c875080642d40f907b6e");
  });

  test("a certified lesson's receipt", () => {
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
    expect(canonicalHash(receipt, hash)).toBe(
      "sha256:6aa9799062e50eee2c74b446d410b60559bd14ca6c47b145ef0a30322fdb5c9b",
    );
  });
});

test("only the text of an object parses as one", () => {
  expect(parseJsonObject('{"lamp":1}')).toEqual({ lamp: 1 });
  expect(["[1]", "1", "null", "", "{", '"lamp"'].map(parseJsonObject)).toEqual(Array(6).fill(undefined));
});

describe("the quick look", () => {
  const looksPlain = (text: string): boolean => {
    const value = parseJsonObject(text);
    return value !== undefined && isPlainlyCanonical(text, value);
  };

  test("takes no text for canonical that has blanks, doubles, another order, or numbers of another form", () => {
    verifies("history.quick-look");
    expect(looksPlain('{"a":{"b":[1,"ü"],"c":null},"d":-7}')).toBe(true);
    const others = [
      '{"a": 1}',
      '{"b":1,"a":1}',
      '{"a":{"b":1,"a":1}}',
      '{"a":1,"a":1}',
      '{"a":1e2}',
      '{"a":12e1,"b":12e2}',
      '{"a":1e5, "b":1}',
      '{"a":"\ud800"}',
      '{"b":2,"1":1}',
      '{"a":0.5}',
      '{"a":-0}',
      '{"a":9007199254740993}',
      '{"a":"\\u0061"}',
      '{"a":"\\ud800"}',
      '{"2":1,"10":1}',
      '{"a":"\\/"}',
    ];
    expect(others.filter(looksPlain)).toEqual([]);
    expect(looksPlain(`{"a":${"[".repeat(500)}${"]".repeat(500)}}`)).toBe(false);
  });

  test("agrees with the canonical text wherever it decides, for any object and any edit of its text", () => {
    verifies("history.quick-look");
    const objects = fc.dictionary(fc.string({ unit: "grapheme", maxLength: 4 }), jsonValue, { maxKeys: 6 });
    const snippets = fc.constantFrom("", " ", "\\u0041", "0", ",", '"a":1,', "-", "e1");
    fc.assert(
      fc.property(objects, fc.nat(), snippets, fc.boolean(), (object, at, snippet, isSorted) => {
        const text = isSorted ? canonicalJsonOrNot(object) : JSON.stringify(object);
        const place = at % (text.length + 1);
        const edited = `${text.slice(0, place)}${snippet}${text.slice(place)}`;
        if (looksPlain(edited)) expect(canonicalJson(parseJsonObject(edited))).toBe(edited);
      }),
    );
  });
});

/** The canonical text, or the plain one of an object that has none. */
const canonicalJsonOrNot = (value: unknown): string => {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
};

describe("a member cut out of a canonical text", () => {
  test("leaves the canonical text of the others, or nothing is said", () => {
    verifies("history.quick-look");
    expect(withoutMember('{"a":1,"hash":"x","z":2}', "hash", "x")).toBe('{"a":1,"z":2}');
    expect(withoutMember('{"hash":"x","z":2}', "hash", "x")).toBe('{"z":2}');
    expect(withoutMember('{"a":1,"hash":"x"}', "hash", "x")).toBe('{"a":1}');
    expect(withoutMember('{"a":{"hash":"x"},"hash":"x"}', "hash", "x")).toBeUndefined();
    expect(withoutMember('{"a":1}', "hash", "x")).toBeUndefined();
  });
});
