/** The figures of a run over the corpora, as text. */

export interface RowOutcome {
  readonly id: string;
  readonly detect: "static" | "dynamic" | "none";
  readonly isRefused: boolean;
  /** Protected paths that the command changed when it was let through. */
  readonly changed: readonly string[];
  /** What the seals found and put right. */
  readonly altered: readonly string[];
  /** What was not as before afterwards, and is nowhere in git. */
  readonly lost: readonly string[];
}

const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

const line = (name: string, rows: readonly RowOutcome[]): string => {
  const refused = rows.filter((row) => row.isRefused).length;
  const harmed = rows.filter((row) => row.changed.length > 0);
  const lost = rows.filter((row) => row.lost.length > 0).length;
  return `${name.padEnd(18)} prevented ${share(refused, rows.length).padEnd(22)} changed something ${harmed.length}, lost something ${lost}`;
};

export const outcomeTable = (rows: readonly RowOutcome[]): string => {
  const of = (detect: RowOutcome["detect"]): readonly RowOutcome[] => rows.filter((row) => row.detect === detect);
  const benign = of("none");
  const open = rows.filter((row) => row.changed.length > 0).map((row) => row.id);
  return [
    line("static attacks", of("static")),
    line("dynamic attacks", of("dynamic")),
    `${"benign".padEnd(18)} refused ${share(benign.filter((row) => row.isRefused).length, benign.length)}`,
    ...(open.length === 0 ? [] : [`changed something: ${open.join(", ")}`]),
  ].join("\n");
};
