/** The measured steps of pi-wiki: a session opened, asked, and told of an edit. */

import { join } from "node:path";
import type { Workspace } from "../../../extensions/workspace.ts";
import { openWorld } from "../world/bench-world.ts";
import { addWord, wordOf } from "./edit-page.ts";
import { type Operation, type StepOrder, type StepReport, timeEach, timeOnce, timeWarm } from "./step.ts";

const edits = 7;

export const piWikiStep = async (order: StepOrder): Promise<StepReport> => {
  const world = openWorld(order.folder);
  const workspace = world.workspace(join(order.folder, "project"), { personal: order.op === "layered" });
  return steps[order.op](workspace, order);
};

type Step = (workspace: Workspace, order: StepOrder) => Promise<StepReport>;

const warm: Step = (workspace) => timeOnce(() => workspace.warm());

const steps: Readonly<Record<Operation, Step>> = {
  build: warm,
  load: warm,
  cold_recall: (workspace, { queries }) => timeOnce(() => workspace.recall({ query: queries[0] ?? "" })),
  warm_recall: async (workspace, { queries }) => {
    await workspace.warm();
    return timeWarm(queries, (query) => workspace.recall({ query }));
  },
  inject: async (workspace, { queries }) => {
    await workspace.warm();
    return timeWarm(queries, (query) => workspace.inject(query));
  },
  update: async (workspace, { folder, pages, queries }) => {
    await workspace.warm();
    for (const query of queries.slice(0, 10)) await workspace.recall({ query });
    const edited = pages.slice(0, edits);
    const wordFor = (page: string): string => wordOf(1000 + edited.indexOf(page));
    const find = async (page: string): Promise<void> => {
      const { hits } = await workspace.recall({ query: wordFor(page) });
      if (!hits.some(({ path }) => path.endsWith(page))) throw new Error(`The edit of ${page} was not found.`);
    };
    return timeEach(edited, find, async (page) => {
      addWord(join(folder, "project", ".llm-wiki", page), wordFor(page));
    });
  },
  layered: async (workspace, { queries }) => {
    await workspace.warm();
    return timeWarm(queries, (query) => workspace.recall({ query }));
  },
};
