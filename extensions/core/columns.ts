/** How wide text is on a terminal, counted so that it never comes out too small. Pure. */

/** Whatever may be wide counts as two columns: all but the scripts at the start of Unicode, dashes, quotes and rules. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (narrow.test(char) ? 1 : 2), 0);

const narrow = /^[\0-\u10ff\u2010-\u2027\u2500-\u257f]$/;

/** A line that is wider than the screen is cut, and says so. */
export const clipLine = (line: string, columns: number): string => {
  if (columnsOf(line) <= columns) return line;
  let kept = "";
  let used = 0;
  for (const char of line) {
    used += columnsOf(char);
    if (used > columns - 1) break;
    kept += char;
  }
  return `${kept}…`;
};

/** All of a line, on as many rows as it takes; broken after a blank where one is near. Tabs become blanks. */
export const wrapLine = (line: string, columns: number): readonly string[] => {
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const char of line.replaceAll("\t", "    ")) {
    const width = columnsOf(char);
    if (used + width > columns && row !== "") {
      const blank = row.lastIndexOf(" ") + 1;
      const cut = blank > row.length / 2 ? blank : row.length;
      rows.push(row.slice(0, cut).trimEnd());
      row = row.slice(cut);
      used = columnsOf(row);
    }
    row += char;
    used += width;
  }
  return [...rows, row];
};
