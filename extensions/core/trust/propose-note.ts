/** Writes what somebody learned as a draft page, with its sources, and says which pages it may repeat. */

import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { isTime } from "../instant.ts";
import { type MoreEvents, withMore } from "../ledger/append-more.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { refuseOddIds, refuseOddTask } from "../named-scope.ts";
import { readFrontMatter } from "../pages/front-matter.ts";
import { lintPages } from "../pages/lint-pages.ts";
import type { Page, Status } from "../pages/page.ts";
import { openPages, type PageStore } from "../pages/page-store.ts";
import { staleAfter } from "../pages/page-types.ts";
import { parsePage } from "../pages/parse-page.ts";
import { plainTag } from "../pages/plain-tag.ts";
import { renderPage } from "../pages/render-page.ts";
import { slugify } from "../pages/slug.ts";
import { openRedactor } from "../secrets/redactor.ts";
import type { RuleCount } from "../secrets/rule-counts.ts";
import { secretsFinding } from "../secrets/secrets-finding.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { comparedPage, withConflicts } from "./conflict-store.ts";
import { mayAdjudicate } from "./conflicts.ts";
import type { PageClaims } from "./page-trust.ts";
import type { SimilarNote } from "./similar-notes.ts";
import { closeSuperseded, type SupersededAnswer } from "./supersede-store.ts";
import { type CurrentText, refuseTombstoned } from "./tombstones/refuse-tombstoned.ts";

export interface NoteRequest {
  readonly title: string;
  readonly type: string;
  readonly text: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly triggers?: readonly string[];
  /** Page or packet ids, addresses, or paths that the note rests on. */
  readonly sources?: readonly string[];
  readonly files?: readonly string[];
  readonly supersedes?: readonly string[];
  /** Ids of pages whose text it holds from now on: it says no other than they do. */
  readonly consolidates?: readonly string[];
  /** Ids of pages that say otherwise, as its writer found. */
  readonly contradicts?: readonly string[];
  readonly task?: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
}

export interface ProposedNote {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** `draft`, or that of the page that says the same already. */
  readonly status: string;
  /** Pages that may say the same or the opposite. */
  readonly candidates: readonly SimilarNote[];
  /** Ids of the pages that it conflicts with until a person has decided; absent without any. */
  readonly conflicts?: readonly string[];
  /** What became of the pages that it replaces; absent without any. */
  readonly superseded?: readonly SupersededAnswer[];
  /** The page that already says exactly this; nothing was written then. */
  readonly duplicate_of?: string;
  /** Secrets that were replaced by `[redacted:<rule>]`; absent when there were none. */
  readonly redactions?: readonly RuleCount[];
  readonly findings: readonly Finding[];
}

export interface NoteSetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly candidates: readonly SimilarNote[];
  /** The status of a page that counts, where more than its file is known. */
  statusOf?(page: PageClaims & { readonly path: string }): Status;
  readonly links: "wiki" | "markdown";
  readonly version: string;
  /** What goes into the ledger with the events of the page's text. */
  readonly withPage?: MoreEvents | undefined;
}

const longestTitle = 200;
const longestText = 200_000;

/**
 * Throws `invalid_input` for an empty or endless title or text, a time that is none, and a task or a page that is not
 * one; `tombstoned` for a note that states what was rejected.
 */
