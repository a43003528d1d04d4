/**
 * Reads the ledger's lines into events and chains, line after line. Lines of different writers may be
 * interleaved and repeated in any way, as a union merge leaves them; within a writer order counts. Pure.
 */

import type { JsonValue } from "./canonical.ts";
import { type ChainLink, type ChainRules, firstLink, linkAfter } from "./chain.ts";
import { type LedgerEvent, parseEvent, type UnchainedEvent, unchainedEvent } from "./event.ts";
import type { LedgerLine } from "./ledger-lines.ts";

export interface Chain {
  readonly writer: string;
  readonly events: number;
  readonly lastHash: string;
}

/** `missing`: the event before it is not in the file. `reordered`: it is, but further down. */
export type BreakReason = "edited" | "missing" | "reordered";

export interface ChainBreak {
  readonly writer: string;
  readonly line: number;
  readonly reason: BreakReason;
}

/** Lines that belong to no chain that we could name. */
export type LooseFault = "damaged" | "torn" | "conflict" | "edited";

export interface LedgerContent {
  /** One for each hash, in the order of the file; edited lines are not among them. */
  readonly events: readonly LedgerEvent[];
  readonly unchained: readonly UnchainedEvent[];
  readonly chains: readonly Chain[];
  /** The first broken line of each chain. */
  readonly breaks: readonly ChainBreak[];
  /** Lines at which a chain parts: two events follow the same one. The first of each chain. */
  readonly forks: readonly { readonly writer: string; readonly line: number }[];
  readonly loose: readonly { readonly fault: LooseFault; readonly line: number }[];
}

export interface LedgerFold {
  take(lines: readonly LedgerLine[]): void;
  content(): LedgerContent;
  /** Whether the file holds the writer's event with this hash. */
  holds(writer: string, hash: string): boolean;
  /** The place after the writer's last event that hangs together with its first. */
  nextLink(writer: string): ChainLink;
  writers(): readonly string[];
}

interface ChainState {
  /** By hash; NaN for an event that does not hang together with the first one. */
  readonly seqOf: Map<string, number>;
  last: LedgerEvent | undefined;
  nextLink: ChainLink;
  /** `awaited`: the hash that was to come before; null when only the number is wrong, undefined for an edited line. */
  broken: { readonly line: number; readonly awaited: string | null | undefined } | undefined;
  forkedAt: number | undefined;
}

/** Told of each event once, with its line. */
export type OnEvent = (event: LedgerEvent, line: string) => void;

export const foldLedger = (rules: ChainRules, onEvent?: OnEvent): LedgerFold => {
  const chains = new Map<string, ChainState>();
  const events: LedgerEvent[] = [];
  const unchained: UnchainedEvent[] = [];
  const loose: { fault: LooseFault; line: number }[] = [];

  const takeText = (text: string, line: number): void => {
    const parsed = parseEvent(text, rules);
    switch (parsed.state) {
      case "event":
        if (!addEvent(chainOf(chains, parsed.event.writer), { event: parsed.event, line })) return;
        events.push(parsed.event);
        onEvent?.(parsed.event, text);
        return;
      case "unchained":
        unchained.push(unchainedEvent(parsed.fields, line));
        return;
      case "edited":
        if (!markEdited(chains, { writer: parsed.fields["writer"], line })) loose.push({ fault: "edited", line });
        return;
      case "damaged":
        loose.push({ fault: faultOf(text), line });
        return;
    }
  };
  const takeLine = ({ text, number: line, isTerminated }: LedgerLine): void => {
    if (!isTerminated) loose.push({ fault: "torn", line });
    if (text === undefined) loose.push({ fault: "damaged", line });
    else if (text !== "") takeText(text, line);
  };
  return {
    take: (lines) => lines.forEach(takeLine),
    content: () => ({
      events: [...events],
      unchained: [...unchained],
      chains: [...chains].flatMap(summaryOf),
      breaks: [...chains].flatMap(breakOf),
      forks: [...chains].flatMap(forkOf),
      loose: [...loose],
    }),
    holds: (writer, hash) => chains.get(writer)?.seqOf.has(hash) ?? false,
    nextLink: (writer) => chains.get(writer)?.nextLink ?? firstLink,
    writers: () => [...chains.keys()],
  };
};

const chainOf = (chains: Map<string, ChainState>, writer: string): ChainState => {
  const known = chains.get(writer);
  if (known !== undefined) return known;
  const chain: ChainState = {
    seqOf: new Map(),
    last: undefined,
    nextLink: firstLink,
    broken: undefined,
    forkedAt: undefined,
  };
  chains.set(writer, chain);
  return chain;
};

/** False for a repeated event. */
const addEvent = (chain: ChainState, { event, line }: { event: LedgerEvent; line: number }): boolean => {
  if (chain.seqOf.has(event.hash)) return false;
  const before = event.prev === null ? -1 : (chain.seqOf.get(event.prev) ?? Number.NaN);
  const isLinked = event.seq === before + 1;
  if (!isLinked) chain.broken ??= { line, awaited: Number.isNaN(before) ? event.prev : null };
  else if (event.prev !== (chain.last?.hash ?? null)) chain.forkedAt ??= line;
  if (isLinked) chain.nextLink = linkAfter(event);
  chain.seqOf.set(event.hash, isLinked ? event.seq : Number.NaN);
  chain.last = event;
  return true;
};

/** False when the line names no writer. */
const markEdited = (
  chains: Map<string, ChainState>,
  { writer, line }: { writer: JsonValue | undefined; line: number },
): boolean => {
  if (typeof writer !== "string") return false;
  chainOf(chains, writer).broken ??= { line, awaited: undefined };
  return true;
};

const faultOf = (text: string): LooseFault => {
  if (/^(<{7}|>{7}|\|{7})( |$)|^={7}$/.test(text)) return "conflict";
  // What a crash leaves of a line has its beginning and not its end.
  return text.startsWith('{"') && !text.endsWith("}") ? "torn" : "damaged";
};

const summaryOf = ([writer, { seqOf, last }]: readonly [string, ChainState]): Chain[] =>
  last === undefined ? [] : [{ writer, events: seqOf.size, lastHash: last.hash }];

const breakOf = ([writer, { broken, seqOf }]: readonly [string, ChainState]): ChainBreak[] => {
  if (broken === undefined) return [];
  const { line, awaited } = broken;
  if (awaited === undefined) return [{ writer, line, reason: "edited" }];
  return [{ writer, line, reason: awaited !== null && seqOf.has(awaited) ? "reordered" : "missing" }];
};

const forkOf = ([writer, { broken, forkedAt }]: readonly [string, ChainState]) =>
  broken === undefined && forkedAt !== undefined ? [{ writer, line: forkedAt }] : [];
