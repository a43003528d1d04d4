/** Captures for one session: for the task that it is bound to, and sealed when they are whole. */

import type { SessionSeals } from "../guard/seals/session-seals.ts";
import type { Settings } from "../settings.ts";
import type { Vault } from "../vault/vault.ts";
import type { CaptureInput } from "./capture.ts";
import { type CapturedSource, captureSource, filesOf } from "./capture-source.ts";

export interface SessionCaptureParts {
  readonly settings: Pick<Settings, "captureHosts">;
  readonly version: string;
  readonly seals: Pick<SessionSeals, "take">;
  readonly extract: CaptureInput["extract"];
}

export interface CaptureCall extends Pick<CaptureInput, "vault" | "context"> {
  readonly cwd: string;
  readonly onProgress?: CaptureInput["onProgress"] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The task of the session. */
  readonly task?: CapturingTask | undefined;
}

export interface CapturingTask {
  readonly id: string;
  /** Told of the packet when it is there. */
  captured(packet: string): Promise<void>;
}

export type SessionCapture = (
  request: Omit<CaptureInput["request"], "cwd" | "allowedHosts">,
  call: CaptureCall,
) => Promise<CapturedSource & { readonly layer: Vault["layer"]; readonly folder: string }>;

export const openSessionCapture =
  ({ settings, version, seals, extract }: SessionCaptureParts): SessionCapture =>
  async (request, { vault, context, cwd, onProgress, signal, task }) => {
    const captured = await captureSource({
      vault,
      context,
      request: { ...request, cwd, allowedHosts: settings.captureHosts },
      version,
      extract,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(signal === undefined ? {} : { signal }),
      ...(task === undefined ? {} : { taskId: task.id }),
    });
    if (captured.duplicate_of === undefined) {
      await seals.take(vault, filesOf(captured));
      await task?.captured(captured.id);
    }
    return { ...captured, layer: vault.layer, folder: vault.files.absolute(captured.path) };
  };
