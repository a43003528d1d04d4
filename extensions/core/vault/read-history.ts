/** Who changed what in the vaults: the ledger's events as a log, and a page's lines with the event that brought each. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { type BlamedLine, blameLines, pageStates } from "../ledger/blame.ts";
import type { JsonObject } from "../ledger/canonical.ts";
import { carriesMac, type LedgerEvent, type UnchainedEvent } from "../ledger/event.ts";
import { chainsOf, concerns, newestFirst, type TextChange, textChangeOf } from "../ledger/history.ts";
import { type Ledger, openLedger, type Vouch } from "../ledger/ledger-store.ts";
import { idList } from "../pages/page-fields.ts";
import { placed } from "./check-vault.ts";
import { findPage, pageFileLimit } from "./page-files.ts";
import { type GitTexts, textsInGit } from "./texts-in-git.ts";
import type { LayerName, Vault } from "./vault.ts";

export interface LogRequest {
  /** A page's or a packet's id. */
  readonly page?: string;
  readonly kind?: string;
  /** Most events; default 20. */
  readonly limit?: number;
  readonly layer?: LayerName;
}

export interface HistoryEntry extends TextChange {
  readonly layer: LayerName;
  readonly kind: string;
  readonly timestamp: string;
  readonly actor: string;
  readonly channel: string;
  /** Undefined for a line of another tool, which is in no chain and proves nothing. */
  readonly writer: string | undefined;
  readonly hash: string | undefined;
  /** Session and entry, import path or packet it came from. */
  readonly origin: JsonObject | undefined;
  /** What the signature is worth; only events of a channel that a person may use have one. */
  readonly vouch: Vouch | undefined;
  /** What else the event says. */
  readonly details: JsonObject;
}

export interface LogAnswer {
  /** Newest first. */
  readonly events: readonly HistoryEntry[];
  /** How many there are without the limit. */
  readonly total: number;
  /** What is wrong with the ledgers that were read. */
  readonly findings: readonly Finding[];
}

export interface BlameAnswer {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly layer: LayerName;
  readonly lines: readonly BlamedLine<HistoryEntry>[];
  /** Where earlier texts were looked for; without git only the present one is known. */
  readonly git: GitTexts["git"];
  readonly findings: readonly Finding[];
}

export interface VaultHistory {
  log(request: LogRequest): LogAnswer;
  /** Throws `page_not_found`. */
  blame(page: string, layer?: LayerName): Promise<BlameAnswer>;
}

const defaultLimit = 20;

export const openHistory = (platform: Platform, vaults: readonly Vault[]): VaultHistory => ({
  log: ({ page, kind, limit = defaultLimit, layer }) => {
    const id = page === undefined ? undefined : plainId(page);
    const read = vaults
      .filter((vault) => layer === undefined || vault.layer === layer)
      .map((vault) => readEvents(platform, vault));
    const wanted = ({ details, kind: its }: FoundEvent): boolean =>
      (kind === undefined || its === kind) && (id === undefined || concerns(details, id));
    const chains = read.flatMap((vault) => vault.chains.map((chain) => chain.filter(wanted)));
    return {
      events: firstOf(newestFirst(chains), limit).map(({ entry }) => entry()),
      total: chains.reduce((sum, chain) => sum + chain.length, 0),
      findings: read.flatMap(({ findings }) => findings),
    };
  },
  blame: async (page, layer) => {
    const id = plainId(page);
    for (const vault of vaults) {
      const path = layer === undefined || vault.layer === layer ? findPage(platform, vault, id) : undefined;
      if (path !== undefined) return blamePage({ platform, vault }, { id, path });
    }
    throw new WikiError("page_not_found", { id });
  },
});

/** However a page is named: plainly, as a link, or by its path. */
const plainId = (page: string): string => idList([page])[0] ?? page;

const firstOf = <Item>(items: Iterable<Item>, limit: number): readonly Item[] => {
  const first: Item[] = [];
  for (const item of items) {
    if (first.length >= limit) break;
    first.push(item);
  }
  return first;
};

interface FoundEvent {
  readonly timestamp: string;
  readonly kind: string;
  readonly details: JsonObject;
  /** Made only of what is shown: to check a signature takes longer than to find an event. */
  entry(): HistoryEntry;
}

interface ReadEvents {
  readonly chains: readonly (readonly FoundEvent[])[];
  readonly findings: readonly Finding[];
}

const readEvents = (platform: Platform, vault: Vault): ReadEvents => {
  const ledger = openLedger({ platform, vault });
  const { events, unchained, problems } = ledger.read();
  const found = (event: LedgerEvent): FoundEvent => ({ ...event, entry: () => entryOf(event, { vault, ledger }) });
  const foreign = unchained.map((line): FoundEvent => ({ ...line, entry: () => foreignEntry(line, vault) }));
  return {
    chains: [...chainsOf(events).map((chain) => chain.map(found)), foreign],
    findings: problems.filter(({ severity }) => severity !== "info").map((finding) => placed(vault, finding)),
  };
};

const entryOf = (
  event: LedgerEvent,
  { vault, ledger }: { readonly vault: Vault; readonly ledger: Ledger },
): HistoryEntry => ({
  layer: vault.layer,
  kind: event.kind,
  timestamp: event.timestamp,
  actor: event.actor,
  channel: event.channel,
  writer: event.writer,
  hash: event.hash,
  origin: event.origin,
  vouch: carriesMac(event) ? ledger.vouch(event) : undefined,
  ...textChangeOf(event.details),
  details: withoutChange(event.details),
});

const foreignEntry = ({ kind, timestamp, details }: UnchainedEvent, { layer }: Vault): HistoryEntry => ({
  layer,
  kind,
  timestamp,
  actor: "",
  channel: "",
  writer: undefined,
  hash: undefined,
  origin: undefined,
  vouch: undefined,
  ...textChangeOf(details),
  details: withoutChange(details),
});

const withoutChange = (details: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(details).filter(
      ([key, value]) => !(["page", "before", "after"].includes(key) && typeof value === "string"),
    ),
  );

const blamePage = async (
  { platform, vault }: { readonly platform: Platform; readonly vault: Vault },
  { id, path }: { readonly id: string; readonly path: string },
): Promise<BlameAnswer> => {
  const bytes = vault.files.read(path, pageFileLimit) ?? new Uint8Array();
  const present = platform.hash(bytes);
  const { chains, findings } = readEvents(platform, vault);
  const own = chains.map((chain) => chain.filter(({ details }) => details["page"] === id));
  const changes = [...newestFirst(own)].reverse().map(({ entry }) => entry());
  const wanted = new Set(changes.flatMap(({ before, after }) => [before, after]).filter((hash) => hash !== undefined));
  const { git, texts } = await textsInGit({ platform, vault }, { path, wanted });
  const textOf = (hash: string): string | undefined =>
    hash === present ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : texts.get(hash);
  const lines = blameLines(pageStates(changes, { present, textOf }));
  return { id, path: vault.files.absolute(path), layer: vault.layer, lines, git, findings };
};
