import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tidyEntry } from "../../../../extensions/core/tasks/memory/entry-text.ts";
import {
  additionOf,
  compactedText,
  liveEntries,
  type MemoryFile,
  newestFirst,
  parseMemory,
  rawEntries,
  withSuperseded,
} from "../../../../extensions/core/tasks/memory/memory-file.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const texts = ({ entries }: MemoryFile): readonly string[] => entries.map(({ text }) => text);

const log = [
  "### 2026-09-18 14:30 #a3f2",
  "",
  "The lamp smokes at low tide.",
  "",
  "### 2026-09-18 15:00 #b7k1",
  "",
  "> [superseded 2026-09-19 by #c0de]",
  "",
  "The wick is too long.",
  "",
  "### 2026-09-19 08:00 #c0de",
  "",
  "The chimney is cracked.",
  "",
].join("\n");

describe("a memory file", () => {
  test("has entries with their times, ids, texts and lines", () => {
    verifies("tasks.entry-format");
    const { entries } = parseMemory(log);
    expect(entries.map(({ time, id, text, line }) => [time, id, text, line])).toEqual([
      ["2026-09-18 14:30", "a3f2", "The lamp smokes at low tide.", 1],
      ["2026-09-18 15:00", "b7k1", "The wick is too long.", 5],
      ["2026-09-19 08:00", "c0de", "The chimney is cracked.", 11],
    ]);
    expect(entries.map(({ supersededBy }) => supersededBy)).toEqual([[], ["c0de"], []]);
  });

  test("may have the mark above the heading", () => {
    verifies("tasks.foreign-files");
    const above = log.replace(
      "### 2026-09-18 15:00 #b7k1\n\n> [superseded 2026-09-19 by #c0de]\n",
      "> [superseded 2026-09-19 by #c0de]\n\n### 2026-09-18 15:00 #b7k1\n",
    );
    expect(above).not.toBe(log);
    const file = parseMemory(above);
    expect(liveEntries(file).map(({ id }) => id)).toEqual(["a3f2", "c0de"]);
    expect(texts(file)).toEqual(texts(parseMemory(log)));
    const [, marked] = file.entries;
    expect(rawEntries(file, marked === undefined ? [] : [marked])).toMatch(
      /^> \[superseded .*\n\n### .*#b7k1\n\nThe wick/,
    );
  });

  test("of the described system has a summary, entries without ids and empty ones, and headings in texts", () => {
    verifies("tasks.foreign-files");
    const foreign = [
      "## 早期记忆（摘要）",
      "",
      "## 维护摘要",
      "灯塔每晚点亮。",
      "",
      "> 原文归档于 memories-archive/ann.md，截至 2026-09-12，共 26 条。",
      "### 2026-09-11 07:23",
      "",
      "### 2026-09-11 08:52",
      "",
      "### Findings",
      "The horn is fine.",
      "",
      "### 2026-09-19 23:23 #hge5",
      "",
      "## 定案",
      "- 每晚点灯",
      "",
    ].join("\n");
    const { summary, entries } = parseMemory(foreign);
    expect(summary).toBe("## 维护摘要\n灯塔每晚点亮。");
    expect(entries.map(({ time, id, text }) => [time, id, text])).toEqual([
      ["2026-09-11 07:23", undefined, ""],
      ["2026-09-11 08:52", undefined, "### Findings\nThe horn is fine."],
      ["2026-09-19 23:23", "hge5", "## 定案\n- 每晚点灯"],
    ]);
  });

  test("with an unresolved merge has the entries of both sides, without its markers", () => {
    verifies("tasks.conflict-markers");
    const merged = [
      "### 2026-09-18 14:30 #a3f2",
      "",
      "Shared.",
      "",
      "<<<<<<< HEAD",
      "### 2026-09-18 15:00 #aaaa",
      "",
      "Ours.",
      "=======",
      "### 2026-09-18 15:01 #bbbb",
      "",
      "Theirs.",
      ">>>>>>> fog",
      "",
    ].join("\n");
    expect(texts(parseMemory(merged))).toEqual(["Shared.", "Ours.", "Theirs."]);
  });

  test("keeps a BOM and its line ends when entries are added and marked", () => {
    verifies("tasks.entry-format");
    const windows = `\ufeff${log.replaceAll("\n", "\r\n")}`;
    const file = parseMemory(windows);
    expect(texts(file)).toEqual(texts(parseMemory(log)));
    const added = windows + additionOf(windows, { id: "dddd", time: "2026-09-20 08:00", text: "One\ntwo" });
    expect(added).toBe(`${windows}\r\n### 2026-09-20 08:00 #dddd\r\n\r\nOne\r\ntwo\r\n`);
    const [first] = file.entries;
    const marked = withSuperseded(file, { entries: first ? [first] : [], day: "2026-09-20", by: "dddd" });
    expect(marked).toBe(windows.replace("#a3f2\r\n", "#a3f2\r\n\r\n> [superseded 2026-09-20 by #dddd]\r\n"));
  });

  test("after a compaction is a summary, where the rest is, and the entries that stay as they were", () => {
    verifies("tasks.compaction");
    const file = parseMemory(log);
    const compacted = compactedText(file, {
      summary: "The lamp was looked at.",
      kept: file.entries.slice(2),
      archive: "memories-archive/keeper.md",
      day: "2026-09-20",
      moved: 2,
    });
    expect(compacted).toBe(
      "## 早期记忆（摘要）\n\nThe lamp was looked at.\n\n> 原文归档于 memories-archive/keeper.md，截至 2026-09-20，共 2 条。\n\n" +
        "### 2026-09-19 08:00 #c0de\n\nThe chimney is cracked.\n",
    );
    expect(parseMemory(compacted)).toMatchObject({ summary: "The lamp was looked at.", entries: [{ id: "c0de" }] });
  });

  test("holds an entry once that stands in it twice, and not at all when one copy is corrected", () => {
    verifies("tasks.merged");
    expect(liveEntries(parseMemory(`${log}\n${log}`)).map(({ id }) => id)).toEqual(["a3f2", "c0de"]);
    const copy = "### 2026-09-18 15:00 #b7k1\n\nThe wick is too long.\n";
    expect(liveEntries(parseMemory(`${copy}\n${log}`)).map(({ id }) => id)).toEqual(["a3f2", "c0de"]);
  });
});

/** Lines that could pass for the file's own, among others. */
const line = fc.oneof(
  fc.constantFrom(
    "### 2026-09-18 14:30 #a3f2",
    "### Findings",
    "\\### 2026-09-18 14:30",
    "\ufeff### 2026-09-18 14:30 #a3f2",
    "\\\ufeff### 2026-09-18 14:30",
    "> [superseded 2026-09-18 by #b7k1]",
    "\\\\> [superseded 2026-09-18 by #b7k1]",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> fog",
    "## 早期记忆（摘要）",
    "灯塔每晚点亮。",
    "",
    "\t- item",
  ),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const said = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) => tidyEntry(lines.join("\n")))
  .filter((text) => text !== "");

