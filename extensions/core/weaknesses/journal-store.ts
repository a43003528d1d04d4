/** What our verbs did to a run's weaknesses, line by line: the baseline that freezing and appending are held against. */

import type { Files } from "../../platform/platform.ts";
import { wikiPaths } from "./wiki-place.ts";
import { type RelatedStyle, relatedStyles } from "./write/render-front-matter.ts";

/** Written before the change that it tells of: whoever finds it without the change repeats the command. */
export interface JournalEvent {
  readonly at: string;
  /** `adopt`: a weakness that somebody else wrote, as it was before our first change to it. */
  readonly verb: "open" | "adopt" | "tasks" | "attack" | "reject" | "solve" | "status" | "relate";
  readonly slug: string;
  readonly iteration?: string | undefined;
  readonly discovered_in?: string | undefined;
  /** All affected tasks from now on. */
  readonly tasks?: readonly string[] | undefined;
  readonly attacked?: readonly string[] | undefined;
  /** SHA-256 of entries of the Rejected Store Memory. */
  readonly rejections?: readonly string[] | undefined;
  readonly solution?: string | undefined;
  readonly outcome?: string | undefined;
  readonly gate?: string | undefined;
  /** SHA-256 of the file that a person gave. */
  readonly gate_result?: string | undefined;
  readonly status?: string | undefined;
  readonly related_style?: RelatedStyle | undefined;
}

/** What must still be so of a weakness. */
export interface Baseline {
  readonly discoveredIn: string | undefined;
  readonly tasks: readonly string[];
  readonly attacked: ReadonlySet<string>;
  readonly rejections: ReadonlySet<string>;
  /** Of each solution what was last written of its outcome. */
  readonly solutions: ReadonlyMap<string, string>;
  readonly relatedStyle: RelatedStyle;
}

const largestJournal = 64 * 1024 * 1024;

export const appendEvent = (files: Files, event: JournalEvent): Promise<void> =>
  files.append(wikiPaths.journal, `${JSON.stringify(event)}\n`);

/** By slug; lines that are none of ours tell nothing. */
export const readBaselines = (files: Files): ReadonlyMap<string, Baseline> => {
  const text = files.readText(wikiPaths.journal, largestJournal) ?? "";
  const baselines = new Map<string, Baseline>();
  for (const line of text.split("\n")) {
    const event = eventIn(line);
    if (event === undefined) continue;
    const before = baselines.get(event.slug);
    baselines.set(
      event.slug,
      event.verb === "open" || before === undefined ? folded(nothing, event) : folded(before, event),
    );
  }
  return baselines;
};

const nothing: Baseline = {
  discoveredIn: undefined,
  tasks: [],
  attacked: new Set(),
  rejections: new Set(),
  solutions: new Map(),
  relatedStyle: "inline",
};

const folded = (before: Baseline, event: JournalEvent): Baseline => ({
  discoveredIn: event.discovered_in ?? before.discoveredIn,
  tasks: event.tasks ?? before.tasks,
  attacked: new Set([...before.attacked, ...(event.attacked ?? [])]),
  rejections: new Set([...before.rejections, ...(event.rejections ?? [])]),
  solutions:
    event.solution === undefined || event.outcome === undefined
      ? before.solutions
      : new Map([...before.solutions, [event.solution, event.outcome]]),
  relatedStyle: event.related_style ?? before.relatedStyle,
});

const eventIn = (line: string): JournalEvent | undefined => {
  if (line.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return undefined;
    const event = value as JournalEvent; // Each field is looked at below.
    const areTexts = [event.tasks, event.attacked, event.rejections].every(
      (list) => list === undefined || (Array.isArray(list) && list.every((item) => typeof item === "string")),
    );
    const style = relatedStyles.find((one) => one === event.related_style);
    return typeof event.slug === "string" && areTexts ? { ...event, related_style: style } : undefined;
  } catch {
    return undefined; // A torn line tells nothing, and the next one stands for itself.
  }
};
