import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeJson } from "../../../extensions/core/sync/merge-json.ts";
import { lostLines, mergeLines, unionLines } from "../../../extensions/core/sync/merge-lines.ts";
import { mergePage } from "../../../extensions/core/sync/merge-page.ts";
import { planFile } from "../../../extensions/core/sync/plan-sync.ts";
import { verifies } from "../../acceptance/verifies.ts";

const page = (fields: string, body: string): string => `---\n${fields}---\n\n${body}`;
const base = page(
  "type: lesson\ntitle: Fog\ntags: [horn, fog]\nstatus: stable\n",
  "# Fog\n\nSound the horn.\n\nLight the lamp.\n",
);

test("fields and paragraphs that only one side changed are taken from that side", () => {
  verifies("sync.page");
  const ours = base.replace("Sound the horn.", "Sound the horn twice.").replace("[horn, fog]", "[horn, fog, night]");
  const theirs = base.replace("Light the lamp.", "Light both lamps.").replace("title: Fog", "title: Dense fog");
  const merged = mergePage({ base, ours, theirs });
  expect(merged).toEqual({
    text: page(
      "type: lesson\ntitle: Dense fog\ntags: [horn, fog, night]\nstatus: stable\n",
      "# Fog\n\nSound the horn twice.\n\nLight both lamps.\n",
    ),
  });
});

test("lists take what either added and lose what either took away; of two statuses the more withholding holds", () => {
  verifies("sync.page");
  const ours = base.replace("[horn, fog]", "[fog, night]").replace("status: stable", "status: draft");
  const theirs = base.replace("[horn, fog]", "[horn, fog, sea]").replace("status: stable", "status: deprecated");
  const { text, proposed } = mergePage({ base, ours, theirs });
  expect(proposed).toBeUndefined();
  expect(text).toContain("tags: [fog, sea, night]");
  expect(text).toContain("status: deprecated");
});

test("where both changed the same lines theirs stands and ours is proposed, with the fields of both", () => {
  verifies("sync.pair");
  const ours = base.replace("Sound the horn.", "Sound the horn twice.").replace("[horn, fog]", "[horn, fog, night]");
  const theirs = base.replace("Sound the horn.", "Never sound the horn.");
  const { text, proposed } = mergePage({ base, ours, theirs });
  expect(text).toContain("Never sound the horn.");
  expect(text).toContain("night");
  expect(text).not.toContain("twice");
  expect(proposed).toContain("Sound the horn twice.");
});

test("a field that both changed differently makes a pair, each with its own", () => {
  verifies("sync.pair");
  const ours = base.replace("title: Fog", "title: Thick fog");
  const theirs = base.replace("title: Fog", "title: Dense fog");
  const { text, proposed } = mergePage({ base, ours, theirs });
  expect(text).toContain("title: Dense fog");
  expect(proposed).toContain("title: Thick fog");
});

test("front matter that can't be read is left alone, ours waiting beside theirs", () => {
  verifies("sync.pair");
  const ours = "---\ntitle: [broken\n---\nours\n";
  expect(mergePage({ base, ours, theirs: base })).toEqual({ text: base, proposed: ours });
});

test("a page of CRLF and BOM keeps both when the other side is merged into it", () => {
  verifies("sync.page");
  const theirs = `\uFEFF${base.replaceAll("\n", "\r\n").replace("Light the lamp.", "Light both lamps.")}`;
  const { text } = mergePage({ base, ours: base.replace("fog]", "fog, 霧]"), theirs });
  expect(text.startsWith("\uFEFF---\r\n")).toBe(true);
  expect(text).toContain("霧");
  expect(text).toContain("Light both lamps.");
});

test("no line of either side of a growing file is lost, and none comes twice", () => {
  verifies("sync.append");
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, lines, (shared, mine, others) => {
      const [ours, theirs] = [
        [...shared, ...mine],
        [...shared, ...others],
      ].map((all) => all.map((one) => `${one}\n`).join(""));
      const union = unionLines(theirs ?? "", ours ?? "");
      expect(lostLines(ours ?? "", union)).toEqual([]);
      expect(union.startsWith(theirs ?? "")).toBe(true);
      const count = (text: string, line: string): number => text.split("\n").filter((one) => one === line).length;
      for (const line of "abcde") {
        expect(count(union, line)).toBe(Math.max(count(ours ?? "", line), count(theirs ?? "", line)));
      }
    }),
  );
});

test("a merge of any texts with themselves or with what they came from is the changed side", () => {
  verifies("sync.page");
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(mergeLines(before, after, before)).toEqual({ text: after, isClean: true });
      expect(mergeLines(before, before, after)).toEqual({ text: after, isClean: true });
      expect(mergeLines(before, after, after)).toEqual({ text: after, isClean: true });
    }),
  );
});

test("settings of a vault are merged key by key", () => {
  const merged = mergeJson('{"a":1,"b":{"c":1,"d":1}}', '{"a":2,"b":{"c":1,"d":2}}', '{"a":1,"b":{"c":3,"d":1},"e":4}');
  expect(JSON.parse(merged ?? "")).toEqual({ a: 2, b: { c: 3, d: 2 }, e: 4 });
  expect(mergeJson("{}", "no", "{}")).toBeUndefined();
});

const [one, two, three] = ["1".repeat(40), "2".repeat(40), "3".repeat(40)];

test("a captured file stays what was captured, whatever a side made of it", () => {
  verifies("sync.raw");
  const file = { path: "raw/sources/SRC-2026-01-01-001/manifest.json", owner: "raw", isForgotten: false } as const;
  expect(planFile(file, { base: one, ours: one, theirs: two })).toMatchObject({ act: "keep" });
  expect(planFile(file, { base: one, ours: one, theirs: undefined })).toMatchObject({ act: "keep" });
  expect(planFile(file, { base: one, ours: undefined, theirs: one })).toMatchObject({ act: "take", content: one });
  expect(planFile(file, { base: undefined, ours: one, theirs: two })).toMatchObject({ act: "refuse" });
  expect(planFile({ ...file, isForgotten: true }, { base: one, ours: one, theirs: undefined })).toMatchObject({
    act: "remove",
  });
});

test("a page that one side removed and the other changed is kept, unless it was forgotten", () => {
  verifies("sync.kept");
  const file = { path: "wiki/notes/fog.md", owner: "page", isForgotten: false } as const;
  expect(planFile(file, { base: one, ours: two, theirs: undefined })).toMatchObject({ act: "keep" });
  expect(planFile(file, { base: one, ours: undefined, theirs: two })).toMatchObject({ act: "take", content: two });
  expect(planFile({ ...file, isForgotten: true }, { base: one, ours: two, theirs: undefined })).toMatchObject({
    act: "remove",
  });
  expect(planFile({ ...file, isForgotten: true }, { base: one, ours: undefined, theirs: two })).toBeUndefined();
  expect(planFile(file, { base: one, ours: one, theirs: three })).toMatchObject({ act: "take", content: three });
});
