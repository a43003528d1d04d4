/** Prints what a benchmark found: one JSON object a line for programs, a table for people. */

export type Row = Readonly<Record<string, string | number | boolean>>;

export interface RowPrinter {
  print(row: Row): void;
  /** Prints what can only be printed when all rows are there. */
  end(): void;
}

export const openRows = ({ json }: { readonly json: boolean }): RowPrinter => {
  const rows: Row[] = [];
  return {
    print: (row) => {
      if (json) console.log(JSON.stringify(row));
      else rows.push(row);
    },
    end: () => {
      if (rows.length > 0) console.log(tableOf(rows));
    },
  };
};

/** Reasons and progress go to stderr: stdout holds results only. */
export const say = (line: string): void => console.error(line);

const tableOf = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] !== "string"));
  return cells
    .map((line) =>
      line
        .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
