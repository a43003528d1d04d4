/** Reads a weakness, in every form that the format and its older kin are written in. Never throws for what a file says. Pure. */

import type { Finding } from "../finding.ts";
import { lineAt } from "../pages/front-matter/fence.ts";
import {
  leadOf,
  linkedName,
  readWikiMarkdown,
  remarksIn,
  type Section,
  sectionOf,
  textOf,
  textsOf,
  type WikiMarkdown,
} from "./read-markdown.ts";
import type { Rejection, Related, Weakness } from "./weakness.ts";

export interface ReadWeakness {
  readonly weakness: Weakness;
  readonly markdown: WikiMarkdown;
  readonly findings: readonly Finding[];
}

/** Keys that the format knows; every other one is kept as it is. */
const weaknessKeys = [
  "slug",
  "status",
  "tags",
  "discovered_in_iteration",
  "discovered_in_round",
  "attacked_in_iterations",
  "attacked_in_rounds",
  "solved_in_iteration",
  "solved_in_round",
  "affected_tasks",
  "related",
  "related_why",
  "solutions",
] as const;

export const rejectionsHeading = /rejected store memory|^rsm$/i;
export const relatedHeading = /^related\b/i;
export const tasksHeading = /^tasks\b/i;

export const readWeakness = (raw: string, path: string): ReadWeakness => {
  const markdown = readWikiMarkdown(raw, path);
  const { data } = markdown;
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  const slug = textOf(data["slug"]) ?? stem;
  const known = new Set<string>(weaknessKeys);
  const weakness: Weakness = {
    slug,
    path,
    title: markdown.title ?? slug,
    status: textOf(data["status"]) ?? "unknown",
    tags: textsOf(data["tags"]),
    discoveredIn: firstOf(data, "discovered_in_iteration", "discovered_in_round"),
    attackedIn: allOf(data, "attacked_in_iterations", "attacked_in_rounds"),
    solvedIn: firstOf(data, "solved_in_iteration", "solved_in_round"),
    affectedTasks: [...new Set(textsOf(data["affected_tasks"]))],
    related: relatedIn(markdown),
    solutionLinks: textsOf(data["solutions"]).map((link) => idOfLink(link, slug)),
    whatFails: leadOf(sectionOf(markdown, /^what fails/i)),
    tasks: remarksIn(sectionOf(markdown, tasksHeading)),
    references: remarksIn(sectionOf(markdown, /^references/i)),
    rejections: rejectionsIn(markdown),
    extra: Object.fromEntries(Object.entries(data).filter(([key]) => !known.has(key))),
  };
  return { weakness, markdown, findings: markdown.findings };
};

const firstOf = (data: WikiMarkdown["data"], ...keys: readonly string[]): string | undefined =>
  keys.map((key) => textOf(data[key])).find((value) => value !== undefined);

/** Both families of keys usually say the same. */
const allOf = (data: WikiMarkdown["data"], ...keys: readonly string[]): readonly string[] => [
  ...new Set(keys.flatMap((key) => textsOf(data[key]))),
];

/** Strips this weakness's own slug, never a guess: one slug may begin another. */
const idOfLink = (link: string, slug: string): string => {
  const name = linkedName(link);
  return name.startsWith(`${slug}-`) ? name.slice(slug.length + 1) : name;
};

/** Slugs, `[[links]]` or `{slug, why}`; reasons may also stand in `related_why` or under Related. */
const relatedIn = (markdown: WikiMarkdown): readonly Related[] => {
  const { data } = markdown;
  const given = relatedItems(data["related"]);
  const reasons = new Map<string, string>();
  for (const { of, note } of remarksIn(sectionOf(markdown, relatedHeading))) {
    if (note !== "") reasons.set(linkedName(of), note);
  }
  for (const line of textsOf(data["related_why"])) {
    const at = line.indexOf(": ");
    if (at > 0) reasons.set(line.slice(0, at), line.slice(at + 2));
  }
  const found = new Map<string, Related>();
  for (const { slug, why } of given) {
    if (slug !== "" && !found.has(slug)) found.set(slug, { slug, why: why ?? reasons.get(slug) });
  }
  return [...found.values()];
};

const relatedItems = (value: unknown): readonly Related[] => {
  if (Array.isArray(value)) return value.flatMap(relatedItems);
  if (typeof value !== "object" || value === null) {
    const text = textOf(value);
    return text === undefined ? [] : [{ slug: linkedName(text), why: undefined }];
  }
  const entry: Readonly<Record<string, unknown>> = { ...value };
  const slug = textsOf(entry["slug"])[0];
  return slug === undefined ? [] : [{ slug: linkedName(slug), why: textOf(entry["why"]) }];
};

const rejectionsIn = (markdown: WikiMarkdown): readonly Rejection[] => {
  const memory = sectionOf(markdown, rejectionsHeading);
  if (memory === undefined) return [];
  return markdown.sections
    .filter(({ start, level }) => start > memory.start && start < memory.end && level === memory.level + 1)
    .map((section) => rejectionOf(section, markdown.text));
};

const rejectionOf = (section: Section, text: string): Rejection => {
  const { iteration, direction } = headingParts(section.heading);
  const fields = boldFields(section.body);
  return {
    iteration,
    direction,
    thesis: fields.get("thesis") ?? "",
    change: fields.get("change") ?? "",
    metrics: fields.get("metrics") ?? fields.get("result") ?? "",
    why: fields.get("why rejected") ?? "",
    line: lineAt(text, section.start),
    text: text.slice(section.start, section.end).trim(),
  };
};

/** `cand_0005 · prompt-only`, ``Round 3 · `prompt-only` ``, or with a dash between; an iteration may have dashes itself. */
const headingParts = (heading: string): { readonly iteration: string; readonly direction: string } => {
  const match = /^(.*?)\s*·\s*(.*)$/.exec(heading) ?? /^(.*?)\s+(?:-|–|—)\s+(.*)$/.exec(heading);
  const strip = (part: string): string => part.replace(/[`*]/g, "").trim();
  if (match === null) return { iteration: strip(heading), direction: "" };
  return { iteration: strip(match[1] ?? "").replace(/^round\s+/i, ""), direction: strip(match[2] ?? "") };
};

/** `- **Name (of what)**: text`, with lines that go on below; names in lower case, without what is in brackets. */
const boldFields = (body: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  let current: string | undefined;
  for (const line of body.split("\n")) {
    const match = /^\s*[-*+]\s+\*\*(.+?):?\*\*\s*:?\s*(.*)$/.exec(line);
    if (match !== null) {
      current = (match[1] ?? "")
        .replace(/\(.*\)/, "")
        .replace(/:$/, "")
        .trim()
        .toLowerCase();
      fields.set(current, (match[2] ?? "").trim());
    } else if (current !== undefined && line.trim() !== "") {
      fields.set(current, `${fields.get(current)} ${line.trim()}`.trim());
    }
  }
  return fields;
};
