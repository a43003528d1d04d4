/**
 * What this clone knows of its own chains, kept in the vault's state folder: `clone.json` {clone, key} is
 * made once, `chains.json` {chains: [{writer, seq, hash, offset}]} follows each append. All of it may be
 * missing or out of reach: that never stops the ledger, which then goes by its own file.
 */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import type { Vault } from "../vault/vault.ts";
import { isJsonObject, type JsonValue, parseJsonObject } from "./canonical.ts";
import type { RememberedEnd } from "./writer.ts";

export interface Clone {
  readonly id: string;
  /** Signs the events of a person's channels; undefined for a clone that could not be kept. */
  readonly key: string | undefined;
}

export interface CloneStore {
  /** The kept clone, else one whose id is derived from the vault's place and the user. */
  current(): Clone;
  /** The same, after trying to make and keep one. */
  establish(): Promise<Clone>;
  /** The id of a clone that could not be kept. */
  derivedId(): string;
  /** Ends of this clone's chains, most recent first. */
  ends(): readonly RememberedEnd[];
  remember(end: RememberedEnd): Promise<void>;
  /** Why the state folder is of no use, when it is not. */
  problem(): string | undefined;
}

const cloneFile = "clone.json";
const chainsFile = "chains.json";
const idLength = 8;
const keyLength = 64;
// One chain for each history that was left behind; the oldest are forgotten.
const maxChains = 200;

export const openCloneStore = (platform: Platform, vault: Vault): CloneStore => {
  const files = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  // Asked for late: finding the user's name may take a process.
  const derivedId = (): string => platform.hash(`${vault.root}\n${platform.environment.user}`).slice(0, idLength);
  let problem: string | undefined;

  const note = (error: unknown): undefined => {
    if (!isWikiError(error)) throw error;
    problem = error.message;
  };
  const read = <T>(path: string, parse: (text: string) => T | undefined): T | undefined => {
    try {
      const text = files.readText(path);
      if (text === undefined) return undefined;
      const value = parse(text);
      if (value === undefined) problem = `${path} is damaged.`;
      return value;
    } catch (error) {
      return note(error);
    }
  };
  let kept: Clone | undefined;
  const current = (): Clone => {
    kept ??= read(cloneFile, parseClone);
    return kept ?? { id: derivedId(), key: undefined };
  };
  const ends = (): readonly RememberedEnd[] => read(chainsFile, parseEnds) ?? [];
  return {
    current,
    derivedId,
    ends,
    establish: async () => {
      if (current().key !== undefined) return current();
      const made = { clone: platform.newId(idLength), key: platform.newId(keyLength) };
      await files.create(cloneFile, `${JSON.stringify(made)}\n`).catch(note);
      return current();
    },
    remember: async (end) => {
      const others = ends().filter(({ writer }) => writer !== end.writer);
      const chains = [end, ...others].slice(0, maxChains);
      await files.write(chainsFile, `${JSON.stringify({ chains })}\n`).catch(note);
    },
    problem: () => problem,
  };
};

const parseClone = (text: string): Clone | undefined => {
  const { clone: id, key } = parseJsonObject(text) ?? {};
  if (typeof id !== "string" || typeof key !== "string") return undefined;
  return /^[a-z0-9]{8}$/.test(id) && key.length >= 32 ? { id, key } : undefined;
};

const parseEnds = (text: string): readonly RememberedEnd[] | undefined => {
  const chains = parseJsonObject(text)?.["chains"];
  return Array.isArray(chains) ? chains.flatMap(parseEnd) : undefined;
};

const parseEnd = (value: JsonValue): RememberedEnd[] => {
  if (!isJsonObject(value)) return [];
  const { writer, seq, hash, offset } = value;
  if (typeof writer !== "string" || typeof hash !== "string") return [];
  return typeof seq === "number" && typeof offset === "number" ? [{ writer, seq, hash, offset }] : [];
};
