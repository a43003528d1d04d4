/** Renders what lint found: `meta/lint-report.md` for people, `.discoveries/gaps.json` for programs. Pure. */

import type { Finding, Severity } from "../../finding.ts";

const severities: readonly (readonly [Severity, string])[] = [
  ["error", "Errors"],
  ["warning", "Warnings"],
  ["info", "Notes"],
];

export const renderLintReport = (findings: readonly Finding[], pageCount: number): string => {
  const counts = severities.map(
    ([severity, heading]) => `- ${heading}: ${findings.filter((finding) => finding.severity === severity).length}`,
  );
  const sections = severities.flatMap(([severity, heading]) => {
    const lines = findings.filter((finding) => finding.severity === severity).map(findingLine);
    return lines.length > 0 ? [`## ${heading}\n\n${lines.join("\n")}\n`] : [];
  });
  const summary = `# Wiki Lint Report\n\n- Pages: ${pageCount}\n${counts.join("\n")}\n`;
  return [summary, ...(sections.length > 0 ? sections : ["_Nothing found._\n"])].join("\n");
};

const findingLine = ({ path, line, message, code, remedy }: Finding): string => {
  const where = line > 0 ? `${path}:${line}` : path;
  return `- \`${where}\` ${message} (${code}). ${remedy}`.replace(/\s+/g, " ");
};

/** A topic that pages mention and no page covers. */
export interface Gap {
  readonly topic: string;
  /** Page ids. */
  readonly mentioned_by: readonly string[];
}

/** The most mentioned first. */
export const renderGaps = (gaps: readonly Gap[]): string => {
  const sorted = gaps
    .map(({ topic, mentioned_by }) => ({ topic, mentioned_by: [...mentioned_by].sort() }))
    .sort((a, b) => b.mentioned_by.length - a.mentioned_by.length || (a.topic < b.topic ? -1 : 1));
  return `${JSON.stringify({ gaps: sorted }, null, 2)}\n`;
};
