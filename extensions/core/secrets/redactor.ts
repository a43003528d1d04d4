/** One writer's redactor: takes secrets out of each of its fields, in a worker when they are big, and counts them. */

import type { Platform } from "../../platform/platform.ts";
import { type Redaction, redactSecrets } from "./redact-secrets.ts";
import { type RuleCount, sumCounts } from "./rule-counts.ts";

export interface Redactor {
  text(text: string): Promise<string>;
  /** Every string in a value of plain objects and lists; what is no string, and the keys, stay as they are. */
  all<Value>(value: Value): Promise<Value>;
  /** What was replaced so far. */
  found(): readonly RuleCount[];
}

/** UTF-16 units that may hold up the session: some 30 ms of them. */
const bigText = 192 * 1024;

/** Longer values under a telling key are documents, and speak for themselves. */
const longestNamedValue = 4_000;

export const openRedactor = ({ inWorker }: Pick<Platform, "inWorker">): Redactor => {
  let found: readonly RuleCount[] = [];

  const text = async (given: string): Promise<string> => {
    if (given.length < 4) return given;
    const redaction = await (given.length < bigText ? redactSecrets(given) : redactElsewhere(inWorker, given));
    found = sumCounts(found, redaction.found);
    return redaction.text;
  };

  const named = async (key: string, value: string): Promise<string> => {
    const clean = await text(value);
    if (clean !== value || value.length > longestNamedValue || !/pass|pwd|secret|token|key|auth|cred/i.test(key)) {
      return clean;
    }
    // Only what stands before it makes such a value a secret.
    const redaction = await redactSecrets(`${key}: "${value}"`);
    if (redaction.found.length === 0) return value;
    found = sumCounts(found, redaction.found);
    return "[redacted:named-secret]";
  };

  const walk = async (value: unknown, key: string | undefined): Promise<unknown> => {
    if (typeof value === "string") return await (key === undefined ? text(value) : named(key, value));
    if (Array.isArray(value)) return await inOrder(value, (item) => walk(item, key));
    if (typeof value !== "object" || value === null) return value;
    const entries = await inOrder(Object.entries(value), async ([name, part]) => [name, await walk(part, name)]);
    return Object.fromEntries(entries);
  };

  return {
    text,
    // Strings became strings, and nothing else changed.
    all: async <Value>(value: Value) => (await walk(value, undefined)) as Value,
    found: () => found,
  };
};

/** One after the other: a worker has one thread. */
const inOrder = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const item of items) results.push(await act(item));
  return results;
};

const redactElsewhere = async (inWorker: Platform["inWorker"], text: string): Promise<Redaction> => {
  const redaction = await inWorker("redact", { text });
  return redaction as Redaction; // The worker runs redactSecrets.
};
