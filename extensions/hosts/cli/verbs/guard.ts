/** guard: may these tool calls change what they would change? For hosts that ask by a process. */

import type { GuardWorld } from "../../../core/guard/decide.ts";
import type { Decision } from "../../../core/guard/decision.ts";
import type { Vault } from "../../../core/vault/vault.ts";
import type { Workspace } from "../../../workspace.ts";
import { refused, text } from "../option.ts";
import { type Answer, defineVerb } from "../verb.ts";

interface AskedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
}

export const guardVerb = defineVerb({
  name: "guard",
  summary: "Decides on tool calls: JSON lines {tool, input, cwd} on standard input, a decision a line.",
  options: {
    hook: text("HOST", "Answer one call in the protocol of this host's hooks: claude."),
  },
  run: async ({ options: { hook } }, call) => {
    if (hook !== undefined && hook !== "claude") throw refused("--hook", `"${hook}" is not claude`);
    const given = await call.readStdin();
    const workspace = await call.workspace();
    if (hook === "claude") return hookAnswer(await decideOn(hookCall(given, workspace.options.cwd), workspace));
    const decisions: Decision[] = [];
    for (const one of callsIn(given, workspace.options.cwd)) decisions.push(await decideOn(one, workspace));
    return { data: decisions, text: () => decisions.map((decision) => JSON.stringify(decision)).join("\n") };
  },
});

/** Where the guard itself fails, calls that could write are refused. */
const decideOn = async (call: AskedCall, workspace: Workspace): Promise<Decision> => {
  const { guard, mayMatter, mayWrite } = await import("../../../core/guard/decide.ts");
  try {
    return mayMatter(call) ? await guard(call, await worldOf(call, workspace)) : { decision: "allow" };
  } catch (error) {
    if (!mayWrite(call.tool)) return { decision: "allow" };
    const problem = error instanceof Error ? error.message : String(error);
    return {
      decision: "deny",
      path: call.cwd,
      rule: "undecided",
      reason: `the guard could not look at this call (${problem})`,
      instead: "Tell the user.",
    };
  }
};

const worldOf = async ({ cwd }: AskedCall, workspace: Workspace): Promise<GuardWorld> => {
  const { paths, environment } = workspace.platform;
  return {
    vaults: await vaultsAt(cwd, workspace),
    paths,
    caseInsensitive: environment.caseInsensitive,
    variable: (name) => environment.variable(name),
  };
};

/** Those of the session, and those that a session in the call's folder would have. */
const vaultsAt = async (cwd: string, workspace: Workspace): Promise<readonly Vault[]> => {
  const own = await workspace.guardedVaults();
  if (cwd === workspace.options.cwd) return own;
  const { findLayers } = await import("../../../core/vault/layers.ts");
  const { layers } = await findLayers(workspace.platform, { cwd, personal: true });
  return [...own, ...layers.filter(({ root }) => !own.some((vault) => vault.root === root))];
};

const callsIn = (given: string, cwd: string): readonly AskedCall[] =>
  given.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [callIn(line, index + 1, cwd)]));

const callIn = (line: string, number: number, cwd: string): AskedCall => {
  const { tool, input, cwd: own } = fieldsIn(line, `line ${number}`);
  if (typeof tool !== "string") throw refused("standard input", `line ${number} names no tool`);
  return { tool, input, cwd: typeof own === "string" ? own : cwd };
};

const hookCall = (given: string, cwd: string): AskedCall => {
  const { tool_name: tool, tool_input: input, cwd: own } = fieldsIn(given, "it");
  if (typeof tool !== "string") throw refused("standard input", "it has no tool_name");
  return { tool, input, cwd: typeof own === "string" ? own : cwd };
};

const fieldsIn = (json: string, what: string): Readonly<Record<string, unknown>> => {
  const value = parsed(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused("standard input", `${what} is not a JSON object`);
  }
  return { ...value };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Silence leaves the call to the host's own rules. */
const hookAnswer = async (decision: Decision): Promise<Answer> => {
  if (decision.decision === "allow") return { data: {}, text: () => "" };
  const { renderDenial } = await import("../../../core/guard/decide.ts");
  const data = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: renderDenial(decision),
    },
  };
  return { data, text: () => JSON.stringify(data) };
};
