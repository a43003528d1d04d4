/** Keeps a vault's derived files in step with its pages and ledger: writes what changed, and nothing else. */

import type { Platform } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import { renderActivityLog } from "./derived/activity-log.ts";
import { renderBacklinks } from "./derived/backlinks.ts";
import { type IndexedPages, openKnownPages } from "./derived/known-pages-store.ts";
import { type Gap, renderGaps, renderLintReport } from "./derived/lint-report.ts";
import { type LoggedEvent, latestTime } from "./derived/logged-event.ts";
import { openBundle } from "./derived/okf-bundle-store.ts";
import { type Listed, listedPacket, packetPageId, renderCatalog, renderRegistry } from "./derived/registry.ts";
import { openWrittenFiles } from "./derived/written-files-store.ts";
import { vaultPaths } from "./layout.ts";
import { readPackets } from "./read-vault.ts";
import type { Vault } from "./vault.ts";

export interface Refreshed {
  /** Paths of the files that were written or removed. */
  readonly changed: readonly string[];
  /** Packets that can't be read, and files of a person's that stand where a derived one would be. */
  readonly findings: readonly Finding[];
}

export interface Told {
  readonly pages: IndexedPages;
  /** In the order in which they are to be told, those of other tools included. */
  readonly events: readonly LoggedEvent[];
  /** Ids of pages that nobody is to take for current: no list names them. */
  readonly withheld: ReadonlySet<string>;
}

export interface DerivedFiles {
  refresh(vault: Vault, told: Told): Promise<Refreshed>;
  /** Reads what changed, and keeps what it learned in the cache folder; writes nothing to the vault. */
  read(pages: IndexedPages, onProgress?: (done: number, total: number) => void): Promise<void>;
  /** All pages will be read anew. */
  forget(): Promise<void>;
  /** Leaves nothing of pages that are gone, here and in the cache; lint writes its files anew. */
  purge(): Promise<void>;
}

export interface DerivedOptions {
  /** The product's own. */
  readonly version: string;
  /** Does what `read` does, many pages at a time, somewhere else than on this thread. */
  readonly readElsewhere?: () => Promise<void>;
}

/** To be kept for as long as the vault is worked with: what it has read and written once costs nothing again. */
export const openDerivedFiles = (platform: Platform, place: Vault, options: DerivedOptions): DerivedFiles => {
  const paths = vaultPaths[place.layout];
  const known = openKnownPages(platform, { vault: place, ...options });
  const written = openWrittenFiles(platform, place.files);
  const bundle = openBundle(place, written);

  return {
    async refresh(vault, { pages: indexed, events, withheld }) {
      const all = await known.current(indexed);
      const { listing, links } = all.editions;
      const findings: Finding[] = [];
      const everything = withPackets(vault, all.live(), (finding) => findings.push(finding));
      const packets = everything.length === all.live().length ? "" : everything.map(({ entry }) => entry).join("\n");
      const isNamed = ({ id }: { readonly id: string }): boolean => !withheld.has(id);
      const [pages, listed] = [all.live().filter(isNamed), everything.filter(isNamed)];
      const hidden = [...withheld].sort().join("\n");
      const changed = await written.putEach([
        { path: paths.registry, render: () => renderRegistry(listed, latestTime(events)) },
        { path: paths.backlinks, render: () => renderBacklinks(pages), edition: [all, links, hidden] },
        { path: paths.index, render: () => renderCatalog(listed), edition: [all, listing, packets, hidden] },
        { path: paths.log, render: () => renderActivityLog(events) },
      ]);
      if (vault.config?.knowledge_format !== "okf-0.2") return { changed, findings };
      const files = await bundle.refresh(vault.config.name, { pages, events });
      return { changed: [...changed, ...files.changed], findings: [...findings, ...files.findings] };
    },
    async read(pages, onProgress) {
      await known.current(pages, onProgress);
    },
    forget: known.forget,
    async purge() {
      await known.purge();
      for (const path of [paths.lintReport, paths.gaps]) await place.files.remove(path);
    },
  };
};

/** The pages, and the packets that have none; sorted by id. */
const withPackets = (
  vault: Vault,
  pages: readonly Listed[],
  onFinding: (finding: Finding) => void,
): readonly Listed[] => {
  const paged = new Set(pages.map(({ id }) => id));
  const isWanted = (packetId: string): boolean => {
    const id = packetPageId(packetId);
    return id !== undefined && !paged.has(id);
  };
  const packets = readPackets(vault, { isWanted, onFinding }).flatMap((packet) => listedPacket(packet) ?? []);
  return packets.length === 0 ? pages : [...pages, ...packets].sort((a, b) => (a.id < b.id ? -1 : 1));
};

/** Writes `meta/lint-report.md` and `.discoveries/gaps.json`; returns what changed. */
export const writeLintFiles = async (
  vault: Vault,
  lint: { readonly findings: readonly Finding[]; readonly pageCount: number; readonly gaps: readonly Gap[] },
): Promise<readonly string[]> => {
  const paths = vaultPaths[vault.layout];
  const texts = [
    [paths.lintReport, renderLintReport(lint.findings, lint.pageCount)],
    [paths.gaps, renderGaps(lint.gaps)],
  ] as const;
  const changed: string[] = [];
  for (const [path, text] of texts) {
    if (vault.files.readText(path, largest) === text) continue;
    await vault.files.write(path, text);
    changed.push(path);
  }
  return changed;
};

const largest = 1024 ** 3;
