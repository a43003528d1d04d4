/** Puts trajectories together that are of one matter: the same task, or files and commands that both have. Pure. */

import { termsOf } from "../../recall/analysis/analyse.ts";
import { type KeptValue, readable, type Trajectory, type TrajectoryOutcome } from "../../trajectories/packet.ts";

export interface TrajectoryText {
  readonly id: string;
  readonly title: string;
  readonly task: string | undefined;
  readonly outcome: TrajectoryOutcome;
  /** Paths that it read or changed. */
  readonly files: readonly string[];
  /** Tools of its own, and the programs that it ran. */
  readonly tools: readonly string[];
}

export interface TrajectoryGroup {
  readonly ids: readonly string[];
  /** What brought them together; empty for one alone. */
  readonly shared: readonly string[];
}

/** What every trajectory uses says nothing of what it is about. */
const everyday: ReadonlySet<string> = new Set("read write edit bash grep find ls".split(" "));
const everydayPrograms: ReadonlySet<string> = new Set("cd ls cat echo head tail sed grep rg find pwd git".split(" "));

/** Of the rarer one's features, by weight. */
const alike = 0.5;

export const textOfTrajectory = (
  packet: { readonly id: string; readonly title: string; readonly outcome: TrajectoryOutcome },
  { task_id, prompt, steps }: Pick<Trajectory, "task_id" | "prompt" | "steps">,
): TrajectoryText => {
  const calls = steps.flatMap(({ tool_calls = [] }) => tool_calls);
  return {
    id: packet.id,
    title: packet.title || readable(prompt).slice(0, 200),
    task: task_id,
    outcome: packet.outcome,
    files: [...new Set(calls.flatMap(({ arguments: given }) => textIn(given["path"])))],
    tools: [
      ...new Set([
        ...calls.map(({ name }) => name).filter((name) => !everyday.has(name)),
        ...calls.flatMap(({ arguments: given }) => textIn(given["command"]).flatMap(programsIn)),
      ]),
    ],
  };
};

const textIn = (value: KeptValue | undefined): readonly string[] =>
  typeof value === "string" && value !== "" ? [value] : [];

/** `npm test` of `cd app && CI=1 npm test -- --bail`. */
const programsIn = (command: string): readonly string[] =>
  command.split(/&&|\|\||[;|\n]/).flatMap((part) => {
    const [program, ...words] = part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "" && !/^\w+=/.test(word));
    if (program === undefined || everydayPrograms.has(program)) return [];
    const verb = words.find((word) => !word.startsWith("-"));
    return [verb === undefined ? program : `${program} ${verb}`];
  });

/** Larger groups first, then older; each trajectory is in one. */
export const groupTrajectories = (trajectories: readonly TrajectoryText[]): readonly TrajectoryGroup[] => {
  const looked = trajectories.map((one) => ({ one, features: featuresOf(one) }));
  const weigh = rarity(looked.map(({ features }) => features));
  const groups = new Map(trajectories.map(({ id }) => [id, new Set([id])]));
  for (const [index, left] of looked.entries()) {
    for (const right of looked.slice(index + 1)) {
      if (!belong(left, right, weigh)) continue;
      const both = new Set([...(groups.get(left.one.id) ?? []), ...(groups.get(right.one.id) ?? [])]);
      for (const id of both) groups.set(id, both);
    }
  }
  const features = new Map(looked.map(({ one, features: own }) => [one.id, own]));
  return [...new Set(groups.values())]
    .map((group) => ({
      ids: [...group].sort(),
      shared: sharedIn([...group].map((id) => features.get(id) ?? new Set())),
    }))
    .sort((a, b) => b.ids.length - a.ids.length || ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1));
};

type Features = ReadonlySet<string>;
type Weigh = (feature: string) => number;

interface Looked {
  readonly one: TrajectoryText;
  readonly features: Features;
}

const featuresOf = ({ title, task, files, tools }: TrajectoryText): Features =>
  new Set([
    ...(task === undefined ? [] : [`task ${task}`]),
    ...files.map((file) => `file ${file}`),
    ...tools.map((tool) => `tool ${tool}`),
    ...[...termsOf(title, { language: "en", keepStopWords: false })].map((term) => `title ${term}`),
  ]);

/** Among few trajectories a feature that most of them have may still be what they are about. */
const fewest = 12;

const rarity = (all: readonly Features[]): Weigh => {
  const counts = new Map<string, number>();
  for (const features of all) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const size = Math.max(all.length, fewest);
  return (feature) => Math.log(1 + size / (counts.get(feature) ?? 1));
};

const belong = (left: Looked, right: Looked, weigh: Weigh): boolean => {
  if (left.one.task !== undefined && left.one.task === right.one.task) return true;
  const shared = [...left.features].filter((feature) => right.features.has(feature));
  // Titles alone are words: something that was worked on or with must be the same.
  if (!shared.some((feature) => !feature.startsWith("title "))) return false;
  const weightOf = (features: Iterable<string>): number => [...features].reduce((sum, one) => sum + weigh(one), 0);
  return weightOf(shared) / Math.min(weightOf(left.features), weightOf(right.features)) >= alike;
};

const sharedIn = ([first = new Set<string>(), ...rest]: readonly Features[]): readonly string[] =>
  rest.length === 0
    ? []
    : [...first].filter((one) => !one.startsWith("title ") && rest.every((other) => other.has(one))).sort();

/** Some of them worked and some did not. */
export const isContradicting = (group: readonly TrajectoryText[]): boolean => {
  const results = new Set(group.map(({ outcome }) => outcome.result));
  return results.has("success") && results.has("failure");
};
