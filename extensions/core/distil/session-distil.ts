/** Distillation for one session: what was said is kept, and what a model makes of it becomes drafts. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import type { SessionSeals } from "../guard/seals/session-seals.ts";
import { addDays, compareInstants } from "../instant.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { openPages } from "../pages/page-store.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import type { Settings } from "../settings.ts";
import { filesOf } from "../sources/capture-source.ts";
import { type Conversation, spokenIn } from "../sources/conversation.ts";
import { type CapturedConversation, captureConversation } from "../sources/conversation-store.ts";
import { readPacket } from "../sources/packet-store.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { outcomeOf } from "../trajectories/packet.ts";
import { readBelieved } from "../trust/changes/believed-page.ts";
import { openFoundConflicts } from "../trust/conflict-store.ts";
import type { SessionNotes } from "../trust/session-notes.ts";
import type { LikePage } from "../trust/similar-notes.ts";
import { openTombstones } from "../trust/tombstones/tombstone-store.ts";
import type { VaultTrust } from "../trust/trust-store.ts";
import type { NegativeExample } from "../usage/usage-fold.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import { type Digest, type DigestedVault, digestOf } from "./digest.ts";
import { foldMarks } from "./distil-marks.ts";
import { learnFromMisses, pageAt } from "./learn-from-misses.ts";
import type { Prepared } from "./material.ts";
import { type Exchange, missesIn } from "./missed-recall.ts";
import { prepare } from "./prepare.ts";
import type { PrepareRequest } from "./prepare-parts.ts";
import { type SubmitParts, type SubmitRequest, submit } from "./submit.ts";
import type { Submitted } from "./submitted.ts";
import { takeIn } from "./take-in.ts";
import { claimedBy } from "./write-entry.ts";

/** Who distils, and where to. */
export interface Distiller {
  readonly context: WriteContext;
  readonly cwd: string;
  readonly tasks: Pick<Tasks, "remember" | "capturing">;
  /** The vault to write to; the project's when no layer is named. */
  target(layer: LayerName | undefined): Promise<Vault>;
}

interface Layered {
  readonly layer?: LayerName;
}

export interface Distil {
  /** Undefined when nobody said anything of their own. */
  captureConversation(conversation: Conversation, layer?: LayerName): Promise<KeptConversation | undefined>;
  /** Throws `no_vault` where there is none yet. */
  prepare(request: PrepareRequest & Layered): Promise<Prepared & { readonly layer: LayerName }>;
  submit(request: SubmitRequest & Layered): Promise<Submitted & { readonly layer: LayerName }>;
  /** What was learned in the last days, over all vaults. */
  digest(days: number): Promise<Digest>;
  /** Makes triggers of prompts that missed a page; ids of the pages. */
  learnFrom(exchanges: readonly Exchange[]): Promise<readonly string[]>;
}

export type KeptConversation = CapturedConversation & {
  readonly layer: LayerName;
  /** Absolute. */
  readonly folder: string;
};

export type SessionDistil = (distiller: Distiller) => Distil;

/** What is known of a vault's pages from their use. */
export interface UseOfPages {
  readonly negativeExamples: readonly NegativeExample[];
  lastUse(id: string): string | undefined;
}

export interface SessionDistilParts {
  readonly platform: Platform;
  readonly settings: Pick<Settings, "distillTaskMemory">;
  readonly seals: Pick<SessionSeals, "take">;
  readonly notes: SessionNotes;
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  neighbours(vault: Vault, text: string, types?: readonly string[]): Promise<readonly BelievedFacts[]>;
  trust(vault: Vault): VaultTrust;
  use(vault: Vault): UseOfPages;
}

