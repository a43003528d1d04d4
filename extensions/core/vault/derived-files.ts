/** Keeps a vault's derived files in step with its pages and ledger: writes what changed, and nothing else. */

import type { Platform } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import type { Page } from "../pages/page.ts";
import { renderActivityLog } from "./derived/activity-log.ts";
import { renderBacklinks } from "./derived/backlinks.ts";
import { derivedPageOf } from "./derived/derived-page.ts";
import { DerivedPages } from "./derived/derived-pages.ts";
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

export interface DerivedFiles {
  /** How many pages would have to be read. */
  behind(pages: IndexedPages): Promise<number>;
  /** Reads those pages, and keeps what it learned in the cache folder. */
  catchUp(pages: IndexedPages, onProgress?: (done: number, total: number) => void): Promise<void>;
  /** Takes up what another thread has kept. */
  reload(): void;
  /** `events` in the order in which they are to be told, those of other tools included. */
  refresh(pages: IndexedPages, events: readonly LoggedEvent[]): Promise<Refreshed>;
}

/** To be kept for as long as the vault is worked with: what it has read and written once costs nothing again. */
export const openDerivedFiles = (platform: Platform, vault: Vault, version: string): DerivedFiles => {
  const paths = vaultPaths[vault.layout];
  const known = openKnownPages(platform, { vault, version });
  const written = openWrittenFiles(platform, vault.files);
  const bundle = openBundle(vault, written);

  return {
    behind: known.behind,
    catchUp: known.catchUp,
    reload: known.reload,
    async refresh(indexed, events) {
      await known.catchUp(indexed);
      const pages = await known.pages();
      const findings: Finding[] = [];
      const listed = withPackets(vault, pages, (finding) => findings.push(finding));
      const texts: readonly (readonly [path: string, text: string])[] = [
        [paths.registry, renderRegistry(listed, latestTime(events))],
        [paths.backlinks, renderBacklinks(pages)],
        [paths.index, renderCatalog(listed)],
        [paths.log, renderActivityLog(events)],
      ];
      const changed: string[] = [];
      for (const [path, text] of texts) {
        if (await written.put(path, text)) changed.push(path);
      }
      if (vault.config?.knowledge_format !== "okf-0.2") return { changed, findings };
      const files = await bundle.refresh(pages, events);
      return { changed: [...changed, ...files.changed], findings: [...findings, ...files.findings] };
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

// Until settling keeps its derived files open.
export const refreshDerived = async (
  vault: Vault,
  read: readonly Page[],
  events: readonly LoggedEvent[],
): Promise<Refreshed> => {
  const paths = vaultPaths[vault.layout];
  const all = new DerivedPages();
  const state = { path: "", size: 0, mtimeMs: 0, inode: 0 };
  all.apply(new Map(read.map((page) => [page.path, derivedPageOf(page, { hash: "", state })])));
  const put = async (path: string, text: string): Promise<boolean> => {
    if (vault.files.readText(path, largest) === text) return false;
    await vault.files.write(path, text);
    return true;
  };
  const written = { put, isOurs: () => false };
  const pages = all.live();
  const findings: Finding[] = [];
  const listed = withPackets(vault, pages, (finding) => findings.push(finding));
  const changed: string[] = [];
  for (const [path, text] of [
    [paths.registry, renderRegistry(listed, latestTime(events))],
    [paths.backlinks, renderBacklinks(pages)],
    [paths.index, renderCatalog(listed)],
    [paths.log, renderActivityLog(events)],
  ] as const) {
    if (await written.put(path, text)) changed.push(path);
  }
  if (vault.config?.knowledge_format !== "okf-0.2") return { changed, findings };
  const files = await openBundle(vault, written).refresh(pages, events);
  return { changed: [...changed, ...files.changed], findings: [...findings, ...files.findings] };
};
