/** What the ledger's tests append, and as whom. */

import type { NewEvent } from "../../../extensions/core/ledger/event.ts";
import type { Channel, WriteContext } from "../../../extensions/core/vault/vault.ts";
import type { Platform } from "../../../extensions/platform/platform.ts";

export const edited = (page: string): NewEvent => ({ kind: "page_edited", details: { page } });

export const keeper = (platform: Platform, channel: Channel = "tool"): WriteContext => ({
  platform,
  actor: "keeper",
  channel,
});
