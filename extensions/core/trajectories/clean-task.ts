/** What is kept of a task, before it is made small: without secrets, places, colours, and what the memory itself said. */

import type { Platform } from "../../platform/platform.ts";
import type { RuleCount } from "../secrets/rule-counts.ts";
import { safeTitle } from "../sources/safe-name.ts";
import { withoutTerminalCodes } from "../visible.ts";
import { cleanSteps } from "./clean-steps.ts";
import type { RecordedStep } from "./recorded.ts";
import type { SessionPlace } from "./session-place.ts";

export interface CleanTask {
  readonly steps: readonly RecordedStep[];
  readonly title: string;
  readonly model: string | null;
  readonly branch: string | null;
  readonly cwd: string;
  readonly redactions: readonly RuleCount[];
}

interface GivenTask {
  readonly steps: readonly RecordedStep[];
  /** Empty for one that its first prompt names. */
  readonly title: string;
  readonly place: SessionPlace;
}

/** Everything that is written of a session goes through here together: what is secret in one field is so in all. */
export const cleanTask = async ({ steps, title, place }: GivenTask, platform: Platform): Promise<CleanTask> => {
  const given = {
    steps: steps.map(plainStep),
    title,
    model: steps.findLast(({ model }) => model !== undefined)?.model ?? null,
    branch: place.git?.branch ?? null,
    cwd: place.cwd,
  };
  const { value, redactions } = await cleanSteps(given, place, platform);
  return { ...value, title: titleOf(value), redactions };
};

/** What was read out of the memory is left out before it is looked at; colours are nothing that a program said. */
const plainStep = (step: RecordedStep): RecordedStep => {
  if (step.role !== "tool") return step;
  if (step.from_memory !== true) return { ...step, text: withoutTerminalCodes(step.text) };
  const { details: _details, ...rest } = step;
  return { ...rest, text: "" };
};

const longestTitle = 80;

const titleOf = ({ title, steps }: { readonly title: string; readonly steps: readonly RecordedStep[] }): string => {
  if (safeTitle(title) !== "") return safeTitle(title);
  const first = steps.find(({ role }) => role === "user")?.text ?? "";
  const line = first.split("\n").find((one) => one.trim() !== "") ?? "";
  return safeTitle([...line.replace(/^[#>*\s-]+/, "")].slice(0, longestTitle).join("")) || "Trajectory";
};
