/** Renders `meta/registry.json` and the human-readable catalog of the same pages, `meta/index.md`. Pure. */

import type { Page } from "../../pages/page.ts";
import { memoised } from "./memoised.ts";
import { groupByType, typeHeading } from "./type-heading.ts";

/** A captured packet; without a page of its own it is listed by its manifest. */
export interface Packet {
  /** `SRC-…`, `TRJ-…` or `CNV-…`. */
  readonly id: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A page or a packet without one, as the registry and the catalog list it. */
export interface Listed {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly created: string;
  /** Its entry in the registry, as JSON. */
  readonly entry: string;
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

/** `listed` sorted by id; `lastUpdated` is the time of the latest event: the same vault gives the same file. */
export const renderRegistry = (listed: readonly Listed[], lastUpdated: string): string => {
  const entries = listed.map(({ id, entry }) => `    ${JSON.stringify(id)}: ${entry}`);
  const pages = entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n  }`;
  return `{\n  "version": "1.0",\n  "last_updated": ${JSON.stringify(lastUpdated)},\n  "pages": ${pages}\n}\n`;
};

export const renderCatalog = (listed: readonly Listed[]): string => {
  const sections = groupByType(listed).map(
    ([type, group]) => `## ${typeHeading(type)}\n\n${group.map(catalogLine).join("\n")}\n`,
  );
  const intro = "# Wiki Index\n\n> Derived from the pages; edits are overwritten.\n";
  return [intro, ...sections, `---\n*Total pages: ${listed.length}*\n`].join("\n");
};

const catalogLine = memoised(({ id, title, created }: Listed): string => {
  const date = created === "" ? "" : ` *(created: ${created.slice(0, 10)})*`;
  return `- [[${id}]] — ${title.replace(/\s+/g, " ")}${date}`;
});

export const registryEntry = ({ type, title, data }: Pick<Page, "type" | "title" | "data">): string => {
  const known = knownKeys.flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key]] as const] : []));
  const others = Object.entries(data).filter(([key]) => !leftOutOfPages.has(key));
  const times = ["created", "updated"].flatMap((key) => (data[key] ? [[key, data[key]] as const] : []));
  return entryText({ type, title, ...Object.fromEntries([...known, ...others, ...times]) });
};

/** As it stands inside the registry. */
const entryText = (entry: object): string => JSON.stringify(entry, null, 2).replaceAll("\n", "\n    ");

const packetTypes: Readonly<Record<string, string>> = { SRC: "source", TRJ: "trajectory" };
const pageFolders: Readonly<Record<string, string>> = { SRC: "sources", TRJ: "trajectories" };

/** The id of a packet's page; conversations have none. */
export const packetPageId = (packetId: string): string | undefined => {
  const folder = pageFolders[packetId.slice(0, 3)];
  return folder === undefined ? undefined : `${folder}/${packetId}`;
};

/** Undefined for packets that are not listed. */
export const listedPacket = ({ id: packetId, manifest }: Packet): Listed | undefined => {
  const [id, type] = [packetPageId(packetId), packetTypes[packetId.slice(0, 3)]];
  if (id === undefined || type === undefined) return undefined;
  const title = typeof manifest["title"] === "string" ? manifest["title"] : packetId;
  const rest = Object.entries(manifest).filter(([key]) => !leftOutOfManifests.has(key));
  const created = typeof manifest["created"] === "string" ? manifest["created"] : "";
  return { id, type, title, created, entry: entryText({ type, title, ...Object.fromEntries(rest) }) };
};
