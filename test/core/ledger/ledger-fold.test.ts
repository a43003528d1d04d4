import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEvent } from "../../../extensions/core/ledger/event.ts";
import { contentFindings } from "../../../extensions/core/ledger/ledger-findings.ts";
import { splitLines } from "../../../extensions/core/ledger/ledger-lines.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { asFile, chainLines, eventsPath, fold, rules } from "./lighthouse-ledger.ts";

const keeper = chainLines("keeper@k3j9x2ab", 6);
const mate = chainLines("mate@zz91m0aa", 6);

const faults = (content: string | Uint8Array): string[] =>
  contentFindings(eventsPath, fold(content)).map(({ code, line }) => `${code}:${line}`);

const flipped = (bytes: Uint8Array, index: number, bit: number): Uint8Array => {
  const changed = bytes.slice();
  changed[index] = (changed[index] ?? 0) ^ (1 << bit);
  return changed;
};

const without = (lines: readonly string[], index: number): string[] => lines.filter((_, at) => at !== index);

describe("a sound ledger", () => {
  test("gives each chain with its number of events and last hash", () => {
    const { chains, events } = fold(asFile([...keeper, ...mate]));
    expect(chains.map(({ writer, events: count }) => [writer, count])).toEqual([
      ["keeper@k3j9x2ab", 6],
      ["mate@zz91m0aa", 6],
    ]);
    expect(chains[0]?.lastHash).toBe(events[5]?.hash);
  });

  test("may be interleaved and repeated in any way that keeps each writer's order", () => {
    verifies("ledger.union-merge");
    const choices = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(choices, (steps) => {
        const rest: [string[], string[]] = [[...keeper], [...mate]];
        const lines = steps.flatMap(([first, twice]) => {
          const line = (first ? rest[0].shift() : rest[1].shift()) ?? rest[0].shift() ?? rest[1].shift() ?? "";
          return twice ? [line, line] : [line];
        });
        const content = fold(asFile(lines));
        expect(contentFindings(eventsPath, content)).toEqual([]);
        expect(content.events).toHaveLength(12);
      }),
    );
  });

  test("may have been checked out with CRLF, and may hold empty lines", () => {
    expect(faults(asFile(keeper).replaceAll("\n", "\r\n"))).toEqual([]);
    expect(faults(asFile([...keeper, "", ...mate]))).toEqual([]);
  });

  test("keeps the lines of other tools and reports them as unchained", () => {
    verifies("ledger.unchained");
    const peer =
      '{"source_id":"SRC-2026-11-30-001","score":0.5,"timestamp":"2026-11-30T12:00:00.000Z","kind":"capture"}';
    const content = fold(asFile([...keeper, peer, ...mate]));
    expect(content.unchained).toEqual([
      {
        line: 7,
        kind: "capture",
        timestamp: "2026-11-30T12:00:00.000Z",
        details: { source_id: "SRC-2026-11-30-001", score: 0.5 },
      },
    ]);
    expect(contentFindings(eventsPath, content)).toMatchObject([
      { code: "ledger-unchained", severity: "info", line: 7 },
    ]);
  });
});

