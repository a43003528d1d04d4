/** Gives the agent what waits to be distilled, and asks it to do the work. */

import type { DistilKind } from "../../core/distil/distil-kind.ts";
import { renderNothing, renderPrepared } from "../../core/distil/render-prepared.ts";
import { ownPromptMark } from "../../core/sources/conversation.ts";
import type { Tool } from "../../tools/tool.ts";
import type { VerbCall } from "./verb.ts";

export interface DistilTask {
  readonly kind: DistilKind;
  /** What to take; all that waits when none are named. */
  readonly ids: readonly string[];
  /** What the agent is to do, as a sentence. */
  readonly task: string;
  /** What it answers by. */
  readonly tool: Tool;
  readonly isOffered: boolean;
  /** How, in words that follow "Then". */
  readonly answer: string;
}

/** A line for the user. */
export const askToDistil = async (
  { workspace, agent }: VerbCall,
  { kind, ids, task, tool, isOffered, answer }: DistilTask,
): Promise<string> => {
  const prepared = await workspace.distil.prepare({ kind, ids });
  const nothing = renderNothing(prepared);
  if (nothing !== undefined) return nothing;
  // Offered late it costs the provider's cache once, which is what the user asks for here.
  if (!isOffered) agent.offer(tool);
  agent.ask([`${ownPromptMark} ${task} Then ${answer}.`, "", renderPrepared(prepared)].join("\n"));
  return "The agent was asked; what it writes waits for your review.";
};
