/** Says of each call in a trajectory, in one line for a person, what was tried and how it ended. Pure. */

import { toolKind } from "../guard/tool-kind.ts";
import { asLine } from "../visible.ts";
import { isShortened, type KeptValue, readable, type ToolUse, type Trajectory, type TrajectoryStep } from "./packet.ts";
import { commandIn, type PairedCall, pairedCalls } from "./pair-calls.ts";

export interface TriedCall {
  /** Counted from one, over prompts and calls. */
  readonly number: number;
  /** `Ran \`npm test\`: failed, exit code 1`. */
  readonly line: string;
  readonly isFailure: boolean;
  /** What it said when it failed: its last lines. */
  readonly said: string;
  readonly pair: PairedCall<ToolUse, TrajectoryStep>;
}

export interface AskedPrompt {
  readonly number: number;
  readonly prompt: string;
}

export type Deed = TriedCall | AskedPrompt | { readonly number: number; readonly note: string };

/** Prompts, calls and broken turns, in the order in which they were. */
export const deedsIn = ({ steps }: Pick<Trajectory, "steps">): readonly Deed[] => {
  const pairs = new Map<number, PairedCall<ToolUse, TrajectoryStep>[]>();
  for (const pair of pairedCalls<ToolUse, TrajectoryStep>(steps)) {
    pairs.set(pair.step, [...(pairs.get(pair.step) ?? []), pair]);
  }
  let number = 0;
  const next = (): number => {
    number += 1;
    return number;
  };
  return steps.flatMap((step, index): readonly Deed[] => [
    ...spoken(step, next),
    ...(pairs.get(index) ?? []).map((pair) => ({ number: next(), ...triedOf(pair), pair })),
  ]);
};

const spoken = (step: TrajectoryStep, next: () => number): readonly Deed[] => {
  if (step.role === "user" && step.tool_calls === undefined) {
    return [{ number: next(), prompt: `${readable(step.text)}${imagesIn(step)}` }];
  }
  if (step.role === "summary")
    return [{ number: next(), note: `Left another branch: ${asLine(readable(step.text), 300)}` }];
  if (step.stop === undefined) return [];
  const why = step.error === undefined ? "" : `: ${asLine(readable(step.error), 200)}`;
  const how = { aborted: "The turn was aborted", error: "The model's answer failed", length: "The answer was cut off" };
  return [
    {
      number: next(),
      note: `${how[step.stop as keyof typeof how] ?? `The turn ended with ${asLine(step.stop, 40)}`}${why}`,
    },
  ];
};

const imagesIn = ({ images = [] }: TrajectoryStep): string =>
  images.map(({ type, bytes }) => ` [image ${asLine(type, 40)}, ${bytes} bytes]`).join("");

const triedOf = (pair: PairedCall<ToolUse, TrajectoryStep>): Pick<TriedCall, "line" | "isFailure" | "said"> => {
  const { result } = pair;
  const isFailure = result?.is_error === true || (result?.exit_code ?? 0) !== 0;
  const said = result === undefined || !isFailure ? "" : readable(result.text);
  return { line: `${whatOf(pair.call)}${howOf(pair)}`, isFailure, said };
};

const howOf = ({ result }: PairedCall<ToolUse, TrajectoryStep>): string => {
  if (result === undefined) return ": no result";
  const { exit_code: code, is_error: isError } = result;
  if (typeof code === "number" && code !== 0) return `: **failed**, exit code ${code}`;
  if (isError === true) return ": **failed**";
  if (result.checks !== undefined) return ": passed";
  return "";
};

const longestShown = 160;

const whatOf = (call: ToolUse): string => {
  const command = commandIn(withTexts(call));
  if (command !== undefined) return `Ran ${code(command)}`;
  const path = pathOf(call);
  const changes = changesIn(call);
  if (path !== undefined && changes !== undefined) {
    const { added, dropped } = changes;
    return `${call.name === "edit" ? "Edited" : "Wrote"} ${code(path)} (+${added} −${dropped})`;
  }
  if (path !== undefined && call.name === "read") return `Read ${code(path)}`;
  const given = Object.entries(withTexts(call).arguments).map(([key, value]) => `${key}: ${asLine(String(value), 60)}`);
  return `Called ${code(call.name)}${given.length === 0 ? "" : ` with ${asLine(given.join(", "), longestShown)}`}`;
};

export const pathOf = ({ arguments: given }: ToolUse): string | undefined => {
  const path = given["path"] ?? given["file_path"] ?? given["filePath"];
  return typeof path === "string" ? path : undefined;
};

/** Undefined for a call that changed no file. */
export const changesIn = ({
  arguments: given,
}: ToolUse): { readonly added: number; readonly dropped: number } | undefined =>
  given["diff"] === undefined
    ? undefined
    : { added: Number(given["lines_added"]) || 0, dropped: Number(given["lines_dropped"]) || 0 };

const readableValue = (value: KeptValue): string => (isShortened(value) ? readable(value) : String(value));

const withTexts = (call: ToolUse): { readonly arguments: Readonly<Record<string, unknown>> } => ({
  arguments: Object.fromEntries(
    Object.entries(call.arguments).map(([key, value]) => [
      key,
      typeof value === "object" && value !== null && !isShortened(value) ? JSON.stringify(value) : readableValue(value),
    ]),
  ),
});

/** In backticks, on one line; a backtick inside would end it. */
export const code = (text: string): string => `\`${asLine(text, longestShown).replaceAll("`", "'")}\``;

/** Whether a call only looked. */
export const isLook = ({ pair: { call }, isFailure }: TriedCall): boolean =>
  !isFailure && commandIn(call) === undefined && toolKind(call.name) === "read";
