/** Distillation for one session: what was said is kept, and what a model makes of it becomes drafts. */

import type { SessionSeals } from "../guard/seals/session-seals.ts";
import { filesOf } from "../sources/capture-source.ts";
import { type Conversation, spokenIn } from "../sources/conversation.ts";
import { type CapturedConversation, captureConversation } from "../sources/conversation-store.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";

/** Who distils, and where to. */
export interface Distiller {
  readonly context: WriteContext;
  /** The vault to write to; the project's when no layer is named. */
  target(layer: LayerName | undefined): Promise<Vault>;
}

export interface Distil {
  /** Undefined when nobody said anything of their own. */
  captureConversation(conversation: Conversation, layer?: LayerName): Promise<KeptConversation | undefined>;
}

export type KeptConversation = CapturedConversation & {
  readonly layer: LayerName;
  /** Absolute. */
  readonly folder: string;
};

export type SessionDistil = (distiller: Distiller) => Distil;

export interface SessionDistilParts {
  readonly seals: Pick<SessionSeals, "take">;
}

export const openSessionDistil =
  ({ seals }: SessionDistilParts): SessionDistil =>
  ({ context, target }) => ({
    captureConversation: async (conversation, layer) => {
      // A session without words must not make a vault.
      if (spokenIn(conversation.turns).turns.length === 0) return undefined;
      const vault = await target(layer);
      const kept = await captureConversation(conversation, { vault, context });
      if (kept === undefined) return undefined;
      if (kept.duplicate_of === undefined) await seals.take(vault, filesOf(kept));
      return { ...kept, layer: vault.layer, folder: vault.files.absolute(kept.path) };
    },
  });
