import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openRunPlace } from "../../../extensions/core/weaknesses/run-place.ts";
import { openWeaknesses } from "../../../extensions/core/weaknesses/weaknesses.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { bundleOnce } from "../../support/bundle.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const program = new URL("./crowd-process.ts", import.meta.url);

interface Said {
  readonly isFirst: boolean;
  readonly isStarter: boolean;
  readonly isFinisher: boolean;
}

const build = async (run: string, name: string): Promise<Said> => {
  const { stdout } = await promisify(execFile)(process.execPath, [await bundleOnce(program), run, name, "3"]);
  return JSON.parse(stdout);
};

const wikiOf = ({ platform, folder }: TestPlatform) =>
  openWeaknesses(platform, openRunPlace(platform, join(folder, "run")), { isPerson: true });

test("several builders at once, in processes of their own, and nothing of any of them is lost", async () => {
  verifies("weaknesses.crowd");
  const world = await testPlatform();
  const run = join(world.folder, "run");
  mkdirSync(run);
  const names = ["anna", "ben", "cleo", "dora"];
  const said = await Promise.all(names.map((name) => build(run, name)));
  for (const key of ["isFirst", "isStarter", "isFinisher"] as const) {
    expect(said.filter((one) => one[key])).toHaveLength(1);
  }
  const iterations = names.flatMap((name) => [1, 2, 3].map((n) => `${name}-${n}`));
  const wiki = wikiOf(world);
  const fog = wiki.show("fog");
  expect([...fog.attackedIn].sort()).toEqual(iterations);
  expect(fog.rejections.map(({ iteration }) => iteration).sort()).toEqual(iterations);
  expect([...fog.solutionLinks].sort()).toEqual(iterations);
  expect(
    fog.solutions.map(({ id, newRecord }) => `${id} ${newRecord}`).filter((one) => one.endsWith("true")),
  ).toHaveLength(1);
  expect(fog.related.map(({ slug }) => slug).sort()).toEqual(iterations);
  expect(wiki.read().weaknesses).toHaveLength(iterations.length + 1);
  expect(wiki.validate()).toEqual([]);
  expect(readdirSync(join(run, "wiki/.meta"))).toEqual(["journal.jsonl"]);
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
  const timed = async (work: () => unknown): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const validated = await timed(() => expect(wiki.validate()).toEqual([]));
  const again = await timed(() => expect(wiki.read().weaknesses).toHaveLength(1000));
  const opened = await timed(() => wiki.open({ slug: "one-more", title: "One more", iteration: "c2", tasks: [] }));
  const attacked = await timed(() => wiki.attack({ slug: "w-7", iteration: "c2" }));
  // A quarter of a second each on a free machine; this one may be busy.
  expect(validated).toBeLessThan(10_000);
  expect(again).toBeLessThan(validated);
  expect(opened).toBeLessThan(10_000);
  expect(attacked).toBeLessThan(opened + 2_000);
}, 60_000);
