import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCommitHistory } from "../../../extensions/core/usage/commit-fate.ts";
import type { Outcome } from "../../../extensions/core/usage/usage-event.ts";
import { openWatchedCommits } from "../../../extensions/core/usage/watched-commits-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { lighthouseVault } from "../ledger/lighthouse-ledger.ts";

/** A repository in which the session's day has begun, and a page has been cited. */
const openRepository = async () => {
  const world = await testPlatform();
  const { platform } = world;
  const project = join(world.folder, "coast");
  mkdirSync(project);
  let second = 0;
  const git = (...words: readonly string[]): string => {
    second += 1;
    const time = `2026-11-30T12:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}Z`;
    const who = { name: "Keeper", email: "keeper@lighthouse.example" };
    const env = {
      PATH: process.env["PATH"],
      HOME: world.folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: who.name,
      GIT_AUTHOR_EMAIL: who.email,
      GIT_COMMITTER_NAME: who.name,
      GIT_COMMITTER_EMAIL: who.email,
      GIT_AUTHOR_DATE: time,
      GIT_COMMITTER_DATE: time,
      GIT_EDITOR: "true",
    };
    return execFileSync("git", words, {
      cwd: project,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  };
  const commit = (name: string): string => {
    writeFileSync(join(project, name), `${name} ${second}\n`);
    git("add", "-A");
    git("commit", "-qm", `Light the ${name}`);
    return git("rev-parse", "HEAD");
  };
  git("init", "-q", "-b", "main");
  commit("before");
  // Each call of git is a second later than the one before.
  const cited = `2026-11-30T12:00:${String(second).padStart(2, "0")}.900Z`;
  const history = async () => {
    const opened = await openCommitHistory(platform, project);
    if (opened === undefined) throw new Error("There is no repository.");
    return opened;
  };
  const store = openWatchedCommits(platform, lighthouseVault(world));
  return {
    world,
    git,
    commit,
    watch: async (session = "watch", until = "2026-11-30T13:00:00.000Z") =>
      store.watch([{ doc: "notes/oil", at: cited, until }], { session, task: "TSK-1" }, await history()),
    judge: async (session: string, isBeginning = false) => {
      const outcomes: Outcome[] = [];
      await store.judge(
        { session, isBeginning, history: (folder) => openCommitHistory(platform, folder) },
        async (found) => void outcomes.push(...found),
      );
      expect(outcomes.filter(({ task_id }) => task_id !== "TSK-1")).toEqual([]);
      return outcomes.map(({ doc, result, note, judge }) => `${judge} ${result} ${doc}: ${note}`);
    },
  };
};

const kept = "observed success notes/oil: a commit that followed was kept";
const reverted = "observed failure notes/oil: a commit that followed was reverted";
const resetAway = "observed failure notes/oil: a commit that followed was reset away";

describe("a commit after a citation", () => {
  test("speaks for the page in a later session, once, and not in its own", async () => {
    verifies("usage.commits");
    const { commit, watch, judge } = await openRepository();
    commit("lamp");
    await watch();
    await watch();
    expect(await judge("watch")).toEqual([]);
    expect(await judge("night")).toEqual([kept]);
    expect(await judge("night")).toEqual([]);
  });

  test("speaks for it too when its own session is taken up again", async () => {
    verifies("usage.commits");
    const { commit, watch, judge } = await openRepository();
    commit("lamp");
    await watch();
    expect(await judge("watch", true)).toEqual([kept]);
  });

  test("speaks against it when it is reverted, even after it was kept", async () => {
    verifies("usage.commits");
    const { git, commit, watch, judge } = await openRepository();
    commit("lamp");
    await watch();
    expect(await judge("night")).toEqual([kept]);
    git("revert", "--no-edit", "HEAD");
    expect(await judge("night")).toEqual([reverted]);
    git("revert", "--no-edit", "HEAD");
    expect(await judge("morning")).toEqual([kept]);
  });

  test("speaks against it when it is reset away, in its own session already", async () => {
    verifies("usage.commits");
    const { git, commit, watch, judge } = await openRepository();
    commit("lamp");
    await watch();
    git("reset", "--hard", "-q", "HEAD~1");
    expect(await judge("watch")).toEqual([resetAway]);
  });

  test.each<[string, (git: (...words: readonly string[]) => string) => void]>([
    ["amended", (git) => git("commit", "-q", "--amend", "-m", "Light the lamp, at last")],
    [
      "made anew from a soft reset",
      (git) => {
        git("reset", "--soft", "-q", "HEAD~1");
        git("commit", "-qm", "Lamp");
      },
    ],
    [
      "rebased",
      (git) => {
        git("checkout", "-q", "-b", "side", "HEAD~1");
        git("commit", "-q", "--allow-empty", "-m", "Aside");
        git("checkout", "-q", "main");
        git("rebase", "-q", "side");
      },
    ],
  ])("still speaks for it when it was %s", async (_, work) => {
    verifies("usage.commits");
    const { git, commit, watch, judge } = await openRepository();
    commit("lamp");
    await watch();
    work(git);
    expect(await judge("night")).toEqual([kept]);
    git("reset", "--hard", "-q", "HEAD~1");
    expect(await judge("night")).toEqual([resetAway]);
  });

  test("says nothing while it is on another branch", async () => {
    verifies("usage.commits");
    const { git, commit, watch, judge } = await openRepository();
    git("checkout", "-q", "-b", "side");
    commit("lamp");
    await watch();
    git("checkout", "-q", "main");
    expect(await judge("night")).toEqual([]);
    git("merge", "-q", "side");
    expect(await judge("night")).toEqual([kept]);
  });

  test("is not one that was there before, or that came by a pull", async () => {
    verifies("usage.commits");
    const { git, commit, watch, judge } = await openRepository();
    git("checkout", "-q", "-b", "side");
    await watch();
    git("checkout", "-q", "main");
    git("merge", "-q", "side");
    expect(await judge("night")).toEqual([]);
    commit("lamp");
    await watch();
    expect(await judge("night")).toEqual([kept]);
  });

  test("is none that somebody made after the session's own", async () => {
    verifies("usage.commits");
    const { commit, git, watch, judge } = await openRepository();
    commit("lamp");
    const made = git("log", "-n1", "--format=%cI");
    commit("horn");
    await watch("watch", made);
    expect(await judge("night")).toEqual([kept]);
    await watch();
    expect(await judge("night")).toEqual([kept]);
  });

  test("is forgotten after ninety days", async () => {
    verifies("usage.commits");
    const { world, commit, watch } = await openRepository();
    const watched = (): readonly string[] => {
      const text = world.files(`state/pi-wiki/${lighthouseVault(world).key}`).readText("usage/commits.json") ?? "";
      return JSON.parse(text).commits.map((one: { commit: string }) => one.commit);
    };
    const lamp = commit("lamp");
    await watch();
    expect(watched()).toEqual([lamp]);
    world.clock.set("2027-02-28T12:00:00.000Z");
    const horn = commit("horn");
    await watch("spring");
    expect(watched()).toEqual([horn]);
  });
});

test("a folder without a repository has no history", async () => {
  verifies("usage.commits");
  const { platform, folder } = await testPlatform();
  expect(await openCommitHistory(platform, folder)).toBeUndefined();
});
