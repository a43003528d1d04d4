/** Findings for a person: errors first, those of one kind together. Pure. */

import type { Finding, Severity } from "../../core/finding.ts";
import { asLine } from "../../core/visible.ts";
import type { Paint } from "./paint.ts";

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

export const countFindings = (findings: readonly Finding[]): FindingCounts => {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
};

/** `2 errors, 1 warning`; empty when there is nothing. */
export const countsText = (findings: readonly Finding[]): string => {
  const { error, warning, info } = countFindings(findings);
  const counted = [
    [error, "error", "errors"],
    [warning, "warning", "warnings"],
    [info, "remark", "remarks"],
  ] as const;
  return counted
    .flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]))
    .join(", ");
};

export interface FindingsView {
  readonly paint: Paint;
  /** Shortens a path for the reader; as it is when not given. */
  readonly shownPath?: (path: string) => string;
}

/** Texts with an empty line between them; empty ones are left out. */
export const paragraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n\n");

/** One block a kind; empty without findings. */
export const findingsText = (findings: readonly Finding[], view: FindingsView): string =>
  groupsOf(findings)
    .map((group) => groupText(group, view))
    .join("\n\n");

type Group = readonly [Finding, ...Finding[]];

const severities: readonly Severity[] = ["error", "warning", "info"];

const groupsOf = (findings: readonly Finding[]): readonly Group[] => {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.code}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].sort(
    ([left], [right]) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
};

const mostShown = 8;

const asItIs = (path: string): string => path;

const groupText = (group: Group, { paint, shownPath = asItIs }: FindingsView): string => {
  const [{ severity, code }] = group;
  const mark = { error: paint.bad, warning: paint.warn, info: paint.dim }[severity];
  const remedies = new Set(group.map(({ remedy }) => remedy));
  const lines = group
    .slice(0, mostShown)
    .flatMap(({ path, line, message, remedy }) => [
      `  ${asLine(shownPath(path))}${line > 0 ? `:${line}` : ""}  ${asLine(message)}`,
      ...(remedies.size > 1 ? [paint.dim(`    ${remedy}`)] : []),
    ]);
  const rest = group.length - mostShown;
  return [
    `${mark(severity)} ${paint.strong(code)}${group.length > 1 ? ` (${group.length})` : ""}`,
    ...lines,
    ...(rest > 0 ? [`  … and ${rest} more; --json lists all`] : []),
    ...(remedies.size === 1 ? [paint.dim(`  ${group[0].remedy}`)] : []),
  ].join("\n");
};
