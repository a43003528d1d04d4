import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRunPlace } from "../../../extensions/core/weaknesses/run-place.ts";
import { openWeaknesses } from "../../../extensions/core/weaknesses/weaknesses.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { repository } from "../../house/repository.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const launcher = join(repository, "extensions/hosts/cli/bin.mjs");

const call = (run: string, words: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const environment = { ...process.env, PI_WIKI_RUN_DIR: run, HOME: run, XDG_CACHE_HOME: join(run, ".cache") };
    const child = spawn(process.execPath, [launcher, "weakness", ...words], { env: environment, stdio: "ignore" });
    child.on("close", resolve);
  });

const wikiOf = ({ platform, folder }: TestPlatform) =>
  openWeaknesses(platform, openRunPlace(platform, join(folder, "run")), { isPerson: true });

test("several builders at once open and attack, and nothing of any of them is lost", async () => {
  verifies("weaknesses.crowd");
  const world = await testPlatform();
  const run = join(world.folder, "run");
  mkdirSync(run);
  const open = ["open", "--slug", "fog", "--title", "Fog", "--iteration", "c0", "--tasks", "t1"];
  const opened = await Promise.all([0, 1].map(() => call(run, open)));
  expect(opened.sort()).toEqual([0, 4]);
  const builders = [1, 2];
  const done = await Promise.all(
    builders.flatMap((n) => [
      call(run, ["attack", "fog", "--iteration", `c${n}`]),
      call(run, [
        ..."reject fog --direction lamp --thesis T --change C --why dead-end --metric reward=0.1 --iteration".split(
          " ",
        ),
        `c${n}`,
      ]),
    ]),
  );
  expect(done).toEqual(done.map(() => 0));
  const wiki = wikiOf(world);
  const fog = wiki.show("fog");
  expect([...fog.attackedIn].sort()).toEqual(["c1", "c2"]);
  expect(fog.rejections.map(({ iteration }) => iteration).sort()).toEqual(["c1", "c2"]);
  expect(wiki.validate()).toEqual([]);
}, 300_000);

test("after a failure or a crash at any write the wiki is whole, and the same command completes it", async () => {
  verifies("weaknesses.whole");
  const metrics = [{ name: "reward", value: 0.5 }];
  const card = { slug: "fog", iteration: "c2", title: "Horn", thesis: "Heard", diff: "--- a\n", metrics };
  const points = await faultRuns({
    arrange: async (world) => {
      const wiki = wikiOf(world);
      await wiki.open({ slug: "fog", title: "Fog", iteration: "c1", tasks: ["t1"] });
      writeFileSync(join(world.folder, "run/LEDGER.md"), "c2: accepted\n");
    },
    act: (world) => wikiOf(world).solve(card),
    check: async (world, acknowledged) => {
      const wiki = wikiOf(world);
      const before = wiki.show("fog");
      for (const { hasCard, diffBytes } of before.solutions) {
        // A crash between the two steps of a rename leaves an empty folder, never half a solution.
        expect(hasCard).toBe(diffBytes !== undefined);
      }
      if (acknowledged) expect(before).toMatchObject({ status: "completed", solutionLinks: ["c2"] });
      else await wiki.solve(card).catch((error: unknown) => expect(error).toMatchObject({ code: "name_taken" }));
      expect(wiki.validate()).toEqual([]);
      expect(wiki.show("fog")).toMatchObject({ status: "completed", solutions: [{ outcome: "kept" }] });
    },
  });
  expect(points).toBeGreaterThan(10);
}, 120_000);

test("a thousand weaknesses are read and held to the rules in seconds, and again in less", async () => {
  verifies("weaknesses.speed");
  const world = await testPlatform();
  const folder = join(world.folder, "run/wiki/weaknesses");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < 1000; n += 1) {
    const block = `slug: w-${n}\nstatus: open\ntags: []\ndiscovered_in_iteration: c1\naffected_tasks: [t${n}]\nrelated: [w-${(n + 1) % 1000}]\n`;
    writeFileSync(join(folder, `w-${n}.md`), `---\n${block}---\n\n# W ${n}\n\n## Rejected Store Memory (RSM)\n`);
  }
  const wiki = wikiOf(world);
  const began = performance.now();
  expect(wiki.validate()).toEqual([]);
  const first = performance.now();
  expect(wiki.read().weaknesses).toHaveLength(1000);
  const again = performance.now() - first;
  expect(first - began).toBeLessThan(20_000);
  expect(again).toBeLessThan(first - began);
  expect(readFileSync(join(folder, "w-7.md"), "utf8")).toContain("slug: w-7");
}, 60_000);