const newEntries = fc.array(
  fc.record({
    id: fc.stringMatching(/^[0-9a-z]{4}$/),
    time: fc.constantFrom("2026-09-18 14:30", "2026-09-18 14:31", "2026-10-01 00:00"),
    text: said,
  }),
  { maxLength: 6 },
);

/** What may stand in a file before we write to it. */
const foreign = fc.constantFrom("", "\ufeff", "# Ann", "Old notes.\r\n\r\nMore.\r\n", log, "no line end");

test("whatever is remembered comes back as it was given, and what was there before stays", () => {
  verifies("tasks.text-is-no-structure", "tasks.entry-format");
  fc.assert(
    fc.property(foreign, newEntries, (before, entries) => {
      let text = before;
      for (const entry of entries) text += additionOf(text, entry);
      expect(text.startsWith(before)).toBe(true);
      const read = parseMemory(text).entries.slice(parseMemory(before).entries.length);
      expect(read.map(({ id, time, text: shown }) => ({ id, time, text: shown }))).toEqual(entries);
      expect(read.every(({ supersededBy }) => supersededBy.length === 0)).toBe(true);
    }),
  );
});

test("a mark supersedes its entry and changes nothing else", () => {
  verifies("tasks.corrected");
  fc.assert(
    fc.property(newEntries, fc.nat(), (entries, pick) => {
      let text = "";
      for (const entry of entries) text += additionOf(text, entry);
      const file = parseMemory(text);
      const chosen = file.entries[pick % Math.max(1, file.entries.length)];
      if (chosen === undefined) return;
      const after = parseMemory(withSuperseded(file, { entries: [chosen], day: "2026-10-02", by: "zzzz" }));
      expect(texts(after)).toEqual(texts(file));
      const marked = after.entries.flatMap(({ supersededBy }, index) => (supersededBy.length > 0 ? [index] : []));
      expect(marked).toEqual([file.entries.indexOf(chosen)]);
    }),
  );
});

test("the spans of entries make up the file from the first entry on", () => {
  verifies("tasks.entry-format");
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.constant(log)), { maxLength: 12 }), (lines) => {
      const text = lines.join("\n");
      const { entries } = parseMemory(text);
      const [first] = entries;
      if (first === undefined) return;
      expect(entries.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text.slice(first.from));
    }),
  );
});

test("no text breaks the reader, and the newest entry comes first", () => {
  verifies("tasks.mutated-files");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.nat(log.length), (noise, at) => {
      const file = parseMemory(log.slice(0, at) + noise + log.slice(at));
      const times = newestFirst(file.entries).map(({ time }) => time);
      expect(times).toEqual([...times].sort().reverse());
    }),
  );
});
