/** Decides which characters of a front matter block must go, and what comes in their place, to change one key. Pure. */

import type { YamlEntry, YamlLayout } from "./yaml-block.ts";
import { flowValue, keyText } from "./yaml-value.ts";

/** Offsets count in the block; `text` has LF line ends. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface BlockToEdit extends YamlLayout {
  readonly block: string;
}

/** Sets the first entry of a key, the one that is read. */
export const spliceForValue = (edit: BlockToEdit, entry: YamlEntry, value: unknown): Splice => {
  const { block } = edit;
  const between = block.slice(entry.keyEnd, entry.valueStart);
  const colon = between.indexOf(":");
  if (colon === -1) return { start: entry.keyEnd, end: entry.keyEnd, text: `: ${flowValue(value)}` };
  const start = entry.keyEnd + colon + 1;
  if (entry.valueStart === entry.valueEnd) return { start, end: start, text: ` ${flowValue(value)}` };
  const comment = /^:[ \t]*(#[^\n]*)/.exec(between.slice(colon))?.[1];
  const text = ` ${flowValue(value)}${comment === undefined ? "" : ` ${comment}`}`;
  return { start, end: trimmedEnd(block, entry), text };
};

/** Ascending; more than one when the key stands twice. */
export const splicesForRemoval = ({ block, flow, entries }: BlockToEdit, key: string): readonly Splice[] => {
  if (!flow) return entries.filter((entry) => entry.key === key).map((entry) => lineSplice(block, entry));
  const index = entries.findIndex((entry) => entry.key === key);
  const [entry, before, after] = [entries[index], entries[index - 1], entries[index + 1]];
  if (entry === undefined) return [];
  if (before !== undefined) return [{ start: flowEnd(before), end: flowEnd(entry), text: "" }];
  return [{ start: entry.keyStart, end: after?.keyStart ?? flowEnd(entry), text: "" }];
};

/** Where a new key may go, the better place first. */
export const splicesForNewKey = (edit: BlockToEdit, key: string, value: unknown): readonly Splice[] => {
  const { block, flow, entries } = edit;
  const last = entries.at(-1);
  const text = `${keyText(key)}: ${flowValue(value)}`;
  if (flow) {
    const at = last === undefined ? block.indexOf("{") + 1 : flowEnd(last);
    return [{ start: at, end: at, text: last === undefined ? text : `, ${text}` }];
  }
  const line = `${" ".repeat(columnOf(block, entries[0]))}${text}\n`;
  const places = [block.length, last === undefined ? 0 : lineSplice(block, last).end];
  return places.map((at) => ({ start: at, end: at, text: line }));
};

const columnOf = (block: string, first: YamlEntry | undefined): number =>
  first === undefined ? 0 : (/^ */.exec(block.slice(lineStart(block, first.keyStart)))?.[0].length ?? 0);

const lineStart = (block: string, at: number): number => block.lastIndexOf("\n", at - 1) + 1;

const lineSplice = (block: string, entry: YamlEntry): Splice => {
  const newline = block.indexOf("\n", Math.max(entry.keyEnd, trimmedEnd(block, entry)));
  return {
    start: entry.keyStart === 0 ? 0 : lineStart(block, entry.keyStart),
    end: newline === -1 ? block.length : newline + 1,
    text: "",
  };
};

const flowEnd = (entry: YamlEntry): number => Math.max(entry.keyEnd, entry.valueEnd);

/** The end of a value without the line ends that the parser counts with block values. */
const trimmedEnd = (block: string, { valueStart, valueEnd }: YamlEntry): number => {
  let end = valueEnd;
  while (end > valueStart && /\s/.test(block[end - 1] ?? "")) end--;
  return end;
};
