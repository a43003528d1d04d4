/** Writes one entry of a submission by the path that notes take, and says what became of it. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { lintPages } from "../pages/lint-pages.ts";
import type { Page } from "../pages/page.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { isLearned } from "../skills/learned/learned-skill.ts";
import type { ChangedPage } from "../trust/changes/changed-page.ts";
import type { ProposedNote } from "../trust/propose-note.ts";
import type { SessionNotes } from "../trust/session-notes.ts";
import { type LikePage, neighbourQuery, type SimilarNote, similarNotes } from "../trust/similar-notes.ts";
import { type CurrentText, refuseTombstoned } from "../trust/tombstones/refuse-tombstoned.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { hasPitfalls, isPacket, type PageEntry, type TaskEntry, type TriggerEntry } from "./submission.ts";
import type { EntryOutcome, SubmittedEntry } from "./submitted.ts";

export interface WritingParts {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly cwd: string;
  readonly notes: SessionNotes;
  /** The vault's pages, those that were written meanwhile too. */
  pages(): Promise<readonly LikePage[]>;
  /** Tells of a page that was written. */
  wrote(page: LikePage): void;
  neighbours(text: string): Promise<readonly BelievedFacts[]>;
  read(id: string): Page | undefined;
  /** The status of a page that counts; undefined for one that is not there. */
  statusOf(id: string): BelievedFacts["status"] | undefined;
  /** Whether the claims of an entry run into a tombstone. */
  isRejected(page: PageEntry): boolean;
  /** Whether a packet is in the vault. */
  holds(packet: string): boolean;
  /** Whether somebody or something judged a trajectory a failure. */
  hasFailed(packet: string): boolean;
  /** Gives an entry to a task's memory; undefined where the settings don't let it. */
  readonly remember: ((entry: TaskEntry) => Promise<string>) | undefined;
  /** Opens a conflict between a page and those that its writer found to contradict it. */
  contradict(page: string, others: readonly string[], context: WriteContext): Promise<void>;
  /** Marks notes as taken in by a page, in their own files; ids of those that now are. */
  takeIn(notes: readonly string[], into: string, context: WriteContext): Promise<readonly string[]>;
}

export interface WrittenEntry {
  readonly entry: SubmittedEntry;
  readonly findings: readonly Finding[];
}

export const writePage = async (page: PageEntry, parts: WritingParts): Promise<WrittenEntry> => {
  const problem = problemOf(page, parts);
  if (problem !== undefined) return refused(page.title, problem);
  const [packet] = (page.sources ?? []).filter(isPacket);
  const { origin } = parts.context;
  const context = packet === undefined ? parts.context : { ...parts.context, origin: { ...origin, packet } };
  return await attempt(page.title, async () => {
    if (page.merges.length > 0) return await merge(page, context, parts);
    const isThere = page.updates !== undefined && parts.read(page.updates) !== undefined;
    return isThere ? await update(page, context, parts) : await create(page, context, parts);
  });
};

const problemOf = (page: PageEntry, parts: WritingParts): string | undefined => {
  const { sources = [], updates, type } = page;
  const packet = sources.find((source) => isPacket(source) && !parts.holds(source));
  if (packet !== undefined) return `${packet} is not in this vault`;
  // The page of a source may have been removed: its summary makes it anew.
  const named = [...(type === "source" ? [] : [updates ?? []].flat()), ...page.contradicts, ...page.merges];
  const missing = named.find((id) => parts.read(id) === undefined);
  if (missing !== undefined) return `there is no page "${missing}"`;
  const withheld = page.merges.find((id) => parts.statusOf(id) === "deprecated");
  if (withheld !== undefined) return `"${withheld}" is withheld and is merged into nothing`;
  return isLearned(page) ? problemOfSkill(page, parts) : undefined;
};

/** A failure that is not told would be made again. */
const problemOfSkill = ({ sources = [], updates, text }: PageEntry, parts: WritingParts): string | undefined => {
  const before = updates === undefined ? undefined : parts.read(updates);
  if (before !== undefined && !isLearned(before)) return `"${before.id}" is no skill and no case`;
  if (hasPitfalls(text)) return undefined;
  const failed = sources.find((source) => isPacket(source) && parts.hasFailed(source));
  if (failed !== undefined) return `${failed} failed: say in \`pitfalls\` what went wrong and what to do instead`;
  return before !== undefined && hasPitfalls(before.body)
    ? `the pitfalls of "${before.id}" would be lost: keep those that still hold in \`pitfalls\``
    : undefined;
};

