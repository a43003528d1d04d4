/** What a verb of /wiki is. */

import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { Workspace } from "../../workspace.ts";
import type { PiSession } from "./session.ts";

export interface VerbCall {
  /** Everything after the verb, trimmed. */
  readonly rest: string;
  readonly session: PiSession;
  /** Writes in the user's name. */
  readonly workspace: Workspace;
  readonly ctx: ExtensionCommandContext;
}

export interface Verb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** The vaults are settled after it. */
  readonly writes?: true;
  /** What is completed after the verb. */
  readonly completes?: "pages" | "settings";
  /** Text for the user. */
  run(call: VerbCall): Promise<string>;
}
