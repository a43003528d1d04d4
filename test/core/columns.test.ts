import fc from "fast-check";
import { expect, test } from "vitest";
import { clipLine, columnsOf, wrapLine } from "../../extensions/core/columns.ts";
import { verifies } from "../acceptance/verifies.ts";

test("wide characters count as two columns, and nothing counts as none", () => {
  verifies("review.hostile-pages");
  expect(["lamp", "Фонарь", "— “…”", "灯台", "🔦", "e\u0301", "─"].map(columnsOf)).toEqual([4, 6, 5, 4, 2, 2, 1]);
});

test("a line that is too wide is cut with a mark, others stay", () => {
  verifies("review.hostile-pages");
  expect(clipLine("the lamp", 8)).toBe("the lamp");
  expect(clipLine("the lamps", 8)).toBe("the lam…");
  expect(clipLine("灯台守の日誌", 8)).toBe("灯台守…");
});

test("a line is wrapped after a blank where one is near, tabs as blanks", () => {
  verifies("review.hostile-pages");
  expect(wrapLine("the lamp is lit at dusk", 10)).toEqual(["the lamp", "is lit at", "dusk"]);
  expect(wrapLine("lamplighters", 5)).toEqual(["lampl", "ighte", "rs"]);
  expect(wrapLine("\tlamp", 20)).toEqual(["    lamp"]);
  expect(wrapLine("", 5)).toEqual([""]);
});

test("wrapped rows fit, and lose nothing but blanks at their ends", () => {
  verifies("review.hostile-pages");
  const line = fc.string({ unit: "grapheme", maxLength: 80 }).filter((text) => !/[\t\n\r]/.test(text));
  fc.assert(
    fc.property(line, fc.integer({ min: 2, max: 30 }), (text, columns) => {
      const rows = wrapLine(text, columns);
      for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(columns);
      expect(rows.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      expect(columnsOf(clipLine(text, columns))).toBeLessThanOrEqual(columns);
    }),
  );
});
