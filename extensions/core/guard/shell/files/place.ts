/** Where a path leads as the system walks it, with the links that the command itself makes. */

import type { Paths } from "../../../../platform/platform.ts";
import { isUnknown, mark } from "../text.ts";

export interface Walk {
  readonly paths: Paths;
  /** As the shell spells it; absolute. */
  readonly cwd: string;
  readonly links: ReadonlyMap<string, string>;
  readonly descriptors: ReadonlyMap<string, string>;
  /** Whether a link in the last name is followed. */
  readonly follow: boolean;
}

const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);

export const absoluteText = (path: string, cwd: string): string => (isAbsolute(path) ? path : `${cwd}/${path}`);

export const walk = (path: string, from: Walk): string => {
  const whole = absoluteText(path, from.cwd);
  const names = whole.split("/").filter((name) => name !== "" && name !== ".");
  const follow = from.follow || whole.endsWith("/");
  let place = whole.startsWith("/") ? "/" : "";
  for (const [index, name] of names.entries()) {
    if (name === "..") {
      place = from.paths.dirname(place);
      continue;
    }
    const next = place === "/" || place === "" ? `${place}${name}` : `${place}/${name}`;
    place = index === names.length - 1 && !follow ? next : resolved(next, from);
  }
  return place;
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
