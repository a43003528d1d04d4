/** Finds secrets in a text: by the kept rules and our own, as it is written and as it reads, without overlaps. */

import { isExample } from "./examples.ts";
import { findByKeptRules } from "./kept-rules.ts";
import { plainView } from "./plain-view.ts";
import { ownRules } from "./rules.ts";
import type { SecretRule } from "./secret-rule.ts";

export interface FoundSecret {
  readonly rule: string;
  /** In UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Sorted, and none touches another. */
export const findSecrets = async (text: string): Promise<readonly FoundSecret[]> => {
  const found = await findIn(text);
  const view = plainView(text);
  if (view === undefined) return merged(text, found);
  const seen = (await findIn(view.text)).map(({ rule, start, end }) => {
    const [from, to] = view.rangeOf(start, end);
    return { rule, start: from, end: to };
  });
  return merged(text, [...found, ...seen]);
};

const findIn = async (text: string): Promise<readonly FoundSecret[]> => {
  const lower = text.toLowerCase();
  const tried = ownRules.filter(({ hints, pattern }) => {
    const where = pattern.ignoreCase ? lower : text;
    return hints === undefined || hints.some((hint) => where.includes(hint));
  });
  return [...(await findByKeptRules(text)), ...tried.flatMap((rule) => findByRule(text, rule))].filter(
    ({ start, end }) => !isExample(text.slice(start, end)),
  );
};

const findByRule = (text: string, { id, pattern, accept }: SecretRule): readonly FoundSecret[] => {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const before = match.groups?.["before"] ?? "";
    const end = match.index + match[0].length;
    const start = match.index + before.length;
    return accept === undefined || accept(text.slice(start, end), before) ? [{ rule: id, start, end }] : [];
  });
};

/** Rules that know a format tell more than those that know only a name. */
const weak: ReadonlySet<string> = new Set(["named-secret", "command-password", "authorization-header", "cookie"]);

const merged = (text: string, found: readonly FoundSecret[]): readonly FoundSecret[] => {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: FoundSecret[] = [];
  for (const secret of sorted) {
    const last = result.at(-1);
    if (last === undefined || secret.start >= last.end) {
      result.push({ ...secret, end: endOfToken(text, secret.end) });
      continue;
    }
    const rule = weak.has(last.rule) ? secret.rule : last.rule;
    const end = secret.end > last.end ? endOfToken(text, secret.end) : last.end;
    result[result.length - 1] = { rule, start: last.start, end };
  }
  return result;
};

/** Formats grow longer over the years: what goes on as the secret does belongs to it. */
const endOfToken = (text: string, end: number): number => {
  tokenRest.lastIndex = end;
  return end + (tokenRest.exec(text)?.[0].length ?? 0);
};

const tokenRest = /[\w+/=-]*/y;
