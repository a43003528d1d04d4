/** Appends to the ledger's file: finds the end of this clone's chain, seals the batch onto it, writes it in one piece. */

import type { Files, Platform } from "../../platform/platform.ts";
import type { WriteContext } from "../vault/vault.ts";
import type { JsonObject } from "./canonical.ts";
import { type ChainRules, linkAfter } from "./chain.ts";
import type { Clone, CloneStore } from "./clone-store.ts";
import { type EventBody, type LedgerEvent, type NewEvent, type SealedEvent, sealEvent } from "./event.ts";
import { withoutHome } from "./home-path.ts";
import type { LedgerFold } from "./ledger-fold.ts";
import type { LedgerReader } from "./ledger-reader.ts";
import type { SealedCopy } from "./sealed-copy-store.ts";
import { linkAfterTail } from "./tail-scan.ts";
import { type ChainEnd, chooseChain, isChainOf, writerName } from "./writer.ts";

export interface LedgerWriter {
  append(context: WriteContext, events: readonly NewEvent[]): Promise<readonly LedgerEvent[]>;
}

interface WriterParts {
  readonly platform: Platform;
  readonly files: Files;
  readonly path: string;
  readonly rules: ChainRules;
  readonly clones: CloneStore;
  readonly reader: LedgerReader;
  readonly sealed: SealedCopy;
}

// An append takes milliseconds, but many processes may stand in line, and a lost event can't be made up for.
const lockTimeoutMs = 30_000;
const branchLength = 4;
// A chain that is left out counts as not seen, which withholds rather than reveals.
const maxSeen = 500;

export const openLedgerWriter = (parts: WriterParts): LedgerWriter => ({
  append: async (context, events) => {
    if (events.length === 0) return [];
    return parts.files.withLock(parts.path, () => appendLocked(parts, context, events), lockTimeoutMs);
  },
});

const appendLocked = async (
  parts: WriterParts,
  context: WriteContext,
  events: readonly NewEvent[],
): Promise<readonly LedgerEvent[]> => {
  const { files, path, clones } = parts;
  const clone = await clones.establish();
  const size = files.state(path)?.size ?? 0;
  const end = findEnd(parts, { clone, size });
  const sealed = sealBatch(parts, { bodies: bodiesOf(parts, { context, events, writer: end.writer }), end, clone });
  const last = sealed.at(-1);
  if (last === undefined) return [];

  // Torn bytes of a crash stay as evidence: lines that are appended start on a line of their own.
  const text = sealed.map(({ line }) => `${line}\n`).join("");
  await files.append(path, text);
  await parts.sealed.extend(size, text);
  const offset = (files.state(path)?.size ?? 0) - byteLength(`${last.line}\n`);
  if (clone.key !== undefined) await clones.remember({ ...end, seq: last.event.seq, hash: last.event.hash, offset });
  return sealed.map(({ event }) => event);
};

/** By the file's tail when the memory fits, else by the whole file. */
const findEnd = (
  { platform, files, path, rules, clones, reader }: WriterParts,
  { clone, size }: { clone: Clone; size: number },
): ChainEnd => {
  const base = writerName(platform.environment.user, clone.id);
  const remembered =
    clone.key === undefined ? undefined : clones.ends().filter(({ writer }) => isChainOf(base, writer));
  const [recent] = remembered ?? [];
  const bytes = recent !== undefined && recent.offset < size ? files.readTail(path, size - recent.offset) : undefined;
  const link = recent && bytes && linkAfterTail(bytes, { end: recent, rules });
  if (recent !== undefined && link !== undefined) return { writer: recent.writer, link };
  return chooseChain({ base, remembered, fold: reader.readAll(), newBranch: () => platform.newId(branchLength) });
};

const bodiesOf = (
  { platform, reader }: WriterParts,
  { context, events, writer }: { context: WriteContext; events: readonly NewEvent[]; writer: string },
): readonly EventBody[] => {
  const timestamp = platform.now();
  const { home } = platform.environment;
  const clean = (value: JsonObject): JsonObject => withoutHome(value, [home, platform.paths.physical(home)]);
  const seen = events.some(({ withSeen }) => withSeen) ? lastOfOthers(reader.readNew(), writer) : {};
  return events.map(({ kind, details, withSeen }) => ({
    kind,
    timestamp,
    details: clean(details),
    actor: context.actor,
    channel: context.channel,
    writer,
    ...(context.origin === undefined ? {} : { origin: clean(context.origin) }),
    ...(withSeen ? { seen } : {}),
  }));
};

const lastOfOthers = (fold: LedgerFold, writer: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fold
      .content()
      .chains.filter((chain) => chain.writer !== writer)
      .slice(-maxSeen)
      .map((chain) => [chain.writer, chain.lastHash]),
  );

const sealBatch = (
  { platform, rules }: WriterParts,
  { bodies, end, clone: { key } }: { bodies: readonly EventBody[]; end: ChainEnd; clone: Clone },
): readonly SealedEvent[] => {
  const mac = key === undefined ? undefined : (text: string) => platform.hmac(key, text);
  let { link } = end;
  return bodies.map((body) => {
    const sealed = sealEvent(body, { link, rules, mac });
    link = linkAfter(sealed.event);
    return sealed;
  });
};

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
