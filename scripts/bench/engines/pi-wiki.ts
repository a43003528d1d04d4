/** The product as it is used: pages in a vault, its own index, its own recall. */

import { writeDocPages } from "../world/doc-pages.ts";
import { deepest, type Engine, timed } from "./engine.ts";

export const piWiki: Engine = async (docs, { world, place }) => {
  const folder = world.place(place);
  const workspace = world.workspace(folder);
  await workspace.init({ topic: "evaluation", layer: "project" });
  const docByPage = writeDocPages(folder, docs);
  const { ms } = await timed(() => workspace.warm());
  return {
    buildMs: ms,
    search: async (query) => {
      const { hits } = await workspace.recall({ query, limit: deepest });
      return hits.map(({ id }) => docByPage.get(id) ?? id);
    },
  };
};
