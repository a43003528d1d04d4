import { existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type DerivedFacts, openDerivedFacts } from "../../../extensions/core/knowledge/derived/derived-fact-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const [first, second] = ["1".repeat(40), "2".repeat(40)];

const store = async () => {
  const { platform, folder } = await testPlatform();
  const gitDir = join(folder, "git");
  mkdirSync(gitDir);
  const file = join(gitDir, "pmo-knowledge/derived", `${platform.hash("lamps")}.json`);
  return { facts: openDerivedFacts(platform, gitDir), gitDir, file };
};

const lit = (facts: DerivedFacts, indexTree: string, count: number) =>
  facts.refresh({ kind: "lamps", indexTree }, async () => ({ count }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("a fact", () => {
  test("that is not there is refused, and one that is there is read as it was made", async () => {
    verifies("knowledge.store");
    const { facts, file } = await store();
    const request = { kind: "lamps", indexTree: first };
    expect(() => facts.read(request)).toThrow(expect.objectContaining({ code: "knowledge_missing", exitCode: 3 }));
    expect(existsSync(file)).toBe(false);
    await lit(facts, first, 3);
    expect(facts.read(request)).toMatchObject({ kind: "lamps", indexTree: first, value: { count: 3 } });
    expect([modeOf(file), modeOf(dirname(file)), modeOf(dirname(dirname(file)))]).toEqual(["600", "700", "700"]);
    expect(readFileSync(file, "utf8")).toMatch(/^\{"authorizes":false,.*\}\n$/);
  });

  test("of another tree is refused, naming both", async () => {
    verifies("knowledge.store");
    const { facts } = await store();
    await lit(facts, first, 3);
    expect(() => facts.read({ kind: "lamps", indexTree: second })).toThrow(
      expect.objectContaining({
        code: "knowledge_stale",
        data: { fact: "lamps", stored: first, current: second },
        hint: expect.stringContaining("knowledge refresh"),
      }),
    );
  });

  test.each([
    ["cut off", (text: string) => text.slice(0, -2)],
    ["without its line feed", (text: string) => text.slice(0, -1)],
    ["edited", (text: string) => text.replace('"count":3', '"count":4')],
    ["emptied", () => ""],
    ["claiming authority", (text: string) => text.replace('"authorizes":false', '"authorizes":true')],
  ])("%s is refused as malformed until the next refresh, which counts it as none", async (_, edit) => {
    verifies("knowledge.store", "knowledge.refresh-previous");
    const { facts, file } = await store();
    await lit(facts, first, 3);
    writeFileSync(file, edit(readFileSync(file, "utf8")));
    const malformed = expect.objectContaining({ code: "knowledge_malformed", exitCode: 4 });
    expect(() => facts.read({ kind: "lamps", indexTree: first })).toThrow(malformed);
    const compute = async () => ({ count: 5 });
    await expect(facts.readOrRecompute({ kind: "lamps", indexTree: first }, compute)).rejects.toEqual(malformed);
    const seen: unknown[] = [];
    const made = await facts.refresh({ kind: "lamps", indexTree: first }, async (previous) => {
      seen.push(previous);
      return { count: 5 };
    });
    expect([seen, made.replaced]).toEqual([[undefined], expect.any(String)]);
    expect(facts.read({ kind: "lamps", indexTree: first }).value).toEqual({ count: 5 });
  });

  test("under the name of another is malformed", async () => {
    verifies("knowledge.store");
    const { facts, file, gitDir } = await store();
    await lit(facts, first, 3);
    const horns = file.replace(/[0-9a-f]{64}/, (await testPlatform()).platform.hash("horns"));
    renameSync(file, horns);
    expect(() => facts.read({ kind: "horns", indexTree: first })).toThrow(/holds the fact lamps/);
    expect(facts.all()).toEqual([{ path: horns, opened: expect.objectContaining({ state: "malformed" }) }]);
    expect(horns.startsWith(gitDir)).toBe(true);
  });
});

describe("making a fact", () => {
  test("is shown the last one, which is no answer while the new one is made", async () => {
    verifies("knowledge.refresh-previous");
    const { facts } = await store();
    await lit(facts, first, 3);
    const request = { kind: "lamps", indexTree: second };
    const making = facts.refresh(request, async (previous) => {
      expect(previous).toMatchObject({ indexTree: first, value: { count: 3 } });
      expect(() => facts.read(request)).toThrow(expect.objectContaining({ code: "knowledge_stale" }));
      throw new Error("the oil ran out");
    });
    await expect(making).rejects.toThrow("the oil ran out");
    expect(facts.read({ kind: "lamps", indexTree: first }).value).toEqual({ count: 3 });
  });

  test("on reading happens for a missing or stale one, once", async () => {
    verifies("knowledge.store");
    const { facts } = await store();
    let made = 0;
    const compute = async () => {
      made += 1;
      return { count: made };
    };
    const counts: unknown[] = [];
    for (const indexTree of [first, first, second, second]) {
      counts.push((await facts.readOrRecompute({ kind: "lamps", indexTree }, compute)).value);
    }
    expect(counts).toEqual([{ count: 1 }, { count: 1 }, { count: 2 }, { count: 2 }]);
  });

  test("writes nothing where the last one stands", async () => {
    verifies("knowledge.refresh");
    const { facts, file } = await store();
    await lit(facts, first, 3);
    const { ino } = statSync(file);
    const kept = await facts.refresh({ kind: "lamps", indexTree: first }, async () => "current");
    expect([kept.isNew, statSync(file).ino]).toEqual([false, ino]);
    expect((await lit(facts, first, 3)).isNew).toBe(true);
    expect(statSync(file).ino).not.toBe(ino);
  });

  test("leaves the last one or the new one, whenever it is killed", async () => {
    verifies("knowledge.store");
    const inGit = ({ platform, folder }: TestPlatform): DerivedFacts => openDerivedFacts(platform, join(folder, "git"));
    const points = await faultRuns({
      arrange: async (world) => {
        mkdirSync(join(world.folder, "git"));
        await lit(inGit(world), first, 3);
      },
      act: (world) => lit(inGit(world), second, 4),
      check: (world, acknowledged) => {
        const fact = inGit(world)
          .all()
          .find(({ path }) => path.endsWith(".json"));
        const expected = [
          { indexTree: second, value: { count: 4 } },
          { indexTree: first, value: { count: 3 } },
        ];
        const allowed = acknowledged ? expected.slice(0, 1) : expected;
        const { opened } = fact ?? {};
        const found = opened?.state === "fact" ? opened.fact : undefined;
        expect(allowed).toContainEqual({ indexTree: found?.indexTree, value: found?.value });
      },
    });
    expect(points).toBeGreaterThan(0);
  });
});

test.each(["pmo-knowledge", "pmo-knowledge/derived", "file"])(
  "a link in place of %s is not followed",
  async (place) => {
    verifies("knowledge.store-places");
    const { facts, gitDir, file } = await store();
    await lit(facts, first, 3);
    const path = place === "file" ? file : join(gitDir, place);
    const outside = join(dirname(gitDir), "outside");
    renameSync(path, outside);
    symlinkSync(outside, path);
    const refusal = expect.objectContaining({ code: "knowledge_place", exitCode: 4 });
    expect(() => facts.read({ kind: "lamps", indexTree: first })).toThrow(refusal);
    await expect(lit(facts, second, 4)).rejects.toEqual(refusal);
  },
);
