import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { obsidianBreaches } from "../../support/obsidian-rules.ts";
import { okfBreaches } from "../../support/okf-rules.ts";
import { pagesOf, writtenVault } from "./written-vault.ts";

test("a vault of format okf-0.2 keeps every rule of OKF", async () => {
  verifies("compatibility.okf");
  const pages = pagesOf(await writtenVault("okf-0.2"));
  expect(Object.keys(pages)).toContain("index.md");
  expect(Object.keys(pages).length).toBeGreaterThan(12);
  expect(okfBreaches(pages)).toEqual([]);
});

test("the checker of OKF's rules sees what breaks them", () => {
  const concept = (lines: string, body = ""): string => `---\n${lines}\n---\n\n${body}\n`;
  const breaches = okfBreaches({
    "index.md": "# No version\n",
    "a/index.md": "---\nokf_version: '0.2'\n---\n",
    "none.md": "# Bare\n",
    "typeless.md": concept("title: x"),
    "date.md": concept("type: concept\nstale_after: 2026-01-01"),
    "wiki.md": concept("type: concept", "[[other]]"),
    "dead.md": concept("type: concept", "[x](/nowhere.md)"),
    "by.md": concept("type: concept\ngenerated: {by: me}"),
  });
  expect(breaches.map((breach) => breach.replace(/:.*/s, ""))).toEqual([
    "index.md",
    "a/index.md",
    "none.md",
    "typeless.md",
    "date.md",
    "wiki.md",
    "dead.md",
    "by.md",
  ]);
});

test.each(["legacy", "okf-0.2"] as const)(
  "Obsidian reads each page of a %s vault, and follows its links",
  async (format) => {
    verifies("compatibility.obsidian-properties", "compatibility.obsidian-links");
    const pages = pagesOf(await writtenVault(format));
    expect(Object.values(pages).join("\n")).toMatch(format === "legacy" ? /\[\[sources\/SRC-/ : /\]\(\/sources\/SRC-/);
    expect(obsidianBreaches(pages)).toEqual([]);
  },
);

test("the checker of Obsidian's rules sees what breaks them", () => {
  const note = (lines: string, body = ""): string => `---\n${lines}\n---\n${body}\n`;
  const breaches = obsidianBreaches({
    "a#b.md": note("type: x"),
    "con.md": note("type: x"),
    "tags.md": note("tags: [two words, 12]"),
    "alias.md": note("aliases: one"),
    "bool.md": note("title: yes"),
    "twice.md": note("a: 1\na: 2"),
    "deep.md": note("zone: {a: 1}"),
    "link.md": note("type: x", "[[nowhere|there]] [[Deep|here]]"),
  });
  expect([...new Set(breaches.map((breach) => breach.replace(/:.*/s, "")))]).toEqual([
    "a#b.md",
    "con.md",
    "tags.md",
    "alias.md",
    "bool.md",
    "twice.md",
    "deep.md",
    "link.md",
  ]);
  expect(breaches.filter((breach) => breach.startsWith("link.md"))).toEqual([
    "link.md: leads nowhere: [[nowhere|there]]",
  ]);
});
