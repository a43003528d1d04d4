/** What speaks for a page: its sources and files, where it came from, and whether confirming files are what they were. */

import type { Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../ledger/canonical.ts";
import type { LedgerEvent } from "../../ledger/event.ts";
import type { Page } from "../../pages/page.ts";
import { fieldOf, phraseList } from "../../pages/page-fields.ts";
import { exportsIn } from "../../skills/learned/skill-exports.ts";
import type { Vault } from "../../vault/vault.ts";
import type { VaultTrust } from "../trust-store.ts";
import { momentOf } from "./shown-item.ts";

export interface EvidencePlace {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly trust: VaultTrust;
}

/** A line each; none for a page of which nothing is known. */
export const evidenceLines = ({ page }: { readonly page: Page }, place: EvidencePlace): readonly string[] => {
  const own = place.trust.events.filter(({ details }) => details["page"] === page.id);
  return [
    ...page.sources.map(
      ({ id, resource, title = "" }) => `source: ${[...new Set([id, resource, title])].join(" ").trim()}`,
    ),
    ...phraseList(fieldOf(page.data, "files")).map((file) => `file: ${file}`),
    ...originLines(own),
    ...confirmationLines(page, own, place),
    ...(exportsIn(own).get(page.id) ?? []).map((to) => `exported as an Agent Skill: ${to}`),
  ];
};

const writes: ReadonlySet<string> = new Set(["note_proposed", "page_created", "page_edited", "promoted"]);

/** Who wrote it first, and who last. */
const originLines = (events: readonly LedgerEvent[]): readonly string[] => {
  const written = events.filter(({ kind }) => writes.has(kind));
  const [first, last] = [written[0], written.at(-1)];
  if (first === undefined || last === undefined) return [];
  const told = `written: ${whoIn(first)}`;
  return first === last ? [told] : [told, `last changed: ${whoIn(last)}`];
};

const whoIn = ({ actor, channel, timestamp, origin = {} }: LedgerEvent): string =>
  [
    `by ${actor} through ${channel}`,
    momentOf(timestamp),
    ...Object.entries(origin).map(([key, value]) => `${key} ${typeof value === "string" ? value : ""}`.trim()),
  ].join(", ");

const confirmationLines = ({ id }: Page, events: readonly LedgerEvent[], place: EvidencePlace): readonly string[] => {
  const confirmation = place.trust.fold.of(id)?.confirmation;
  if (confirmation === undefined) return [];
  const { hash, tier, by, at } = confirmation;
  const event = events.findLast(({ kind, details }) => kind === "confirmed" && details["after"] === hash);
  return [
    `confirmed: by ${by}, ${momentOf(at)}, ${tier}`,
    ...evidenceIn(event?.details).map((piece) => `evidence: ${pieceLine(piece, place)}`),
  ];
};

const evidenceIn = (details: JsonObject | undefined): readonly JsonObject[] => {
  const evidence = details?.["evidence"];
  return Array.isArray(evidence) ? evidence.filter(isObject) : [];
};

const isObject = (value: JsonValue): value is JsonObject => isJsonObject(value);

const pieceLine = ({ file, sha256, line, commit, run, repaired }: JsonObject, place: EvidencePlace): string => {
  if (typeof commit === "string") return `commit ${commit.slice(0, 12)}`;
  if (typeof run === "string")
    return repaired === true ? `${run}: failed, and passed after a change` : `${run} of ${file}`;
  if (typeof file !== "string") return "not readable";
  const now = hashesOf(file, place);
  const state = now.length === 0 ? "not found" : now.some((hash) => hash === sha256) ? "as it was" : "changed since";
  return `${file}${typeof line === "number" ? `, line ${line}` : ""}: ${state}`;
};

const mostBytes = 5 * 1024 * 1024;

/** Of the files of that name in the folders above the vault, up to the repository's top. */
const hashesOf = (file: string, { platform, vault }: EvidencePlace): readonly string[] => {
  const { paths } = platform;
  const hashes: string[] = [];
  for (let folder = vault.root; ; folder = paths.dirname(folder)) {
    const bytes = readQuietly(platform, folder, file);
    if (bytes !== undefined) hashes.push(platform.hash(bytes));
    if (paths.kind(paths.join(folder, ".git")) !== undefined || paths.dirname(folder) === folder) return hashes;
  }
};

/** What can't be read is as good as absent: nothing is decided by it. */
const readQuietly = (platform: Platform, folder: string, file: string): Uint8Array | undefined => {
  try {
    return platform.files(folder).read(file, mostBytes);
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};
