/** A lighthouse in which somebody talks, and a model distils what was said. */

import type { DistilKind } from "../../../extensions/core/distil/distil-kind.ts";
import type { Turn } from "../../../extensions/core/sources/conversation.ts";
import { openToolWorld, type ToolWorld, type ToolWorldOptions } from "../../tools/tool-world.ts";

export interface DistilWorld extends ToolWorld {
  /** Keeps a conversation; its packet's id. */
  talk(root: string, ...said: readonly string[]): Promise<string>;
  submit(kind: DistilKind, submission: object | string): ReturnType<ToolWorld["workspace"]["distil"]["submit"]>;
  prepare(kind: DistilKind, ...ids: readonly string[]): ReturnType<ToolWorld["workspace"]["distil"]["prepare"]>;
}

export const openDistilWorld = async (options: ToolWorldOptions = {}): Promise<DistilWorld> => {
  const world = await openToolWorld(options);
  const { workspace } = world;
  return {
    ...world,
    talk: async (root, ...said) => {
      const turns = said.map(
        (text, index): Turn => ({ id: `e${index}`, role: index % 2 ? "assistant" : "user", text }),
      );
      return (await workspace.distil.captureConversation({ session: root, root, turns }))?.id ?? "";
    },
    submit: (kind, submission) =>
      workspace.distil.submit({ kind, text: typeof submission === "string" ? submission : JSON.stringify(submission) }),
    prepare: (kind, ...ids) => workspace.distil.prepare({ kind, ids }),
  };
};

/** An entry that says something worth keeping. */
export const wick = (more: object = {}) => ({
  title: "A smoking lamp has its wick too high",
  type: "pitfall",
  text: "The flame smokes when the wick stands more than a finger above the burner. Lower it until the flame is white.",
  recall_triggers: ["black soot on the glass in the morning", "light looks orange and dim tonight"],
  sources: ["CNV-2026-11-30-001"],
  ...more,
});
