/** Says which page or packet a link leads to. Pure. */

import { type LinkedPage, LinkNames, type LinkTargets, namesOf, unsureKey } from "./link-names.ts";
import { type Link, packetIn } from "./links.ts";
import { slugify } from "./slug.ts";

/** A link without its place in the text. */
export type LinkPlace = Pick<Link, "kind" | "target">;

export interface ResolvedLink {
  /** A page id, or a packet id such as `SRC-2026-11-30-001`; undefined when there is none, or more than one. */
  readonly id: string | undefined;
  /** The pages it could mean, when there is more than one. */
  readonly candidates: readonly string[];
}

export const linkTargets = (pages: readonly LinkedPage[], packetIds: Iterable<string> = []): LinkTargets => {
  const names = new LinkNames(packetIds);
  for (const page of pages) names.add(namesOf(page));
  return names;
};

const nowhere: ResolvedLink = { id: undefined, candidates: [] };

/** `fromId` is the page that has the link: Markdown paths are relative to it. */
export const resolveLink = (link: LinkPlace, fromId: string, known: LinkTargets): ResolvedLink => {
  const target = link.target.normalize("NFC");
  const packet = packetIn(target);
  if (packet !== undefined) return resolvePacket(target, packet, known);
  const ids = idsFor(link.kind === "markdown" ? "path" : "id", { target, fromId });
  const exact = ids.find((id) => known.pages.has(id));
  if (exact !== undefined) return { id: exact, candidates: [] };
  const folded = ids.map((id) => known.folded.get(id.toLowerCase())).find((found) => found !== undefined);
  return folded === undefined ? resolveName(target, known) : only(folded);
};

/** What a page must share with `nameKeys` for the link to depend on it. */
export const linkKeys = (link: LinkPlace): readonly string[] => {
  const target = link.target.normalize("NFC");
  const packet = packetIn(target);
  if (packet !== undefined) return [packet.toLowerCase()];
  const name = target.replace(/\.md$/i, "");
  const last = name
    .split("/")
    .findLast((part) => part !== "" && part !== ".")
    ?.toLowerCase();
  return [last ?? unsureKey, slugify(name)];
};

const resolvePacket = (target: string, packet: string, known: LinkTargets): ResolvedLink => {
  const page = /(?:^|\/)raw\//.test(target)
    ? undefined
    : `${packet.startsWith("SRC") ? "sources" : "trajectories"}/${packet}`;
  if (page !== undefined && known.pages.has(page)) return { id: page, candidates: [] };
  return known.packets.has(packet) ? { id: packet, candidates: [] } : nowhere;
};

/** The ids that a target may spell, the likelier first. */
const idsFor = (spelling: "path" | "id", { target, fromId }: { target: string; fromId: string }): readonly string[] => {
  const path = target.replace(/\.md$/i, "");
  const fromRoot = path.replace(/^\/+/, "");
  const folder = fromId.slice(0, fromId.lastIndexOf("/") + 1);
  const relative = (spelling === "path" && !path.startsWith("/")) || path.startsWith(".");
  const places = [...(relative ? [folder + path] : []), fromRoot, fromRoot.replace(/^wiki\//, "")];
  return places.map(normalPath).filter((place) => place !== undefined);
};

/** Without `.` and `..`; undefined when it leads out of the wiki. */
const normalPath = (path: string): string | undefined => {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
};

/** By name alone: a title such as `CI/CD` may have a slash, but a last part has none. */
const resolveName = (target: string, { named }: LinkTargets): ResolvedLink => {
  const slug = slugify(target.replace(/\.md$/i, ""));
  const maps = target.includes("/") ? named.slice(1) : named;
  const found = slug === "untitled" ? undefined : maps.map((map) => map.get(slug)).find((ids) => ids !== undefined);
  return found === undefined ? nowhere : only(found);
};

const only = (ids: readonly string[]): ResolvedLink =>
  ids.length === 1 ? { id: ids[0], candidates: [] } : { id: undefined, candidates: [...ids].sort() };
