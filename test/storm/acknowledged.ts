/** Looks at a vault after a storm: is all there that was acknowledged, and nothing of what was only half done? */

import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { parsePage } from "../../extensions/core/pages/parse-page.ts";
import { listPackets } from "../../extensions/core/sources/packet-store.ts";
import { verifyPackets } from "../../extensions/core/sources/verify-packets.ts";
import { type MemoryEntry, parseMemory } from "../../extensions/core/tasks/memory/memory-file.ts";
import { openVault } from "../../extensions/core/vault/layers.ts";
import { countSources, readVault } from "../../extensions/core/vault/read-vault.ts";
import type { Vault } from "../../extensions/core/vault/vault.ts";
import type { Platform } from "../../extensions/platform/platform.ts";

export type Acknowledged =
  | { readonly did: "capture"; readonly id: string; readonly path: string; readonly text: string }
  | { readonly did: "note"; readonly id: string; readonly text: string }
  | { readonly did: "event"; readonly hash: string }
  | {
      readonly did: "remembered";
      readonly id: string;
      readonly task: string;
      readonly user: string;
      readonly text: string;
    }
  | { readonly did: "settle" };

interface Aftermath {
  /** The vault's folder. */
  readonly root: string;
  readonly acknowledged: readonly Acknowledged[];
}

/** What is wrong; empty after a storm that did no harm. */
export const trouble = async (platform: Platform, { root, acknowledged }: Aftermath): Promise<readonly string[]> => {
  const { vault } = openVault(platform, { layer: "project", root, layout: "current" });
  return [...missing(platform, vault, acknowledged), ...repeated(acknowledged), ...unsound(platform, vault)];
};

const missing = (platform: Platform, vault: Vault, acknowledged: readonly Acknowledged[]): readonly string[] => {
  const { files } = vault;
  const hashes = new Set(
    openLedger({ platform, vault })
      .read()
      .events.map(({ hash }) => hash),
  );
  const memory = ({ task, user }: { readonly task: string; readonly user: string }) => {
    const path = `tasks/${task}/memories/${user}.md`;
    const entries = read.get(path) ?? parseMemory(files.readText(path) ?? "").entries;
    read.set(path, entries);
    return entries;
  };
  const read = new Map<string, readonly MemoryEntry[]>();
  const isThere = (one: Acknowledged): boolean => {
    switch (one.did) {
      case "capture":
        return files.readText(`${one.path}/original/text.md`) === one.text;
      case "note":
        return files.readText(`wiki/${one.id}.md`)?.includes(one.text) ?? false;
      case "event":
        return hashes.has(one.hash);
      case "remembered":
        return memory(one).some(({ id, text }) => id === one.id && text === one.text);
      case "settle":
        // What it writes is derived: whether that is whole is looked at below.
        return true;
    }
  };
  return acknowledged.filter((one) => !isThere(one)).map((one) => `missing: ${JSON.stringify(one).slice(0, 120)}`);
};

const repeated = (acknowledged: readonly Acknowledged[]): readonly string[] => {
  const ids = acknowledged.flatMap((one) => ("id" in one ? [one.id] : "hash" in one ? [one.hash] : []));
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `given twice: ${id}`);
};

/** Whoever lists the vault sees whole things only; the ledger may hold a torn line, which is told of and harmless. */
const unsound = (platform: Platform, vault: Vault): readonly string[] => [
  ...openLedger({ platform, vault })
    .verify()
    .findings.filter(({ code }) => code !== "ledger-torn")
    .map(({ code, line, message }) => `${code} ${line}: ${message}`),
  ...verifyPackets({ vault, platform }).map(({ code, path }) => `${code} ${path}`),
  ...readVault(vault).findings.map(({ code, path }) => `${code} ${path}`),
  ...ghosts(vault),
  ...halfWritten(vault),
];

/** Packets of which there is nothing but a name. */
const ghosts = (vault: Vault): readonly string[] => {
  const ids = listPackets(vault).map(({ id }) => id);
  const named = readVault(vault).packets.filter((id) => !ids.includes(id));
  const counted = countSources(vault) === ids.length ? [] : [`${countSources(vault)} sources are counted`];
  return [...named.map((id) => `no packet: ${id}`), ...counted];
};

const halfWritten = ({ files }: Vault): readonly string[] =>
  files.scan("").files.flatMap(({ path }) => {
    const text = files.readText(path) ?? "";
    const why = whyHalf(path, text);
    return why === undefined ? [] : [`${why}: ${path}`];
  });

const whyHalf = (path: string, text: string): string | undefined => {
  if (/(^|\/)\.?tmp-/.test(path)) return "temporary";
  if (path.endsWith(".json")) return isJson(text) ? undefined : "no JSON";
  if (!path.startsWith("wiki/")) return undefined;
  const page = parsePage({ path, text });
  return text.endsWith("\n") && page.findings.length === 0 && page.data["type"] !== undefined ? undefined : "no page";
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // That is the answer.
    return false;
  }
};
