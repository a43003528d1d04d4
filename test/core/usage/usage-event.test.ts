import { describe, expect, test } from "vitest";
import { parseUses, renderUse } from "../../../extensions/core/usage/usage-event.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { adoption, hit, outcome, today } from "./usage-worlds.ts";

const all = [
  hit("notes/lamp oil", { how: "asked", turn: 3 }),
  adoption("notes/lamp oil"),
  outcome("notes/lamp oil", "failure", { case: "abc", task_id: "TSK-1", note: "the wick\nsmoked" }),
];

describe("a stream of uses", () => {
  test("reads as it was written", () => {
    verifies("usage.format");
    expect(parseUses(all.map(renderUse).join(""))).toEqual(all);
  });

  test("may begin with a byte order mark and end its lines with CRLF", () => {
    verifies("usage.format");
    expect(parseUses(`\uFEFF${all.map(renderUse).join("").replaceAll("\n", "\r\n")}`)).toEqual(all);
  });

  test("loses no line but the torn one", () => {
    verifies("usage.format");
    const [first = "", second = "", third = ""] = all.map(renderUse);
    expect(parseUses(`${first}${second.slice(0, 20)}\n${third}${first.slice(0, -9)}`)).toEqual([all[0], all[2]]);
  });

  test.each([
    ["of another kind", { kind: "dreamt", doc: "notes/oil", at: today }],
    ["without a page", { kind: "hit", doc: "", at: today }],
    ["without a time", { kind: "hit", doc: "notes/oil", at: "yesterday" }],
    ["with a half outcome", { kind: "outcome", doc: "notes/oil", at: today, result: "so-so" }],
  ])("passes over a line %s", (_, value) => {
    verifies("usage.format");
    const text = `${JSON.stringify(value)}\n[1]\nnull\n\n${all.map(renderUse).join("")}`;
    expect(parseUses(text)).toEqual(all);
  });

  test("takes what it can of a line that another program wrote", () => {
    verifies("usage.format", "usage.self-never-ranks");
    const lines = [
      { kind: "hit", doc: "notes/oil", at: "2026-11-01", tokens: -4, turn: "two" },
      { kind: "outcome", doc: "notes/oil", at: today, result: "success", judge: "the cat" },
    ].map((line) => JSON.stringify(line));
    const endless = `{"kind":"hit","id":"one","doc":"notes/oil","at":"2026-11-01","tokens":1e999}`;
    expect(parseUses(endless)).toMatchObject([{ id: "one", tokens: 0 }]);
    expect(parseUses(lines.join("\n"))).toEqual([
      { kind: "hit", id: lines[0], doc: "notes/oil", at: "2026-11-01", tokens: 0, how: "injected" },
      { kind: "outcome", id: lines[1], doc: "notes/oil", at: today, result: "success", judge: "self" },
    ]);
  });
});
