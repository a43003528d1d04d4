/** What the framework's own LEDGER.md shows of a candidate; no verb of ours writes that file. */

import type { Files } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { type Verdict, verdictIn } from "./read-gate.ts";
import { wikiPaths } from "./wiki-place.ts";

const largestLedger = 16 * 1024 * 1024;

export const ledgerVerdict = (files: Files, candidate: string): Verdict | undefined => {
  const text = readLedger(files);
  return text === undefined ? undefined : verdictIn(text, candidate);
};

/** Undefined when there is none that can be read. */
export const readLedger = (files: Files): string | undefined => {
  try {
    return files.readText(wikiPaths.ledger, largestLedger);
  } catch (error) {
    if (isWikiError(error)) return undefined; // Unreadable, or a link that leads away: it shows nothing.
    throw error;
  }
};
