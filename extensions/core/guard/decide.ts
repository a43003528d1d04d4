/** May this tool call change this path? Data in, decision out; the host carries it out. */

import type { Paths } from "../../platform/platform.ts";
import { type Owner, ownership } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { placesOf } from "./host-path.ts";

export interface GuardedCall {
  readonly tool: string;
  readonly input: unknown;
  /** Where the host resolves relative paths. */
  readonly cwd: string;
}

export interface GuardWorld {
  /** All layers, those that don't exist yet included. */
  readonly vaults: readonly Vault[];
  readonly paths: Paths;
  readonly caseInsensitive: boolean;
}

export type Decision =
  | { readonly decision: "allow" }
  | {
      readonly decision: "deny";
      readonly path: string;
      readonly rule: Owner;
      readonly reason: string;
      readonly instead: string;
    };

const writers: ReadonlySet<string> = new Set(["write", "edit"]);

interface Protection {
  readonly reason: string;
  readonly instead: string;
}

const protections: Partial<Record<Owner, Protection>> = {
  raw: {
    reason: "captured sources stay as they were captured",
    instead: "Capture a new source with wiki_capture, or write a page under wiki/.",
  },
  ledger: {
    reason: "the ledger is written by the wiki itself and only grows",
    instead: "Use wiki_note or edit a page under wiki/: the ledger follows by itself.",
  },
  derived: {
    reason: "it is made from the pages and would be overwritten",
    instead: "Edit the pages under wiki/ instead.",
  },
  config: { reason: "the vault's identity is not an agent's to change", instead: "Ask the user to edit it." },
};

/** False for tools whose calls need no decision. */
export const mayWrite = (tool: string): boolean => writers.has(tool);

/** The first protected path that the call would change decides. */
export const decide = (call: GuardedCall, world: GuardWorld): Decision => {
  if (!mayWrite(call.tool)) return { decision: "allow" };
  for (const written of pathsIn(call.input)) {
    for (const place of placesOf(written, { cwd: call.cwd, paths: world.paths })) {
      const denied = protectedBy(place, world);
      if (denied !== undefined) return denied;
    }
  }
  return { decision: "allow" };
};

const pathsIn = (input: unknown): readonly string[] => {
  if (typeof input !== "object" || input === null) return [];
  const named = Object.entries(input).filter(([key]) => key === "path" || key === "file_path" || key === "filePath");
  return named.flatMap(([, value]) => (typeof value === "string" ? [value] : []));
};

const protectedBy = (place: string, world: GuardWorld): Decision | undefined => {
  for (const vault of world.vaults) {
    const path = pathInside(vault, place, world);
    if (path === undefined) continue;
    const owner = ownership(path, {
      layout: vault.layout,
      caseInsensitive: world.caseInsensitive,
      ...(vault.config === undefined ? {} : { knowledgeFormat: vault.config.knowledge_format }),
    });
    const protection = protections[owner];
    if (protection !== undefined) return { decision: "deny", path: place, rule: owner, ...protection };
  }
  return undefined;
};

/** A part of a place that is not there yet, or can't be looked at, may be spelled in another case. */
const pathInside = (vault: Vault, place: string, { paths, caseInsensitive }: GuardWorld): string | undefined => {
  const fold = (text: string): string => (caseInsensitive ? text.normalize("NFC").toLowerCase() : text);
  return paths.inside(vault.root, place) ?? paths.inside(fold(vault.root), fold(place));
};

/** The refusal as the model reads it. */
export const renderDenial = (denial: Extract<Decision, { decision: "deny" }>): string =>
  `${denial.path} is protected: ${denial.reason}. ${denial.instead}`;
