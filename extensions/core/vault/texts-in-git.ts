/** Earlier texts of a page's file, as far as the user's git has them. */

import type { Platform } from "../../platform/platform.ts";
import { openGitHistory } from "../guard/seals/git-history.ts";
import type { Vault } from "./vault.ts";

export interface GitTexts {
  readonly git: "read" | "none" | "unreadable";
  /** By the SHA-256 of the file. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface WantedTexts {
  /** Relative to the vault's root. */
  readonly path: string;
  /** SHA-256 of each. */
  readonly wanted: ReadonlySet<string>;
}

/** Looks until all that are wanted are found. */
export const textsInGit = async (
  where: { readonly platform: Platform; readonly vault: Vault },
  { path, wanted }: WantedTexts,
): Promise<GitTexts> => {
  const texts = new Map<string, string>();
  const history = await openGitHistory(where);
  if (typeof history === "string") return { git: history, texts };
  for (const blob of await history.committed(path)) {
    const text = await history.text(blob);
    const hash = where.platform.hash(text);
    if (wanted.has(hash)) texts.set(hash, text);
    if (texts.size === wanted.size) break;
  }
  return { git: "read", texts };
};
