/** Imports a folder of Markdown into pages, batch by batch; what was imported before is left alone. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { NewEvent } from "../ledger/event.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { type Creation, type NewPageFile, openPages, type PageStore } from "../pages/page-store.ts";
import { parsePage } from "../pages/parse-page.ts";
import { removalsIn } from "../trust/removal/refuse-forgotten.ts";
import type { RemovalFold } from "../trust/removal/removal-fold.ts";
import { claimTexts } from "../trust/tombstones/claim-digests.ts";
import { blockedEvent, tombstonedFinding } from "../trust/tombstones/refuse-tombstoned.ts";
import { openTombstones, type Tombstones } from "../trust/tombstones/tombstone-store.ts";
import { type KnownPages, openKnownPages } from "./import/known-pages.ts";
import type { SkippedFile } from "./import/markdown-files.ts";
import { freeId, wantedId } from "./import/page-place.ts";
import { importedText, ownType } from "./import/page-text.ts";
import { secretsImported } from "./import/secrets-imported.ts";
import { openSourceFolder, type SourceFolder } from "./import/source-folder.ts";
import { foldId } from "./page-files.ts";
import type { Vault, WriteContext } from "./vault.ts";

export interface ImportRequest {
  /** A vault that exists. */
  readonly vault: Vault;
  readonly context: WriteContext;
  /** Absolute. */
  readonly folder: string;
  /** For files that name none; `general` when not given. */
  readonly type?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the import between two batches. */
  readonly signal?: AbortSignal | undefined;
}

export interface Imported {
  /** Ids of the new pages. */
  readonly created: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /**
   * Files whose front matter can't be read, or that hold secrets, which were imported as they are; and those that state
   * what was rejected, which were not.
   */
  readonly findings: readonly Finding[];
}

const batchSize = 100;

export const importFolder = async (request: ImportRequest): Promise<Imported> => {
  const { vault, context, folder, onProgress, signal } = request;
  const { platform } = context;
  const source = openSourceFolder(platform, vault, folder);
  const ledger = openLedger({ platform, vault });
  const pages = openPages({ platform, vault, ledger });
  const known = openKnownPages(platform, { vault, ledger });
  const result = { created: [] as string[], skipped: [...source.skipped], findings: [] as Finding[] };
  const tombstones = openTombstones({ platform, vault, ledger });
  const removals = removalsIn(ledger);
  const blocked: NewEvent[] = [];
  const idByPath = planIds(request, source, known);
  const run: ImportRun = { request, source, known, result, idByPath, tombstones, removals, blocked };

  const total = source.paths.length;
  for (let start = 0; start < total; start += batchSize) {
    const batch = source.paths.slice(start, start + batchSize);
    if (signal?.aborted) {
      result.skipped.push(...source.paths.slice(start).map((path) => ({ path, reason: "interrupted" })));
      break;
    }
    await importBatch(run, { pages, batch });
    await ledger.append(withOrigin(request, source), blocked.splice(0));
    onProgress?.(Math.min(start + batch.length, total), total);
  }
  const { created, skipped } = result;
  if (created.length > 0) {
    const counts = { created: created.length, skipped: skipped.length };
    await ledger.append(withOrigin(request, source), [{ kind: "import", details: counts }]);
  }
  return result;
};

interface ImportRun {
  readonly request: ImportRequest;
  readonly source: SourceFolder;
  readonly known: KnownPages;
  readonly result: { readonly created: string[]; readonly skipped: SkippedFile[]; readonly findings: Finding[] };
  /** Where each file goes, or already is; links between files are moved by it. */
  readonly idByPath: ReadonlyMap<string, string>;
  readonly tombstones: Tombstones;
  readonly removals: RemovalFold;
  /** Events of the batch that are still to be recorded. */
  readonly blocked: NewEvent[];
}

