/** Looking through the vaults of a session: all pages at once, one page with all that is known of it, what changed. */

import type { Platform } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import type { SourceRef } from "../pages/page.ts";
import { openPages } from "../pages/page-store.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { linkGraphOf } from "../recall/indexing/link-graph.ts";
import type { VaultIndex } from "../recall/indexing/vault-index.ts";
import type { UsageFold } from "../usage/usage-fold.ts";
import { placed } from "../vault/check-vault.ts";
import { readPackets } from "../vault/read-vault.ts";
import type { LayerName, Vault } from "../vault/vault.ts";
import { type BrowsedPage, browsedPage, type PageFigures } from "./browsed-page.ts";
import { type PageTally, tallyOf } from "./page-tally.ts";
import { type UseOfDay, useByDay } from "./use-by-day.ts";
import { foldersOfVault, signOfVault } from "./vault-signs-store.ts";

export interface BrowsedVault {
  readonly layer: LayerName;
  /** Absolute. */
  readonly root: string;
  readonly topic: string | null;
  readonly pages: readonly BrowsedPage[];
  /** Files that are no pages, with their paths made absolute. */
  readonly findings: readonly Finding[];
}

/** The page of an id in one vault. */
export interface PagePlace {
  /** The vault's place among those that are open, nearest first. */
  readonly vault: number;
  readonly id: string;
}

export interface PageLinkTo {
  readonly id: string;
  readonly title: string;
}

export interface OpenedPage {
  readonly page: BrowsedPage;
  readonly layer: LayerName;
  /** Absolute. */
  readonly path: string;
  readonly body: string;
  readonly description: string;
  readonly sources: readonly (SourceRef & { readonly isKept: boolean })[];
  readonly links: readonly PageLinkTo[];
  readonly backlinks: readonly PageLinkTo[];
  readonly findings: readonly Finding[];
}

export interface Browse {
  /** Looks at every file; a sign of all that is shown of pages and the rest, which differs after a change. */
  look(): Promise<{ readonly pages: string; readonly rest: string }>;
  /** Absolute folders that hold what is looked at. */
  folders(): Promise<readonly string[]>;
  vaults(): Promise<readonly BrowsedVault[]>;
  /** All that is there in figures, without going through links; and the files that are no pages, as in `vaults`. */
  tally(): Promise<PageTally & Pick<BrowsedVault, "findings">>;
  /** Undefined when there is none. */
  page(place: PagePlace): Promise<OpenedPage | undefined>;
  /** The last days, today last. */
  useByDay(days: number): Promise<readonly UseOfDay[]>;
}

export interface BrowseParts {
  readonly platform: Platform;
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  index(vault: Vault): VaultIndex;
  usage(vault: Vault): UsageFold;
}

const fewChanges = 60;

export const openBrowse = ({ platform, vaults, facts, index, usage }: BrowseParts): Browse => {
  /** Those of each vault that were last gone through: recall keeps them for as long as somebody does. */
  const held = new Map<string, Iterable<BelievedFacts>>();
  const factsIn = async (vault: Vault): Promise<Iterable<BelievedFacts>> => {
    const known = await facts(vault);
    held.set(vault.key, known);
    return known;
  };
  const browsed = async (vault: Vault): Promise<readonly BrowsedPage[]> => {
    const known = await factsIn(vault);
    const graph = linkGraphOf(index(vault));
    const links = (id: string): readonly string[] => graph.linkedFrom(id);
    const from = { now: platform.now(), usage: usage(vault) };
    return Array.from(known, (one) => ({ ...browsedPage(one, from), links: links(one.id) }));
  };
  const findingsIn = (vault: Vault): readonly Finding[] =>
    index(vault).findings.map((finding) => placed(vault, finding));
  return {
    look: async () => {
      const open = await vaults();
      const pages: string[] = [];
      for (const vault of open) {
        // Many files are read elsewhere than on this thread, as for a question.
        if (index(vault).pending() > fewChanges) await facts(vault);
        await index(vault).refresh();
        pages.push(`${vault.root} ${index(vault).version} ${index(vault).findings.length}`);
      }
      return { pages: pages.join("\n"), rest: open.map((vault) => signOfVault(platform, vault)).join("\n") };
    },
    folders: async () => (await vaults()).flatMap((vault) => foldersOfVault(platform, vault)),
    vaults: async () => {
      const all: BrowsedVault[] = [];
      for (const vault of await vaults()) {
        const pages = await browsed(vault);
        const { layer, root, config } = vault;
        all.push({ layer, root, topic: config?.topic ?? null, pages, findings: findingsIn(vault) });
      }
      return all;
    },
    tally: async () => {
      const pages: PageFigures[] = [];
      const findings: Finding[] = [];
      for (const vault of await vaults()) {
        const from = { now: platform.now(), usage: usage(vault) };
        for (const one of await factsIn(vault)) pages.push(browsedPage(one, from));
        findings.push(...findingsIn(vault));
      }
      return { ...tallyOf(pages), findings };
    },
    page: async ({ vault: number, id }) => {
      const vault = (await vaults())[number];
      if (vault === undefined) return undefined;
      const pages = await browsed(vault);
      const page = pages.find((one) => one.id === id);
      return page && openPage(page, { platform, vault, pages });
    },
    useByDay: async (days) => useByDay((await vaults()).map(usage), platform.now(), days),
  };
};

/** Lint tells of packets that can't be read. */
const passOver = (): void => undefined;

interface PageSetting {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly pages: readonly BrowsedPage[];
}

const openPage = (page: BrowsedPage, { platform, vault, pages }: PageSetting): OpenedPage | undefined => {
  const read = openPages({ platform, vault, ledger: openLedger({ platform, vault }) }).read(page.id);
  if (read === undefined) return undefined;
  const named = new Map(pages.map(({ id, title }) => [id, title]));
  const linkTo = (id: string): PageLinkTo => ({ id, title: named.get(id) ?? id });
  const wanted = new Set(read.sources.map(({ id }) => id));
  const packets =
    wanted.size === 0 ? [] : readPackets(vault, { isWanted: (id) => wanted.has(id), onFinding: passOver });
  const kept = new Set(packets.map(({ id }) => id));
  return {
    page,
    layer: vault.layer,
    path: platform.paths.join(vault.root, read.path),
    body: read.body,
    description: read.description,
    sources: read.sources.map((source) => ({ ...source, isKept: kept.has(source.id) })),
    links: page.links.map(linkTo),
    backlinks: pages.filter(({ links }) => links.includes(page.id)).map(({ id }) => linkTo(id)),
    findings: read.findings.map((finding) => placed(vault, finding)),
  };
};
