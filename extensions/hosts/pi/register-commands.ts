/** Registers /wiki, its completion, and the spellings of other tools that users may have in their fingers. */

import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { settingRules } from "../../core/settings.ts";
import { asLine, visible } from "../../core/visible.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { registerTool } from "./register-tools.ts";
import { type PiSession, problemOf, settleInBackground } from "./session.ts";
import type { Agent, Verb, VerbCall } from "./verb.ts";
import { helpText, verbs } from "./verbs.ts";

const aliases: Readonly<Record<string, string>> = {
  "wiki-init": "init",
  "wiki-query": "recall",
  "wiki-lint": "lint",
  "wiki-status": "status",
  "wiki-settings": "settings",
  "wiki-trajectories": "trajectories",
  "wiki-record": "record",
};

const mostCompletions = 12;

/** What a command works with beside its own context. */
interface CommandWorld {
  readonly sessions: OpenSessions;
  readonly agent: Agent;
}

export const registerCommands = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  const agent: Agent = {
    ask: (prompt) => pi.sendUserMessage(prompt, { deliverAs: "followUp" }),
    // One that is at work has it after its next tool calls.
    show: (message) => pi.sendMessage(message, { triggerTurn: false, deliverAs: "steer" }),
    offer: (tool) => {
      registerTool(pi, tool, sessions);
      // One that was withdrawn before is known, and stays inactive.
      const active = pi.getActiveTools();
      if (!active.includes(tool.name)) pi.setActiveTools([...active, tool.name]);
    },
    withdraw: (tool) => pi.setActiveTools(pi.getActiveTools().filter((name) => name !== tool.name)),
  };
  const world = { sessions, agent };
  pi.registerCommand("wiki", {
    description: "The wiki: status, recall, capture, note …",
    getArgumentCompletions: (prefix) => complete(prefix, sessions.latest()),
    handler: (args, ctx) => answer(args, ctx, world),
  });
  for (const [name, verb] of Object.entries(aliases)) {
    pi.registerCommand(name, {
      description: `Same as /wiki ${verb}`,
      handler: (args, ctx) => answer(`${verb} ${args}`, ctx, world),
    });
  }
};

const answer = async (args: string, ctx: ExtensionCommandContext, world: CommandWorld): Promise<void> => {
  const [, name = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
  const verb = verbs.find((candidate) => candidate.name === (name || "status"));
  if (verb === undefined) return ctx.ui.notify(visible(`There is no /wiki ${name}.\n${helpText()}`), "warning");
  try {
    const session = await world.sessions.of(ctx);
    const said = await runVerb(verb, rest.trim(), { ctx, session, agent: world.agent });
    if (!session.isOver) ctx.ui.notify(visible(said), "info");
  } catch (error) {
    ctx.ui.notify(problemOf(error), "error");
  }
};

const runVerb = async (
  verb: Verb,
  rest: string,
  { ctx, session, agent }: Pick<VerbCall, "ctx" | "session" | "agent">,
): Promise<string> => {
  const workspace = session.workspace.as("command", { session: session.id });
  const said = await verb.run({ rest, session, workspace, ctx, agent });
  if (verb.writes === true) settleInBackground(session, ctx);
  return said;
};

type Completion = { value: string; label: string; description?: string };

type IdKind = Exclude<Verb["completes"], undefined | "settings">;

const idsLike = async (rest: string, kind: IdKind, session: PiSession): Promise<readonly string[]> => {
  const { workspace } = session;
  if (kind === "pages and tasks") {
    return [...(await idsLike(rest, "tasks", session)), ...(await idsLike(rest, "pages", session))];
  }
  if (kind === "pages") return rest === "" ? [] : workspace.near(rest, "complete", mostCompletions);
  if (kind === "skills") {
    const skills = await workspace.skills.list();
    return ["distill", ...skills.map(({ id }) => id)].filter((id) => id.startsWith(rest));
  }
  const tasks = await workspace.tasks.list("open");
  return tasks.map(({ task_id }) => task_id).filter((id) => id.startsWith(rest));
};

const complete = async (prefix: string, session: PiSession | undefined): Promise<Completion[] | null> => {
  const [, name = "", rest] = /^(\S*)(?:\s+([\s\S]*))?$/.exec(prefix) ?? [];
  if (rest === undefined) {
    const fitting = verbs.filter((verb) => verb.name.startsWith(name));
    return fitting.map((verb) => ({ value: `${verb.name} `, label: verb.name, description: verb.summary }));
  }
  const kind = verbs.find((verb) => verb.name === name)?.completes;
  if (kind === "settings") {
    const keys = Object.entries(settingRules).filter(([key]) => key.startsWith(rest));
    return keys.map(([key, { summary }]) => ({ value: `${name} ${key} `, label: key, description: summary }));
  }
  const ids = kind === undefined || session === undefined ? [] : await idsLike(rest, kind, session).catch(() => []);
  return ids.length === 0 ? null : ids.map((id) => ({ value: `${name} ${asLine(id)}`, label: asLine(id) }));
};
