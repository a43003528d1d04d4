/** What is in a vault and what is wrong with it: status, lint and verify as data. */

import type { Platform } from "../../platform/platform.ts";
import { counted } from "../counted.ts";
import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { lintHints } from "../knowledge/lint-hints.ts";
import { captureKinds, type LedgerEvent } from "../ledger/event.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { lintSteps } from "../pages/lint-pages.ts";
import { type BelievedFacts, isWithheld } from "../recall/admission.ts";
import type { PageFacts } from "../recall/indexing/index-part.ts";
import type { SessionRecall } from "../recall/session-recall.ts";
import { verifySteps } from "../sources/verify-packets.ts";
import { withBreaths } from "../steps.ts";
import { taskFindings } from "../tasks/task-findings-store.ts";
import { changedSinceReview } from "../trust/page-trust.ts";
import { openTombstones } from "../trust/tombstones/tombstone-store.ts";
import { writeLintFiles } from "./derived-files.ts";
import type { Layers } from "./layers.ts";
import { vaultPaths } from "./layout.ts";
import { countSources, readVaultSteps } from "./read-vault.ts";
import type { LayerName, Vault } from "./vault.ts";

export interface VaultStatus {
  readonly layer: LayerName;
  /** Absolute. */
  readonly root: string;
  readonly exists: boolean;
  readonly topic: string | undefined;
  readonly pages: number;
  readonly drafts: number;
  readonly sources: number;
  readonly by_type: Readonly<Record<string, number>>;
}

/** Counts what an index says of a vault's pages: reading them all would take seconds in a large one. */
export const statusOf = (vault: Vault, pages: Iterable<PageFacts>): VaultStatus => {
  const types: string[] = [];
  let drafts = 0;
  for (const { type, status } of pages) {
    types.push(type);
    if (status === "draft") drafts += 1;
  }
  return {
    layer: vault.layer,
    root: vault.root,
    exists: vault.exists,
    topic: vault.config?.topic,
    pages: types.length,
    drafts,
    sources: vault.exists ? countSources(vault) : 0,
    by_type: counted(types),
  };
};

/** Of all layers, those that are not there yet included. */
export const statusOfAll = async (
  vaults: readonly Vault[],
  { facts }: { facts(vault: Vault): Promise<Iterable<PageFacts>> },
): Promise<readonly VaultStatus[]> => {
  const all: VaultStatus[] = [];
  for (const vault of vaults) all.push(statusOf(vault, vault.exists ? await facts(vault) : []));
  return all;
};

/** Findings of several vaults: their paths are absolute. */
export interface CheckAnswer {
  readonly findings: readonly Finding[];
}

export interface LintSetting {
  readonly platform: Platform;
  /** What is believed of the pages. */
  readonly pages: Pick<SessionRecall, "facts" | "withheld">;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** Also writes each vault's lint report and its list of gaps. The thread's other work goes on in between. */
export const lintVaults = async ({ layers, findings }: Layers, setting: LintSetting): Promise<CheckAnswer> => {
  const { platform } = setting;
  const all: Finding[] = [...findings];
  for (const vault of layers.filter(({ exists }) => exists)) {
    const lint = await lintVault(vault, setting);
    const kept = await keepReport(vault, lint);
    const hints = await lintHints(platform, vault);
    all.push(...[...lint.findings, ...kept, ...hints].map((finding) => placed(vault, finding)));
  }
  return { findings: all };
};

const lintVault = async (vault: Vault, { platform, pages: known, progress }: LintSetting) => {
  const { pause } = platform;
  const withheld = await known.withheld(vault);
  const { pages, packets, findings } = await withBreaths(readVaultSteps(vault), { pause });
  const { events } = openLedger({ platform, vault }).read();
  const origins = new Set(events.filter(({ origin }) => origin !== undefined).map(({ details }) => pageIn(details)));
  const lint = await withBreaths(lintSteps(pages, { packets, now: platform.now(), origins, withheld }), {
    pause,
    onBreath: (steps) => progress?.(Math.min(steps, pages.length), pages.length),
  });
  const ofPages = new Set(pages.flatMap((page) => page.findings));
  // Lint passes on what pages say of themselves.
  const tasks = taskFindings(vault, { hash: (text) => platform.hash(text), events: () => events });
  const ofVault = findings.filter((finding) => !ofPages.has(finding));
  const found = [...ofVault, ...lint.findings, ...reviewFindings(await known.facts(vault)), ...tasks];
  return { findings: found, gaps: lint.gaps, pageCount: pages.length };
};

const pageIn = ({ page }: LedgerEvent["details"]): string => (typeof page === "string" ? page : "");

/** Claims of a person's review that the ledger does not bear out. */
const reviewFindings = (pages: Iterable<BelievedFacts>): readonly Finding[] =>
  Array.from(pages)
    .filter((facts) => facts.trust?.isDoubtful === true && !isWithheld(facts))
    .map(({ path, trust }) => ({
      ...(trust?.labels.includes(changedSinceReview) === true ? changed : forged),
      severity: "warning",
      path,
      line: 0,
      remedy: "Let a person look at it: pi-wiki review.",
    }));

const changed = { code: "changed-since-review", message: "It was changed after a person confirmed it." };
const forged = { code: "forged-verification", message: "It claims a person's review that nobody here made." };

/** What is wrong in a vault that can't be written is told all the same. */
const keepReport = async (vault: Vault, report: Parameters<typeof writeLintFiles>[1]): Promise<readonly Finding[]> => {
  try {
    await writeLintFiles(vault, report);
    return [];
  } catch (error) {
    if (!isWikiError(error)) throw error;
    const { lintReport: path } = vaultPaths[vault.layout];
    const { message, hint: remedy } = error;
    return [{ code: "lint-report-unwritten", severity: "warning", path, line: 0, message, remedy }];
  }
};

/** Chains, packets and config: whatever must not have changed. */
export const verifyVaults = async (
  { layers, findings }: Layers,
  platform: Platform,
): Promise<CheckAnswer & { readonly events: number }> => {
  const all: Finding[] = [...findings];
  let events = 0;
  for (const vault of layers.filter(({ exists }) => exists)) {
    const ledger = openLedger({ platform, vault });
    const report = await withBreaths(ledger.verifySteps(), platform);
    events += report.chains.reduce((sum, chain) => sum + chain.events, 0);
    const recorded = recordedManifests(ledger.read().events);
    const packets = await withBreaths(verifySteps({ vault, platform, recorded }), platform);
    const tombstones = openTombstones({ platform, vault, ledger }).findings();
    const found = [...report.findings, ...tombstones, ...packets];
    all.push(...found.map((finding) => placed(vault, finding)));
  }
  return { findings: all, events };
};

/** What captures recorded of their packets' manifests, by packet id. */
const recordedManifests = (events: readonly LedgerEvent[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const recorded = new Map<string, Set<string>>();
  for (const { kind, details } of events) {
    const { source_id: id, manifest_sha256: hash } = details;
    if (!captureKinds.has(kind) || typeof id !== "string" || typeof hash !== "string") continue;
    recorded.set(id, (recorded.get(id) ?? new Set()).add(hash));
  }
  return recorded;
};

/** With its path made absolute. */
export const placed = (vault: Vault, finding: Finding): Finding => ({
  ...finding,
  path: `${vault.root}/${finding.path}`,
});
