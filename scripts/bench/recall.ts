/** `bench:recall`: how well each engine ranks the pages of evaluation sets, and how long it takes. */

import { parseArgs } from "node:util";
import { deepest, type Engine, type EngineName, engineNames, type ImportNative } from "./engines/engine.ts";
import { openEngines, parseEngineNames } from "./engines/open-engines.ts";
import { openRows, type Row, say } from "./output/rows.ts";
import { ms, p50, p95 } from "./output/times.ts";
import { byScope, type EvalQuery, type EvalSet, isJudged, readSet, setFolders } from "./sets/eval-set.ts";
import { type JudgedRanking, qualityOf } from "./sets/quality.ts";
import { withTypo } from "./sets/typo.ts";
import { withWorld } from "./world/bench-world.ts";

const usage = `bench:recall --data DIR [--engines ${engineNames.join(",")}] [--triggers] [--peer DIR] [--limit N] [--typos] [--kinds] [--json]`;

export const main = async (words: readonly string[], importNative: ImportNative): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      engines: { type: "string", default: engineNames.filter((name) => name !== "peer").join(",") },
      triggers: { type: "boolean", default: false },
      peer: { type: "string" },
      limit: { type: "string", default: "1000000" },
      typos: { type: "boolean", default: false },
      kinds: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined) {
    say(usage);
    return 2;
  }
  const names = parseEngineNames(values.engines);
  const asked = values.peer !== undefined && !names.includes("peer") ? [...names, "peer" as const] : names;
  const engines = await openEngines({ names: asked, peer: values.peer, importNative });
  const rows = openRows(values);
  for (const folder of setFolders(values.data)) {
    const set = readSet(folder, values);
    for (const [engine, open] of engines) {
      const measured = await measureEngine(open, set, { engine, ...values, limit: Number(values.limit) });
      for (const row of measured) rows.print(row);
    }
  }
  rows.end();
  return 0;
};

export interface MeasureOptions {
  readonly engine: EngineName;
  /** Most queries, over all scopes. */
  readonly limit: number;
  /** One typo in each query. */
  readonly typos: boolean;
  /** A row for each kind of query as well. */
  readonly kinds: boolean;
}

interface Answered extends JudgedRanking {
  readonly query: EvalQuery;
  readonly ms: number;
}

export const measureEngine = async (open: Engine, set: EvalSet, options: MeasureOptions): Promise<readonly Row[]> => {
  const asked = new Set(set.queries.filter(isJudged).slice(0, options.limit));
  const { answers, buildMs } = await withWorld(async (world) => {
    const all: Answered[] = [];
    let spent = 0;
    for (const [at, { docs, queries }] of byScope(set).entries()) {
      const engine = await open(docs, { world, place: `scope-${at}` });
      spent += engine.buildMs;
      for (const query of queries.filter((one) => asked.has(one))) all.push(await answer(engine, query, options));
    }
    return { answers: all, buildMs: spent };
  });
  const row = (some: readonly Answered[], more: Row = {}): Row => {
    const times = some.map((one) => one.ms);
    return {
      set: set.name,
      engine: options.engine,
      ...qualityOf(some),
      p50_ms: p50(times),
      p95_ms: p95(times),
      build_ms: ms(buildMs),
      ...(options.typos ? { typos: true } : {}),
      ...more,
    };
  };
  const kinds = options.kinds ? [...new Set(answers.map(({ query }) => query.kind))].sort() : [];
  return [
    row(answers),
    ...kinds.map((kind) =>
      row(
        answers.filter(({ query }) => query.kind === kind),
        { kind },
      ),
    ),
  ];
};

const answer = async (
  engine: Awaited<ReturnType<Engine>>,
  query: EvalQuery,
  { typos }: MeasureOptions,
): Promise<Answered> => {
  const text = typos ? withTypo(query.text) : query.text;
  const began = performance.now();
  const ranked = await engine.search(text);
  const spent = performance.now() - began;
  return { query, ranked: ranked.slice(0, deepest), grades: query.grades, ms: spent };
};
