/** Writes front matter that every reader of the format takes: one key a line, lists on one line, no comments. Pure. */

import { flowValue, keyText } from "../../pages/front-matter/yaml-value.ts";
import type { Related, Weakness } from "../weakness.ts";

export const relatedStyles = ["inline", "documented"] as const;
/** `documented` writes `{slug, why}` as nested lines, whose edges existing dashboards don't see. */
export type RelatedStyle = (typeof relatedStyles)[number];

export type Field = readonly [key: string, value: unknown];

/** An undefined value leaves its key out. */
export const renderBlock = (fields: readonly Field[], raw: Readonly<Record<string, string>> = {}): string => {
  const lines = fields.flatMap(([key, value]) => {
    if (raw[key] !== undefined) return [raw[key]];
    return value === undefined ? [] : [`${keyText(key)}: ${flowValue(value)}`];
  });
  return `---\n${lines.join("\n")}\n---\n`;
};

export const linkTo = (name: string): string => `[[${name}]]`;

/** Both families of keys; when it was solved is said only while it is. */
export const renderWeaknessBlock = (weakness: Omit<Weakness, "rejections">, style: RelatedStyle): string => {
  const { slug, discoveredIn, attackedIn, solvedIn, related } = weakness;
  const isNested = style === "documented" && related.length > 0;
  const reasons = related.flatMap(({ slug: name, why }) => (why === undefined ? [] : [`${name}: ${why}`]));
  return renderBlock(
    [
      ["slug", slug],
      ["status", weakness.status],
      ["tags", weakness.tags],
      ["discovered_in_iteration", discoveredIn],
      ["discovered_in_round", discoveredIn],
      ["attacked_in_iterations", attackedIn],
      ["attacked_in_rounds", attackedIn],
      ["solved_in_iteration", solvedIn],
      ["solved_in_round", solvedIn],
      ["affected_tasks", weakness.affectedTasks],
      ["related", related.map(({ slug: name }) => name)],
      ["related_why", isNested ? undefined : reasons],
      ["solutions", weakness.solutionLinks.map((id) => linkTo(`${slug}-${id}`))],
      ...Object.entries(weakness.extra),
    ],
    isNested ? { related: nestedRelated(related) } : {},
  );
};

/** The slug first: readers that go by lines take a key of its own for what begins a line. */
const nestedRelated = (related: readonly Related[]): string =>
  [
    "related:",
    ...related.flatMap(({ slug, why }) => [
      `  - slug: ${flowValue(slug)}`,
      ...(why === undefined ? [] : [`    why: ${flowValue(why)}`]),
    ]),
  ].join("\n");
