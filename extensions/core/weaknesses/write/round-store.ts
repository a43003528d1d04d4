/** The metrics of rounds: started and finished, both times stamped by the program. */

import { WikiError } from "../../errors.ts";
import { exactText } from "../../exact-text.ts";
import { readRound } from "../read-round.ts";
import type { Round } from "../weakness.ts";
import { wikiPaths } from "../wiki-place.ts";
import { checkMetrics, checkRound, type FinishRequest, type RoundRequest } from "./requests.ts";
import { stampOf, type WikiPen } from "./wiki-pen-store.ts";

export interface RoundAnswer {
  readonly round: number;
  readonly split: string;
  /** Absolute. */
  readonly path: string;
  readonly started_at: string;
  readonly completed_at?: string;
}

interface RoundFile {
  readonly path: string;
  readonly round: Round;
  readonly value: Readonly<Record<string, unknown>>;
}

export const startRound = async (pen: WikiPen, request: RoundRequest): Promise<RoundAnswer> => {
  const { n, split } = checkRound(request);
  const { files } = pen;
  const taken = roundsOf(pen, n);
  const same = taken.find(({ round }) => round.split === split);
  if (same !== undefined) {
    throw new WikiError(
      "name_taken",
      { path: files.absolute(same.path) },
      "A round is started once; its times are stamped, not corrected.",
    );
  }
  const started = stampOf(pen.platform);
  const text = json({ round: n, split, started_at: started, metrics: {} });
  for (const path of [`round-${n}`, `round-${n}-${split}`].map((name) => `${wikiPaths.results}/${name}.json`)) {
    if (await files.create(path, text)) return { round: n, split, path: files.absolute(path), started_at: started };
  }
  throw new WikiError("name_taken", { path: files.absolute(`${wikiPaths.results}/round-${n}.json`) });
};

export const finishRound = async (pen: WikiPen, request: FinishRequest): Promise<RoundAnswer> => {
  const { n, split } = checkRound(request);
  const metrics = checkMetrics(request.metrics);
  const { files } = pen;
  const found = roundsOf(pen, n).find(({ round }) => round.split === split);
  if (found === undefined) throw new WikiError("round_not_found", { round: n, split, run: files.root });
  const { path, round, value } = found;
  if (round.completedAt !== undefined) {
    throw new WikiError(
      "name_taken",
      { path: files.absolute(path) },
      `It was finished at ${round.completedAt}; its figures stand.`,
    );
  }
  const perTask = request.perTask ?? [];
  checkRows(perTask);
  const completed = stampOf(pen.platform);
  const numTasks = request.numTasks ?? (perTask.length === 0 ? undefined : perTask.length);
  const wrapped = metrics.map(({ name, value: figure, primary, direction }) => [
    name,
    { value: figure, primary, direction },
  ]);
  const { metrics: _measured, ...rest } = value;
  const next = {
    ...rest,
    completed_at: completed,
    ...(numTasks === undefined ? {} : { num_tasks: numTasks }),
    metrics: Object.fromEntries(wrapped),
    ...(perTask.length === 0 ? {} : { per_task: perTask }),
  };
  await files.write(path, json(next));
  return {
    round: n,
    split,
    path: files.absolute(path),
    started_at: round.startedAt ?? completed,
    completed_at: completed,
  };
};

const checkRows = (rows: NonNullable<FinishRequest["perTask"]>): void => {
  const at = rows.findIndex((row) => typeof row["task_id"] !== "string" || row["task_id"] === "");
  if (at !== -1) throw new WikiError("invalid_input", { what: "per-task", problem: `row ${at + 1} has no task_id` });
};

/** Those of a number, whatever their files are called. */
const roundsOf = ({ files }: WikiPen, n: number): readonly RoundFile[] =>
  files
    .list(wikiPaths.results)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const path = `${wikiPaths.results}/${name}`;
      const bytes = files.kind(path) === "file" ? files.read(path) : undefined;
      if (bytes === undefined) return [];
      const text = new TextDecoder().decode(bytes);
      const { round } = readRound(text, path);
      if (round === undefined || round.round !== n) return [];
      // It was read as an object.
      const value = JSON.parse(exactText(path, bytes).replace(/^\uFEFF/, "")) as Record<string, unknown>;
      return [{ path, round, value }];
    });

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
