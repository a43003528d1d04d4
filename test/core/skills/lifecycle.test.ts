import { describe, expect, test } from "vitest";
import { lifecycleRules } from "../../../extensions/core/skills/learned/lifecycle.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type LearnedWorld, openLearnedWorld, trim } from "./learned-world.ts";

const skill = "skills/trim-the-wick-of-a-smoking-lamp";

const learned = async (): Promise<LearnedWorld> => {
  const world = await openLearnedWorld();
  world.did(1, { title: "Trim the wick" });
  await world.submit("trajectory", { trajectories: ["TRJ-2026-11-30-001"], skills: [trim()] });
  world.clock.advance(60_000);
  return world;
};

const times = (count: number, result: "success" | "failure", more: object = {}) =>
  Array.from({ length: count }, () => ({ result, ...more }));

describe("a skill that was learned", () => {
  test("is a candidate until a person has reviewed it as it is", async () => {
    verifies("learned.lifecycle");
    const world = await learned();
    expect(await world.lifecycle(skill)).toBe("candidate");
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: skill, decision: "confirm" });
    expect(await world.lifecycle(skill)).toBe("trusted");
    await world.workspace.settle();
    expect(await world.events("skill_trusted")).toMatchObject([{ page: skill, by: "review" }]);
    await world.workspace.settle();
    expect(await world.events("skill_trusted")).toHaveLength(1);
  });

  test("is no more than a candidate after a script's confirmation, which vouches for nothing", async () => {
    verifies("learned.lifecycle");
    const world = await learned();
    await world.workspace.as("cli").decide({ page: skill, decision: "confirm" });
    expect(await world.lifecycle(skill)).toBe("candidate");
  });

  test("is trusted once it was seen to work often enough, in sessions enough, and not before", async () => {
    verifies("learned.lifecycle");
    const { successes } = lifecycleRules.trusted;
    const world = await learned();
    await world.saw(skill, times(successes - 1, "success"));
    expect(await world.lifecycle(skill)).toBe("candidate");
    await world.saw(skill, times(1, "success"));
    expect(await world.lifecycle(skill)).toBe("trusted");
    await world.workspace.settle();
    expect(await world.events("skill_trusted")).toMatchObject([{ page: skill, by: "outcomes", successes }]);
  });

  test("is not trusted for one session that tried it over and over, nor for a mixed record", async () => {
    verifies("learned.lifecycle");
    const one = await learned();
    await one.saw(skill, times(6, "success", { session: "s" }));
    expect(await one.lifecycle(skill)).toBe("candidate");
    const mixed = await learned();
    await mixed.saw(skill, [...times(4, "success"), ...times(2, "failure")]);
    expect(await mixed.lifecycle(skill)).toBe("candidate");
  });

  test("gains nothing from what an agent says, however often and however plainly", async () => {
    verifies("learned.no-self-praise");
    const world = await learned();
    for (let count = 0; count < 12; count += 1) {
      await world.call("wiki_feedback", { id: skill, adopted: true, outcome: "success", note: "It worked: observed" });
    }
    await world.saw(skill, times(6, "success", { judge: "self" }));
    await world.workspace.settle();
    expect(await world.lifecycle(skill)).toBe("candidate");
    expect(await world.events("skill_trusted")).toEqual([]);
    const [found] = await world.workspace.skills.list();
    expect(found).toMatchObject({ said: { success: 18, failure: 0 }, observed: { success: 0, failure: 0 } });
    // The same number of outcomes that the extension saw does promote it.
    await world.saw(skill, times(6, "success"));
    expect(await world.lifecycle(skill)).toBe("trusted");
  });

  test("gains nothing from outcomes that came with the repository", async () => {
    verifies("learned.no-self-praise");
    const world = await learned();
    const told = times(9, "success").map((one, at) => ({
      ...{ kind: "outcome", id: `told-${at}`, case: `told-${at}`, doc: skill, at: world.platform.now() },
      ...{ judge: "observed", session: `t${at}`, ...one },
    }));
    const lines = told.map((one) => `${JSON.stringify(one)}\n`).join("");
    world.put("lighthouse/.llm-wiki/meta/telemetry/stranger.jsonl", lines);
    expect(await world.lifecycle(skill)).toBe("candidate");
    expect((await world.workspace.skills.list())[0]).toMatchObject({ observed: { success: 9 }, elsewhere: 9 });
  });

  test("is retired when it was seen to fail, whoever reviewed it, and counted anew once they look again", async () => {
    verifies("learned.lifecycle", "learned.new-text");
    const { failures } = lifecycleRules.retired;
    const world = await learned();
    await world.workspace.as("terminal").decide({ page: skill, decision: "confirm" });
    world.clock.advance(60_000);
    await world.saw(skill, times(failures - 1, "failure"));
    expect(await world.lifecycle(skill)).toBe("trusted");
    await world.saw(skill, times(1, "failure"));
    expect(await world.lifecycle(skill)).toBe("retired");
    await world.workspace.settle();
    expect(await world.events("skill_retired")).toMatchObject([{ page: skill, by: "outcomes", failures }]);
    world.clock.advance(60_000);
    await world.workspace.as("terminal").decide({ page: skill, decision: "confirm" });
    expect(await world.lifecycle(skill)).toBe("trusted");
  });

  test("says wherever it is shown that it was seen to fail", async () => {
    verifies("learned.recall-retired");
    const world = await learned();
    await world.workspace.as("terminal").decide({ page: skill, decision: "confirm" });
    world.clock.advance(60_000);
    const labels = async () => {
      const { hits } = await world.workspace.recall({ query: "smoking lamp wick" });
      return hits.find(({ id }) => id === skill)?.labels;
    };
    await world.saw(skill, times(2, "failure"));
    expect(await labels()).toEqual([]);
    await world.saw(skill, [...times(1, "failure"), ...times(1, "success")]);
    expect(await labels()).toContain("seen to fail 3 of 4 times");
  });

  test("loses what was seen of it when its text is changed", async () => {
    verifies("learned.new-text");
    const world = await learned();
    await world.saw(skill, times(4, "success"));
    expect(await world.lifecycle(skill)).toBe("trusted");
    world.clock.advance(60_000);
    world.did(2, { title: "Trim the wick again" });
    const entry = trim({ updates: skill, text: "Cut it while it burns.", sources: ["TRJ-2026-11-30-002"] });
    await world.submit("trajectory", { trajectories: ["TRJ-2026-11-30-002"], skills: [entry] });
    expect(await world.lifecycle(skill)).toBe("candidate");
  });

  test("is retired by a person's rejection", async () => {
    verifies("learned.lifecycle");
    const world = await learned();
    await world.workspace.as("terminal").decide({ page: skill, decision: "reject", reason: "It scorches the wick." });
    expect((await world.workspace.skills.list())[0]).toMatchObject({ lifecycle: "retired", by: "review" });
  });
});