export const proposeNote = async (request: NoteRequest, setting: NoteSetting): Promise<ProposedNote> => {
  const { vault, context, candidates } = setting;
  const redactor = openRedactor(context.platform);
  const note = begun(await redactor.all(tidy(request)), context.platform.now());
  const redactions = redactor.found();
  await refuseTombstoned(currentText(note), { vault, context });
  const conflicts = conflictsOf(note, candidates);
  const ledger = withConflicts(
    withMore(openLedger({ platform: context.platform, vault }), setting.withPage),
    conflicts.map((page) => comparedPage(page, setting)),
  );
  const pages = openPages({ platform: context.platform, vault, ledger });
  const same = samePage(note, candidates, pages);
  if (same !== undefined) {
    const { id, path, status } = same;
    return { id, path: vault.files.absolute(path), status, candidates, duplicate_of: id, findings: [] };
  }
  const content = { frontMatter: frontMatterOf(note, setting), body: bodyOf(note, setting.links) };
  const stored = await pages.create({ type: note.type, title: note.title, ...content }, context, {
    kind: "note_proposed",
    details: {
      type: note.type,
      ...(note.supersedes?.length ? { supersedes: note.supersedes } : {}),
    },
  });
  const { id, path } = stored;
  const place = context.platform.paths.inside(vault.root, path) ?? path;
  const superseded = await supersede(id, note, { pages, setting });
  return {
    id,
    path,
    status: "draft",
    candidates,
    ...(conflicts.length === 0 ? {} : { conflicts }),
    ...(superseded.length === 0 ? {} : { superseded }),
    ...(redactions.length === 0 ? {} : { redactions }),
    findings: [...secretsFinding(place, redactions), ...findingsOf(place, content, setting)],
  };
};

/** What replaces a page begins where that one ends, so that one of them answers for each time. */
const begun = (note: NoteRequest, now: string): NoteRequest =>
  note.supersedes?.length && note.validFrom === undefined ? { ...note, validFrom: now } : note;

/** Of a page that the note replaces or takes in there is nothing to decide but that. */
const conflictsOf = (
  { supersedes = [], consolidates = [], contradicts = [] }: NoteRequest,
  candidates: readonly SimilarNote[],
): readonly string[] => {
  const settled = new Set([...supersedes, ...consolidates]);
  const like = candidates.flatMap(({ id, signal }) => (signal === "strong" && !settled.has(id) ? [id] : []));
  return [...new Set([...contradicts, ...like])];
};

/** Pages that are in force stay as they are until a person confirms the note. */
const supersede = async (
  id: string,
  { supersedes = [], validFrom, validUntil }: NoteRequest,
  { pages, setting }: { readonly pages: PageStore; readonly setting: NoteSetting },
): Promise<readonly SupersededAnswer[]> => {
  const { context, statusOf } = setting;
  const answers = await closeSuperseded(
    { by: { id, validFrom, validUntil }, supersedes, isDecided: mayAdjudicate(context.channel) },
    {
      pages,
      context,
      statusOf: (page) =>
        statusOf?.({ id: page.id, path: page.path, status: page.status, ...comparedPage(page.id, setting) }),
    },
  );
  return answers.filter(({ outcome }) => outcome !== "absent");
};

/** Asked before all else: a page that says it already is not named to a tool that writes what was rejected. */
const currentText = ({ title, description = "", triggers = [], text, task }: NoteRequest): CurrentText => ({
  texts: [title, description, ...triggers, text],
  what: title,
  task,
});

/** A page of that title that holds the text: whoever wrote it, writing it again adds nothing. */
const samePage = (note: NoteRequest, candidates: readonly SimilarNote[], pages: PageStore): Page | undefined => {
  for (const { id, title } of candidates) {
    if (foldTitle(title) !== foldTitle(note.title)) continue;
    const page = pages.read(id);
    if (page?.body.includes(note.text)) return page;
  }
  return undefined;
};

const foldTitle = (title: string): string => title.normalize("NFC").toLowerCase();

const refuse = (what: string, problem: string): never => {
  throw new WikiError("invalid_input", { what, problem });
};

const tidy = (request: NoteRequest): NoteRequest => {
  refuseOddFields(request);
  return { ...request, title: tidyTitle(request.title), text: tidyText(request.text) };
};

export const tidyTitle = (given: string): string => {
  const title = given.replace(/\s+/g, " ").trim();
  if (title === "") refuse("title", "is empty");
  if (title.length > longestTitle) refuse("title", `is over ${longestTitle} characters`);
  return title;
};

export const tidyText = (given: string): string => {
  const text = withoutFrontMatter(given);
  if (text === "") refuse("text", "is empty");
  if (text.length > longestText) refuse("text", `is over ${longestText} characters`);
  return text;
};

