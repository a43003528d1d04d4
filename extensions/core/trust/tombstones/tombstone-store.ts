/** The tombstones of a vault: adds and lifts them, each with its event, and finds those that block a text. */

import type { Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import type { JsonObject } from "../../ledger/canonical.ts";
import { withoutHome } from "../../ledger/home-path.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import { openSealedCopy } from "../../ledger/sealed-copy-store.ts";
import { openRedactor } from "../../secrets/redactor.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { LayerName, Vault, WriteContext } from "../../vault/vault.ts";
import { claimsIn, uniqueClaims } from "./claim-digests.ts";
import { blockedBy } from "./matching.ts";
import { liftingChannels, openTombstoneReader, type TombstoneReader } from "./tombstone-reader-store.ts";
import { liftLine, type Tombstone, type TombstoneScope, tombstoneLine } from "./tombstone-record.ts";

export interface NewTombstone {
  /** As Markdown or plain text; see `claimsOfRejection`. */
  readonly claims: readonly string[];
  readonly reason: string;
  /** Id of the page that is rejected. */
  readonly page?: string;
  /** Default: the whole vault. */
  readonly scope?: TombstoneScope;
}

export interface Tombstones extends TombstoneReader {
  /** Throws `invalid_input` for claims in which nothing can be seen, and for no reason. */
  add(tombstone: NewTombstone, context: WriteContext): Promise<Tombstone>;
  /** Takes over one of another layer, as it is and under its id; one that was here before, lifted or not, stays so. */
  copy(tombstone: Tombstone, from: LayerName, context: WriteContext): Promise<void>;
  /**
   * Ends a tombstone, and those in force that say the same; ids of all of them. Throws `person_required` for any
   * channel but a person's, and `invalid_input` for an id that is not in force.
   */
  lift(id: string, context: WriteContext, reason?: string): Promise<readonly string[]>;
  /** The tombstones that texts, taken together, run into; those of other tasks do not count. */
  blocks(texts: readonly string[], rules?: { readonly task?: string | undefined }): readonly Tombstone[];
}

export interface TombstoneStoreParts {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly ledger: Ledger;
}

const idLength = 12;
const lockTimeoutMs = 30_000;

export const openTombstones = (parts: TombstoneStoreParts): Tombstones => {
  const { platform, ledger } = parts;
  const reader = openTombstoneReader(parts);
  const { hash } = platform;
  const put = async (tombstone: Tombstone, context: WriteContext, more: JsonObject): Promise<void> => {
    const { id, digests, page, scope } = tombstone;
    const details = { tombstone: id, digests, scope, ...(page === undefined ? {} : { page }), ...more };
    await ledger.append(context, [{ kind: "tombstone_added", details }]);
    const line = tombstoneLine(tombstone, hash);
    await append(parts, line);
    await reader.keepLine(line);
  };
  return {
    ...reader,
    add: async (request, context) => {
      const tombstone = await tombstoneOf(request, context);
      await put(tombstone, context, {});
      return tombstone;
    },
    copy: async (tombstone, from, context) => {
      const isKnown = ledger.read().events.some(({ details }) => details["tombstone"] === tombstone.id);
      if (!isKnown) await put(tombstone, context, { from_layer: from });
    },
    lift: async (id, context, reason = "") => {
      if (!liftingChannels.includes(context.channel)) {
        throw new WikiError("person_required", { verb: "Lifting a tombstone", command: "pi-wiki review" });
      }
      const lifts = sameAs(id, reader.all());
      const { actor, channel } = context;
      const lift = platform.newId(idLength);
      const [event] = await ledger.append(context, [
        { kind: "tombstone_lifted", details: { lift, tombstones: lifts }, withSeen: true },
      ]);
      const record = { id: lift, lifts, actor, channel, at: platform.now(), event: event?.hash ?? "" };
      const line = liftLine({ ...record, reason: await shown(reason, platform) }, hash);
      await append(parts, line);
      await reader.keepLine(line);
      return lifts;
    },
    blocks: (texts, rules = {}) => blockedBy(reader.all(), { texts, task: rules.task, hash }),
  };
};

const sameAs = (id: string, inForce: readonly Tombstone[]): readonly string[] => {
  const wanted = inForce.find((one) => one.id === id);
  if (wanted === undefined) {
    throw new WikiError("invalid_input", { what: "tombstone", problem: `"${id}" is not in force` });
  }
  const keyOf = ({ scope, digests }: Tombstone): string => [scope, ...digests.map((claim) => claim.join())].join(" ");
  const same = inForce.filter((one) => one.id === id || keyOf(one) === keyOf(wanted));
  return [...new Set(same.map((one) => one.id))];
};

const tombstoneOf = async (request: NewTombstone, { platform, actor, channel }: WriteContext): Promise<Tombstone> => {
  const { page, scope = "vault" } = request;
  if (request.reason.trim() === "") throw new WikiError("invalid_input", { what: "reason", problem: "is empty" });
  // What is written through us has its secrets replaced, what is written otherwise has not: both are blocked.
  const redactor = openRedactor(platform);
  const redacted: string[] = [];
  for (const claim of request.claims) redacted.push(wellFormed(await redactor.text(claim)));
  const digests = uniqueClaims([...request.claims, ...redacted].flatMap((claim) => claimsIn(claim, platform.hash)));
  if (digests.length === 0) throw new WikiError("invalid_input", { what: "claim", problem: "says nothing" });
  const claims: string[] = [];
  for (const claim of redacted) claims.push(await shown(claim, platform));
  return {
    id: platform.newId(idLength),
    claims,
    digests,
    reason: await shown(request.reason.trim(), platform),
    ...(page === undefined ? {} : { page }),
    actor,
    channel,
    at: platform.now(),
    scope,
  };
};

/** As it may stand in a file that is committed. */
const shown = async (text: string, platform: Platform): Promise<string> => {
  const { home } = platform.environment;
  const clean = wellFormed(await openRedactor(platform).text(text));
  const { text: kept } = withoutHome({ text: clean }, [home, platform.paths.physical(home)]);
  return typeof kept === "string" ? kept : "";
};

const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

const append = async ({ platform, vault }: TombstoneStoreParts, line: string): Promise<void> => {
  const { files, layout } = vault;
  const path = vaultPaths[layout].tombstones;
  const text = `${line}\n`;
  await files.withLock(
    path,
    async () => {
      const size = files.state(path)?.size ?? 0;
      await files.append(path, text);
      await openSealedCopy(platform, vault, path).extend(size, text);
    },
    lockTimeoutMs,
  );
};
