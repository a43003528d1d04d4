/** What a note names in `files`, as it is found in the repository: what does not resolve is told, and is no anchor. */

import type { FoundAnchors } from "../../anchors/anchored-event.ts";
import type { SessionAnchors } from "../../anchors/session-anchors.ts";
import { WikiError } from "../../errors.ts";
import type { Finding } from "../../finding.ts";

export interface NamedFiles {
  /** As the page is to name them. */
  readonly files: readonly string[];
  readonly found: FoundAnchors;
  /** Of the page, once it has a place. */
  findings(path: string): readonly Finding[];
}

interface SaidOfFiles {
  readonly files?: readonly string[];
  readonly title?: string;
  readonly text?: string;
}

/** Undefined where nothing is named, and outside a repository. Throws `files_unresolved` where nothing that is given is there. */
export const nameFiles = async (
  { files = [], title = "", text = "" }: SaidOfFiles,
  anchors: Pick<SessionAnchors, "resolve">,
): Promise<NamedFiles | undefined> => {
  const said = `${title}\n${text}`;
  if (files.length === 0 && !namesCode.test(said)) return undefined;
  const answer = await anchors.resolve(files, said);
  if (answer === undefined) return undefined;
  const { given, offered, found } = answer;
  const unresolved = given.filter(({ state }) => state === "unresolved");
  if (given.length > 0 && unresolved.length === given.length) {
    const named = unresolved.map(({ given: file, suggestions }) => `${file}${nearOf(suggestions)}`).join("; ");
    throw new WikiError("files_unresolved", { files: named });
  }
  return {
    files: given.map(({ ref }) => ref),
    found,
    findings: (path) => [
      ...unresolved.map(({ given: file, suggestions }) =>
        finding(path, "unresolved-file", `"${file}" is not there${nearOf(suggestions)}`),
      ),
      ...offered.map((ref) => finding(path, "symbol-offered", `the text names ${ref}, and files does not`)),
    ],
  };
};

/** A code span that may be a symbol's name. */
const namesCode = /`[\w$.:#()]*(?:[a-z0-9][A-Z]|\w_\w)[\w$.:#()]*`/;

const nearOf = (suggestions: readonly string[]): string =>
  suggestions.length === 0 ? "" : ` (near: ${suggestions.join(", ")})`;

const remedies = {
  "unresolved-file": "Name it as it is, or mark what is planned with (new).",
  "symbol-offered": "Add it to files to be told when it changes.",
} as const;

const finding = (path: string, code: keyof typeof remedies, message: string): Finding => ({
  code,
  severity: code === "unresolved-file" ? "warning" : "info",
  path,
  line: 0,
  message,
  remedy: remedies[code],
});
