/** Reads a weakness wiki as existing dashboards do: line by line, which is less than YAML. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Field = string | readonly string[];

export interface ReadWeakness {
  readonly fields: Readonly<Record<string, Field>>;
  readonly solutions: number;
}

const withoutQuotes = (text: string): string => text.trim().replace(/^["']+|["']+$/g, "");

const fieldOf = (value: string): Field => {
  if (!(value.startsWith("[") && value.endsWith("]"))) return withoutQuotes(value);
  return value
    .slice(1, -1)
    .split(",")
    .map(withoutQuotes)
    .filter((item) => item !== "");
};

/** The text between a `---` at byte 0 and the next one. A comment stays in the value; the last of two keys wins. */
const frontMatterFields = (text: string): Readonly<Record<string, Field>> => {
  const end = text.indexOf("\n---", 3);
  if (!text.startsWith("---") || end === -1) return {};
  const lines = text.slice(3, end).split("\n");
  const fields = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    if (line.trim() === "" || line.trim().startsWith("#") || colon === -1) return [];
    return [[line.slice(0, colon).trim(), fieldOf(line.slice(colon + 1).trim())] as const];
  });
  return Object.fromEntries(fields);
};

/** As the page of weaknesses shows them; throws where it would break off. */
export const readWeaknesses = (wiki: string): readonly ReadWeakness[] =>
  readdirSync(join(wiki, "weaknesses"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => {
      const fields = frontMatterFields(readFileSync(join(wiki, "weaknesses", name), "utf8"));
      for (const key of ["tags", "affected_tasks", "related"]) {
        if (!Array.isArray(fields[key])) throw new TypeError(`${name}: ${key} is no list on one line`);
      }
      const folder = join(wiki, "solutions", String(fields["slug"]));
      return { fields, solutions: existsSync(folder) ? readdirSync(folder).length : 0 };
    });
