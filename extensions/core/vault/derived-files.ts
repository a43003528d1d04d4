/** Keeps a vault's derived files in step with its pages and ledger: writes what changed, and nothing else. */

import type { Finding } from "../finding.ts";
import { backlinks } from "../pages/backlinks.ts";
import type { Page } from "../pages/page.ts";
import { isGeneratedLog, renderActivityLog, renderUpdateLog } from "./derived/activity-log.ts";
import { type Gap, renderGaps, renderLintReport } from "./derived/lint-report.ts";
import type { LoggedEvent } from "./derived/logged-event.ts";
import { isGeneratedIndex, okfIndexes } from "./derived/okf-index.ts";
import { registryOf, renderCatalog, renderRegistry } from "./derived/registry.ts";
import { vaultPaths } from "./layout.ts";
import { readPackets } from "./read-vault.ts";
import type { Vault } from "./vault.ts";

export interface Refreshed {
  /** Paths of the files that were written or removed. */
  readonly changed: readonly string[];
  /** Files of a person's that stand where a derived one would be; they were left alone. */
  readonly findings: readonly Finding[];
}

/** `events` in the order in which they are to be told, those of other tools included. */
export const refreshDerived = async (
  vault: Vault,
  pages: readonly Page[],
  events: readonly LoggedEvent[],
): Promise<Refreshed> => {
  const paths = vaultPaths[vault.layout];
  const findings: Finding[] = [];
  const packets = readPackets(vault, (finding) => findings.push(finding));
  const registry = registryOf(pages, { packets, events });
  const texts = new Map([
    [paths.registry, renderRegistry(registry)],
    [paths.backlinks, renderBacklinks(pages)],
    [paths.index, renderCatalog(registry)],
    [paths.log, renderActivityLog(events)],
  ]);
  const changed = await writeChanged(vault, texts);
  if (vault.config?.knowledge_format !== "okf-0.2") return { changed, findings };
  const bundle = await refreshBundle(vault, { pages, events });
  return { changed: [...changed, ...bundle.changed], findings: [...findings, ...bundle.findings] };
};

/** Writes `meta/lint-report.md` and `.discoveries/gaps.json`; returns what changed. */
export const writeLintFiles = (
  vault: Vault,
  lint: { readonly findings: readonly Finding[]; readonly pageCount: number; readonly gaps: readonly Gap[] },
): Promise<readonly string[]> => {
  const paths = vaultPaths[vault.layout];
  const texts = new Map([
    [paths.lintReport, renderLintReport(lint.findings, lint.pageCount)],
    [paths.gaps, renderGaps(lint.gaps)],
  ]);
  return writeChanged(vault, texts);
};

const renderBacklinks = (pages: readonly Page[]): string => {
  const inbound = [...backlinks(pages)].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(inbound.map(([id, from]) => [id, [...from].sort()])), null, 2)}\n`;
};

const derivedLimit = 1024 ** 3;

const writeChanged = async (vault: Vault, texts: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  const changed: string[] = [];
  for (const [path, text] of texts) {
    if (vault.files.readText(path, derivedLimit) === text) continue;
    await vault.files.write(path, text);
    changed.push(path);
  }
  return changed;
};

/** The index and log files among the pages, as an OKF bundle has them. */
const refreshBundle = async (
  vault: Vault,
  { pages, events }: { readonly pages: readonly Page[]; readonly events: readonly LoggedEvent[] },
): Promise<Refreshed> => {
  const { wiki } = vaultPaths[vault.layout];
  const indexes = okfIndexes(pages, vault.config?.name || "Wiki");
  const texts = new Map([...indexes].map(([folder, text]) => [`${wiki}/${folder && `${folder}/`}index.md`, text]));
  texts.set(`${wiki}/log.md`, renderUpdateLog(events));

  const handmade = [...texts.keys()].filter((path) => isHandmade(vault, path));
  for (const path of handmade) texts.delete(path);
  const changed = await writeChanged(vault, texts);
  const stale = vault.files
    .scan(wiki, "index.md")
    .files.map(({ path }) => path)
    .filter((path) => path.endsWith("/index.md") && !texts.has(path) && !isHandmade(vault, path));
  for (const path of stale) await vault.files.remove(path);
  return { changed: [...changed, ...stale], findings: handmade.map(handmadeFinding) };
};

const isHandmade = (vault: Vault, path: string): boolean => {
  if (vault.files.kind(path) === undefined) return false;
  const text = vault.files.readText(path, derivedLimit) ?? "";
  return path.endsWith("/log.md") ? !isGeneratedLog(text) : !isGeneratedIndex(text);
};

const handmadeFinding = (path: string): Finding => ({
  code: "reserved-name-used",
  severity: "warning",
  path,
  line: 0,
  message: "A person wrote this file where an OKF bundle has a derived one; it was left alone and is not a page",
  remedy: "Give it another name, and the derived file takes its place.",
});
