/**
 * `bench:speed`: how long a vault of N pages takes to index, to open, to ask and to keep in step. Each step runs in a
 * process of its own, so that cold is cold and memory is its own.
 */

import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openRows, type Row, say } from "./output/rows.ts";
import { mean, ms, p50, p95, quantile } from "./output/times.ts";
import { type Operation, operations, type StepOrder, type StepReport } from "./speed/step.ts";
import { writeSyntheticVault } from "./synthetic-vault.ts";
import { type BenchWorld, withWorld } from "./world/bench-world.ts";

const usage = "bench:speed --pages N [--peer DIR] [--data DIR] [--seed N] [--runs N] [--json]";
/** Above this the peer takes minutes a question. */
const mostPeerPages = 10_000;

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pages: { type: "string", default: "" },
      peer: { type: "string" },
      data: { type: "string" },
      seed: { type: "string", default: "1" },
      runs: { type: "string", default: "5" },
      json: { type: "boolean", default: false },
    },
  });
  const pages = Number(values.pages);
  if (!Number.isInteger(pages) || pages < 1) {
    say(usage);
    return 2;
  }
  const runs = Math.max(1, Number(values.runs));
  const vault = { pages, runs, seed: Number(values.seed), ...(values.data === undefined ? {} : { data: values.data }) };
  const rows = openRows(values);
  await measureAll(vault, { engine: "pi-wiki", peer: "" }, rows.print);
  if (values.peer !== undefined) {
    if (pages > mostPeerPages) say(`The peer is left out above ${mostPeerPages} pages.`);
    else await measureAll(vault, { engine: "peer", peer: values.peer }, rows.print);
  }
  rows.end();
  return 0;
};

interface VaultSize {
  readonly pages: number;
  /** Processes for a step that must be cold. */
  readonly runs: number;
  readonly seed: number;
  readonly data?: string;
}

const measureAll = (
  vault: VaultSize,
  { engine, peer }: Pick<StepOrder, "engine" | "peer">,
  print: (row: Row) => void,
): Promise<void> =>
  withWorld(async (world) => {
    const { queries, paths } = writeSyntheticVault({ ...vault, folder: world.place("project") });
    const plan = engine === "peer" ? peerPlan(vault) : piWikiPlan(vault);
    for (const op of operations) {
      const planned = plan[op];
      if (planned === undefined) continue;
      if (op === "layered") addPersonal(world, vault);
      const reports = Array.from({ length: planned.processes }, (_, run) => {
        if (op === "build") rmSync(world.cache, { recursive: true, force: true });
        const asked = [...queries.slice(run), ...queries.slice(0, run)].slice(0, planned.queries);
        return runStep(world, { engine, op, folder: world.folder, pages: paths, queries: asked, peer });
      });
      print({ engine, pages: vault.pages, op, ...figures(reports), bytes: indexBytes(world, engine) });
    }
  });

interface Plan {
  readonly processes: number;
  readonly queries: number;
}

/** Builds take a minute at 100,000 pages. */
const piWikiPlan = ({ pages, runs }: VaultSize): Readonly<Record<Operation, Plan>> => ({
  build: { processes: Math.min(runs, pages <= 1000 ? 5 : pages <= 10_000 ? 3 : 1), queries: 0 },
  load: { processes: runs, queries: 0 },
  cold_recall: { processes: runs, queries: 1 },
  warm_recall: { processes: 1, queries: 200 },
  inject: { processes: 1, queries: 200 },
  update: { processes: 1, queries: 10 },
  layered: { processes: 1, queries: 100 },
});

/** It has no load: nothing is kept but its registry, which each question reads. */
const peerPlan = ({ pages, runs }: VaultSize): Readonly<Partial<Record<Operation, Plan>>> => {
  const isSmall = pages <= 1000;
  return {
    build: { processes: Math.min(runs, isSmall ? 3 : 1), queries: 0 },
    cold_recall: { processes: Math.min(runs, isSmall ? 5 : 2), queries: 1 },
    warm_recall: { processes: 1, queries: isSmall ? 20 : 5 },
    inject: { processes: 1, queries: isSmall ? 20 : 5 },
    update: { processes: 1, queries: 0 },
    layered: { processes: 1, queries: isSmall ? 10 : 3 },
  };
};

/** As many pages again in the personal layer, other ones. */
const addPersonal = (world: BenchWorld, vault: VaultSize): void => {
  writeSyntheticVault({ ...vault, seed: vault.seed + 1, folder: world.place("home") });
};

const launcher = fileURLToPath(new URL("run.mjs", import.meta.url));

const runStep = (world: BenchWorld, order: StepOrder): StepReport => {
  const path = join(world.folder, "order.json");
  writeFileSync(path, JSON.stringify(order));
  const env = { ...process.env, WIKI_HOME: world.place("home") };
  const printed = execFileSync(process.execPath, [launcher, "speed-step", path], {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(printed) as StepReport; // Printed by speed-step.ts.
};

const figures = (reports: readonly StepReport[]) => {
  const times = reports.flatMap((report) => report.times);
  return {
    p50_ms: p50(times),
    p95_ms: p95(times),
    cpu_ms: ms(mean(reports.map(({ cpuMs }) => cpuMs))),
    rss_mb: Math.round(
      quantile(
        reports.map(({ rssMb }) => rssMb),
        0.5,
      ),
    ),
  };
};

/** What is kept on disk beside the pages. */
const indexBytes = (world: BenchWorld, engine: StepOrder["engine"]): number =>
  engine === "pi-wiki" ? bytesBelow(world.cache) : bytesBelow(join(world.folder, "project", ".llm-wiki", "meta"));

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(path) : statSync(path).size);
  }, 0);