const refused = (title: string, reason: string, outcome: EntryOutcome = "refused"): WrittenEntry => ({
  entry: { title, outcome, reason },
  findings: [],
});

/** One entry that is refused keeps no other from being written. */
const attempt = async (title: string, write: () => Promise<WrittenEntry>): Promise<WrittenEntry> => {
  try {
    return await write();
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return refused(title, `${error.message} ${error.hint}`, error.code === "tombstoned" ? "tombstoned" : "refused");
  }
};

const create = async (page: PageEntry, context: WriteContext, parts: WritingParts): Promise<WrittenEntry> => {
  // Before all else: a page that says what was rejected is not named to whoever writes it again.
  await refuseTombstoned(claimedBy(page), { vault: parts.vault, context });
  const candidates = await similarTo(page, parts);
  const similar = page.keepBoth === undefined ? candidates.filter((one) => isUnnamed(one, page)) : [];
  const same = similar.find(({ id }) => saysTheSame(page, parts.read(id)));
  if (same !== undefined) return known(page.title, same.id);
  const namesake = isLearned(page) ? similar.find(({ id }) => isNamesake(page, parts.read(id))) : undefined;
  if (namesake !== undefined) return await revise({ ...page, updates: namesake.id }, context, parts);
  if (similar.length > 0) {
    return { entry: { title: page.title, outcome: "similar", reason: mayRepeat, candidates: similar }, findings: [] };
  }
  return await write({ ...page, candidates }, context, parts);
};

const mayRepeat =
  "it may repeat a page: extend that one with `updates`, name it in `supersedes` or `contradicts`, or say in `keep_both` why it is another matter";

const write = async (
  request: PageEntry & { readonly candidates: readonly SimilarNote[] },
  context: WriteContext,
  parts: WritingParts,
): Promise<WrittenEntry> => {
  const { title, type, task: taskId } = request;
  const proposed = await parts.notes.propose(request, parts.vault, context);
  if (proposed.duplicate_of === undefined) parts.wrote({ id: proposed.id, title, type, status: "draft", taskId });
  return { entry: entryOf(title, proposed), findings: proposed.findings };
};

/** What an entry would make current. */
export const claimedBy = ({ title, description = "", triggers = [], text, task }: PageEntry): CurrentText => ({
  texts: [title, description, ...triggers, text],
  what: title,
  task,
});

const similarTo = async (page: PageEntry, parts: WritingParts): Promise<readonly SimilarNote[]> =>
  similarNotes(page, await parts.pages(), await parts.neighbours(neighbourQuery(page)));

/** Most likely of the same matter, and the entry says nothing of it. */
const isUnnamed = ({ id, signal }: SimilarNote, { supersedes = [], contradicts }: PageEntry): boolean =>
  signal === "strong" && !supersedes.includes(id) && !contradicts.includes(id);

const saysTheSame = (entry: PageEntry, page: Page | undefined): boolean =>
  page !== undefined && page.title === entry.title && page.body.includes(entry.text.trim());

/** A second skill of one name would be the same skill twice. */
const isNamesake = ({ title, type }: PageEntry, page: Page | undefined): boolean =>
  page?.type === type && page.title.toLowerCase() === title.toLowerCase();

const revise = async (page: PageEntry, context: WriteContext, parts: WritingParts): Promise<WrittenEntry> => {
  const problem = problemOfSkill(page, parts);
  return problem === undefined ? await update(page, context, parts) : refused(page.title, problem);
};

const known = (title: string, id: string): WrittenEntry => ({ entry: { title, outcome: "known", id }, findings: [] });

const entryOf = (title: string, { id, conflicts, duplicate_of }: ProposedNote): SubmittedEntry => ({
  title,
  outcome: duplicate_of === undefined ? "draft" : "known",
  id,
  ...(conflicts === undefined ? {} : { conflicts }),
});

const outcomes = {
  changed: "changed",
  proposed: "proposed",
  known: "known",
  confirmed: "changed",
  rejected: "refused",
} as const satisfies Readonly<Record<ChangedPage["outcome"], EntryOutcome>>;

