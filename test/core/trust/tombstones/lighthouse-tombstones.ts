/** A lighthouse's vault with tombstones, for their tests. */

import { openLedger } from "../../../../extensions/core/ledger/ledger-store.ts";
import { openTombstones, type Tombstones } from "../../../../extensions/core/trust/tombstones/tombstone-store.ts";
import type { Channel, Vault } from "../../../../extensions/core/vault/vault.ts";
import type { TestPlatform } from "../../../support/test-platform.ts";
import { keeper } from "../../ledger/ledger-words.ts";
import { lighthouseVault } from "../../ledger/lighthouse-ledger.ts";

export const tombstonesPath = "meta/tombstones.jsonl";
export const claim = "The lamp burns colza oil";
export const reason = "It was changed to petroleum";

export const tombstonesIn = (world: TestPlatform, vault: Vault = lighthouseVault(world)): Tombstones =>
  openTombstones({ platform: world.platform, vault, ledger: openLedger({ platform: world.platform, vault }) });

export const reject = (world: TestPlatform, claims: readonly string[] = [claim], channel: Channel = "tool") =>
  tombstonesIn(world).add({ claims, reason, page: "notes/oil" }, keeper(world.platform, channel));

export const linesOf = (vault: Vault): readonly string[] =>
  (vault.files.readText(tombstonesPath) ?? "").split("\n").filter((line) => line !== "");
