/** Where a path leads as the system walks it, with the links that the command itself makes. */

import type { Paths } from "../../../../platform/platform.ts";
import { isUnknown, mark } from "../text.ts";

export interface Walk {
  readonly paths: Paths;
  /** As the shell spells it, or where it leads; absolute. */
  readonly cwd: string;
  /** `cwd` is where it leads: only what follows it is walked. */
  readonly isResolved?: boolean;
  readonly links: ReadonlyMap<string, string>;
  readonly descriptors: ReadonlyMap<string, string>;
  /** Whether a link in the last name is followed. */
  readonly follow: boolean;
}

const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);

export const absoluteText = (path: string, cwd: string): string => (isAbsolute(path) ? path : `${cwd}/${path}`);

export const walk = (path: string, from: Walk): string => {
  const { start, names, isFolder } = steps(path, from);
  let place = start;
  for (const [index, name] of names.entries()) {
    if (name === "..") {
      place = from.paths.dirname(place);
      continue;
    }
    const next = place === "/" || place === "" ? `${place}${name}` : `${place}/${name}`;
    const isEntry = index === names.length - 1 && !from.follow && !isFolder;
    place = isEntry ? next : resolved(next, from);
  }
  return place;
};

/** Where the walk begins, and the names it goes through. */
const steps = (path: string, { cwd, isResolved }: Walk) => {
  const isBelow = isResolved === true && !isAbsolute(path);
  const whole = isBelow ? path : absoluteText(path, cwd);
  const names = whole.split("/").filter((name) => name !== "" && name !== ".");
  return { start: isBelow ? cwd : whole.startsWith("/") ? "/" : "", names, isFolder: whole.endsWith("/") };
};

const resolved = (place: string, from: Walk): string => {
  const made = from.links.get(place);
  if (made !== undefined) return made;
  if (place.startsWith("/proc/") || place.startsWith("/dev/fd")) return ofProcess(place, from);
  // What is unknown exists nowhere that can be looked at.
  if (isUnknown(place) || from.paths.kind(place) !== "link") return place;
  return from.paths.physical(place);
};

/** The system's own links, which mean the shell's process, not ours. */
const ofProcess = (place: string, from: Walk): string => {
  if (place === "/dev/fd") return "/proc/self/fd";
  const [, , owner = "", name = "", ...rest] = place.split("/");
  if (!/^(self|thread-self|\d+|\uE000)$/.test(owner)) return place;
  if (name === "root" && rest.length === 0) return "/";
  if (name === "cwd" && rest.length === 0) return walk(from.cwd, { ...from, cwd: "/", follow: true });
  const descriptor = name === "fd" ? rest[0] : undefined;
  return (descriptor !== undefined && from.descriptors.get(descriptor)) || place;
};

/** What an unknown stretch may be, where that decides: nothing, a name, or the way into a protected folder. */
const fillings = ["", "x", "raw/x"] as const;

/** The paths that a text with unknown stretches may be. */
export const candidates = (path: string): readonly string[] => {
  if (!isUnknown(path)) return [path];
  const filled = fillings.map((filling) => path.replaceAll(mark.unknown, filling));
  return [...new Set(filled)].filter((one) => one !== "");
};
