/** A vault in a temporary folder, and ways to change captured files behind its back. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Captured,
  type CaptureEvent,
  type CaptureInput,
  capture,
} from "../../../extensions/core/sources/capture.ts";
import { extractSource } from "../../../extensions/core/sources/extract/extract-source.ts";
import type { CaptureRequest } from "../../../extensions/core/sources/source-material.ts";
import type { Layout, Vault } from "../../../extensions/core/vault/vault.ts";
import type { TestPlatform } from "../../support/test-platform.ts";

export const vaultIn = (world: TestPlatform, layout: Layout = "current"): Vault => {
  const files = world.files(layout === "current" ? "project/.llm-wiki" : "project");
  return { layer: "project", root: files.root, layout, exists: true, config: undefined, files, key: "lighthouse" };
};

/** Puts a file below the world's folder. */
export const put = (world: TestPlatform, path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(world.folder, path)), { recursive: true });
  writeFileSync(join(world.folder, path), content);
};

/** Changes a captured file as a program with the user's rights could. */
export const tamper = (vault: Vault, path: string, content: string): void => {
  const place = join(vault.root, path);
  chmodSync(place, 0o644);
  writeFileSync(place, content);
};

export interface CaptureRun {
  readonly events: readonly CaptureEvent[];
  readonly captured: Captured;
}

/** Captures from the world's `project` folder and gathers the events. */
export const captureIn = async (
  world: TestPlatform,
  request: Partial<CaptureRequest>,
  more: Partial<CaptureInput> = {},
): Promise<CaptureRun> => {
  const events: CaptureEvent[] = [];
  const captured = await capture({
    vault: vaultIn(world),
    context: { platform: world.platform, actor: "keeper", channel: "tool" },
    request: { cwd: join(world.folder, "project"), allowedHosts: [], ...request },
    extract: extractSource,
    record: async (event) => {
      await Promise.resolve();
      events.push(event);
    },
    ...more,
  });
  return { events, captured };
};
