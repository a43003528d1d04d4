/** A folder that has gone on for a while: besides its vault and its run, what was learned of tasks and of the repository. */

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WikiError } from "../../extensions/core/errors.ts";
import { type EarnedStore, openEarnedStore } from "../../extensions/core/knowledge/earned/earned-store.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { certifiedDraft, lessonDraft } from "../core/knowledge/earned/lighthouse-drafts.ts";
import { harbour } from "../core/knowledge/extract/harbour.ts";
import { mendedLamp } from "../core/trajectories/lamp-session.ts";
import { type LighthouseFolder, lighthouseFolder } from "./lighthouse-folder.ts";

export interface FurnishedFolder extends LighthouseFolder {
  /** The repository's earned records. */
  readonly earned: EarnedStore;
  git(...words: readonly string[]): void;
}

export const skillTitle = "Trim the wick of a smoking lamp";
export const lessonClaim = "The lens turns by its speed, so a change of speed needs another gear.";

export const furnishedFolder = async (): Promise<FurnishedFolder> => {
  const folder = await lighthouseFolder();
  const git = (...words: readonly string[]): void => {
    const who = ["-c", "user.name=keeper", "-c", "user.email=keeper@example.org"];
    execFileSync("git", [...who, ...words], { cwd: folder.project, stdio: "pipe" });
  };
  const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
  const earned = openEarnedStore(platform, join(folder.project, ".git"));
  git("init", "-q", "-b", "main");
  for (const [path, bytes] of harbour) {
    mkdirSync(dirname(join(folder.project, path)), { recursive: true });
    writeFileSync(join(folder.project, path), bytes);
  }
  git("add", ".");
  git("commit", "-qm", "Harbour");
  await wikiCli(folder, "knowledge", "refresh");
  await earned.append(certifiedDraft(lessonClaim));
  await earned.append(lessonDraft("Fog horns freeze before the lamp does.", { places: ["soundHorn"] }));
  await learn(folder);
  await tryInVain(folder);
  return { ...folder, earned, git };
};

/** The neighbour that the documented sample names, and an attempt on it that came to nothing. */
const tryInVain = async (folder: LighthouseFolder): Promise<void> => {
  const weakness = (...words: readonly string[]) => wikiCli(folder, "weakness", ...words, "--run-dir", folder.runDir);
  const slug = "schema-drift-after-retry";
  const tasks = ["--tasks", "task_011,task_031", "--tags", "retry"];
  await weakness("open", slug, "--title", "Schema drift after a retry", "--iteration", "cand_0003", ...tasks);
  const told = ["--thesis", "Ask the model again.", "--change", "prompts/planner.md:one sentence"];
  const figures = ["--metric", "reward=0.41", "--why", "dead end (no gain)"];
  await weakness("reject", slug, "--iteration", "cand_0005", "--direction", "prompt-only", ...told, ...figures);
};

/** Captures what was done, and submits what a model made of it. */
const learn = async (folder: LighthouseFolder): Promise<void> => {
  const head = { type: "session", version: 3, id: "s-1", timestamp: "t", cwd: folder.project };
  const session = [head, ...mendedLamp().entries].map((line) => `${JSON.stringify(line)}\n`).join("");
  folder.put("project/lamp.jsonl", session);
  const captured = await wikiCli(folder, "trajectory", "capture", "--session", "lamp.jsonl", "--title", "Two wicks");
  const { id } = captured as { readonly id: string };
  const skill = {
    title: skillTitle,
    text: "Put the lamp out, let it cool, cut the wick level, and look for a white flame.",
    recall_triggers: ["black soot on the glass in the morning", "light looks orange and dim tonight"],
    sources: [id],
  };
  folder.put("project/made.json", JSON.stringify({ trajectories: [id], skills: [skill] }));
  await wikiCli(folder, "trajectory", "distill", "submit", "made.json");
  const use = { kind: "hit", id: "skill-1", doc: "skills/trim-the-wick-of-a-smoking-lamp", tokens: 60, how: "asked" };
  const line = JSON.stringify({ ...use, at: new Date().toISOString() });
  appendFileSync(join(folder.project, ".llm-wiki/meta/telemetry/keeper.jsonl"), `${line}\n`);
};
