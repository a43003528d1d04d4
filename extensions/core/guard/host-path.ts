/** The places that a path written in a tool call may mean, as the hosts read such paths. Pure but for the look-up. */

import type { Paths } from "../../platform/platform.ts";

const unicodeSpaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const windowsDrive = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?=\/|$)/i;

/**
 * Hosts take one leading `@` away, read exotic spaces as spaces, expand `~` and `file:` addresses, and on Windows read
 * `/c/…` and `/mnt/c/…` as drives. Which of these a host's version does, and in which order, is not known here: every
 * reading counts.
 */
const readingsOf = (written: string): ReadonlySet<string> => {
  const readings = new Set<string>([written]);
  for (let round = 1; round <= rounds; round += 1) {
    const before = readings.size;
    for (const reading of [...readings].flatMap(otherReadings)) readings.add(reading);
    if (readings.size === before) break;
  }
  return readings;
};

/** No host does more than this to a path. */
const rounds = 4;

const otherReadings = (reading: string): readonly string[] => [
  ...(reading.startsWith("@") ? [reading.slice(1)] : []),
  reading.replace(unicodeSpaces, " "),
  reading.trim(),
  reading.replace(windowsDrive, (_whole, drive: string) => `${drive}:`),
  ...(/^file:/i.test(reading) ? fromFileAddress(reading) : []),
];

/** As text alone, and as a URL is read: without its query and fragment, with `\` as `/`. */
const fromFileAddress = (address: string): readonly string[] => {
  const asText = address.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, "");
  const asUrl = URL.canParse(address) ? [new URL(address).pathname] : [];
  return [asText, ...asUrl].map(decoded);
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    // Not an encoded path: the host can't decode it either.
    if (error instanceof URIError) return path;
    throw error;
  }
};

interface Base {
  readonly cwd: string;
  readonly paths: Paths;
  /** False where the entry of the last name is meant, not what it may link to. */
  readonly follow?: boolean;
}

/** Absolute physical places, links resolved, each once. */
export const placesOf = (written: string, { cwd, paths, follow = true }: Base): ReadonlySet<string> => {
  const places = new Set<string>();
  for (const reading of readingsOf(written)) {
    const resolved = paths.resolve(cwd, reading);
    if (!follow) places.add(paths.join(paths.physical(paths.dirname(resolved)), paths.basename(resolved)));
    else places.add(paths.physical(resolved)).add(walked(reading, { cwd, paths }));
  }
  return places;
};

/** A path that is handed to the system as it is: there `..` leads out of where a link leads, not out of the link. */
const walked = (reading: string, { cwd, paths }: { readonly cwd: string; readonly paths: Paths }): string => {
  const [first = "", ...names] = reading.split("/");
  let place = paths.physical(paths.resolve(cwd, first === "" ? "/" : first));
  for (const name of names) {
    if (name === "..") place = paths.dirname(place);
    else if (name !== "" && name !== ".") place = entered(paths.join(place, name), paths);
  }
  return place;
};

const entered = (place: string, paths: Paths): string => (paths.kind(place) === "link" ? paths.physical(place) : place);
