/** trajectory: keeps what an agent did in a session, and lists what is kept. */

import { WikiError } from "../../../core/errors.ts";
import { present } from "../../../core/present.ts";
import { listCounts } from "../../../core/secrets/rule-counts.ts";
import type { TrajectoryOutcome } from "../../../core/trajectories/packet.ts";
import type { CaptureTrajectoryRequest } from "../../../core/trajectories/session-trajectories.ts";
import { asLine } from "../../../core/visible.ts";
import type { Workspace } from "../../../workspace.ts";
import { integer, layer, refused, text } from "../option.ts";
import { settled } from "../settled.ts";
import { type Answer, defineVerb } from "../verb.ts";
import { prepareOrSubmit } from "./distill.ts";

export const trajectory = defineVerb({
  name: "trajectory",
  summary: "Keeps what an agent did for a task, lists what is kept, and lets a model make skills of it.",
  words: {
    placeholder: "capture | list | distill prepare [TRJ…] | distill submit FILE",
    about:
      "`capture --session FILE` keeps what was done in a session since its last capture or its task's start; `list` shows what is kept; `distill prepare` gives those of one matter that wait, or that are named, with the rules and the shape to submit, and `distill submit FILE` takes what a model made of them (`-` reads standard input).",
    take: "each",
    isRequired: true,
  },
  options: {
    session: text("FILE", "For `capture`: a session file of Pi; its last branch counts."),
    title: text("T", "For `capture`: its title, if not the first prompt."),
    task: text("ID", "For `capture`: the task it was done for, if not the session's own."),
    prompts: integer("N", { minimum: 1, maximum: 1000, about: "For `capture`: only the last N prompts." }),
    layer: layer("Vault to write to; the project's when there is one."),
  },
  run: async ({ words: [action, ...words], options }, call) => {
    if (action === "distill") return await prepareOrSubmit("trajectory", { words, layer: options.layer }, call);
    if (words.length > 0) throw new WikiError("usage", { problem: `"${words.join(" ")}" is too much.` });
    if (action === "list") return await listAnswer(await call.workspace());
    if (action !== "capture") throw new WikiError("usage", { problem: "Say capture, list or distill." });
    const { session, ...request } = options;
    if (session === undefined) throw refused("--session", "name the session's file");
    return await captureAnswer(await call.workspace(), session, request);
  },
});

const captureAnswer = async (
  workspace: Workspace,
  session: string,
  request: CaptureTrajectoryRequest,
): Promise<Answer> => {
  const { platform, options } = workspace;
  const { recordInFile } = await import("../../session-steps.ts");
  const record = recordInFile(platform, platform.paths.resolve(options.cwd, session));
  const kept = await workspace.trajectories.capture(() => record, request);
  if (kept === undefined) {
    return { data: { id: null, redactions: [] }, text: () => "Nothing was done there; nothing was kept." };
  }
  const { id, folder, title, steps, tool_calls: calls, outcome, redactions, files, duplicate_of } = kept;
  const findings = duplicate_of === undefined ? await settled(workspace) : [];
  return {
    data: {
      id,
      path: folder,
      redactions,
      title,
      steps,
      tool_calls: calls,
      outcome,
      files,
      ...present({ duplicate_of }),
    },
    text: (paint) =>
      [
        duplicate_of === undefined
          ? `${paint.good("Kept")} ${paint.strong(asLine(title))} as ${id}: ${steps} steps, ${calls} tool calls; ${outcomeWords(outcome)}`
          : `Nothing was done since ${id}; nothing was written`,
        `  folder ${paint.dim(folder)}`,
        ...(redactions.length === 0 ? [] : [`  secrets replaced by [redacted:<rule>]: ${listCounts(redactions)}`]),
      ].join("\n"),
    warnings: findings,
  };
};

const listAnswer = async (workspace: Workspace): Promise<Answer> => {
  const trajectories = await workspace.trajectories.list();
  return {
    data: { trajectories },
    text: (paint) =>
      trajectories
        .map(
          ({ id, title, outcome, steps }) =>
            `${id} ${paint.strong(asLine(title))} ${paint.dim(`${steps} steps, ${outcomeWords(outcome)}`)}`,
        )
        .join("\n") || "None is kept.",
  };
};

const outcomeWords = ({ result, judge }: TrajectoryOutcome): string => {
  switch (judge.by) {
    case "test":
      return `${result}, says ${asLine(judge.command)}`;
    case "person":
      return `${result}, says ${asLine(judge.name)}`;
    case "none":
      return "outcome unknown";
  }
};