export const openSessionDistil =
  (parts: SessionDistilParts): SessionDistil =>
  (distiller) => ({
    captureConversation: async (conversation, layer) => {
      // A session without words must not make a vault.
      if (spokenIn(conversation.turns).turns.length === 0) return undefined;
      const vault = await distiller.target(layer);
      const task = await distiller.tasks.capturing();
      const setting = { vault, context: distiller.context, ...(task === undefined ? {} : { task: task.id }) };
      const kept = await captureConversation(conversation, setting);
      if (kept === undefined) return undefined;
      if (kept.duplicate_of === undefined) {
        await parts.seals.take(vault, filesOf(kept));
        await task?.captured(kept.id);
      }
      return { ...kept, layer: vault.layer, folder: parts.platform.paths.join(vault.root, kept.path) };
    },
    prepare: async ({ layer, ...request }) => {
      const vault = await existing(layer, parts);
      return { ...(await prepareIn(vault, request, parts)), layer: vault.layer };
    },
    submit: async ({ layer, ...request }) => {
      await existing(layer, parts);
      const vault = await distiller.target(layer);
      return { ...(await submit(request, submitParts(vault, distiller, parts))), layer: vault.layer };
    },
    digest: async (days) => {
      const since = addDays(parts.platform.now(), -days);
      const vaults: DigestedVault[] = [];
      for (const vault of await parts.vaults()) {
        const events = openLedger({ platform: parts.platform, vault }).read().events;
        const pages = new Map([...(await parts.facts(vault))].map((facts) => [facts.id, facts]));
        const late = events.filter(({ timestamp }) => compareInstants(timestamp, since) >= 0);
        vaults.push({ layer: vault.layer, events: late, pages });
      }
      return digestOf(vaults, since);
    },
    learnFrom: async (exchanges) => {
      const learned: string[] = [];
      for (const vault of await parts.vaults())
        learned.push(...(await learnIn(vault, exchanges, { distiller, parts })));
      return learned;
    },
  });

const learnIn = async (
  vault: Vault,
  exchanges: readonly Exchange[],
  { distiller: { context, cwd }, parts }: { readonly distiller: Distiller; readonly parts: SessionDistilParts },
): Promise<readonly string[]> => {
  const { platform, notes } = parts;
  const ledger = openLedger({ platform, vault });
  const pages = openPages({ platform, vault, ledger });
  const misses = missesIn(exchanges, (path) => pageAt(path, vault, platform));
  if (misses.length === 0) return [];
  return await learnFromMisses(misses, { vault, context, cwd, ledger, notes, read: (id) => pages.read(id) });
};

const existing = async (layer: LayerName | undefined, { vaults }: SessionDistilParts): Promise<Vault> => {
  const [vault] = (await vaults()).filter((one) => layer === undefined || one.layer === layer);
  if (vault === undefined) throw new WikiError("no_vault", { layer: layer ?? "project" });
  return vault;
};

const prepareIn = async (vault: Vault, request: PrepareRequest, parts: SessionDistilParts): Promise<Prepared> => {
  const { platform, neighbours, use } = parts;
  const ledger = openLedger({ platform, vault });
  const pages = openPages({ platform, vault, ledger });
  return await prepare(request, {
    platform,
    vault,
    marks: foldMarks(ledger.read().events),
    facts: [...(await parts.facts(vault))],
    neighbours: (text, types) => neighbours(vault, text, types),
    read: (id) => pages.read(id),
    tombstones: openTombstones({ platform, vault, ledger }).all(),
    withTasks: parts.settings.distillTaskMemory === "on",
    ...use(vault),
  });
};

const submitParts = (vault: Vault, { context, cwd, tasks }: Distiller, parts: SessionDistilParts): SubmitParts => {
  const { platform } = context;
  const ledger = openLedger({ platform, vault });
  const pages = openPages({ platform, vault, ledger });
  // One reading of a big vault for a whole submission.
  let known: LikePage[] | undefined;
  return {
    vault,
    context,
    cwd,
    ledger,
    notes: parts.notes,
    pages: async () => {
      known ??= [...(await parts.facts(vault))];
      return known;
    },
    wrote: (page) => void known?.push(page),
    neighbours: (text) => parts.neighbours(vault, text),
    read: (id) => pages.read(id),
    statusOf: (id) => readBelieved(id, { vault, context, trust: parts.trust(vault) })?.trust.status,
    isRejected: (page) => openTombstones({ platform, vault, ledger }).blocks(claimedBy(page).texts, page).length > 0,
    holds: (packet) => readPacket(vault, packet) !== undefined,
    hasFailed: (packet) => outcomeOf(readPacket(vault, packet)?.manifest?.extra ?? {}).result === "failure",
    remember:
      parts.settings.distillTaskMemory === "off"
        ? undefined
        : async (entry) => {
            const { task_id } = await tasks.remember(entry);
            return `tasks/${task_id}`;
          },
    contradict: (page, others, by) =>
      openFoundConflicts(
        others.map((other) => [page, other] as const),
        { vault, context: by, ledger },
      ),
    takeIn: (notes, into, by) => takeIn(notes, into, { pages, context: by }),
  };
};
