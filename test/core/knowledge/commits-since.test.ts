import { expect, test } from "vitest";
import { subjectOf } from "../../../extensions/core/acceptance/change.ts";
import { commitsSince, lookAtChange } from "../../../extensions/core/acceptance/change-store.ts";
import type { Platform } from "../../../extensions/platform/platform.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { scratchRepository } from "../git/scratch-repository.ts";

test("many commits are looked at by a few git processes, each with its own change and the one since then", async () => {
  verifies("earned.observe");
  const { platform, root, add, git, put } = await scratchRepository();
  add({ "lamp.ts": "0\n" });
  git("commit", "-q", "-m", "Begin");
  const since = git("rev-parse", "HEAD").trim();
  put(":wick\n.ts", "1\n");
  const { pending } = await lookAtChange(platform, { cwd: root, base: "HEAD", vaults: [] });
  const commits: string[] = [];
  const commit = (...more: readonly string[]): void => {
    git("commit", "-q", "--allow-empty", "-m", "Next", ...more);
    commits.push(git("rev-parse", "HEAD").trim());
  };
  for (let count = 0; count < 4; count += 1) commit();
  git("add", "--all");
  commit();
  add({ ".llm-wiki/log.md": "1\n" });
  commit();
  let asked = 0;
  const counting: Platform = {
    ...platform,
    run: (command, options) => {
      asked += 1;
      return platform.run(command, options);
    },
  };
  const vaults = [`${root}/.llm-wiki`];
  const found = await commitsSince(counting, { cwd: root, since, vaults });
  expect(found.map((one) => one.commit)).toEqual(commits);
  expect(asked).toBeLessThan(6);
  const subject = subjectOf(pending, platform.hash);
  const has = found.map(({ changes }) => changes.map((change) => subjectOf(change, platform.hash) === subject));
  expect(has.slice(-3)).toEqual([
    [false, false],
    [true, true],
    [false, true],
  ]);
  // Of a commit that nobody knows any more: the commits there are, each by itself.
  const unknown = await commitsSince(platform, { cwd: root, since: "1".repeat(40), vaults });
  expect(unknown.map((one) => one.commit)).toEqual([since, ...commits]);
  expect(unknown.map(({ changes }) => changes.length)).toEqual([0, ...commits.map(() => 1)]);
});
