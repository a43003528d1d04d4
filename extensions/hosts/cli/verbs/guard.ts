/** guard: may these tool calls change what they would change? For hosts that ask by a process. */

import { isWikiError, WikiError } from "../../../core/errors.ts";
import type { GuardWorld } from "../../../core/guard/decide.ts";
import type { Decision } from "../../../core/guard/decision.ts";
import type { VaultTampering } from "../../../core/guard/seals/session-seals.ts";
import type { Vault } from "../../../core/vault/vault.ts";
import type { Workspace } from "../../../workspace.ts";
import { answerToClaude, askedByClaude, canAsk, tellClaude } from "../claude-hook.ts";
import { fieldsIn } from "../json-input.ts";
import { refused, text } from "../option.ts";
import { type Answer, type Call, defineVerb } from "../verb.ts";

interface AskedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
}

export const guardVerb = defineVerb({
  name: "guard",
  summary:
    "Decides on tool calls: JSON lines {tool, input, cwd} on standard input, a decision a line. `guard heal` puts back what was altered among captured sources and in the ledger; exits 5 where it can't.",
  words: {
    placeholder: "heal",
    about: "Checks the sealed files instead, as a session does when it starts.",
    take: "one",
  },
  // A host's hook asks about its own folder, and takes a refusal for leave.
  isForAnyPlace: true,
  person: ([word]) => (word === "heal" ? "script" : undefined),
  options: {
    hook: text("HOST", "Answer one call in the protocol of this host's hooks: claude."),
  },
  run: async ({ words: [word], options: { hook } }, call) => {
    if (word !== undefined && word !== "heal") throw refused("guard", `"${word}" is not heal`);
    if (word === "heal") return heal(await call.workspace());
    if (hook !== undefined && hook !== "claude") throw refused("--hook", `"${hook}" is not claude`);
    if (hook === "claude") return answerHook(call);
    const given = await call.readStdin();
    const workspace = await call.workspace();
    const decisions: Decision[] = [];
    for (const one of callsIn(given, workspace.options.cwd)) decisions.push(await decideOn(one, workspace));
    return { data: decisions, text: () => decisions.map((decision) => JSON.stringify(decision)).join("\n") };
  },
});

/** What was found, what hindered the sealing, and both in lines for a person. */
const healed = async ({ seals }: Workspace) => {
  const found = await seals.check();
  await seals.sealed();
  const [problem] = seals.problems();
  const { renderTampering } = await import("../../../core/guard/seals/render-tampering.ts");
  const lines = found.map((one) => renderTampering([one]));
  if (problem !== undefined) lines.push(`Files can't be sealed. ${problem}`);
  return { found, problem, lines };
};

const heal = async (workspace: Workspace): Promise<Answer> => {
  const { found, problem, lines } = await healed(workspace);
  const isWhole = problem === undefined && found.every((one) => one.problem === undefined);
  return {
    data: { tampered: found.map(tamperedEntry), ...(problem === undefined ? {} : { problem }) },
    text: () => (lines.length === 0 ? "All is as it was sealed." : lines.join("\n")),
    exitCode: isWhole ? 0 : 5,
  };
};

const tamperedEntry = ({ root, path, was, line, kept, problem }: VaultTampering) => ({
  path: `${root}/${path}`,
  kind: was,
  restored: problem === undefined,
  ...(line === 0 ? {} : { line }),
  ...(kept === undefined ? {} : { kept: `${root}/${kept}` }),
});

/** Claude Code lets a call pass when its hook fails in any way but with exit code 2. */
const answerHook = async (call: Call): Promise<Answer> => {
  try {
    const asked = askedByClaude(await call.readStdin());
    if (asked.isOver) return await afterCall(asked.tool, call);
    const workspace = await call.workspace();
    const one = { ...asked, cwd: asked.cwd ?? workspace.options.cwd };
    const decision = await decideOn(one, workspace);
    const isAsked = decision.decision === "deny" && decision.ask === true && canAsk(asked.mode);
    const agreed = isAsked ? await decideOn(one, workspace, { personAgrees: true }) : decision;
    return await answerToClaude(agreed.decision === "allow" ? decision : agreed, isAsked);
  } catch (error) {
    if (isWikiError(error) && error.exitCode === 2) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new WikiError("invalid_input", { what: "guard", problem: `it could not look at this call: ${problem}` });
  }
};

/** What a program altered, which no look at its command could foresee. */
const afterCall = async (tool: string, call: Call): Promise<Answer> => {
  const { mayWrite } = await import("../../../core/guard/decide.ts");
  return tellClaude(mayWrite(tool) ? (await healed(await call.workspace())).lines : []);
};

/** Where the guard itself fails, calls that could write are refused. */
const decideOn = async (
  call: AskedCall,
  workspace: Workspace,
  more: Pick<GuardWorld, "personAgrees"> = {},
): Promise<Decision> => {
  const { guard, mayMatter, mayWrite } = await import("../../../core/guard/decide.ts");
  try {
    return mayMatter(call)
      ? await guard(call, { ...(await worldOf(call, workspace)), ...more })
      : { decision: "allow" };
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
