/**
 * Reads uses from a session's course: what was shown, what an answer cites, and which tests changed their mind after
 * that. The same course gives the same uses, so that it may be read again and again. Pure.
 */

import type { Instant } from "../../platform/platform.ts";
import type { Parse } from "../guard/shell/parser.ts";
import { extractLinks } from "../pages/links.ts";
import { present } from "../present.ts";
import { type Check, type CheckedCommand, checkedCommand } from "./checked-command.ts";
import type { Answered, Course, CourseStep, RanCommand } from "./course.ts";
import type { UsageEvent } from "./usage-event.ts";

export interface CourseRules<Place> {
  readonly now: Instant;
  hash(text: string): string;
  /** Patterns of commands whose exit status is evidence. */
  readonly testCommands: readonly string[];
  /** Undefined where no command is to be looked at. */
  readonly parse: Parse | undefined;
  /** The vault that holds a file. */
  placeOf(path: string): Place | undefined;
  /** The vault that has a page of this id now. */
  placeOfId(id: string): Place | undefined;
}

interface Cited<Place> {
  readonly place: Place;
  readonly doc: string;
  readonly at: Instant | undefined;
}

/** A page that was cited, and the time by which the session had made its next commit. */
export interface CommittedAfter<Place> extends Cited<Place> {
  readonly until: Instant | undefined;
}

export interface ObservedCourse<Place> {
  readonly uses: readonly { readonly place: Place; readonly event: UsageEvent }[];
  readonly committed: readonly CommittedAfter<Place>[];
}

/** Remembers what it made of each answer and command. */
export const openObserver = (): (<Place>(course: Course, rules: CourseRules<Place>) => ObservedCourse<Place>) => {
  const memory: Memory = { links: new Map(), checks: new Map() };
  return (course, rules) => observe(course, rules, memory);
};

interface Memory {
  readonly links: Map<string, readonly string[]>;
  readonly checks: Map<string, CheckedCommand>;
}

interface Citation<Place> extends Cited<Place> {
  readonly step: number;
  readonly entry: string;
  readonly isRecorded: boolean;
}

interface CheckRun extends Check {
  readonly step: number;
  readonly entry: string;
  readonly isOk: boolean;
  readonly at: Instant | undefined;
}

const observe = <Place>(course: Course, rules: CourseRules<Place>, memory: Memory): ObservedCourse<Place> => {
  const { session, steps, task } = course;
  const citations = citationsIn(steps, rules, memory);
  const commands = steps.flatMap((step, index) => (step.kind === "ran" ? [{ step, index }] : []));
  const runs = commands.flatMap(({ step, index }) => runsOf(step, index, { rules, memory }));
  const byCheck = grouped(runs);
  const commits = commands.filter(({ step }) => checkedOf(step.command, rules, memory).isCommit);
  return {
    uses: [
      ...hitsIn(steps, session, rules),
      ...citations.flatMap((citation) => adoptionOf(citation, session, rules)),
      ...citations.flatMap((citation) => outcomesOf(citation, byCheck, { session, task, rules })),
    ],
    committed: citations.flatMap(({ place, doc, at, step }) => {
      const next = commits.find(({ index }) => index > step);
      return next === undefined ? [] : [{ place, doc, at, until: next.step.at }];
    }),
  };
};

const idLength = 16;

const idOf = ({ hash }: Pick<CourseRules<unknown>, "hash">, ...parts: readonly string[]): string =>
  hash(parts.join("\n")).slice(0, idLength);

const hitsIn = <Place>(
  steps: readonly CourseStep[],
  session: string,
  rules: CourseRules<Place>,
): ObservedCourse<Place>["uses"] =>
  steps.flatMap((step) => {
    if (step.kind !== "shown") return [];
    const { entry, at = rules.now, turn, how, pages } = step;
    return pages.flatMap(({ id: doc, path, tokens }) => {
      const place = rules.placeOf(path);
      const id = idOf(rules, "hit", entry, doc);
      return place === undefined ? [] : [{ place, event: { kind: "hit", id, doc, at, session, turn, tokens, how } }];
    });
  });

