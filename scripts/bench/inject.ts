/** `bench:inject`: whether automatic recall speaks when it should, with a page that helps, and is silent otherwise. */

import { parseArgs } from "node:util";
import { openRows, type Row, say } from "./output/rows.ts";
import { mean } from "./output/times.ts";
import { byScope, type EvalQuery, type EvalSet, inVaultsOf, isJudged, readSet, setFolders } from "./sets/eval-set.ts";
import { type BenchWorld, withWorld } from "./world/bench-world.ts";
import { writeDocPages } from "./world/doc-pages.ts";

const usage = "bench:inject --data DIR [--triggers] [--noise DIR] [--few N] [--json]";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      triggers: { type: "boolean", default: false },
      noise: { type: "string" },
      few: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined) {
    say(usage);
    return 2;
  }
  const noise = values.noise === undefined ? undefined : noiseOf(values.noise);
  const rows = openRows(values);
  for (const folder of setFolders(values.data)) {
    const set = withNoise(readSet(folder, values), noise);
    rows.print(await measureInjection(values.few === undefined ? set : inVaultsOf(Number(values.few), set)));
  }
  rows.end();
  return 0;
};

/** The queries of other sets that nothing answers; they are asked of each set's first scope. */
const noiseOf = (folder: string): readonly EvalQuery[] =>
  setFolders(folder).flatMap((one) => readSet(one, { triggers: false }).queries.filter((query) => !isJudged(query)));

const withNoise = (set: EvalSet, noise: readonly EvalQuery[] | undefined): EvalSet => {
  if (noise === undefined) return set;
  const scope = set.docs[0]?.scope ?? "";
  return { ...set, queries: [...set.queries.filter(isJudged), ...noise.map((query) => ({ ...query, scope }))] };
};

interface Asked {
  readonly isReal: boolean;
  readonly isInjected: boolean;
  readonly isHit: boolean;
  readonly tokens: number;
}

export const measureInjection = async (set: EvalSet): Promise<Row> => {
  const asked = await withWorld(async (world) => {
    const all: Asked[] = [];
    for (const [at, scope] of byScope(set).entries()) all.push(...(await askAll(world, `scope-${at}`, scope)));
    return all;
  });
  const real = asked.filter(({ isReal }) => isReal);
  const noise = asked.filter(({ isReal }) => !isReal);
  const injected = asked.filter(({ isInjected }) => isInjected);
  return {
    set: set.name,
    n_real: real.length,
    injected_real: real.filter(({ isInjected }) => isInjected).length,
    hit_real: real.filter(({ isHit }) => isHit).length,
    n_noise: noise.length,
    injected_noise: noise.filter(({ isInjected }) => isInjected).length,
    tokens_mean: Math.round(mean(injected.map(({ tokens }) => tokens))),
  };
};

/** Each prompt is asked as the first of a session: nothing counts as known already. */
const askAll = async (
  world: BenchWorld,
  place: string,
  { docs, queries }: Pick<EvalSet, "docs" | "queries">,
): Promise<readonly Asked[]> => {
  const folder = world.place(place);
  const workspace = world.workspace(folder);
  await workspace.init({ topic: "evaluation", layer: "project" });
  const docByPage = writeDocPages(folder, docs);
  await workspace.warm();
  const asked: Asked[] = [];
  for (const query of queries) {
    const { message, pages, tokens } = await workspace.inject(query.text);
    asked.push({
      isReal: isJudged(query),
      isInjected: message !== null,
      isHit: pages.some(({ id }) => query.grades.has(docByPage.get(id) ?? "")),
      tokens,
    });
  }
  return asked;
};
