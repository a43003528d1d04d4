/** Changes to real samples, as damage and malice make them: of bytes, of texts, and of JSON values. */

import fc from "fast-check";

const encoder = new TextEncoder();

/** What readers stumble over. */
const scraps: readonly string[] = [
  "\0",
  "\uFEFF",
  "\uFFFD",
  "\u2028",
  "\u202Ecod.exe",
  "e\u0301\u0301\u0301",
  "👩‍👩‍👧‍👦",
  "\u0130\u0131ﬀ",
  "\r",
  "\r\n",
  "\n\n---\n",
  "\n<<<<<<< ours\n",
  "\t",
  "\\",
  "\\u0000",
  "\\ud800",
  '"',
  "'",
  "`",
  "$(",
  "${",
  "<(",
  "<<E\n",
  ";",
  "|",
  "&&",
  "{",
  "}",
  "[",
  "]",
  "]]",
  "<",
  "<!--",
  "]]>",
  "&#x110000;",
  "&a;",
  "*a",
  "!!binary ",
  "..",
  "/../../",
  "~",
  "%00",
  "*",
  "1e999",
  "-0",
  "99999999999999999999999999",
  "0x7fffffffffffffff",
  "NaN",
  "null",
  "true",
  '"__proto__":{"x":1},',
  "__proto__: 1\n",
  "constructor",
  "- - - - - - - - ",
  "[".repeat(3_000),
  '{"a":'.repeat(2_000),
  "(".repeat(500),
  "<b>".repeat(2_000),
  "> ".repeat(1_000),
  "x".repeat(40_000),
];

type Change =
  | { readonly kind: "flip"; readonly at: number; readonly bit: number }
  | { readonly kind: "cut" | "repeat" | "move"; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: "end"; readonly at: number }
  | { readonly kind: "insert"; readonly at: number; readonly what: string }
  | { readonly kind: "lines"; readonly end: "\r\n" | "\r" };

const place = fc.double({ min: 0, max: 1, noNaN: true });

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.nat(7) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("cut" as const, "repeat" as const, "move" as const),
      at: place,
      length: fc.oneof(fc.nat(8), fc.nat(400)),
      to: place,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end" as const), at: place }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      at: fc.oneof(place, fc.constantFrom(0, 1)),
      what: fc.oneof(fc.constantFrom(...scraps), fc.string({ unit: "binary", maxLength: 6 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("lines" as const),
      end: fc.constantFrom("\r\n" as const, "\r" as const),
    }),
  },
);

const changes = fc.array(change, { minLength: 1, maxLength: 5 });

const decoded = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

const applied = (bytes: Uint8Array, one: Change): Uint8Array => {
  const at = Math.floor(("at" in one ? one.at : 0) * bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (one.kind) {
    case "flip":
      return bytes.map((byte, index) => (index === at ? byte ^ (1 << one.bit) : byte));
    case "end":
      return before;
    case "lines":
      return encoder.encode(decoded(bytes).replaceAll("\n", one.end));
    case "insert":
      return joined(before, encoder.encode(one.what), after);
    case "cut":
      return joined(before, after.subarray(one.length));
    case "repeat":
      return joined(before, after.subarray(0, one.length), after);
    case "move": {
      const piece = after.subarray(0, one.length);
      const to = Math.floor(one.to * bytes.length);
      return joined(bytes.subarray(0, to), piece, bytes.subarray(to));
    }
  }
};

/** One of the samples, changed here and there. */
export const mutatedBytes = (samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.tuple(fc.constantFrom(...samples), changes).map(([sample, all]) => new Uint8Array(all.reduce(applied, sample)));

/** The same of texts: what is no UTF-8 is U+FFFD, and now and then half a surrogate pair is among them. */
export const mutatedText = (samples: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(mutatedBytes(samples.map((sample) => encoder.encode(sample))), fc.option(place, { freq: 6 }))
    .map(([bytes, at]) => {
      const text = decoded(bytes);
      const cut = at === null ? text.length : Math.floor(at * text.length);
      return at === null ? text : `${text.slice(0, cut)}\uD83D${text.slice(cut)}`;
    });

const nested = (depth: number): unknown => {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  "",
  " ",
  "\0",
  [],
  {},
  [[]],
  { __proto__x: 1 },
  JSON.parse('{"__proto__": {"path": "x"}, "constructor": 1}'),
  nested(40),
  nested(3_000),
  Array.from({ length: 2_000 }, () => "x"),
];

type Turn = { readonly at: number; readonly how: "odd" | "text" | "drop" | "wrap" | "rename"; readonly odd: number };

const turn = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom(
    "odd" as const,
    "text" as const,
    "text" as const,
    "drop" as const,
    "wrap" as const,
    "rename" as const,
  ),
  odd: fc.nat(oddValues.length - 1),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All places in a value, as paths of keys. */
const placesIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => {
  if (path.length > 8 || typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))];
};

const valueAt = (value: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined ? value : valueAt(Object.entries(value ?? {}).find(([name]) => name === key)?.[1], rest);

const replaced = (value: unknown, [key, ...rest]: readonly string[], by: (entry: unknown) => unknown[]): unknown => {
  if (key === undefined) return by(value)[0];
  if (Array.isArray(value)) {
    return value.flatMap((part, index) => {
      if (String(index) !== key) return [part];
      return rest.length === 0 ? by(part) : [replaced(part, rest, by)];
    });
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (name !== key) return [[name, part]];
      if (rest.length > 0) return [[name, replaced(part, rest, by)]];
      return by(part).map((made) => [name, made]);
    }),
  );
};

const turned = (value: unknown, { at, how, odd }: Turn, text: (from: string) => string): unknown => {
  const places = placesIn(value);
  const path = places[at % places.length] ?? [];
  if (how === "drop") return path.length === 0 ? value : replaced(value, path, () => []);
  if (how === "wrap") return replaced(value, path, (part) => [[part]]);
  if (how === "odd") return replaced(value, path, () => [oddValues[odd]]);
  const part = valueAt(value, path);
  if (how === "text") return typeof part === "string" ? replaced(value, path, () => [text(part)]) : value;
  if (!isRecord(part)) return value;
  return replaced(value, path, () => [
    Object.fromEntries(
      Object.entries(part).map(([name, one], index) => (index === odd ? [text(name), one] : [name, one])),
    ),
  ]);
};

/** One of the samples with some of its parts dropped, wrapped, renamed, or made something else. */
export const mutatedJson = (samples: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(turn, changes), { minLength: 1, maxLength: 4 }))
    .map(([sample, turns]) =>
      turns.reduce(
        (value, [one, all]) => turned(value, one, (from) => decoded(all.reduce(applied, encoder.encode(from)))),
        sample,
      ),
    );
