/** What a host tells of a session's course, before anything is taken out of it: nothing of it may reach a disk. */

import type { Platform } from "../../platform/platform.ts";
import type { KeptImage, StepUsage, TrajectoryStep } from "./packet.ts";

export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface RecordedStep {
  /** Its name in the session. */
  readonly entry: string;
  readonly role: TrajectoryStep["role"];
  readonly at: string | null;
  readonly text: string;
  readonly tool_calls?: readonly RecordedCall[];
  readonly stop?: string;
  readonly error?: string;
  readonly usage?: StepUsage | null;
  readonly tool_call_id?: string;
  readonly tool_name?: string;
  readonly is_error?: boolean;
  readonly exit_code?: number | null;
  readonly details?: unknown;
  readonly within?: string;
  readonly from_memory?: true;
  readonly images?: readonly KeptImage[];
  /** Of an assistant's step. */
  readonly model?: string;
}

/** A session's current branch, from its first entry on. */
export interface SessionRecord {
  readonly session: string;
  /** The same for all branches and forks that began with the same entry. */
  readonly root: string;
  /** Absolute: where the session works. */
  readonly cwd: string;
  /** UTF-8 bytes that the branch takes in the host's own file, about. */
  readonly bytes: number;
  readonly steps: readonly RecordedStep[];
}

/** The host's session, read when it is asked for. */
export type ReadRecord = (platform: Pick<Platform, "hash">) => SessionRecord;

/** The tool that captures; that it was called is no part of the task. */
export const captureTool = "wiki_capture_trajectory";