export const refuseOddFields = ({ task, supersedes, validFrom, validUntil }: Partial<NoteRequest>): void => {
  refuseOddTask(task);
  refuseOddIds("supersedes", supersedes);
  for (const [what, time] of [["valid_from", validFrom] as const, ["valid_until", validUntil] as const]) {
    if (time !== undefined && !isTime(time)) refuse(what, `"${time}" is no time such as 2026-01-31T12:00:00Z`);
  }
};

/** A text that brings front matter of its own must not end up with two heads. */
const withoutFrontMatter = (text: string): string => {
  const { text: whole, bodyOffset } = readFrontMatter(text);
  return whole.slice(bodyOffset).trim();
};

const frontMatterOf = (note: NoteRequest, { context, version }: NoteSetting): Record<string, unknown> => {
  const at = context.platform.now();
  return {
    type: note.type,
    title: note.title,
    status: "draft",
    generated: { by: `pi-wiki/${version}`, at },
    stale_after: staleAfter(note.type, at),
    ...givenFields(note),
  };
};

/** What a note says of itself, as front matter; what is empty was not given. */
export const givenFields = (note: Partial<NoteRequest>): Readonly<Record<string, unknown>> => {
  const fields: Record<string, unknown> = {
    description: note.description,
    tags: note.tags && [...new Set(note.tags.flatMap((tag) => plainTag(tag) ?? []))],
    recall_triggers: note.triggers,
    files: note.files,
    supersedes: note.supersedes,
    task_id: note.task,
    valid_from: note.validFrom,
    valid_until: note.validUntil,
    sources: note.sources?.map((source) => ({ id: sourceId(source), resource: resourceOf(source) })),
  };
  const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
};

/** An address inside the wiki as every reader of the format follows it; a link of its own is none. */
const resourceOf = (source: string): string => {
  const inner = /^\[\[([^\]|#]+)\]\]$/.exec(source)?.[1]?.trim();
  return inner === undefined ? source : `/${inner.replace(/^\/+|\.md$/g, "")}.md`;
};

/** `[[sources/SRC-…]]`, `TRJ-…` and a page's id name themselves; anything else gets a slug. */
const sourceId = (source: string): string => {
  const bare = source
    .replace(/^\[\[|\]\]$/g, "")
    .replace(/^\/([a-z]+\/[^/]+)\.md$/, "$1")
    .replace(/^(?:sources|trajectories)\//, "");
  return /^[\w./-]+$/.test(bare) && !bare.includes("//") ? bare : slugify(bare);
};

export const bodyOf = (note: Pick<NoteRequest, "title" | "text" | "sources">, links: NoteSetting["links"]): string => {
  const heading = /^#\s/.test(note.text) ? "" : `# ${note.title}\n\n`;
  const cited = (note.sources ?? [])
    .filter((source) => /^(?:\[\[|\/)?(?:sources\/|trajectories\/)?(?:SRC|TRJ)-[\d-]+/.test(source))
    .map((source) => ({ id: sourceId(source), folder: source.includes("TRJ-") ? "trajectories" : "sources" }));
  const list = cited.map(({ id, folder }) =>
    links === "wiki" ? `[[${folder}/${id}]]` : `[${id}](/${folder}/${id}.md)`,
  );
  const missing = list.filter((link) => !note.text.includes(link));
  return `${heading}${note.text}\n${missing.length === 0 ? "" : `\nSources: ${missing.join(", ")}\n`}`;
};

const findingsOf = (
  path: string,
  content: { readonly frontMatter: Readonly<Record<string, unknown>>; readonly body: string },
  { context }: NoteSetting,
): readonly Finding[] => {
  const page = parsePage({ path, text: renderPage(content) });
  const { findings } = lintPages([page], { packets: [], now: context.platform.now() });
  return findings.filter(({ code }) => code === "missing-triggers" || code === "copied-triggers");
};
