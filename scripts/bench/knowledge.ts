/**
 * `bench:knowledge`: how long the symbol map of a repository takes, cold, after one changed file and unchanged, and a
 * query, grounding and a packet on it; how much memory the process has, and how long its other work waits for it at most.
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { defaultBudget } from "../../extensions/core/knowledge/packet/packet.ts";
import {
  openRepositoryKnowledge,
  type RepositoryKnowledge,
} from "../../extensions/core/knowledge/repository-knowledge.ts";
import { languageOf } from "../../extensions/core/knowledge/symbols/language.ts";
import { openRows } from "./output/rows.ts";
import { ms, quantile } from "./output/times.ts";
import { withWorld } from "./world/bench-world.ts";

/** Packages that ship their TypeScript: about 550 files and 5 MB. */
const shipped = ["zod/src", "openai/src"];

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      from: { type: "string", multiple: true },
      runs: { type: "string", default: "5" },
      json: { type: "boolean", default: false },
    },
  });
  const runs = Math.max(1, Number(values.runs));
  await withWorld(async (world) => {
    const root = world.place("repository");
    const files = fillRepository(root, values.from ?? shipped.map(packageFolder));
    const { platform } = world.workspace(root);
    const knowledge = openRepositoryKnowledge(platform, root);
    const rows = openRows(values);
    for (const [op, step] of Object.entries(stepsOn(root, { knowledge, files }))) {
      const measured: Measured[] = [];
      // The first of several only warms up what every later one finds warm.
      for (let run = 0; run <= runs; run += 1) {
        step.prepare?.(run);
        measured.push(await measure(step.act));
      }
      rows.print({ op, files: files.length, ...figures(measured.slice(1)) });
    }
    rows.end();
  });
  return 0;
};

const packageFolder = (name: string): string => fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));

const git = (root: string, ...args: readonly string[]): void => {
  execFileSync("git", args, { cwd: root, stdio: "pipe" });
};

/** Copies the sources of some folders into a repository; returns their paths. */
const fillRepository = (root: string, folders: readonly string[]): readonly string[] => {
  git(root, "init", "-q");
  const paths = folders.flatMap((folder, index) => {
    if (!existsSync(folder)) throw new Error(`${folder} does not exist; name another folder with --from.`);
    const inside = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true });
    return inside
      .filter((entry) => entry.isFile() && languageOf(entry.name) !== undefined)
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => ({ from: join(folder, name), to: join(String(index), name) }));
  });
  for (const { from, to } of paths) {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    copyFileSync(from, join(root, to));
  }
  git(root, "add", ".");
  // As a repository that has been worked in: committed and packed.
  git(root, "-c", "user.name=bench", "-c", "user.email=bench@lighthouse.example", "commit", "-qm", "Begin");
  git(root, "gc", "-q");
  return paths.map(({ to }) => to);
};

interface Step {
  readonly prepare?: (run: number) => void;
  readonly act: () => Promise<unknown>;
}

const hinted = 50;

const stepsOn = (
  root: string,
  { knowledge, files }: { readonly knowledge: RepositoryKnowledge; readonly files: readonly string[] },
): Readonly<Record<string, Step>> => ({
  cold: {
    prepare: () => rmSync(join(root, ".git/pmo-knowledge"), { recursive: true, force: true }),
    act: () => knowledge.refresh(),
  },
  one_changed: {
    prepare: (run) => {
      appendFileSync(join(root, files[0] ?? ""), `\nexport const changed${run} = ${run};\n`);
      git(root, "add", files[0] ?? "");
    },
    act: () => knowledge.refresh(),
  },
  unchanged: { act: () => knowledge.refresh() },
  query: { act: () => knowledge.map({ query: "parse", limit: 20 }) },
  ground: { act: () => knowledge.ground(pageOf(root, task(files))) },
  packet: {
    act: () =>
      knowledge.packet(pageOf(root, fileHints(files.slice(0, packed)).join("\n")), {
        byteBudget: defaultBudget,
        version: "2",
      }),
  },
});

/** More hints than these lead to more tests than a packet can name. */
const packed = 6;

const pageOf = (root: string, text: string) => ({ id: "bench", path: join(root, "task.md"), text, vaults: [] });

const fileHints = (paths: readonly (string | undefined)[]): readonly string[] => [
  "## Localization hints",
  "- **Affected files:**",
  ...paths.map((path) => `  - ${path}`),
];

/** A third of the hints are files, a third names that are there, a third planned names, for which all is searched. */
const task = (files: readonly string[]): string => {
  const third = Math.floor(hinted / 3);
  const step = Math.max(1, Math.floor(files.length / third));
  const paths = Array.from({ length: third }, (_, index) => files[(index * step) % files.length]);
  const names = Array.from(
    { length: third + 1 },
    (_, index) => `  - ${["parse", "create", "request", "refine"][index % 4]}`,
  );
  const planned = Array.from({ length: third + 1 }, (_, index) => `  - plannedName${index} (new)`);
  return [...fileHints(paths), "- **Target symbols:**", ...names, ...planned].join("\n");
};

interface Measured {
  readonly took: number;
  /** Of this process, its worker thread included; git's own is not in it. */
  readonly cpu: number;
  readonly waited: number;
}

const measure = async (act: () => Promise<unknown>): Promise<Measured> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const cpuBefore = process.cpuUsage();
  delay.enable();
  const began = performance.now();
  await act();
  const took = performance.now() - began;
  delay.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { took, cpu: (user + system) / 1000, waited: delay.max / 1e6 };
};

const figures = (measured: readonly Measured[]) => ({
  p50_ms: ms(
    quantile(
      measured.map(({ took }) => took),
      0.5,
    ),
  ),
  least_ms: ms(Math.min(...measured.map(({ took }) => took))),
  cpu_ms: ms(
    quantile(
      measured.map(({ cpu }) => cpu),
      0.5,
    ),
  ),
  longest_wait_ms: ms(
    quantile(
      measured.map(({ waited }) => waited),
      0.5,
    ),
  ),
  rss_mb: Math.round(process.memoryUsage.rss() / 1e6),
});
