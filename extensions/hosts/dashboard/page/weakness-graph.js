/** How the weaknesses of a run relate, by status. */

import { el } from "./dom.js";
import { drawGraph, legend } from "./draw-graph.js";

const colours = { open: "warn", "in-progress": "accent", completed: "good", solved: "good", reverted: "bad" };

export const weaknessGraph = (weaknesses) => {
  const slugs = new Set(weaknesses.map(({ slug }) => slug));
  const links = weaknesses.flatMap(({ slug, related }) =>
    related.filter((one) => slugs.has(one.slug) && one.slug !== slug).map((one) => ({ from: slug, to: one.slug })),
  );
  if (links.length === 0) return undefined;
  const nodes = weaknesses.map(({ slug, title, status }) => ({
    id: slug,
    label: title,
    size: 14,
    colour: colours[status] ?? "soft",
  }));
  const names = links.map(({ from, to }) => `${from} and ${to}`).join(", ");
  const canvas = el("div", { class: "canvas low", role: "img", "aria-label": `Related weaknesses: ${names}` });
  const statuses = [...new Set(weaknesses.map(({ status }) => status))];
  let drawn;
  return {
    node: el("div", {}, canvas, legend(statuses.map((status) => [status, colours[status] ?? "soft"]))),
    entered: () => {
      drawn = drawGraph(canvas, { nodes, links });
    },
    leave: () => drawn?.destroy(),
  };
};
