/** Writes small evaluation sets into temporary folders. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/test-platform.ts";

export interface SmallSet {
  readonly docs: readonly object[];
  readonly queries: readonly object[];
  readonly judgements: readonly (readonly [query: string, doc: string, grade: number])[];
  readonly triggers?: readonly object[];
}

const jsonLines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** Gives the set's folder. */
export const writeSet = (name: string, { docs, queries, judgements, triggers }: SmallSet): string => {
  const folder = join(temporaryFolder(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, "docs.jsonl"), jsonLines(docs));
  writeFileSync(join(folder, "queries.jsonl"), jsonLines(queries));
  writeFileSync(join(folder, "qrels.tsv"), judgements.map((row) => `${row.join("\t")}\n`).join(""));
  if (triggers) writeFileSync(join(folder, "triggers.jsonl"), jsonLines(triggers));
  return folder;
};
