/** Verbs and options that are for a person: what they ask for, and whether this process has it. Pure. */

import { WikiError } from "../../core/errors.ts";
import { agentMark } from "../agent-environment.ts";

/**
 * `script`: whoever it is, no agent; a person's own scripts pass. `terminal`: somebody at a keyboard, who can be asked,
 * for what grants or takes trust.
 */
export type PersonNeed = "script" | "terminal";

export interface Caller {
  variable(name: string): string | undefined;
  /** Standard input is a terminal. */
  readonly isTerminal: boolean;
}

/** The most that any of them asks for. */
export const strictest = (needs: readonly (PersonNeed | undefined)[]): PersonNeed | undefined =>
  needs.includes("terminal") ? "terminal" : needs.find((need) => need !== undefined);

/** Refuses a caller who is not the person that `called`, as it would be typed, asks for. */
export const requirePerson = (need: PersonNeed | undefined, called: string, caller: Caller): void => {
  if (need === undefined) return;
  const mark = agentMark((name) => caller.variable(name));
  if (mark === undefined && (need === "script" || caller.isTerminal)) return;
  throw new WikiError("person_required", { verb: called, command: `pi-wiki ${called}` });
};
