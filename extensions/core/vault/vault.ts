/** A vault as the core works with it: where it is, how it is laid out, and whose layer it is. */

import type { Files, Platform } from "../../platform/platform.ts";
import type { VaultConfig } from "./config.ts";

export const layerNames = ["project", "personal"] as const;
export type LayerName = (typeof layerNames)[number];

/** `current` is `.llm-wiki/`; `dot-wiki` is the older layout with `.wiki/config.json` beside `raw/` and `wiki/`. */
export type Layout = "current" | "dot-wiki";

export interface Vault {
  readonly layer: LayerName;
  /** Absolute and physical: the `.llm-wiki` folder, or the folder that holds `.wiki`. */
  readonly root: string;
  readonly layout: Layout;
  /** False for a place where the first write will create the vault. */
  readonly exists: boolean;
  /** Undefined when absent or damaged; a damaged one is also a finding. */
  readonly config: VaultConfig | undefined;
  readonly files: Files;
  /** Folder below the cache and state roots that belongs to this vault at this place (vault.md, Identity). */
  readonly key: string;
}

export type Channel = "ui" | "terminal" | "command" | "rpc" | "mcp" | "tool" | "cli" | "system";

/** Who writes, through what: given to every function that changes a vault. */
export interface WriteContext {
  readonly platform: Platform;
  readonly actor: string;
  readonly channel: Channel;
  /** Where the change came from: a Pi session and entry, an import path, or a packet id. */
  readonly origin?: Readonly<Record<string, string>>;
}
