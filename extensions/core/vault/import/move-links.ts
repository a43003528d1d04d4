/** Keeps the links of an imported page working: changes a link only when its target is elsewhere now. Pure. */

import { linkPlaces } from "./link-places.ts";

export interface Move {
  /** Where the file lay, relative to the imported folder. */
  readonly from: string;
  /** Its page id. */
  readonly to: string;
  /** The page id of another imported file, by its path relative to the imported folder. */
  readonly idOf: (path: string) => string | undefined;
}

/** The same text with moved links; line ends and everything else stay byte for byte. */
export const moveLinks = (text: string, move: Move): string => {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const lines = withLinks(text.replace(/\r\n?/g, "\n"), move).split("\n");
  return lines.map((line, index) => line + (ends[index] ?? "")).join("");
};

const withLinks = (text: string, move: Move): string => {
  let moved = "";
  let position = 0;
  for (const { kind, target, start, end } of linkPlaces(text)) {
    const changed = kind === "address" ? movedAddress(target, move) : movedWikilink(target, move);
    if (changed === undefined) continue;
    moved += text.slice(position, start) + changed;
    position = end;
  }
  return moved + text.slice(position);
};

/** Undefined when the link is not to an imported file, or still right. */
const movedAddress = (address: string, { from, to, idOf }: Move): string | undefined => {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  if (path === "" || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) return undefined;
  const name = decoded(path);
  const id = idOf(resolved(from, name));
  if (id === undefined) return undefined;
  if (`${id}.md` === resolved(`${to}.md`, name)) return undefined;
  const place = name.startsWith("/") ? `/${id}.md` : relativePath(`${to}.md`, `${id}.md`);
  return encoded(place) + rest;
};

/** A bare name is found anywhere, as long as its file keeps it; a wikilink with a folder names a place. */
const movedWikilink = (target: string, { from, idOf }: Move): string | undefined => {
  const name = target.trim();
  if (!name.includes("/")) {
    const id = idOf(resolved(from, `${name}.md`));
    return id === undefined || id.slice(id.lastIndexOf("/") + 1) === name.normalize("NFC") ? undefined : id;
  }
  const id = [`${name}.md`, name, resolved(from, `${name}.md`)].map(idOf).find((found) => found !== undefined);
  return id === undefined || id === name ? undefined : id;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    // A lone per cent sign is a character like any other.
    return path.normalize("NFC");
  }
};

const encoded = (path: string): string => path.replace(/[\s%()<>?#\\]/g, (character) => percent(character));

const percent = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");

/** A path seen from the file at `from`; one that leaves the folder names nothing in it. */
const resolved = (from: string, path: string): string => {
  const names = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const name of path.split("/")) {
    if (name === "..") {
      if (names.pop() === undefined) return "";
    } else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/");
};

const relativePath = (from: string, to: string): string => {
  const start = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < start.length && shared < target.length - 1 && start[shared] === target[shared]) shared += 1;
  return [...start.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
};
