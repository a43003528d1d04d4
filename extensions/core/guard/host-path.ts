/** The places that a path written in a tool call may mean, as the hosts read such paths. Pure but for the look-up. */

import type { Paths } from "../../platform/platform.ts";

const unicodeSpaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/**
 * Pi takes one leading `@` away, reads exotic spaces as spaces, expands `~` and `file:` addresses, and on Windows
 * reads `/c/…` and `/mnt/c/…` as drives. Which of these a host's version does is not known here: every reading counts.
 */
export const readingsOf = (written: string): readonly string[] => {
  const readings = new Set<string>([written]);
  for (const reading of readings) {
    if (reading.startsWith("@")) readings.add(reading.slice(1));
    if (unicodeSpaces.test(reading)) readings.add(reading.replace(unicodeSpaces, " "));
    if (/^file:/i.test(reading)) readings.add(fromFileAddress(reading));
    if (reading !== reading.trim()) readings.add(reading.trim());
  }
  return [...readings];
};

const fromFileAddress = (address: string): string => {
  const path = address.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, "");
  try {
    return decodeURIComponent(path);
  } catch (error) {
    // Not an encoded path: the host can't decode it either.
    if (error instanceof URIError) return path;
    throw error;
  }
};

/** Absolute physical places, links resolved, each once. */
export const placesOf = (
  written: string,
  { cwd, paths }: { readonly cwd: string; readonly paths: Paths },
): readonly string[] => [...new Set(readingsOf(written).map((reading) => paths.physical(paths.resolve(cwd, reading))))];
