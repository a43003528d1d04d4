/** Changes to the text of a weakness: front matter in the profile that every reader takes, entries only added. Pure. */

import { WikiError } from "../../errors.ts";
import { sectionOf } from "../read-markdown.ts";
import { type ReadWeakness, readWeakness, rejectionsHeading, relatedHeading, tasksHeading } from "../read-weakness.ts";
import type { Related, Weakness } from "../weakness.ts";
import { type RelatedStyle, renderWeaknessBlock } from "./render-front-matter.ts";
import { rejectionsTitle, relatedLine, remarkLine } from "./render-markdown.ts";

export type WeaknessChange = Partial<
  Pick<Weakness, "status" | "attackedIn" | "solvedIn" | "affectedTasks" | "solutionLinks">
> & {
  /** Neighbours to add. */
  readonly newRelated?: readonly Related[];
  /** Tasks to add under Tasks. */
  readonly newTasks?: readonly string[];
  /** An entry to add to the Rejected Store Memory. */
  readonly rejection?: string;
};

/** Refuses a file whose front matter can't be read: writing it back would lose what somebody meant. */
export const readForEdit = (raw: string, path: string): ReadWeakness => {
  const read = readWeakness(raw, path);
  const error = read.findings.find(({ severity }) => severity === "error");
  const problem = error?.message ?? (read.markdown.hasBlock ? undefined : "There is no front matter.");
  if (problem !== undefined) throw new WikiError("front_matter", { path, line: error?.line ?? 1, problem });
  return read;
};

export const editWeakness = (raw: string, path: string, change: WeaknessChange, style: RelatedStyle): string => {
  const { weakness, markdown } = readForEdit(raw, path);
  const { newRelated = [], newTasks = [], rejection, ...fields } = change;
  const added = newRelated.filter(({ slug }) => weakness.related.every((one) => one.slug !== slug));
  const changed: Weakness = { ...weakness, ...fields, related: [...weakness.related, ...added] };
  const block = renderWeaknessBlock(changed, style);
  const body = markdown.text.slice(markdown.bodyOffset).replace(/^\n+/, "");
  let text = `${block}\n${body}`;
  if (newTasks.length > 0) {
    const lines = newTasks.map((task) => remarkLine({ of: task, note: "" }));
    text = addTo(text, { pattern: tasksHeading, title: "Tasks (found on)", lines: lines.join("\n"), gap: "\n" });
  }
  if (added.length > 0) {
    const lines = added.map(relatedLine).join("\n");
    text = addTo(text, { pattern: relatedHeading, title: "Related", lines, gap: "\n" });
  }
  if (rejection !== undefined) {
    text = addTo(text, { pattern: rejectionsHeading, title: rejectionsTitle, lines: rejection, gap: "\n\n" });
  }
  return text;
};

interface Addition {
  readonly pattern: RegExp;
  /** Of a section that is not there yet. */
  readonly title: string;
  readonly lines: string;
  /** Before the lines, where something stands there already. */
  readonly gap: string;
}

/** After what stands in a section; one that is missing comes before the rejected attempts, which are last. */
const addTo = (text: string, { pattern, title, lines, gap }: Addition): string => {
  const read = readWeakness(text, "weakness").markdown;
  const section = sectionOf(read, pattern);
  if (section === undefined) {
    const last = pattern === rejectionsHeading ? undefined : sectionOf(read, rejectionsHeading);
    const at = last?.start ?? read.text.length;
    return joined(read.text.slice(0, at), `\n\n## ${title}\n\n${lines}`, read.text.slice(at));
  }
  const kept = read.text.slice(0, section.end).trimEnd();
  const isEmpty = section.body.trim() === "";
  return joined(kept, `${isEmpty ? "\n\n" : gap}${lines}`, read.text.slice(section.end));
};

const joined = (before: string, added: string, after: string): string => {
  const rest = after.replace(/^\n+/, "");
  return `${before.trimEnd()}${added}\n${rest === "" ? "" : `\n${rest}`}`;
};
