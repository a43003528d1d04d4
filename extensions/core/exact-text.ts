/** Text of a file that is to be written back. Pure. */

import { WikiError } from "./errors.ts";

/** Throws `unreadable`: writing back text that was decoded with losses would destroy bytes nobody asked to change. */
export const exactText = (path: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new WikiError("unreadable", { path, reason: "it is not UTF-8 text" }, undefined, error);
  }
};
