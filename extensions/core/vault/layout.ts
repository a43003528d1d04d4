/** Every path name inside a vault, for both layouts, and who owns what. Pure. */

import type { KnowledgeFormat } from "./config.ts";
import type { Layout } from "./vault.ts";

/** Where things are, relative to the vault's root. */
export interface VaultPaths {
  readonly config: string;
  readonly schema: string;
  readonly templates: string;
  readonly gitignore: string;
  readonly gitattributes: string;
  readonly raw: string;
  readonly sources: string;
  readonly trajectories: string;
  readonly conversations: string;
  readonly wiki: string;
  readonly tasks: string;
  readonly meta: string;
  readonly events: string;
  readonly tombstones: string;
  /** Proposed texts of pages, until somebody has decided on them. */
  readonly revisions: string;
  readonly telemetry: string;
  readonly taskBindings: string;
  readonly registry: string;
  readonly backlinks: string;
  readonly index: string;
  readonly log: string;
  readonly lintReport: string;
  readonly outputs: string;
  readonly gaps: string;
}

const shared = {
  raw: "raw",
  sources: "raw/sources",
  trajectories: "raw/trajectories",
  conversations: "raw/conversations",
  wiki: "wiki",
  meta: "meta",
  events: "meta/events.jsonl",
  tombstones: "meta/tombstones.jsonl",
  revisions: "meta/revisions",
  telemetry: "meta/telemetry",
  taskBindings: "meta/task_bindings",
  registry: "meta/registry.json",
  backlinks: "meta/backlinks.json",
  index: "meta/index.md",
  log: "meta/log.md",
  lintReport: "meta/lint-report.md",
  outputs: "outputs",
  gaps: ".discoveries/gaps.json",
} as const;

/** In the older layout the root is the user's own folder: what only we write stays inside `.wiki/`. */
const ownFiles = (folder: string) => ({
  config: `${folder}config.json`,
  schema: `${folder}WIKI_SCHEMA.md`,
  templates: `${folder}templates`,
  gitignore: `${folder}.gitignore`,
  gitattributes: `${folder}.gitattributes`,
  tasks: `${folder}tasks`,
});

export const vaultPaths: Readonly<Record<Layout, VaultPaths>> = {
  current: { ...shared, ...ownFiles("") },
  "dot-wiki": { ...shared, ...ownFiles(".wiki/") },
};

export const vaultFolder = ".llm-wiki";
export const olderVaultFolder = ".wiki";

/** Packet folders by the prefix of their ids. */
export const packetFolders = { SRC: shared.sources, TRJ: shared.trajectories, CNV: shared.conversations } as const;

/** True for `index.md` and `log.md` at any depth: never pages, whatever their case. */
export const isReservedName = (path: string): boolean => /(^|\/)(index|log)\.md$/i.test(path);

/**
 * Whose a path is: `raw` is immutable, `ledger` only grows, `derived` is made by us and may be deleted,
 * `task-memory` is changed by its user's task verbs alone, `config` by us alone, `human` is asked of the
 * person, `page` is everybody's. A folder counts as the most precious thing in it.
 */
export type Owner = "raw" | "ledger" | "derived" | "task-memory" | "config" | "human" | "page" | "other";

export interface OwnershipRules {
  readonly layout?: Layout;
  /** In an `okf-0.2` vault the index and log files among the pages are derived. */
  readonly knowledgeFormat?: KnowledgeFormat;
  /** Compares names without regard to case, as the file system does. */
  readonly caseInsensitive?: boolean;
}

/** The owner of `path`, which is relative to the vault's root, normalised, with `/`. */
export const ownership = (path: string, rules: OwnershipRules = {}): Owner => {
  const fold = (text: string): string => (rules.caseInsensitive ? text.toLowerCase() : text).normalize("NFC");
  const paths = vaultPaths[rules.layout ?? "current"];
  const subject = fold(path);
  const is = (name: string): boolean => subject === fold(name);
  const isIn = (folder: string): boolean => is(folder) || subject.startsWith(`${fold(folder)}/`);

  const owners: readonly (readonly [boolean, Owner])[] = [
    [isIn(paths.raw), "raw"],
    [
      ["", paths.meta, paths.events, paths.tombstones].some(is) || isIn(paths.telemetry) || isIn(paths.revisions),
      "ledger",
    ],
    [isIn(paths.meta) || isIn(".discoveries"), "derived"],
    [isIn(paths.tasks), taskOwner(subject.slice(paths.tasks.length + 1))],
    [is(paths.config) || is(olderVaultFolder), "config"],
    [is(paths.schema) || is(paths.gitattributes) || isIn(paths.templates), "human"],
    [isIn(paths.wiki), wikiOwner(subject, rules.knowledgeFormat)],
  ];
  return owners.find(([applies]) => applies)?.[1] ?? "other";
};

// A task's folder holds its memories: whoever removes it removes them.
const taskOwner = (path: string): Owner =>
  /^[^/]*$|^[^/]+\/(memories|memories-archive)(\/|$)/.test(path) ? "task-memory" : "other";

const wikiOwner = (path: string, format: KnowledgeFormat | undefined): Owner => {
  if (!isReservedName(path)) return "page";
  return format === "okf-0.2" ? "derived" : "other";
};
