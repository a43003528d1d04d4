/**
 * Where uses are kept: gathered in the state folder while a session runs, `usage/<user>.jsonl`, so that asking never
 * changes the vault; put into the vault at its end, `meta/telemetry/<user>.jsonl`. Each user's stream is written on
 * behalf of that user alone, and read for all.
 */

import type { FileState, Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { parseJsonObject } from "../ledger/canonical.ts";
import { isSameState } from "../same-state.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { parseUses, renderUse, type UsageEvent } from "./usage-event.ts";
import { foldUsage, type UsageFold } from "./usage-fold.ts";

export interface UsageStore {
  /** Keeps uses where a session that is killed leaves them for the next one. */
  gather(events: readonly UsageEvent[]): Promise<void>;
  /**
   * Puts what was gathered, by whatever process, into the vault: each use once, however often this is broken off. Says
   * how many were new there.
   */
  flush(): Promise<number>;
  /** What the vault's streams say; the same value as long as they don't change. */
  fold(): UsageFold;
  /** The same with what is gathered and not in the vault yet. */
  foldWithGathered(): UsageFold;
  /** Ids of the outcomes that were observed here: what a repository brings along may say anything. */
  seenHere(): ReadonlySet<string>;
}

const folder = "usage";
const suffix = ".jsonl";
const seenName = `${folder}/observed-here`;
const largest = 512 * 1024 * 1024;
/** Where the vault can't be written to, gathering has an end. */
const mostGathered = 16 * 1024 * 1024;
// A write takes milliseconds, but many processes may stand in line.
const lockTimeoutMs = 30_000;

export const openUsageStore = (platform: Platform, vault: Vault): UsageStore => {
  const state = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const streams = vaultPaths[vault.layout].telemetry;
  const reader = openReader(vault.files, streams);
  const gathered = (): string => `${folder}/${platform.environment.user}${suffix}`;
  const locked = <T>(action: () => Promise<T>): Promise<T> => state.withLock(gathered(), action, lockTimeoutMs);

  return {
    gather: async (events) => {
      if (events.length === 0) return;
      await locked(async () => {
        if ((state.state(gathered())?.size ?? 0) > mostGathered) return;
        const seen = events.filter((event) => event.kind === "outcome" && event.judge === "observed");
        if (seen.length > 0) await state.append(seenName, seen.map(({ id }) => `${id}\n`).join(""));
        await state.append(gathered(), events.map(renderUse).join(""));
      });
    },
    flush: async () => {
      if (state.state(gathered()) === undefined) return 0;
      return await locked(async () => {
        const lines = wholeLines(state.readText(gathered(), largest) ?? "");
        const stream = `${streams}/${platform.environment.user}${suffix}`;
        const append = (): Promise<number> => appendNew(vault.files, stream, lines);
        const added = lines.length === 0 ? 0 : await vault.files.withLock(stream, append, lockTimeoutMs);
        // Until then a process that is killed leaves them here; those that are in the vault already are told by their ids.
        await state.remove(gathered());
        return added;
      });
    },
    fold: () => reader.fold(),
    seenHere: () => new Set(readQuietly(state, seenName).split("\n").filter(Boolean)),
    foldWithGathered: () => {
      const waiting = scanQuietly(state, folder).files.map(({ path }) => parseUses(readQuietly(state, path)));
      return waiting.length === 0 ? reader.fold() : foldUsage([...reader.streams(), ...waiting]);
    },
  };
};

/** Of any kind, those of a later version too; one that was cut short says nothing. */
const wholeLines = (text: string): readonly string[] => text.split("\n").map(trimmed).filter(isWhole);

const trimmed = (line: string): string => line.trim();

const isWhole = (line: string): boolean => parseJsonObject(line) !== undefined;

const keyOf = (line: string): string => /"id":"([^"\\]+)"/.exec(line)?.[1] ?? line;

const appendNew = async (files: Files, stream: string, lines: readonly string[]): Promise<number> => {
  const fresh = new Map(lines.map((line) => [keyOf(line), line]));
  for (const line of (files.readText(stream, largest) ?? "").split("\n").map(trimmed)) {
    // One that was cut short there is written anew.
    if (fresh.has(keyOf(line)) && isWhole(line)) fresh.delete(keyOf(line));
  }
  if (fresh.size > 0) await files.append(stream, `${[...fresh.values()].join("\n")}\n`);
  return fresh.size;
};

interface Reader {
  streams(): Iterable<readonly UsageEvent[]>;
  fold(): UsageFold;
}

/** Reads a stream again only when it changed. */
const openReader = (files: Files, streams: string): Reader => {
  const read = new Map<string, { readonly state: FileState; readonly events: readonly UsageEvent[] }>();
  let folded: UsageFold | undefined;
  const refresh = (): void => {
    const { files: found } = scanQuietly(files, streams);
    for (const path of [...read.keys()]) {
      if (found.some((state) => state.path === path)) continue;
      read.delete(path);
      folded = undefined;
    }
    for (const state of found) {
      if (isSameState(read.get(state.path)?.state, state)) continue;
      read.set(state.path, { state, events: parseUses(readQuietly(files, state.path)) });
      folded = undefined;
    }
  };
  const events = (): Iterable<readonly UsageEvent[]> => [...read.values()].map((stream) => stream.events);
  return {
    streams: () => {
      refresh();
      return events();
    },
    fold: () => {
      refresh();
      folded ??= foldUsage(events());
      return folded;
    },
  };
};

/** Uses that can't be read weigh nothing: no question fails for them. */
const readQuietly = (files: Files, path: string): string => {
  try {
    return files.readText(path, largest) ?? "";
  } catch (error) {
    if (isWikiError(error)) return "";
    throw error;
  }
};

const scanQuietly = (files: Files, place: string): { readonly files: readonly FileState[] } => {
  try {
    return files.scan(place, suffix);
  } catch (error) {
    if (isWikiError(error)) return { files: [] };
    throw error;
  }
};
