/**
 * Tells of secrets in files that became pages. They are the user's own files and stay as they are: nothing is silently
 * altered, and nothing is silently spread by recall either.
 */

import type { Platform } from "../../../platform/platform.ts";
import type { Finding } from "../../finding.ts";
import { openRedactor } from "../../secrets/redactor.ts";
import { listCounts } from "../../secrets/rule-counts.ts";

export interface ImportedFile {
  /** Where it is now, relative to the vault's root. */
  readonly place: string;
  /** Relative to the imported folder. */
  readonly path: string;
  readonly text: string;
}

/** One finding for a file with secrets, none for the others. */
export const secretsImported = async (
  { place, path, text }: ImportedFile,
  platform: Pick<Platform, "inWorker">,
): Promise<readonly Finding[]> => {
  const redactor = openRedactor(platform);
  await redactor.text(text);
  const found = redactor.found();
  if (found.length === 0) return [];
  return [
    {
      code: "secrets-imported",
      severity: "warning",
      path: place,
      line: 0,
      message: `${path} was imported as it is, with what looks like secrets: ${listCounts(found)}`,
      remedy: "Recall shows them to the model. Take them out of the page, and change those that others may have seen.",
    },
  ];
};
