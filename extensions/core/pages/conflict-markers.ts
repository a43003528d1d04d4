/** Finds the markers that git leaves in a file whose merge was not resolved. Pure. */

import type { PageProblem } from "./front-matter/fence.ts";

const maxConflicts = 20;

interface Place {
  /** The line of the file on which `text` begins. */
  readonly firstLine: number;
  /** Whether an offset lies in code: a page may show markers there on purpose. */
  readonly inCode?: (offset: number) => boolean;
}

/** One problem a conflict, on the line that opens it. A row of = alone is a heading, so it is no sign of its own. */
export const conflictProblems = (text: string, { firstLine, inCode = () => false }: Place): readonly PageProblem[] => {
  if (!text.includes("<<<<<<<") && !text.includes(">>>>>>>")) return [];
  const problems: PageProblem[] = [];
  let open = false;
  let offset = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const opens = /^<{7}(?: |$)/.test(line);
    const closes = /^>{7}(?: |$)/.test(line);
    if (opens || (closes && !open)) problems.push(conflict(firstLine + index, inCode(offset)));
    if (problems.length === maxConflicts) break;
    open = opens || (open && !closes);
    offset += line.length + 1;
  }
  return problems;
};

const conflict = (line: number, inCode: boolean): PageProblem => ({
  code: "conflict-markers",
  severity: inCode ? "info" : "error",
  line,
  message: inCode ? "Code shows the markers of a merge." : "A merge was not resolved here.",
  remedy: inCode ? "Leave it if it is meant as an example." : "Keep the text that is right, and remove the markers.",
});
