/** Reads the localization hints of a page: which files and symbols it means to change. Pure. */

export interface Hint {
  readonly hint: string;
  /** It says that the name is planned and not there yet. */
  readonly declaredNew: boolean;
  /** 1-based. */
  readonly line: number;
}

export type Diagnostic = { readonly line: number; readonly message: string };

export interface Hints {
  /** Whether the page has the section, with anything in it. */
  readonly present: boolean;
  readonly affectedFiles: readonly Hint[];
  readonly targetSymbols: readonly Hint[];
  readonly diagnostics: readonly Diagnostic[];
}

export const hasHints = ({ affectedFiles, targetSymbols }: Hints): boolean =>
  affectedFiles.length + targetSymbols.length > 0;

/** How the section is written; told wherever it is not. */
export const hintSyntax = {
  affected_files: "- **Affected files:** followed by one nested `- ` item a repository-relative path",
  target_symbols: "- **Target symbols:** followed by one nested `- ` item a terminal or qualified name",
  new_marker: "(new) after a name that is planned and absent",
} as const;

interface Line {
  readonly text: string;
  readonly number: number;
}

export const parseHints = (text: string): Hints => {
  const section = sectionOf(text, /^## localization hints$/i);
  const found: FoundHints = { affectedFiles: [], targetSymbols: [], diagnostics: [] };
  let group: Group | undefined;
  for (const line of withoutComments(section)) {
    const opened = groupIn(line.text);
    group = opened?.group ?? group;
    const problems = opened === undefined ? takeHint(line, group, found) : groupProblems(opened);
    found.diagnostics.push(...problems.map((message) => ({ line: line.number, message })));
  }
  return { present: section.length > 0, ...found };
};

const groups = { affectedFiles: "Affected files", targetSymbols: "Target symbols" } as const;

type Group = keyof typeof groups;

interface FoundHints extends Record<Group, Hint[]> {
  readonly diagnostics: Diagnostic[];
}

/** Returns what is wrong with the line. */
const takeHint = (line: Line, group: Group | undefined, found: FoundHints): readonly string[] => {
  const hint = hintIn(line);
  if (hint === undefined || group === undefined) return ["unrecognized localization hint syntax"];
  if (hint.hint === "") return ["localization hint may not be empty"];
  found[group].push(hint);
  return [];
};

const groupProblems = ({ group, isBold, rest }: OpenedGroup): readonly string[] => [
  ...(isBold ? [] : [`write the label in bold: **${groups[group]}:**`]),
  ...(rest === "" ? [] : ["put each localization hint on its own nested list item"]),
];

/** The lines below a heading, up to the next one of its rank. */
export const sectionOf = (text: string, heading: RegExp): readonly Line[] => {
  const lines = text.split(/\r?\n/).map((line, index) => ({ text: line, number: index + 1 }));
  const start = lines.findIndex((line) => heading.test(line.text.trim()));
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.text.startsWith("## "));
  // What follows the last line feed is no line.
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => line.number < lines.length || line.text !== "");
};

/** A template's example stands in a comment, and is none. */
const withoutComments = (lines: readonly Line[]): readonly Line[] => {
  let isInside = false;
  return lines.filter(({ text }) => {
    const opens = text.includes("<!--");
    const isSkipped = isInside || opens;
    if (isSkipped) isInside = !text.slice(opens ? text.lastIndexOf("<!--") : 0).includes("-->");
    return !isSkipped && text.trim() !== "";
  });
};

interface OpenedGroup {
  readonly group: Group;
  readonly isBold: boolean;
  /** What follows the label on its line. */
  readonly rest: string;
}

const groupIn = (text: string): OpenedGroup | undefined => {
  const match = /^\s*[-*] +(\*\*)?(affected files|target symbols):(\*\*)?(.*)$/i.exec(text);
  if (match === null) return undefined;
  const [, open, label = "", close, rest = ""] = match;
  const group = label.toLowerCase() === "affected files" ? "affectedFiles" : "targetSymbols";
  return { group, isBold: open !== undefined && close !== undefined, rest: rest.trim() };
};

const newMarker = /\s*\(new\)$/i;

const hintIn = ({ text, number }: Line): Hint | undefined => {
  const item = /^\s*[-*](?:\s+(.*))?$/.exec(text);
  if (item === null) return undefined;
  const said = (item[1] ?? "").trim();
  const name = said
    .replace(newMarker, "")
    .trim()
    .replace(/^`+|`+$/g, "")
    .trim();
  return { hint: name, declaredNew: newMarker.test(said), line: number };
};
