/** Reads the metrics of a round. Never throws for what a file says. Pure. */

import type { Finding } from "../finding.ts";
import { textOf } from "./read-markdown.ts";
import { directionOf, numberOf } from "./read-solution.ts";
import type { Metric, Round } from "./weakness.ts";

export interface ReadRound {
  /** Undefined when the file is no round. */
  readonly round: Round | undefined;
  readonly findings: readonly Finding[];
}

export const readRound = (text: string, path: string): ReadRound => {
  const parsed = parseObject(text);
  if (typeof parsed === "string") {
    const remedy = "Write it as an object with round, split, started_at, completed_at and metrics.";
    return {
      round: undefined,
      findings: [{ code: "weakness-round-unreadable", severity: "error", path, line: 1, message: parsed, remedy }],
    };
  }
  const entries = metricEntries(parsed["metrics"]);
  const metrics = entries.flatMap(([name, value]) => metricOf(name, value) ?? []);
  const round: Round = {
    path,
    round: roundName(parsed["round"], path),
    split: textOf(parsed["split"]) ?? "val",
    startedAt: textOf(parsed["started_at"]) ?? textOf(parsed["timestamp"]),
    completedAt: textOf(parsed["completed_at"]),
    numTasks: numberOf(parsed["num_tasks"]),
    metrics,
    primary: metrics.find(({ primary }) => primary),
    perTask: rowsIn(parsed["per_task"]),
  };
  return { round, findings: metricFindings(parsed, { entries, round, path, text }) };
};

const parseObject = (text: string): Readonly<Record<string, unknown>> | string => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    return "The top of the file is no object.";
  } catch (error) {
    return `It is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
};

const metricEntries = (metrics: unknown): readonly (readonly [string, unknown])[] =>
  typeof metrics === "object" && metrics !== null && !Array.isArray(metrics) ? Object.entries(metrics) : [];

/** A flat number is read too: it is no metric that counts. */
const metricOf = (name: string, value: unknown): Metric | undefined => {
  const entry: Readonly<Record<string, unknown>> =
    typeof value === "object" && value !== null ? { ...value } : { value };
  const number = numberOf(entry["value"]);
  if (number === undefined) return undefined;
  return { name, value: number, primary: entry["primary"] === true, direction: directionOf(entry["direction"]) };
};

const roundName = (value: unknown, path: string): number | string => {
  const number = numberOf(value);
  if (number !== undefined) return number;
  const text = textOf(value) ?? path.slice(path.lastIndexOf("/") + 1).replace(/\.json$/i, "");
  const inName = numberOf(/^round-(\d+)$/.exec(text)?.[1]);
  return inName ?? text;
};

const rowsIn = (value: unknown): Round["perTask"] =>
  Array.isArray(value)
    ? value.flatMap((row: unknown) =>
        typeof row === "object" && row !== null && !Array.isArray(row) ? [{ ...row }] : [],
      )
    : [];

interface RoundFile {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly round: Round;
  readonly path: string;
  readonly text: string;
}

const metricFindings = (
  parsed: Readonly<Record<string, unknown>>,
  { entries, round, path, text }: RoundFile,
): readonly Finding[] => {
  const lineOf = (word: string): number =>
    Math.max(1, text.slice(0, Math.max(0, text.indexOf(`"${word}"`))).split("\n").length);
  const found = (
    code: string,
    severity: Finding["severity"],
    said: Pick<Finding, "line" | "message" | "remedy">,
  ): Finding => ({ code, severity, path, ...said });
  const findings: Finding[] = [];
  if (parsed["metrics"] !== undefined && (typeof parsed["metrics"] !== "object" || Array.isArray(parsed["metrics"]))) {
    findings.push(
      found("weakness-metrics-shape", "error", {
        line: lineOf("metrics"),
        message: "metrics is no object.",
        remedy: 'Write it as { "reward": { "value": 0.62, "primary": true, "direction": "higher" } }.',
      }),
    );
  }
  for (const [name, value] of entries) {
    const isWrapped =
      typeof value === "object" && value !== null && "value" in value && "primary" in value && "direction" in value;
    const isNumber = isWrapped && numberOf(value.value) !== undefined;
    if (isWrapped && isNumber) continue;
    findings.push(
      found("weakness-metric-flat", "error", {
        line: lineOf(name),
        message: `The metric ${name} is not { value, primary, direction } with a number as value.`,
        remedy: "Wrap it: readers show .value.",
      }),
    );
  }
  const primaries = round.metrics.filter(({ primary }) => primary).length;
  if (round.completedAt !== undefined && primaries !== 1) {
    findings.push(
      found("weakness-primary", "warning", {
        line: lineOf("metrics"),
        message: `${primaries} metrics are primary.`,
        remedy: "Mark the one that counts with primary: true.",
      }),
    );
  }
  return findings;
};
