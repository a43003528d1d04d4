/** A fact that lint, verify, import or a reader reports: data, rendered to text only at the rim. */

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

export const renderFinding = (finding: Finding): string => {
  const where = finding.line > 0 ? `${finding.path}:${finding.line}` : finding.path;
  return `${finding.severity} ${where} ${finding.message} (${finding.code}). ${finding.remedy}`;
};
