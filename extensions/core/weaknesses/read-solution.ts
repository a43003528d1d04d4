/** Reads the card of a solution. Never throws for what a file says. Pure. */

import type { Finding } from "../finding.ts";
import {
  leadOf,
  linkedName,
  readWikiMarkdown,
  remarksIn,
  sectionOf,
  tableRows,
  textOf,
  textsOf,
  type WikiMarkdown,
} from "./read-markdown.ts";
import { type Direction, directions, type Solution, type TaskDelta } from "./weakness.ts";

export interface SolutionFiles {
  readonly weakness: string;
  readonly id: string;
  /** Of the folder, relative to the run directory. */
  readonly path: string;
  /** The text of solution.md; undefined when there is none. */
  readonly card: string | undefined;
  readonly diffBytes: number | undefined;
}

export interface ReadSolution {
  readonly solution: Solution;
  readonly markdown: WikiMarkdown;
  readonly findings: readonly Finding[];
}

const cardKeys = new Set(["weakness", "iteration", "round", "outcome", "timestamp", "primary_metric", "new_record"]);

export const readSolution = ({ weakness, id, path, card, diffBytes }: SolutionFiles): ReadSolution => {
  const markdown = readWikiMarkdown(card ?? "", `${path}/solution.md`);
  const { data, text, bodyOffset } = markdown;
  const [link] = textsOf(data["weakness"]);
  const solution: Solution = {
    id,
    weakness,
    path,
    linksTo: link === undefined ? undefined : linkedName(link),
    title: markdown.title ?? id,
    iteration: textOf(data["iteration"]) ?? textOf(data["round"]),
    outcome: textOf(data["outcome"]) ?? "unknown",
    timestamp: textOf(data["timestamp"]),
    metric: metricOf(data["primary_metric"]),
    newRecord: truthOf(data["new_record"]),
    thesis: leadOf(sectionOf(markdown, /^thesis/i)),
    changes: remarksIn(sectionOf(markdown, /^change list/i)),
    deltas: deltasIn(sectionOf(markdown, /metric delta/i)?.body ?? text.slice(bodyOffset)),
    hasCard: card !== undefined,
    diffBytes,
    extra: Object.fromEntries(Object.entries(data).filter(([key]) => !cardKeys.has(key))),
  };
  return { solution, markdown, findings: card === undefined ? [] : markdown.findings };
};

/** `{ name, value }`, with a direction where ours wrote one. */
const metricOf = (value: unknown): Solution["metric"] => {
  if (typeof value !== "object" || value === null) return undefined;
  const entry: Readonly<Record<string, unknown>> = { ...value };
  const name = textOf(entry["name"]);
  const number = numberOf(entry["value"]);
  if (name === undefined || number === undefined) return undefined;
  return { name, value: number, direction: directionOf(entry["direction"]) };
};

export const directionOf = (value: unknown): Direction => directions.find((one) => one === value) ?? "higher";

/** A number, also where it was written as a text. */
export const numberOf = (value: unknown): number | undefined => {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
};

const truthOf = (value: unknown): boolean | undefined => {
  const text = textOf(value)?.toLowerCase();
  return text === "true" ? true : text === "false" ? false : undefined;
};

const deltasIn = (text: string): readonly TaskDelta[] =>
  tableRows(text).flatMap((row) => {
    const task = row["task"];
    if (task === undefined || task === "") return [];
    return [
      {
        task,
        before: row["before"] ?? "",
        after: row["after"] ?? "",
        delta: row["Δ".toLowerCase()] ?? row["delta"] ?? "",
      },
    ];
  });
