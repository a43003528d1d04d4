/** What is given to a workspace, and what it answers with, where the core has no words of its own for it. */

import type { Settings } from "./core/settings.ts";
import type { CapturedSource } from "./core/sources/capture-source.ts";
import type { Channel, LayerName } from "./core/vault/vault.ts";

export interface WorkspaceOptions {
  /** The session's folder, from the host. */
  readonly cwd: string;
  readonly channel: Channel;
  readonly settings?: Settings;
  readonly origin?: Readonly<Record<string, string>>;
  /** The package's own version and templates folder. */
  readonly version: string;
  readonly templatesRoot: string;
}

export type Progress = (done: number, total: number) => void;

export type CaptureRequest = {
  readonly source?: string;
  readonly text?: string;
  readonly title?: string;
  readonly force?: boolean;
  readonly layer?: LayerName;
};

export interface InitAnswer {
  readonly root: string;
  readonly vault_id: string;
  readonly created: readonly string[];
}

export type LayeredCapture = CapturedSource & { readonly layer: LayerName; readonly folder: string };

export interface ImportRequest {
  readonly folder: string;
  readonly type?: string;
  readonly layer?: LayerName;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}
