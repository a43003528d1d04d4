/** Takes secrets out of a text: what is written to a memory goes through here first. */

import { type FoundSecret, findSecrets } from "./find-secrets.ts";
import { type RuleCount, sumCounts } from "./rule-counts.ts";

export interface Redaction {
  /** The text itself when nothing was found. */
  readonly text: string;
  /** Sorted by rule; empty when nothing was found. */
  readonly found: readonly RuleCount[];
}

/** What stands beside a replaced secret can be read anew; more rounds than this were never needed. */
const maxRounds = 5;

export const redactSecrets = async (text: string): Promise<Redaction> => {
  let redaction: Redaction = { text, found: [] };
  for (let round = 0; round < maxRounds; round += 1) {
    const secrets = await findSecrets(redaction.text);
    if (secrets.length === 0) break;
    const counts = secrets.map(({ rule }) => ({ rule, count: 1 }));
    redaction = { text: replace(redaction.text, secrets), found: sumCounts(redaction.found, counts) };
  }
  return redaction;
};

const replace = (text: string, secrets: readonly FoundSecret[]): string => {
  let rest = 0;
  const pieces = secrets.map(({ rule, start, end }) => {
    const piece = `${text.slice(rest, start)}[redacted:${rule}]`;
    rest = end;
    return piece;
  });
  return [...pieces, text.slice(rest)].join("");
};
