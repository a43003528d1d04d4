/** Picks from a session the steps of the task that was just done: not the whole session, and nothing of ours. Pure. */

import { compareInstants } from "../instant.ts";
import { ownPromptMark } from "../sources/conversation.ts";
import { openOwnWords } from "../sources/conversation-noise.ts";
import { captureTool, type RecordedStep } from "./recorded.ts";

export interface SegmentRules {
  /** Entries with which earlier captures ended. */
  readonly captured: ReadonlySet<string>;
  /** When the session's task began. */
  readonly since?: string | undefined;
  /** No more than so many of the last prompts. */
  readonly prompts?: number | undefined;
}

/** Empty when nothing was done since the last capture. */
export const segmentOf = (
  steps: readonly RecordedStep[],
  { captured, since, prompts }: SegmentRules,
): readonly RecordedStep[] => {
  const fresh = steps.slice(steps.findLastIndex(({ entry }) => captured.has(entry)) + 1);
  const task = since === undefined ? fresh : fresh.slice(promptAt(fresh, since));
  const own = withoutOurs(task);
  const asked = own.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const from = prompts === undefined ? 0 : (asked.at(-prompts) ?? 0);
  const chosen = withoutLead(own.slice(from));
  return chosen.some(isWork) ? chosen : [];
};

/** The prompt that was being worked on at a time. */
const promptAt = (steps: readonly RecordedStep[], time: string): number =>
  Math.max(
    0,
    steps.findLastIndex(({ role, at }) => role === "user" && at !== null && compareInstants(at, time) <= 0),
  );

/** What ends the last task, such as the words after its capture, is no beginning of this one. */
const withoutLead = (steps: readonly RecordedStep[]): readonly RecordedStep[] => {
  const first = steps.findIndex(({ role }) => role === "user");
  const lead = steps.slice(0, Math.max(0, first));
  return lead.some(({ role, tool_calls }) => role === "tool" || (tool_calls ?? []).length > 0)
    ? steps
    : steps.slice(lead.length);
};

/** A prompt alone, or a capture alone, is no task. */
const isWork = ({ role, text, tool_calls, stop }: RecordedStep): boolean =>
  role !== "user" && (text !== "" || stop !== undefined || (tool_calls ?? []).length > 0);

const ownWords = openOwnWords([]);

const withoutOurs = (steps: readonly RecordedStep[]): readonly RecordedStep[] => {
  let isOurs = false;
  return steps.flatMap((step) => {
    if (step.role === "user" && step.tool_calls === undefined) {
      isOurs = step.text.trimStart().startsWith(ownPromptMark);
    }
    return isOurs ? [] : cleaned(step);
  });
};

const cleaned = (step: RecordedStep): readonly RecordedStep[] => {
  if (step.role === "tool") return step.tool_name === captureTool ? [] : [step];
  const text = ownWords(step.text);
  if (step.tool_calls === undefined) return isEmpty(step, text) ? [] : [{ ...step, text }];
  const calls = step.tool_calls.filter(({ name }) => name !== captureTool);
  const { tool_calls: _, ...rest } = step;
  if (calls.length > 0) return [{ ...rest, text, tool_calls: calls }];
  return isEmpty(step, text) ? [] : [{ ...rest, text }];
};

const isEmpty = ({ stop, images = [] }: RecordedStep, text: string): boolean =>
  text === "" && stop === undefined && images.length === 0;