describe("a damaged ledger", () => {
  test("every single changed byte of a file is found, line feeds too", () => {
    verifies("ledger.every-byte");
    const bytes = new TextEncoder().encode(asFile(chainLines("k@a", 12)));
    const silent = [...bytes.keys()].filter((index) => faults(flipped(bytes, index, index % 8)).length === 0);
    expect(silent).toEqual([]);
  });

  test("no line of a chain of fifty passes for an event, or for another tool's, with any bit of it changed", () => {
    verifies("ledger.every-byte");
    const lines = chainLines("k@a", 50).map((line) => new TextEncoder().encode(line));
    const states = lines.flatMap((line) =>
      [...line.keys()].flatMap((index) =>
        [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => {
          const [{ text } = { text: undefined }] = splitLines(flipped(line, index, bit));
          return text === undefined ? "damaged" : parseEvent(text, rules).state;
        }),
      ),
    );
    expect([...new Set(states)].sort()).toEqual(["damaged", "edited"]);
  });

  test("a byte changed to any other value is found", () => {
    const bytes = new TextEncoder().encode(asFile(chainLines("k@a", 3)));
    const change = fc.record({ index: fc.nat(bytes.length - 1), value: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(change, ({ index, value }) => {
        fc.pre(bytes[index] !== value);
        const changed = bytes.slice();
        changed[index] = value;
        expect(faults(changed)).not.toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("an edited line is named, and only the first of its chain", () => {
    verifies("ledger.first-break");
    const lines = keeper.map((line, index) => (index >= 2 ? line.replace('"actor":"k"', '"actor":"m"') : line));
    expect(faults(asFile([...mate, ...lines]))).toEqual(["ledger-edited:9"]);
  });

  test.each([0, 1, 2, 3, 4])("a removed line is noticed at the line after it (%i)", (index) => {
    verifies("ledger.missing-and-reordered");
    expect(faults(asFile(without(keeper, index)))).toEqual([`ledger-missing:${index + 1}`]);
  });

  test.each([0, 1, 2, 3, 4])("swapped lines are out of order (%i)", (index) => {
    const lines = [...keeper];
    lines.splice(index, 2, keeper[index + 1] ?? "", keeper[index] ?? "");
    expect(faults(asFile(lines))).toEqual([`ledger-reordered:${index + 1}`]);
  });

  test("each broken chain is reported by itself", () => {
    expect(faults(asFile([...without(keeper, 1), ...without(mate, 3)]))).toEqual([
      "ledger-missing:2",
      "ledger-missing:9",
    ]);
  });

  test("two events of a writer that follow the same one are a fork, and both are read", () => {
    const other = chainLines("keeper@k3j9x2ab", 3, "fog signal");
    expect(faults(asFile([...keeper, ...other]))).toEqual(["ledger-forked:7"]);
    expect(fold(asFile([...keeper, ...other])).events).toHaveLength(9);
  });

  test("bad JSON, bytes that are no UTF-8 and a BOM are damaged lines, counted together", () => {
    const damaged = asFile(["\uFEFF{}", "lamp lit", ...keeper, "[1]", "7"]);
    expect(contentFindings(eventsPath, fold(damaged))).toMatchObject([
      { code: "ledger-damaged", line: 1, message: "The line is not a JSON object in UTF-8 (4 lines)" },
    ]);
    expect(faults(new Uint8Array([0x22, 0xff, 0x22, 0x0a]))).toEqual(["ledger-damaged:1"]);
  });

  test("conflict markers are named, and the lines between them are read", () => {
    const merged = ["<<<<<<< HEAD", ...keeper, "=======", ...mate, ">>>>>>> theirs"];
    expect(faults(asFile(merged))).toEqual(["ledger-conflict:1"]);
    expect(fold(asFile(merged)).events).toHaveLength(12);
  });

  test("a line that was cut short is torn, at the end and with lines after it", () => {
    const half = keeper[3]?.slice(0, 40) ?? "";
    expect(faults(`${asFile(keeper)}${half}`)).toEqual(["ledger-torn:7"]);
    expect(faults(asFile([...keeper, half, ...mate]))).toEqual(["ledger-torn:7"]);
  });

  test("a whole last line without its line feed counts as an event and is reported", () => {
    const text = asFile(keeper).slice(0, -1);
    expect(faults(text)).toEqual(["ledger-torn:6"]);
    expect(fold(text).events).toHaveLength(6);
  });

  test("no text at all breaks the reading", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.constantFrom(...keeper),
      fc.tuple(fc.constantFrom(...keeper), fc.nat(), fc.string()).map(([text, at, part]) => {
        const index = at % text.length;
        return text.slice(0, index) + part + text.slice(index + part.length);
      }),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(() => contentFindings(eventsPath, fold(lines.join("\n")))).not.toThrow();
      }),
    );
  });
});
