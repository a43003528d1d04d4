import fc from "fast-check";
import { expect, test } from "vitest";
import { readFrontMatter } from "../../../extensions/core/pages/front-matter.ts";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { renderPage } from "../../../extensions/core/pages/render-page.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { bodyText, yamlData } from "./page-arbitraries.ts";

test("a page is written in a fixed order, with quotes only where YAML needs them", () => {
  const text = renderPage({
    frontMatter: {
      severity: "high",
      sources: [{ id: "SRC-2026-11-30-001", resource: "/sources/SRC-2026-11-30-001.md", title: "Keeper: the log" }],
      recall_triggers: ["the light no longer goes round", "ships run aground although the lamp is lit and oiled"],
      title: "Fog: the lamp stops 🔦",
      type: "pitfall",
      tags: ["lamp", "C#", "1.10", "yes", "a, b"],
      generated: { by: "pi-wiki/0.1.0", at: "2026-11-30T12:00:00.000Z" },
      description: 'It says "stop" & doesn\'t',
      status: "draft",
      created: "2026-11-30",
      files: [],
      valid_until: undefined,
    },
    body: "# Lamp\r\n\r\nDry the gears.",
  });
  expect(text).toBe(`---
type: pitfall
title: "Fog: the lamp stops 🔦"
description: It says "stop" & doesn't
tags: [lamp, C#, "1.10", "yes", "a, b"]
generated: { by: pi-wiki/0.1.0, at: 2026-11-30T12:00:00.000Z }
status: draft
recall_triggers:
  - the light no longer goes round
  - ships run aground although the lamp is lit and oiled
created: 2026-11-30
sources:
  - id: SRC-2026-11-30-001
    resource: /sources/SRC-2026-11-30-001.md
    title: "Keeper: the log"
severity: high
files: []
---

# Lamp

Dry the gears.
`);
});

test("a page without a body ends with its front matter, one without keys begins with an empty one", () => {
  expect(renderPage({ frontMatter: { title: "Lamp" }, body: "" })).toBe("---\ntitle: Lamp\n---\n");
  expect(renderPage({ frontMatter: {}, body: "Lamp\n\n\n" })).toBe("---\n---\n\nLamp\n");
});

test("whatever front matter and body are written are read back the same", () => {
  verifies("pages.render-reads-back");
  fc.assert(
    fc.property(yamlData, bodyText, (frontMatter, body) => {
      const text = renderPage({ frontMatter, body });
      const page = parsePage({ path: "wiki/notes/lamp.md", text });
      const read = readFrontMatter(text);
      expect({ text, data: read.data, findings: read.findings }).toEqual({ text, data: frontMatter, findings: [] });
      const plain = body.replace(/^\uFEFF/, "").replace(/\n+$/, "");
      expect(page.body).toBe(plain.trim() === "" ? "" : `${plain}\n`);
      expect(text).not.toMatch(/\r/);
      expect(text.endsWith("\n")).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test("what YAML can't hold is refused", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -0, () => 1, 1n, { ["__proto__"]: 1 }]) {
    expect(() => renderPage({ frontMatter: { value }, body: "" })).toThrowError(
      expect.objectContaining({ code: "invalid_input" }),
    );
  }
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], "lamp");
  expect(() => renderPage({ frontMatter: { deep }, body: "" })).toThrowError(
    expect.objectContaining({ code: "invalid_input" }),
  );
});
