/** What a verb of /wiki is. */

import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { Tool } from "../../tools/tool.ts";
import type { Workspace } from "../../workspace.ts";
import type { PacketMessage } from "./knowledge/packet-message.ts";
import type { PiSession } from "./session.ts";

/** The model that works in the session. */
export interface Agent {
  /** Sends it a prompt in the user's name; it answers when it is free. */
  ask(prompt: string): void;
  /** Puts a message before it, which it has with the next prompt. */
  show(message: PacketMessage): void;
  /** Lets it call a tool from now on. */
  offer(tool: Tool): void;
  /** Lets it call the tool no longer. */
  withdraw(tool: Tool): void;
}

export interface VerbCall {
  /** Everything after the verb, trimmed. */
  readonly rest: string;
  readonly session: PiSession;
  /** Writes in the user's name. */
  readonly workspace: Workspace;
  readonly ctx: ExtensionCommandContext;
  readonly agent: Agent;
}

export interface Verb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** The vaults are settled after it. */
  readonly writes?: true;
  /** What is completed after the verb. */
  readonly completes?: "pages" | "settings" | "skills" | "tasks" | "pages and tasks";
  /** Text for the user. */
  run(call: VerbCall): Promise<string>;
}