const update = async (page: PageEntry, context: WriteContext, parts: WritingParts): Promise<WrittenEntry> => {
  const { updates: id = "", contradicts, title, text, type, description, tags, triggers, files, supersedes } = page;
  const before = parts.read(id);
  const sources = sourcesWith(page.sources ?? [], before);
  const changed = await parts.notes.change(
    {
      action: "update",
      id,
      layer: parts.vault.layer,
      title,
      text,
      type,
      ...(description === undefined ? {} : { description }),
      ...withItems({ tags, triggers, files, supersedes, sources }),
    },
    context,
    parts.cwd,
  );
  await parts.contradict(id, contradicts, context);
  const conflicts = contradicts.length === 0 ? {} : { conflicts: contradicts };
  return {
    entry: { title, outcome: outcomes[changed.outcome], id, ...conflicts },
    findings: [...changed.findings, ...triggerFindings(parts.read(id), triggers, parts)],
  };
};

/** Lists that name something: what is not named stays as it is. */
const withItems = <Lists extends Readonly<Record<string, readonly string[] | undefined>>>(
  lists: Lists,
): { readonly [Name in keyof Lists]?: readonly string[] } =>
  Object.fromEntries(Object.entries(lists).filter(([, items]) => (items ?? []).length > 0)) as {
    [Name in keyof Lists]?: readonly string[];
  }; // What was filtered.

/** All that it rests on, old and new; none when nothing is new. */
const sourcesWith = (named: readonly string[], page: Page | undefined): readonly string[] => {
  const held = page?.sources ?? [];
  const isHeld = (source: string): boolean => held.some(({ id, resource }) => id === source || resource === source);
  const fresh = named.filter((source) => !isHeld(source));
  if (fresh.length === 0) return [];
  return [...held.map(({ id, resource }) => (isPacket(id) ? id : resource)), ...fresh];
};

const merge = async (page: PageEntry, context: WriteContext, parts: WritingParts): Promise<WrittenEntry> => {
  const { merges } = page;
  // A page that counts is not silenced by a tool: a person who confirms the new one closes it.
  const standing = merges.filter((id) => parts.statusOf(id) === "stable");
  const drafts = merges.filter((id) => !standing.includes(id));
  const rests = [
    ...new Set([...(page.sources ?? []), ...merges.flatMap((id) => packetsOf(parts.read(id))), ...merges]),
  ];
  const request = {
    ...page,
    sources: rests,
    consolidates: merges,
    supersedes: [...new Set([...(page.supersedes ?? []), ...standing])],
  };
  const candidates = await similarTo(page, parts);
  const { entry, findings } = await write({ ...request, candidates }, context, parts);
  const { id: into = "" } = entry;
  const merged = await parts.takeIn(
    drafts.filter((id) => id !== into),
    into,
    context,
  );
  return { entry: { ...entry, merged, ...(standing.length === 0 ? {} : { waiting: standing }) }, findings };
};

const packetsOf = (page: Page | undefined): readonly string[] =>
  (page?.sources ?? []).map(({ id }) => id).filter(isPacket);

export const writeTriggers = async (
  { page: id, triggers }: TriggerEntry,
  parts: WritingParts,
): Promise<WrittenEntry> => {
  const title = parts.read(id)?.title ?? id;
  return await attempt(title, async () => {
    const request = { action: "update", id, triggers, layer: parts.vault.layer } as const;
    const changed = await parts.notes.change(request, parts.context, parts.cwd);
    return {
      entry: { title, outcome: outcomes[changed.outcome], id },
      findings: [...changed.findings, ...triggerFindings(parts.read(id), triggers, parts)],
    };
  });
};

export const writeTaskEntry = async (entry: TaskEntry, { remember }: WritingParts): Promise<WrittenEntry> => {
  const title = `Task entry: ${entry.text.slice(0, 80)}`;
  if (entry.text === "") return refused(title, "it has no text");
  if (remember === undefined) return refused(title, "the setting distillTaskMemory is off");
  return await attempt(title, async () => ({
    entry: { title, outcome: "remembered", id: await remember(entry) },
    findings: [],
  }));
};

/** What lint will say of a page with these triggers: that they repeat it. */
const triggerFindings = (
  page: Page | undefined,
  triggers: readonly string[] | undefined,
  { context }: WritingParts,
): readonly Finding[] => {
  if (page === undefined || triggers === undefined || triggers.length === 0) return [];
  const { findings } = lintPages([{ ...page, triggers }], { packets: [], now: context.platform.now() });
  return findings.filter(({ code }) => code === "copied-triggers");
};
