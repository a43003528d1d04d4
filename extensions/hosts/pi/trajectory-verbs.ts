/** /wiki trajectories switches the keeping of what was done on and off, at once; /wiki record keeps it. */

import { renderKept } from "../../core/trajectories/render-kept.ts";
import { allTools } from "../../tools/all.ts";
import { recordOf } from "../session-steps.ts";
import { readHostSettings, writeUserSetting } from "../settings-files.ts";
import { isProjectTrusted } from "./project-trust.ts";
import type { Verb, VerbCall } from "./verb.ts";

const tools = allTools.filter(({ setting }) => setting === "trajectories");

const inForce = ({ workspace, ctx }: VerbCall): "on" | "off" =>
  readHostSettings(workspace.platform, { cwd: ctx.cwd, projectTrusted: isProjectTrusted(ctx) }).settings.trajectories;

const trajectories: Verb = {
  name: "trajectories",
  usage: "[on|off]",
  summary: "Let what is done for a task be kept, and made into skills, or no longer",
  run: async (call) => {
    const { rest, workspace, agent } = call;
    if (rest === "") return `Trajectories are ${inForce(call)}.`;
    if (rest !== "on" && rest !== "off") return "Say on or off: /wiki trajectories on";
    await writeUserSetting(workspace.platform, "trajectories", rest);
    const now = inForce(call);
    for (const tool of tools) {
      if (now === "on") agent.offer(tool);
      else agent.withdraw(tool);
    }
    if (now !== rest) return `Trajectories are on for you, but this project has them off; they stay off here.`;
    return now === "on"
      ? "Trajectories are on: what is done for a task is kept when the agent or /wiki record says so."
      : "Trajectories are off; what was kept stays.";
  },
};

/** A person says how it came out, where no test does. */
const words: Readonly<Record<string, "success" | "failure">> = { "--worked": "success", "--failed": "failure" };

const record: Verb = {
  name: "record",
  usage: "[--worked|--failed] [TITLE]",
  summary: "Keep what was done since the last capture or the task's start",
  writes: true,
  run: async (call) => {
    const { rest, session, workspace, ctx } = call;
    if (inForce(call) === "off") return "Trajectories are off. Switch them on with /wiki trajectories on";
    const [, word = "", title = ""] = /^\s*(--\w+)?\s*([\s\S]*)$/.exec(rest) ?? [];
    if (word !== "" && words[word] === undefined) return "Say --worked or --failed, or nothing: /wiki record TITLE";
    const branch = ctx.sessionManager.getBranch();
    const kept = await workspace.trajectories.capture(
      (platform) => recordOf(branch, { session: session.id, cwd: ctx.cwd, platform }),
      { title, result: words[word] },
    );
    return renderKept(kept);
  },
};

export const trajectoryVerbs: readonly Verb[] = [trajectories, record];
