/**
 * What labels of code add to a recall: two vaults with the same pages, of which the code has changed in the one and
 * nothing is known in the other, asked the same in turn.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../../../extensions/workspace.ts";
import { quantile } from "../output/times.ts";
import { writeSyntheticVault } from "../synthetic-vault.ts";
import type { BenchWorld } from "../world/bench-world.ts";

export interface LabelCostOptions {
  /** Pages that answer the question, each with a label. */
  readonly hits: number;
  /** Other pages. */
  readonly pages: number;
  readonly runs: number;
}

export const labelCost = async (world: BenchWorld, options: LabelCostOptions) => {
  const asked = [
    await openAsked(world, "labels-none", options),
    await openAsked(world, "labels-all", options),
  ] as const;
  const counts = [(await ask(asked[0])).labels, (await ask(asked[1])).labels];
  if (counts[0] !== 0 || counts[1] !== options.hits) throw new Error(`There are ${counts.join(" and ")} labels.`);
  const times: readonly [number[], number[]] = [[], []];
  for (let run = -warmUps; run < options.runs; run += 1) {
    // What comes second finds other things in the processor's caches.
    const order = run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const at of order) {
      const { ms } = await ask(asked[at]);
      if (run >= 0) times[at].push(ms);
    }
  }
  const [plain, labelled] = [quantile(times[0], 0.5), quantile(times[1], 0.5)];
  const added = rounded(labelled - plain);
  return {
    op: "labels",
    hits: options.hits,
    plain_ms: rounded(plain),
    labelled_ms: rounded(labelled),
    added_ms: added,
  };
};

const warmUps = 50;

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;

const query = "how is the fresnel lens of the lantern turned";

const ask = async ({ workspace, hits: limit }: Asked) => {
  const began = performance.now();
  const { hits } = await workspace.recall({ query, limit });
  const ms = performance.now() - began;
  return { ms, labels: hits.filter(({ labels }) => labels.some((label) => label.startsWith("code changed"))).length };
};

interface Asked {
  readonly workspace: Workspace;
  readonly hits: number;
}

const openAsked = async (
  world: BenchWorld,
  name: "labels-none" | "labels-all",
  { hits, pages }: LabelCostOptions,
): Promise<Asked> => {
  const folder = world.place(name);
  const { root } = writeSyntheticVault({ folder, pages, seed: 7 });
  mkdirSync(join(folder, "src"));
  for (let nth = 0; nth < hits; nth += 1) {
    writeFileSync(join(root, `wiki/notes/lens-${nth}.md`), pageOf(nth));
    writeFileSync(join(folder, `src/lens-${nth}.ts`), codeOf(nth, "panels"));
  }
  const workspace = world.workspace(folder);
  if (name === "labels-all") execFileSync("git", ["init", "-q"], { cwd: folder });
  await workspace.settle();
  for (let nth = 0; nth < hits; nth += 1) writeFileSync(join(folder, `src/lens-${nth}.ts`), codeOf(nth, "panels + 1"));
  await workspace.anchors.check();
  return { workspace, hits };
};

const pageOf = (nth: number): string =>
  `---\ntype: decision\ntitle: Lens ${nth}\nfiles:\n  - src/lens-${nth}.ts#openLens${nth}\n---\n\n# Lens ${nth}\n\nThe fresnel lens ${nth} of the lantern is turned by the keeper.\n`;

const codeOf = (nth: number, turned: string): string =>
  `export const openLens${nth} = (panels: number): number => {\n  const turned = ${turned};\n  return turned * ${nth + 1};\n};\n`;
