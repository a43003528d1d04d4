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
  const begin = steps.findLastIndex(({ entry }) => captured.has(entry)) + 1;
  const fresh = steps.slice(begin);
  const task = since === undefined ? fresh : fresh.slice(promptAt(fresh, since));
  const own = withoutOurs(task);
  const asked = own.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const from = prompts === undefined ? 0 : (asked.at(-prompts) ?? 0);
  const chosen = withoutLead(own.slice(from));
  return chosen.some(isWork) ? [...promptBefore(chosen, steps.slice(0, begin)), ...chosen] : [];
};

/** What went on after a capture in the midst of a turn was done for the prompt that the turn began with. */
const promptBefore = ([first]: readonly RecordedStep[], past: readonly RecordedStep[]): readonly RecordedStep[] => {
  if (first?.role === "user") return [];
  const prompt = past.findLast(({ role, tool_calls }) => role === "user" && tool_calls === undefined);
  return prompt === undefined ? [] : withoutOurs([prompt]);
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
