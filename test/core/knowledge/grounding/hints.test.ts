import { expect, test } from "vitest";
import { parseHints } from "../../../../extensions/core/knowledge/grounding/hints.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const section = (...lines: readonly string[]): string => ["# Wick", "", "## Localization hints", ...lines].join("\n");

const messages = (text: string): readonly string[] =>
  parseHints(text).diagnostics.map(({ line, message }) => `${line} ${message}`);

test("hints are read by group, with the marker of planned names and their lines", () => {
  verifies("knowledge.hints");
  const text = section(
    "- **Affected files:**",
    "  - `src/lamp.ts`",
    "  - src/wick.ts (new)",
    "",
    "- **Target Symbols:**",
    "  - `lamp.trimWick` (NEW)",
    "- turn",
    "",
    "## Notes",
    "- not a hint",
  );
  expect(parseHints(text)).toEqual({
    present: true,
    affectedFiles: [
      { hint: "src/lamp.ts", declaredNew: false, line: 5 },
      { hint: "src/wick.ts", declaredNew: true, line: 6 },
    ],
    targetSymbols: [
      { hint: "lamp.trimWick", declaredNew: true, line: 9 },
      { hint: "turn", declaredNew: false, line: 10 },
    ],
    diagnostics: [],
  });
});

test("carriage returns and another case of the heading make no difference", () => {
  verifies("knowledge.hints");
  const text = "## LOCALIZATION HINTS  \r\n- **Affected files:**\r\n  - `a.ts`\r\n";
  expect(parseHints(text)).toMatchObject({ affectedFiles: [{ hint: "a.ts" }], diagnostics: [] });
});

test("a page without the section has no hints, and one with nothing in it has none either", () => {
  verifies("knowledge.hints");
  const none = { affectedFiles: [], targetSymbols: [], diagnostics: [] };
  expect(parseHints("# Wick\n")).toEqual({ present: false, ...none });
  expect(parseHints("## Localization hints\n")).toEqual({ present: false, ...none });
});

test("a template's example in a comment gives no hints and no complaints", () => {
  verifies("knowledge.hints");
  const text = section("<!--", "- **Affected files:**", "  - `a.ts`", "what?", "-->", "<!-- one line -->", "");
  expect(parseHints(text)).toMatchObject({ present: true, affectedFiles: [], diagnostics: [] });
  const after = section("<!-- example -->", "- **Affected files:**", "  - `a.ts`");
  expect(parseHints(after).affectedFiles).toHaveLength(1);
});

test("what is not understood is named with its line", () => {
  verifies("knowledge.hints");
  const text = section(
    "- `a.ts`",
    "- **Affected files:** `b.ts`",
    "  - ``",
    "  - (new)",
    "and c.ts",
    "- Target symbols:",
    "  - turn",
  );
  expect(messages(text)).toEqual([
    "4 unrecognized localization hint syntax",
    "5 put each localization hint on its own nested list item",
    "6 localization hint may not be empty",
    "7 localization hint may not be empty",
    "8 unrecognized localization hint syntax",
    "9 write the label in bold: **Target symbols:**",
  ]);
  expect(parseHints(text).targetSymbols).toMatchObject([{ hint: "turn" }]);
});
