/** Renders `meta/registry.json` and the human-readable catalog of the same pages, `meta/index.md`. Pure. */

import type { Page } from "../../pages/page.ts";
import { type LoggedEvent, latestTime } from "./logged-event.ts";
import { groupByType, typeHeading } from "./type-heading.ts";

/** A captured packet; without a page of its own it is listed by its manifest. */
export interface Packet {
  /** `SRC-…`, `TRJ-…` or `CNV-…`. */
  readonly id: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

export interface Registry {
  readonly version: "1.0";
  /** Time of the latest event, not of the rendering: the same vault gives the same file. */
  readonly last_updated: string;
  readonly pages: Readonly<Record<string, RegistryEntry>>;
}

export interface RegistryEntry {
  readonly type: string;
  readonly title: string;
  readonly [key: string]: unknown;
}

const knownKeys = [
  "description",
  "tags",
  "category",
  "domain",
  "aliases",
  "recall_triggers",
  "status",
  "stale_after",
  "resource",
  "generated",
  "verified",
  "summary",
  "raw_path",
  "source_id",
] as const;

const leftOutOfPages = new Set(["type", "title", "sources", "created", "updated", ...knownKeys]);
/** Where a captured file lay is nobody's business, and file lists are long. */
const leftOutOfManifests = new Set(["id", "type", "title", "files", "file_path"]);

export const registryOf = (
  pages: readonly Page[],
  { packets, events }: { readonly packets: readonly Packet[]; readonly events: readonly LoggedEvent[] },
): Registry => {
  const paged = new Set(pages.map(({ id }) => id));
  const unpaged = packets.flatMap(packetEntry).filter(([id]) => !paged.has(id));
  const entries = [...pages.map(pageEntry), ...unpaged];
  return {
    version: "1.0",
    last_updated: latestTime(events),
    pages: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

export const renderRegistry = (registry: Registry): string => `${JSON.stringify(registry, null, 2)}\n`;

export const renderCatalog = ({ pages }: Registry): string => {
  const entries = Object.entries(pages).map(([id, entry]) => ({ id, type: entry.type, entry }));
  const sections = groupByType(entries).map(
    ([type, group]) =>
      `## ${typeHeading(type)}\n\n${group.map(({ id, entry }) => catalogLine(id, entry)).join("\n")}\n`,
  );
  const intro = "# Wiki Index\n\n> Derived from the pages; edits are overwritten.\n";
  return [intro, ...sections, `---\n*Total pages: ${entries.length}*\n`].join("\n");
};

const catalogLine = (id: string, { title, created }: RegistryEntry): string => {
  const date = typeof created === "string" && created !== "" ? ` *(created: ${created.slice(0, 10)})*` : "";
  return `- [[${id}]] — ${title.replace(/\s+/g, " ")}${date}`;
};

const pageEntry = ({ id, type, title, data }: Page): [string, RegistryEntry] => {
  const known = knownKeys.flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key]] as const] : []));
  const others = Object.entries(data).filter(([key]) => !leftOutOfPages.has(key));
  const times = ["created", "updated"].flatMap((key) => (data[key] ? [[key, data[key]] as const] : []));
  return [id, { type, title, ...Object.fromEntries([...known, ...others, ...times]) }];
};

const packetKinds: Readonly<Record<string, string>> = { SRC: "source", TRJ: "trajectory" };
const packetFolders: Readonly<Record<string, string>> = { SRC: "sources", TRJ: "trajectories" };

const packetEntry = ({ id, manifest }: Packet): [string, RegistryEntry][] => {
  const prefix = id.slice(0, 3);
  const type = packetKinds[prefix];
  if (type === undefined) return [];
  const title = typeof manifest["title"] === "string" ? manifest["title"] : id;
  const rest = Object.entries(manifest).filter(([key]) => !leftOutOfManifests.has(key));
  return [[`${packetFolders[prefix]}/${id}`, { type, title, ...Object.fromEntries(rest) }]];
};
