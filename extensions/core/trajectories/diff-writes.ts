/** Keeps of a written file what was changed in it, not the whole of it, as far as the session shows both. Pure. */

import { toolKind } from "../guard/tool-kind.ts";
import { unifiedDiff } from "../ledger/unified-diff.ts";
import type { RecordedCall, RecordedStep } from "./recorded.ts";

/** Longer texts are not compared; they are new as a whole. */
const longestCompared = 400_000;

/** The steps with `diff` in place of what files and edits held. */
export const withDiffs = (steps: readonly RecordedStep[]): readonly RecordedStep[] => {
  const files: SeenFiles = { known: new Map(), waiting: new Map() };
  return steps.map((step) => {
    if (step.role === "tool") return afterCall(step, files);
    if (step.tool_calls === undefined) return step;
    return { ...step, tool_calls: step.tool_calls.map((call) => diffed(call, files)) };
  });
};

interface SeenFiles {
  /** What is known to stand in a file. */
  readonly known: Map<string, string>;
  /** What will if the call succeeds; undefined when that is not known. By the calls' ids. */
  readonly waiting: Map<string, Written>;
}

interface Written {
  readonly path: string;
  readonly text: string | undefined;
  readonly isRead: boolean;
}

const diffed = (call: RecordedCall, files: SeenFiles): RecordedCall => {
  const { arguments: given } = call;
  const path = pathIn(given);
  if (path === undefined) return call;
  const content = textIn(given, contentKeys);
  const pieces = piecesIn(given);
  if (content !== undefined && toolKind(call.name) === "write") return written(call, { path, content, files });
  if (pieces.length > 0) return edited(call, { path, pieces, files });
  const isWhole = given["offset"] === undefined && given["limit"] === undefined;
  if (call.name === "read" && isWhole) files.waiting.set(call.id, { path, text: undefined, isRead: true });
  return call;
};

const written = (
  call: RecordedCall,
  { path, content, files }: { readonly path: string; readonly content: string; readonly files: SeenFiles },
): RecordedCall => {
  files.waiting.set(call.id, { path, text: content, isRead: false });
  const before = files.known.get(path);
  const rest = without(call.arguments, contentKeys);
  const diff = before === undefined ? wholeDiff(content) : diffOf(before, content);
  return { ...call, arguments: { ...rest, ...counted(diff) } };
};

const edited = (
  call: RecordedCall,
  { path, pieces, files }: { readonly path: string; readonly pieces: readonly Piece[]; readonly files: SeenFiles },
): RecordedCall => {
  files.waiting.set(call.id, { path, text: applied(files.known.get(path), pieces), isRead: false });
  const rest = without(call.arguments, [...oldKeys, ...newKeys, "edits"]);
  return { ...call, arguments: { ...rest, ...counted(pieces.map(({ from, to }) => diffOf(from, to)).join("\n")) } };
};

/** The counts are of the whole diff, which may be cut later. */
const counted = (diff: string) => ({
  diff,
  lines_added: diff.match(/^\+/gm)?.length ?? 0,
  lines_dropped: diff.match(/^-/gm)?.length ?? 0,
});

const afterCall = (step: RecordedStep, { known, waiting }: SeenFiles): RecordedStep => {
  const id = step.tool_call_id ?? "";
  const call = waiting.get(id);
  if (call === undefined) return step;
  waiting.delete(id);
  if (step.is_error === true) return step;
  if (call.isRead) {
    // A text that was cut ends with a note on how to go on.
    if (!/\n\[[^\n]*(?:offset|limit|truncated|Showing)[^\n]*\]\s*$/.test(step.text)) known.set(call.path, step.text);
    return step;
  }
  if (call.text === undefined) known.delete(call.path);
  else known.set(call.path, call.text);
  return withoutCopies(step);
};

/** Hosts report the diff and the patch of an edit once more. */
const withoutCopies = (step: RecordedStep): RecordedStep => {
  const { details, ...rest } = step;
  if (typeof details !== "object" || details === null) return step;
  const left = without(Object.fromEntries(Object.entries(details)), ["diff", "patch", "content"]);
  return Object.keys(left).length === 0 ? rest : { ...rest, details: left };
};

type Given = Readonly<Record<string, unknown>>;

const contentKeys = ["content", "file_text", "text", "contents"] as const;
const oldKeys = ["oldText", "old_string", "old_str", "old_text"] as const;
const newKeys = ["newText", "new_string", "new_str", "new_text"] as const;

const textIn = (given: Given, keys: readonly string[]): string | undefined => {
  const found = keys.map((key) => given[key]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : undefined;
};

const pathIn = (given: Given): string | undefined => textIn(given, ["path", "file_path", "filePath", "file"]);

interface Piece {
  readonly from: string;
  readonly to: string;
}

const piecesIn = (given: Given): readonly Piece[] => {
  const edits = Array.isArray(given["edits"]) ? given["edits"] : [given];
  return edits.flatMap((edit: unknown) => {
    const fields = typeof edit === "object" && edit !== null ? Object.fromEntries<unknown>(Object.entries(edit)) : {};
    const [from, to] = [textIn(fields, oldKeys), textIn(fields, newKeys)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
};

const applied = (text: string | undefined, pieces: readonly Piece[]): string | undefined =>
  pieces.reduce<string | undefined>(
    (rest, { from, to }) => (rest?.includes(from) ? rest.replace(from, () => to) : undefined),
    text,
  );

const without = (given: Given, keys: readonly string[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key)));

const diffOf = (before: string, after: string): string =>
  before.length + after.length > longestCompared
    ? wholeDiff(after)
    : unifiedDiff(before, after)
        .map(({ mark, text }) => (mark === "@" ? text : `${mark}${text}`))
        .join("\n");

/** What stood there before is not known: the file may be new. */
const wholeDiff = (text: string): string => {
  const lines = text.replace(/\n$/, "").split("\n");
  return [`@@ +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join("\n");
};
