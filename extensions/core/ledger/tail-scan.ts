/** What can be told from the file's last bytes alone: where a remembered chain ends, and the last events. Pure. */

import type { ChainLink, ChainRules } from "./chain.ts";
import { type LedgerEvent, parseEvent } from "./event.ts";
import { splitLines } from "./ledger-lines.ts";
import { linkAfterRun, type RememberedEnd } from "./writer.ts";

/**
 * The place of the chain's next event, given the file's bytes from the remembered line on. Undefined when
 * that line is not there (a checkout, a merge, an edit): then the whole file must be read.
 */
export const linkAfterTail = (
  bytes: Uint8Array,
  { end, rules }: { end: RememberedEnd; rules: ChainRules },
): ChainLink | undefined => {
  const [first, ...later] = splitLines(bytes).map(({ text }) => eventOn(text, rules));
  return first?.writer === end.writer && first.hash === end.hash ? linkAfterRun([first, ...later]) : undefined;
};

const firstWindow = 64 * 1024;

/** The last events, oldest first, each hash once, from as few of the file's last bytes as will do. */
export const lastEvents = (
  count: number,
  { rules, readTail }: { rules: ChainRules; readTail: (bytes: number) => Uint8Array | undefined },
): readonly LedgerEvent[] => {
  for (let window = firstWindow; ; window *= 4) {
    const bytes = readTail(window) ?? new Uint8Array();
    const isWhole = bytes.length < window;
    // The first line of a part is most likely a part of a line.
    const events = splitLines(bytes)
      .slice(isWhole ? 0 : 1)
      .flatMap(({ text }) => eventOn(text, rules) ?? []);
    const unique = [...new Map(events.map((event) => [event.hash, event])).values()];
    if (isWhole || unique.length >= count) return unique.slice(Math.max(0, unique.length - count));
  }
};

const eventOn = (text: string | undefined, rules: ChainRules): LedgerEvent | undefined => {
  const parsed = text === undefined ? undefined : parseEvent(text, rules);
  return parsed?.state === "event" ? parsed.event : undefined;
};
