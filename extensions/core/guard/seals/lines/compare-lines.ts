/** Compares an append-only file with its sealed copy, line by line. Pure. */

import type { HashFunction } from "../../../ledger/canonical.ts";
import { eventRules, parseEvent } from "../../../ledger/event.ts";
import { splitLines } from "../../../ledger/ledger-lines.ts";

/** Whether a line may have been added by a writer of the file. */
export type IsRecord = (line: string) => boolean;

export interface NumberedLine {
  readonly text: string;
  /** 1-based, in its own file. */
  readonly line: number;
}

export type LineDamage = "removed" | "cut" | "edited" | "reordered";

export interface LinesComparison {
  /** Sealed lines that the file lacks. */
  readonly missing: readonly NumberedLine[];
  /** Lines of the file that are not sealed: those a writer of it may have left, and others. */
  readonly added: readonly NumberedLine[];
  readonly junk: readonly NumberedLine[];
  /** What happened to sealed lines, and the first line of the file where it shows. */
  readonly damage: { readonly was: LineDamage; readonly line: number } | undefined;
}

/** `disk` is undefined for a file that is gone. */
export const compareLines = (sealed: Uint8Array, disk: Uint8Array | undefined, isRecord: IsRecord): LinesComparison => {
  const [before, after] = [linesOf(sealed), linesOf(disk ?? new Uint8Array())];
  const [known, present] = [new Set(before.map(({ text }) => text)), new Set(after.map(({ text }) => text))];
  const missing = before.filter(({ text }) => !present.has(text));
  const others = after.filter(({ text }) => !known.has(text));
  const added = others.filter(({ text }) => isRecord(text));
  const junk = others.filter(({ text }) => !isRecord(text));
  const kept = after.filter(({ text }) => known.has(text));
  return {
    missing,
    added,
    junk,
    damage: damageOf({ before, after, kept, missing, others, isGone: disk === undefined }),
  };
};

/** The file as it should be: all that is sealed, then what else was added that may stay. */
export const withAdded = (sealed: Uint8Array, added: readonly NumberedLine[]): Uint8Array => {
  if (added.length === 0) return sealed;
  const gap = sealed.length > 0 && sealed.at(-1) !== lineFeed ? "\n" : "";
  const tail = new TextEncoder().encode(gap + added.map(({ text }) => `${text}\n`).join(""));
  const whole = new Uint8Array(sealed.length + tail.length);
  whole.set(sealed);
  whole.set(tail, sealed.length);
  return whole;
};

export const textsOf = (content: string): ReadonlySet<string> =>
  new Set(linesOf(new TextEncoder().encode(content)).map(({ text }) => text));

const lineFeed = 0x0a;

/** Bytes that are no UTF-8 are told apart well enough by what they decode to. */
const linesOf = (content: Uint8Array): readonly NumberedLine[] => {
  const decoder = new TextDecoder();
  const lines = splitLines(content);
  return lines.flatMap(({ text, number, offset }, index) => {
    const bytes = text ?? decoder.decode(content.subarray(offset, lines[index + 1]?.offset ?? content.length));
    return bytes === "" ? [] : [{ text: bytes, line: number }];
  });
};

/** A line of the chain as it was written, or of another tool that writes events without one. */
export const isEventLine = (text: string, hash: HashFunction): boolean => {
  const parsed = parseEvent(text, eventRules(hash));
  if (parsed.state !== "unchained") return parsed.state === "event";
  const { kind, timestamp } = parsed.fields;
  return typeof kind === "string" && kind !== "" && typeof timestamp === "string" && timestamp !== "";
};

interface Compared {
  readonly before: readonly NumberedLine[];
  readonly after: readonly NumberedLine[];
  readonly kept: readonly NumberedLine[];
  readonly missing: readonly NumberedLine[];
  readonly others: readonly NumberedLine[];
  readonly isGone: boolean;
}

const damageOf = ({ before, after, kept, missing, others, isGone }: Compared): LinesComparison["damage"] => {
  const [lost] = missing;
  if (lost === undefined) {
    const line = firstOutOfOrder(before, kept);
    return line === undefined ? undefined : { was: "reordered", line };
  }
  if (isGone) return { was: "removed", line: 1 };
  const isCut = others.length === 0 && before.slice(0, after.length).every(({ text }, at) => text === after[at]?.text);
  if (isCut) return { was: "cut", line: lost.line };
  // The line that took the place of a sealed one, or the place where it is missing.
  return { was: "edited", line: Math.min(lost.line, after.at(-1)?.line ?? 1) };
};

/** Repeated lines, as a union merge may leave them, stand at their first place. */
const firstOutOfOrder = (before: readonly NumberedLine[], kept: readonly NumberedLine[]): number | undefined => {
  const placeOf = new Map(before.toReversed().map(({ text }, index) => [text, before.length - index]));
  const seen = new Set<string>();
  let last = 0;
  for (const { text, line } of kept) {
    if (seen.has(text)) continue;
    seen.add(text);
    const place = placeOf.get(text) ?? last;
    if (place < last) return line;
    last = place;
  }
  return undefined;
};
