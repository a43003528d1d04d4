import fc from "fast-check";
import { expect, test } from "vitest";
import { openIndex } from "../../../../extensions/core/recall/indexing/index-store.ts";
import { readPage } from "../../../../extensions/core/recall/indexing/indexed-files.ts";
import type { VaultIndex } from "../../../../extensions/core/recall/indexing/vault-index.ts";
import { rank } from "../../../../extensions/core/recall/ranking/rank.ts";
import { statisticsOf } from "../../../../extensions/core/recall/ranking/term.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { temporaryFolder, testPlatform } from "../../../support/test-platform.ts";
import { type RecallWorld, recallWorld } from "../recall-world.ts";

const names = ["wick", "oil", "lens", "fog", "tide", "storm"] as const;
const texts = [
  "# The lamp\n\nTrim the wick of the lamp at dusk.\n",
  "# Lamp oil\n\nColza oil for the lamp.\n\n## Storage\n\nIn the cellar.\n",
  "# Fog\n\nSound the horn in fog, and light the lamp.\n",
  "The storm broke the lens of the lamp. The keeper mended the lens.\n",
  "",
] as const;

type Step =
  | { readonly kind: "write"; readonly name: string; readonly text: string }
  | { readonly kind: "remove"; readonly name: string }
  | { readonly kind: "rename"; readonly name: string; readonly to: string }
  | { readonly kind: "refresh" | "save" | "restart" | "reload" | "rebuild" };

const name = fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("write" as const), name, text: fc.constantFrom(...texts) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), name, to: name }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("refresh", "save", "restart", "reload", "rebuild") }) },
);

const apply = async (world: RecallWorld, state: { index: VaultIndex; files: Map<string, string> }, one: Step) => {
  const { files } = state;
  const pathOf = (page: string): string => `wiki/notes/${page}.md`;
  const remove = (page: string): void => {
    if (files.delete(page)) world.remove(pathOf(page));
  };
  const write = (page: string, text: string): void => {
    files.set(page, text);
    world.put(pathOf(page), text);
  };
  if (one.kind === "write") write(one.name, one.text);
  else if (one.kind === "remove") remove(one.name);
  else if (one.kind === "rename") {
    const text = files.get(one.name);
    if (text === undefined) return;
    remove(one.name);
    write(one.to, text);
  } else if (one.kind === "refresh") await state.index.refresh({ full: true });
  else if (one.kind === "save") await state.index.save();
  else if (one.kind === "reload") state.index.reload();
  else if (one.kind === "rebuild") await state.index.rebuild();
  else state.index = world.open();
};

const rankingOf = (index: VaultIndex, prompt: string) =>
  rank({
    parts: index.parts,
    statistics: statisticsOf(index.parts),
    prompt,
    limit: 10,
    exclude: () => undefined,
    weigh: () => 1,
    textOf: ({ path }) => readPage(index.vault, path)?.body,
  }).ranked.map(({ facts, score }) => ({ id: facts.id, score: Math.round(score * 1e6) / 1e6 }));

test("after any history an index ranks as one that is built anew from the files", async () => {
  verifies("recall.index-histories");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const world = await recallWorld();
      const state = { index: world.open(), files: new Map<string, string>() };
      for (const one of steps) await apply(world, state, one);
      await state.index.refresh({ full: true });
      const elsewhere = await testPlatform({ folder: temporaryFolder() });
      const anew = openIndex(elsewhere.platform, world.project);
      await anew.refresh();
      for (const prompt of ["lamp", "where is the lamp oil kept?", "storm lens", "fog"]) {
        expect(rankingOf(state.index, prompt)).toEqual(rankingOf(anew, prompt));
      }
    }),
    { numRuns: 40 },
  );
});
