/** Imports a folder of Markdown into pages, batch by batch; what was imported before is left alone. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { NewEvent } from "../ledger/event.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import { type Creation, type NewPageFile, openPages, type PageStore } from "../pages/page-store.ts";
import { parsePage } from "../pages/parse-page.ts";
import { importTaskFile } from "../tasks/import-tasks-store.ts";
import type { TaskFile } from "../tasks/imported-task.ts";
import { removalsIn } from "../trust/removal/refuse-forgotten.ts";
import type { RemovalFold } from "../trust/removal/removal-fold.ts";
import { claimTexts } from "../trust/tombstones/claim-digests.ts";
import { blockedEvent, tombstonedFinding } from "../trust/tombstones/refuse-tombstoned.ts";
import { openTombstones, type Tombstones } from "../trust/tombstones/tombstone-store.ts";
import { type KnownPages, openKnownPages } from "./import/known-pages.ts";
import type { SkippedFile } from "./import/markdown-files.ts";
import { freeId, wantedId } from "./import/page-place.ts";
import { importedText, ownType } from "./import/page-text.ts";
import { planImport, textIn } from "./import/plan-import.ts";
import { secretsImported } from "./import/secrets-imported.ts";
import { openSourceFolder, type SourceFolder } from "./import/source-folder.ts";
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
  /** Ids of the tasks that came in, or learned something; absent when none did. */
  readonly tasks?: readonly string[];
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
  const plan = planImport(source, known, request);
  const { idByPath, paths } = plan;
  const skipped = [...source.skipped, ...plan.skipped];
  const result = { created: [] as string[], skipped, findings: [] as Finding[] };
  const tombstones = openTombstones({ platform, vault, ledger });
  const removals = removalsIn(ledger);
  const blocked: NewEvent[] = [];
  const run: ImportRun = { request, source, known, result, idByPath, tombstones, removals, blocked };

  const total = paths.length;
  for (let start = 0; start < total; start += batchSize) {
    const batch = paths.slice(start, start + batchSize);
    if (signal?.aborted) {
      result.skipped.push(...paths.slice(start).map((path) => ({ path, reason: "interrupted" })));
      break;
    }
    await importBatch(run, { pages, batch });
    await ledger.append(withOrigin(request, source), blocked.splice(0));
    onProgress?.(Math.min(start + batch.length, total), total);
  }
  const tasks = signal?.aborted ? [] : await importTasks(plan.tasks, { request, source, ledger, result });
  const { created } = result;
  if (created.length > 0) {
    const counts = { created: created.length, skipped: skipped.length };
    await ledger.append(withOrigin(request, source), [{ kind: "import", details: counts }]);
  }
  return { ...result, ...(tasks.length === 0 ? {} : { tasks }) };
};

/** After the pages: a page names its task, no task its pages. Returns the tasks that came in. */
const importTasks = async (
  files: readonly TaskFile[],
  { request, source, ledger, result }: Pick<ImportRun, "request" | "source" | "result"> & { readonly ledger: Ledger },
): Promise<readonly string[]> => {
  const { vault, context } = request;
  const setting = { vault, ledger, context: withOrigin(request, source), read: (path: string) => textIn(source, path) };
  const tasks = new Set<string>();
  for (const file of files) {
    const { path, task } = file;
    const { to, text } = await importTaskFile(file, setting);
    if (text === undefined) result.skipped.push({ path, reason: source.read(path).reason ?? alreadyThere });
    else {
      tasks.add(task);
      result.findings.push(...(await secretsImported({ place: to, path, text }, context.platform)));
    }
  }
  return [...tasks].sort();
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
      if (file !== undefined)
        result.findings.push(
          ...(await secretsImported({ ...file, place: `wiki/${file.id}.md` }, request.context.platform)),
        );
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
