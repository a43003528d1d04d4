/** Gives every cell that spans columns or rows empty neighbours in its place: Markdown tables know no spans. */

import type { HtmlDocument, HtmlElement } from "./html-element.ts";

const maxSpan = 64;

/** `tables` may be nested; a nested table's rows are its own. */
export const spreadSpans = (document: HtmlDocument, tables: readonly HtmlElement[]): void => {
  for (const table of tables) {
    const pending: number[] = [];
    for (const row of rowsOf(table)) spreadRow(document, row, pending);
  }
};

const sections: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"]);

const rowsOf = (table: HtmlElement): readonly HtmlElement[] =>
  [...table.children].flatMap((child) => {
    if (child.localName === "tr") return [child];
    return sections.has(child.localName) ? [...child.children].filter(({ localName }) => localName === "tr") : [];
  });

/** `pending` holds, by column, the rows that a cell further up still covers. */
const spreadRow = (document: HtmlDocument, row: HtmlElement, pending: number[]): void => {
  const empty = (): HtmlElement => document.createElement("td");
  let column = 0;
  const fill = (insert: (cell: HtmlElement) => void): void => {
    for (let left = pending[column] ?? 0; left > 0; left = pending[column] ?? 0) {
      insert(empty());
      pending[column] = left - 1;
      column += 1;
    }
  };
  for (const cell of [...row.children].filter(({ localName }) => localName === "td" || localName === "th")) {
    fill((added) => cell.before(added));
    const columns = takeSpan(cell, "colspan");
    const rows = takeSpan(cell, "rowspan");
    for (let count = 1; count < columns; count += 1) cell.after(empty());
    for (let count = 0; count < columns; count += 1) pending[column + count] = rows - 1;
    column += columns;
  }
  fill((added) => row.append(added));
};

const takeSpan = (cell: HtmlElement, name: "colspan" | "rowspan"): number => {
  const span = Number.parseInt(cell.getAttribute(name) ?? "1", 10);
  cell.removeAttribute(name);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), maxSpan);
};