const citationsIn = <Place>(
  steps: readonly CourseStep[],
  rules: CourseRules<Place>,
  memory: Memory,
): readonly Citation<Place>[] => {
  const shown = new Map<string, string>();
  return steps.flatMap((step, index) => {
    const { entry, at } = step;
    const cited = (doc: string, place: Place | undefined, isRecorded: boolean): readonly Citation<Place>[] =>
      place === undefined ? [] : [{ place, doc, at, step: index, entry, isRecorded }];
    if (step.kind === "shown") for (const { id, path } of step.pages) shown.set(id, path);
    if (step.kind === "said-useful") return cited(step.page.id, rules.placeOf(step.page.path), true);
    if (step.kind !== "answered") return [];
    return linksIn(step, memory).flatMap((id) => {
      // Captured text is shown under the packet's folder, and cited as the packet's page.
      const doc = shown.has(id) || !shown.has(`raw/${id}`) ? id : `raw/${id}`;
      const path = shown.get(doc);
      return cited(doc, path === undefined ? rules.placeOfId(id) : rules.placeOf(path), false);
    });
  });
};

/** Ids that an answer links to; those in code are only spoken of. */
const linksIn = ({ text, entry }: Answered, { links }: Memory): readonly string[] => {
  const known = links.get(entry) ?? [
    ...new Set(
      extractLinks(text).flatMap(({ kind, target }) => (kind === "markdown" ? [] : [target.normalize("NFC")])),
    ),
  ];
  links.set(entry, known);
  return known;
};

const adoptionOf = <Place>(
  { place, doc, entry, at, isRecorded }: Citation<Place>,
  session: string,
  rules: CourseRules<Place>,
): ObservedCourse<Place>["uses"] =>
  isRecorded
    ? []
    : [
        {
          place,
          event: { kind: "adopted", id: idOf(rules, "adopted", entry, doc), doc, at: at ?? rules.now, session },
        },
      ];

const checkedOf = (
  command: string,
  { testCommands, parse }: Pick<CourseRules<unknown>, "testCommands" | "parse">,
  { checks }: Memory,
): CheckedCommand => {
  const known = checks.get(command) ?? checkedCommand(command, { testCommands, parse });
  checks.set(command, known);
  return known;
};

const runsOf = (
  { command, isOk, entry, at }: RanCommand,
  step: number,
  { rules, memory }: { readonly rules: CourseRules<unknown>; readonly memory: Memory },
): readonly CheckRun[] => {
  const { passed, failed } = checkedOf(command, rules, memory);
  return (isOk ? passed : failed).map((check) => ({ ...check, step, entry, isOk, at }));
};

const grouped = (runs: readonly CheckRun[]): ReadonlyMap<string, readonly CheckRun[]> => {
  const byCheck = new Map<string, CheckRun[]>();
  for (const run of runs) {
    const own = byCheck.get(run.key);
    if (own === undefined) byCheck.set(run.key, [run]);
    else own.push(run);
  }
  return byCheck;
};

/** Each check is compared as it was before the citation and as it is now. */
const outcomesOf = <Place>(
  { place, doc, step }: Citation<Place>,
  byCheck: ReadonlyMap<string, readonly CheckRun[]>,
  {
    session,
    task,
    rules,
  }: { readonly session: string; readonly task: string | undefined; readonly rules: CourseRules<Place> },
): ObservedCourse<Place>["uses"] =>
  [...byCheck].flatMap(([key, own]) => {
    const before = own.findLast((run) => run.step < step);
    const now = own.at(-1);
    if (before === undefined || now === undefined || now.step < step || now.isOk === before.isOk) return [];
    const what = idOf(rules, "outcome", doc, key, before.entry);
    const [from, to] = now.isOk ? ["failing", "passing"] : ["passing", "failing"];
    return [
      {
        place,
        event: {
          kind: "outcome",
          id: what,
          doc,
          at: now.at ?? rules.now,
          session,
          result: now.isOk ? "success" : "failure",
          judge: "observed",
          case: what,
          ...present({ task_id: task }),
          note: `${now.name} went from ${from} to ${to}`,
        },
      },
    ];
  });
