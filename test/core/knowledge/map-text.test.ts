import fc from "fast-check";
import { expect, test } from "vitest";
import { joinBytes } from "../../../extensions/core/git/byte-chunks.ts";
import type { TreeEntry } from "../../../extensions/core/git/tree-entries.ts";
import { buildMap } from "../../../extensions/core/knowledge/symbols/build-map.ts";
import { mapText } from "../../../extensions/core/knowledge/symbols/map-text.ts";
import { readReusableMap } from "../../../extensions/core/knowledge/symbols/read-map.ts";
import type { MapModule, SymbolMap } from "../../../extensions/core/knowledge/symbols/symbol-map.ts";
import { canonicalJson } from "../../../extensions/core/ledger/canonical.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { symbol } from "./grounding/small-map.ts";

/** Among them what stands between records, and characters of several bytes. */
const name = fc.oneof(
  fc.constantFrom(
    '},{"blob":',
    '},{"byte_end":',
    '"symbols":[',
    '],"schema_version":1,"symbols":[',
    "灯塔",
    "\u{1F6A2}",
    "\\",
  ),
  fc.string({ minLength: 1, maxLength: 6 }),
);

const moduleAt = (file: string): fc.Arbitrary<MapModule> =>
  fc.record({ names: fc.array(name, { maxLength: 4 }), imports: fc.array(name), references: fc.array(name) }).map(
    ({ names, imports, references }): MapModule => ({
      file,
      blob: "0".repeat(40),
      size: 10,
      parse_status: "parsed",
      gap: null,
      imports,
      references,
      symbols: names.map((own) => symbol(own, { name: own, file })),
    }),
  );

const files = ["beacon.ts", "灯.ts", "tide.ts", "wharf.ts"];
const someModules = fc.tuple(...files.map((file) => fc.option(moduleAt(file), { nil: undefined })));

const mapOf = (modules: readonly (MapModule | undefined)[]): SymbolMap => {
  const present = modules.flatMap((module) => module ?? []);
  const entries = present.map(
    ({ file, blob, size }): TreeEntry => ({ path: file, isUtf8: true, kind: "file", id: blob, size }),
  );
  return buildMap({
    tree: "1".repeat(40),
    entries,
    extractor: {},
    records: new Map(present.map((one) => [one.file, one])),
  });
};

const bytesOf = (map: SymbolMap): Uint8Array => new TextEncoder().encode(canonicalJson(map));
const readAgain = (bytes: Uint8Array) => {
  const read = readReusableMap(bytes, new TextDecoder().decode(bytes));
  if (read === undefined) throw new Error("It is no map.");
  return read;
};

test("a map written with records of the last one is to the byte what its canonical JSON is", () => {
  verifies("knowledge.refresh");
  fc.assert(
    fc.property(
      someModules,
      someModules,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      (last, next, isKept) => {
        const { modules, texts } = readAgain(bytesOf(mapOf(last)));
        const known = new Map(modules.map((module) => [module.file, module]));
        expect(texts.size).toBe(modules.length);
        const map = mapOf(files.map((file, index) => (isKept[index] ? known.get(file) : next[index])));
        expect(joinBytes(mapText(map, texts))).toEqual(bytesOf(map));
      },
    ),
  );
});

test("records that are written in another way are made anew", () => {
  verifies("knowledge.refresh");
  const map = mapOf(
    [...files.entries()].map(([index, file]) => ({
      ...emptyModule,
      file,
      symbols: [symbol(`lamp.${index}`, { file })],
    })),
  );
  const text = canonicalJson(map).replaceAll('{"blob":', '{ "blob":');
  const { modules, texts } = readAgain(new TextEncoder().encode(text));
  expect([modules.length, texts.size]).toEqual([files.length, 0]);
});

const emptyModule: MapModule = {
  file: "",
  blob: "0".repeat(40),
  size: 10,
  parse_status: "parsed",
  gap: null,
  imports: [],
  references: [],
  symbols: [],
};
