/** Makes of a prompt that missed a page a recall trigger of that page, once: a page that counts waits for a person. */

import type { Platform } from "../../platform/platform.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { lintPages } from "../pages/lint-pages.ts";
import type { Page } from "../pages/page.ts";
import { pageIdOf } from "../pages/parse-page.ts";
import type { SessionNotes } from "../trust/session-notes.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { foldMarks, marksEvent } from "./distil-marks.ts";
import type { Miss } from "./missed-recall.ts";

export interface LearningParts {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly cwd: string;
  readonly ledger: Ledger;
  readonly notes: Pick<SessionNotes, "change">;
  read(id: string): Page | undefined;
}

/** Pages whose triggers were changed, or are to be. */
export const learnFromMisses = async (misses: readonly Miss[], parts: LearningParts): Promise<readonly string[]> => {
  const { platform } = parts.context;
  const marks = foldMarks(parts.ledger.read().events);
  const entries: Record<string, string> = {};
  for (const miss of misses) {
    const name = platform.hash(["miss", miss.entry, miss.page].join("\n")).slice(0, 16);
    if (marks.pageOf(name) !== undefined) continue;
    if (await propose(miss, parts)) entries[name] = miss.page;
  }
  const event = marksEvent("triggers", { packets: [], entries, blocked: [], distinct: [] });
  const pages = [...new Set(Object.values(entries))];
  if (event !== undefined) {
    await parts.ledger.append(parts.context, [{ ...event, details: { ...event.details, missed: pages } }]);
  }
  return pages;
};

/** The id of the page that an absolute path leads to; undefined for any other file. */
export const pageAt = (path: string, vault: Vault, { paths }: Pick<Platform, "paths">): string | undefined => {
  const inside = paths.inside(vault.root, paths.physical(path));
  const { wiki } = vaultPaths[vault.layout];
  return inside?.startsWith(`${wiki}/`) && inside.endsWith(".md") ? pageIdOf(inside) : undefined;
};

const mostTriggers = 12;

const propose = async ({ page: id, trigger, entry }: Miss, parts: LearningParts): Promise<boolean> => {
  const { vault, context, cwd, notes } = parts;
  const page = parts.read(id);
  if (page === undefined || page.status === "deprecated" || page.triggers.length >= mostTriggers) return false;
  if (
    page.triggers.some((known) => known.toLowerCase() === trigger.toLowerCase()) ||
    isCopied(page, trigger, context)
  ) {
    return false;
  }
  const by = { ...context, origin: { ...context.origin, entry } };
  const request = { action: "update", id, layer: vault.layer, triggers: [...page.triggers, trigger] } as const;
  const { outcome } = await notes.change(request, by, cwd);
  return outcome === "changed" || outcome === "proposed";
};

/** Words of the page itself find it already: something else kept it back then. */
const isCopied = (page: Page, trigger: string, { platform }: WriteContext): boolean =>
  lintPages([{ ...page, triggers: [trigger] }], { packets: [], now: platform.now() }).findings.some(
    ({ code }) => code === "copied-triggers",
  );
