/** A fact that lint, verify, import or a reader reports: data, rendered to text only at the rim. */

import { asLine } from "./visible.ts";

export type Severity = "error" | "warning" | "info";

export interface Finding {
  /** Kebab-case and stable: programs match on it. */
  readonly code: string;
  readonly severity: Severity;
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  /** 1-based; 0 when no line applies. */
  readonly line: number;
  readonly message: string;
  readonly remedy: string;
}

const renderFinding = ({ severity, path, line, message, code, remedy }: Finding): string =>
  asLine(`${severity} ${line > 0 ? `${path}:${line}` : path} ${withoutStop(message)} (${code}). ${remedy}`);

/** What is wrong and what to do, without the place. */
export const renderRemark = ({ message, remedy }: Finding): string => asLine(`${withoutStop(message)}. ${remedy}`);

const withoutStop = (message: string): string => message.replace(/\.$/, "");

const severities = { error: 0, warning: 1, info: 2 } as const;
const mostListed = 30;

/** One line a finding, errors first, at most thirty, and how many more there are. */
export const listFindings = (findings: readonly Finding[]): readonly string[] => {
  const sorted = [...findings].sort((left, right) => severities[left.severity] - severities[right.severity]);
  const rest = sorted.length - mostListed;
  return [...sorted.slice(0, mostListed).map(renderFinding), ...(rest > 0 ? [`… and ${rest} more.`] : [])];
};
