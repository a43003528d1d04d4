/** The weakness graph as JSON, DOT or Mermaid. Pure. */

import { asLine } from "../visible.ts";
import type { WeaknessWiki } from "./read-wiki-store.ts";

export const graphFormats = ["json", "dot", "mermaid"] as const;

export interface WeaknessGraph {
  readonly nodes: readonly {
    readonly slug: string;
    readonly title: string;
    /** `missing` for a weakness that is only named by others. */
    readonly status: string;
    readonly tags: readonly string[];
    readonly affected_tasks: number;
    readonly solutions: number;
    readonly rejected: number;
  }[];
  /** Each once, whichever end named it; sorted. */
  readonly edges: readonly { readonly from: string; readonly to: string; readonly why: string | undefined }[];
}

export const graphOf = ({ weaknesses }: WeaknessWiki): WeaknessGraph => {
  const edges = new Map<string, WeaknessGraph["edges"][number]>();
  for (const { slug, related } of weaknesses) {
    for (const { slug: other, why } of related) {
      if (other === slug) continue;
      const [from = "", to = ""] = [slug, other].sort();
      const key = JSON.stringify([from, to]);
      edges.set(key, { from, to, why: edges.get(key)?.why ?? why });
    }
  }
  const known = new Set(weaknesses.map(({ slug }) => slug));
  const sorted = [...edges.values()].sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
  const missing = [...new Set(sorted.flatMap(({ from, to }) => [from, to]))].filter((slug) => !known.has(slug));
  return {
    nodes: [
      ...weaknesses.map(({ slug, title, status, tags, affectedTasks, solutions, rejections }) => ({
        slug,
        title,
        status,
        tags,
        affected_tasks: affectedTasks.length,
        solutions: solutions.length,
        rejected: rejections.length,
      })),
      ...missing.map((slug) => ({
        slug,
        title: slug,
        status: "missing",
        tags: [],
        affected_tasks: 0,
        solutions: 0,
        rejected: 0,
      })),
    ],
    edges: sorted,
  };
};

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const longestLabel = 80;

const colours: Readonly<Record<string, string>> = {
  open: "#d9534f",
  "in-progress": "#f0ad4e",
  completed: "#5bc0de",
  solved: "#5cb85c",
  reverted: "#b07cc6",
};

const labelOf = ({ slug, status }: WeaknessGraph["nodes"][number]): string =>
  `${asLine(slug, longestLabel)} (${asLine(status, longestLabel)})`;

export const renderDot = ({ nodes, edges }: WeaknessGraph): string => {
  const quote = (text: string): string => `"${asLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  return [
    "graph weaknesses {",
    "  node [shape=box, style=rounded];",
    ...nodes.map(
      (node) =>
        `  ${quote(node.slug)} [label=${quote(labelOf(node))}, color=${quote(colours[node.status] ?? "#999999")}];`,
    ),
    ...edges.map(
      ({ from, to, why }) =>
        `  ${quote(from)} -- ${quote(to)}${why === undefined ? "" : ` [label=${quote(asLine(why, longestLabel))}]`};`,
    ),
    "}",
  ].join("\n");
};

/** Ids of nodes are numbers: a slug may be a word of Mermaid's own. */
export const renderMermaid = ({ nodes, edges }: WeaknessGraph): string => {
  const ids = new Map(nodes.map(({ slug }, index) => [slug, `w${index}`]));
  const text = (said: string): string =>
    asLine(said, longestLabel).replace(/["#<>&|]/g, (sign) => `#${sign.charCodeAt(0)};`);
  return [
    "graph LR",
    ...nodes.map((node) => `  ${ids.get(node.slug)}["${text(labelOf(node))}"]`),
    ...edges.map(
      ({ from, to, why }) => `  ${ids.get(from)} ---${why === undefined ? "" : `|"${text(why)}"|`} ${ids.get(to)}`,
    ),
    ...nodes.flatMap(({ slug, status }) =>
      colours[status] === undefined ? [] : [`  style ${ids.get(slug)} stroke:${colours[status]},stroke-width:2px`],
    ),
  ].join("\n");
};
