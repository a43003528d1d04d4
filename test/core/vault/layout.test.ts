import { describe, expect, test } from "vitest";
import { isReservedName, ownership, vaultPaths } from "../../../extensions/core/vault/layout.ts";
import { verifies } from "../../acceptance/verifies.ts";

describe("ownership", () => {
  test.each([
    ["raw/sources/SRC-2026-11-30-001/extracted.md", "raw"],
    ["raw", "raw"],
    ["rawhide.md", "other"],
    ["meta/events.jsonl", "ledger"],
    ["meta/tombstones.jsonl", "ledger"],
    ["meta/telemetry/keeper.jsonl", "ledger"],
    ["meta", "ledger"],
    ["", "ledger"],
    ["meta/registry.json", "derived"],
    ["meta/task_bindings/session-1.json", "derived"],
    [".discoveries/gaps.json", "derived"],
    ["tasks/fix-lamp/memories/keeper.md", "task-memory"],
    ["tasks/fix-lamp/memories-archive/keeper.md", "task-memory"],
    ["tasks/fix-lamp", "task-memory"],
    ["tasks/fix-lamp/task.md", "other"],
    ["config.json", "config"],
    ["WIKI_SCHEMA.md", "human"],
    ["templates/pages/decision.md", "human"],
    [".gitattributes", "human"],
    [".gitignore", "other"],
    ["outputs/lint-2026-11-30.md", "other"],
    ["wiki/notes/lamp.md", "page"],
    ["wiki/index.md", "other"],
  ])("of %s is %s", (path, owner) => {
    verifies("vault.ownership");
    expect(ownership(path)).toBe(owner);
  });

  test("of index and log files is ours in a vault that has them generated", () => {
    expect(ownership("wiki/index.md", { knowledgeFormat: "okf-0.2" })).toBe("derived");
    expect(ownership("wiki/concepts/Index.MD", { knowledgeFormat: "okf-0.2" })).toBe("derived");
    expect(ownership("wiki/log.md", { knowledgeFormat: "okf-0.2" })).toBe("derived");
    expect(ownership("wiki/concepts/log-book.md", { knowledgeFormat: "okf-0.2" })).toBe("page");
  });

  test("in the older layout leaves the project's own files alone", () => {
    const rules = { layout: "dot-wiki" } as const;
    expect(ownership(".wiki/config.json", rules)).toBe("config");
    expect(ownership(".wiki/templates/pages/decision.md", rules)).toBe("human");
    expect(ownership("config.json", rules)).toBe("other");
    expect(ownership("tasks/build.md", rules)).toBe("other");
    expect(ownership("raw/sources/SRC-2026-11-30-001/manifest.json", rules)).toBe("raw");
    expect(ownership("meta/events.jsonl", rules)).toBe("ledger");
  });

  test("follows the file system in what it takes for the same name", () => {
    expect(ownership("RAW/sources/x.md", { caseInsensitive: true })).toBe("raw");
    expect(ownership("RAW/sources/x.md")).toBe("other");
  });
});

test("index.md and log.md are reserved at any depth and in any case", () => {
  expect(["index.md", "a/log.md", "a/b/INDEX.md"].every(isReservedName)).toBe(true);
  expect(["index-page.md", "catalog.md", "index/lamp.md"].some(isReservedName)).toBe(false);
});

test("both layouts agree on where pages, packets and the ledger are", () => {
  const { current, "dot-wiki": older } = vaultPaths;
  expect([older.wiki, older.sources, older.events]).toEqual([current.wiki, current.sources, current.events]);
});