const planIds = ({ type }: ImportRequest, source: SourceFolder, known: KnownPages): ReadonlyMap<string, string> => {
  const idByPath = new Map<string, string>();
  const chosen = new Set<string>();
  const idByHash = new Map<string, string>();
  for (const path of source.paths) {
    const file = source.read(path);
    if (file.reason !== undefined) continue;
    const wanted = wantedId(path, ownType(path, file.text) ?? type ?? "general");
    const id =
      known.idOf(file.hash) ??
      idByHash.get(file.hash) ??
      freeId(wanted, (candidate) => known.isTaken(candidate) || chosen.has(candidate));
    idByPath.set(path.normalize("NFC"), id);
    idByHash.set(file.hash, id);
    chosen.add(foldId(id));
  }
  return idByPath;
};

const withOrigin = ({ context }: ImportRequest, { shownAs }: SourceFolder): WriteContext => ({
  ...context,
  origin: { ...context.origin, import: shownAs },
});

const importBatch = async (
  run: ImportRun,
  { pages, batch }: { readonly pages: PageStore; readonly batch: readonly string[] },
): Promise<void> => {
  const { request, source, known, result } = run;
  let chosen: readonly (NewPageFile & { readonly path: string })[] = [];
  const choose = (): readonly NewPageFile[] => {
    known.refresh();
    chosen = batch.flatMap((path) => pageFor(run, path) ?? []);
    return chosen;
  };
  const creations = await pages.createMany(choose, withOrigin(request, source));
  for (const [index, creation] of creations.entries()) {
    const file = chosen[index];
    if (creation.outcome === "stored") {
      result.created.push(creation.id);
      if (file !== undefined) result.findings.push(...(await secretsImported(file, request.context.platform)));
    } else result.skipped.push({ path: file?.path ?? creation.id, reason: failureReason(creation) });
  }
};

/** The page to make of a file, as the vault is now; undefined when there is none to make, which is noted. */
const pageFor = (run: ImportRun, path: string): (NewPageFile & { readonly path: string }) | undefined => {
  const { request, source, known, result, idByPath } = run;
  const skip = (reason: string): undefined => {
    result.skipped.push({ path, reason });
  };
  const file = source.read(path);
  if (file.reason !== undefined) return skip(file.reason);
  if (known.idOf(file.hash) !== undefined) return skip(alreadyThere);

  const type = ownType(path, file.text) ?? request.type ?? "general";
  const id = freeId(idByPath.get(path.normalize("NFC")) ?? wantedId(path, type), known.isTaken);
  const move = { from: path.normalize("NFC"), to: id, idOf: (target: string) => idByPath.get(target) };
  const { text, findings } = importedText(file.text, { type, move });
  const textHash = request.context.platform.hash(text);
  if (known.idOf(textHash) !== undefined) return skip(alreadyThere);
  // What was forgotten may lie in a backup, or in the folder that it once came from.
  if ([file.hash, textHash].some((hash) => run.removals.forgottenContent(hash) !== undefined)) return skip("forgotten");
  if (isTombstoned(run, { path, id, text })) return skip("states what was rejected");

  known.add(id, [file.hash, textHash]);
  result.findings.push(...findings);
  return { id, text, path, details: { source_hash: file.hash, file: path } };
};

/** Also notes it. */
const isTombstoned = (
  { tombstones, result, blocked }: ImportRun,
  { path, id, text }: { readonly path: string; readonly id: string; readonly text: string },
): boolean => {
  const page = parsePage({ path: `wiki/${id}.md`, text });
  const met = tombstones.blocks(claimTexts(page), { task: page.taskId });
  const [first] = met;
  if (first === undefined) return false;
  result.findings.push(tombstonedFinding(path, first));
  blocked.push(blockedEvent(met, id));
  return true;
};

const alreadyThere = "already there";

const failureReason = (creation: Exclude<Creation, { outcome: "stored" }>): string => {
  if (creation.outcome === "taken") return "its name was taken meanwhile";
  const { error } = creation;
  // One page that can't be written is left out; a full disk would leave out all the others too.
  if (isWikiError(error) && error.code !== "disk_full") return error.message;
  throw error;
};
