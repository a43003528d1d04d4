import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { renderExplanation } from "../../../extensions/core/recall/explanation.ts";
import { openExplanations } from "../../../extensions/core/recall/explanation-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { drawFrom } from "../../core/secrets/planted-secrets.ts";
import { fakeSession, openFakePi } from "../../support/fake-pi.ts";
import { everything } from "../../tools/tool-world.ts";
import { hornPrompt } from "./pi-world.ts";
import { openUsageWorld, type UsageWorld } from "./usage-world.ts";

const reed = "notes/fog-horn-reed";
const boiler = "notes/fog-horn-boiler";
const cites = `As [[${reed}]] says, tallow it is.`;

/** One session, from its start to its end. */
const played = async (
  world: UsageWorld,
  play: (session: Awaited<ReturnType<UsageWorld["started"]>>) => Promise<void>,
) => {
  const session = await world.started();
  await play(session);
  await world.pi.turnEnd(session, "nothing");
  await world.pi.shutdown(session);
};

describe("a session", () => {
  test("records the pages that a prompt brought and that wiki_recall answered with, with what each cost", async () => {
    verifies("usage.hits");
    const world = await openUsageWorld();
    await played(world, async (session) => {
      const message = await world.pi.prompt(session, hornPrompt);
      expect(message?.details.pages.map(({ id }) => id)).toEqual([reed, boiler]);
      session.branch.push({
        type: "message",
        id: "u2",
        timestamp: "2026-11-30T12:00:00.000Z",
        message: { role: "user" },
      });
      session.branch.push({
        type: "message",
        id: "u3",
        timestamp: "2026-11-30T12:00:01.000Z",
        message: { role: "user" },
      });
      await world.pi.toolCall(session, "wiki_recall", { query: "keeping the lens in winter", limit: 1 });
    });
    const [first, second, third] = world.lines();
    expect(first).toMatchObject({ kind: "hit", doc: reed, how: "injected", turn: 1, tokens: expect.any(Number) });
    expect(second).toMatchObject({
      kind: "hit",
      doc: boiler,
      how: "injected",
      session: expect.stringMatching(/^session-/),
    });
    expect(third).toMatchObject({ kind: "hit", doc: "notes/lens-winter", how: "asked", turn: 2 });
    for (const { tokens } of world.lines()) expect(tokens).toBeGreaterThan(20);
  });

  test("leaves the vault as it is until it ends, and nothing of what was said is kept", async () => {
    verifies("usage.gathered");
    const world = await openUsageWorld();
    const session = await world.started();
    const vault = join(world.project, ".llm-wiki");
    const before = everything(vault);
    await world.pi.prompt(session, hornPrompt);
    world.answers(session, cites);
    await world.pi.turnEnd(session, "nothing");
    await world.pi.toolCall(session, "wiki_feedback", { id: reed });
    expect(everything(vault)).toEqual(before);
    await world.pi.shutdown(session);
    expect(world.recorded()).toContain(`adopted ${reed}`);
    const kept = [...everything(vault), ...everything(join(world.folder, "state"))].join("\n");
    for (const word of ["tallow it is", "How do I grease"]) expect(kept).not.toContain(word);
  });

  test("that is killed leaves its uses to the next one, which records each once", async () => {
    verifies("usage.exactly-once");
    const world = await openUsageWorld();
    const killed = await world.started();
    await world.pi.prompt(killed, hornPrompt);
    world.answers(killed, cites);
    await world.pi.turnEnd(killed, "nothing");
    const gathered = (): readonly number[] =>
      world
        .files("state")
        .scan(".", "usage/keeper.jsonl")
        .files.map(({ size }) => size);
    await vi.waitFor(() => expect(gathered()).toEqual([expect.any(Number)]));
    expect(world.recorded()).toEqual([]);
    // Taken up again in another process, with the same course.
    const pi = openFakePi(world.platform);
    const resumed = fakeSession({ cwd: world.project, id: killed.id });
    resumed.branch.push(...killed.branch);
    await pi.start(resumed);
    await pi.shutdown(resumed);
    expect(world.recorded()).toEqual([`hit ${reed}`, `hit ${boiler}`, `adopted ${reed}`]);
  });

  test("adopts what its answers cite, if it was shown or exists", async () => {
    verifies("usage.citations");
    const world = await openUsageWorld();
    await played(world, async (session) => {
      await world.pi.prompt(session, hornPrompt);
      world.answers(session, `${cites} See [[notes/lens-winter]], [[notes/nowhere]] and \`[[${boiler}]]\`.`);
    });
    expect(world.recorded().filter((use) => use.startsWith("adopted"))).toEqual([
      `adopted ${reed}`,
      "adopted notes/lens-winter",
    ]);
  });

  test("hears by wiki_feedback that a page was used, and what came of it, as its own word", async () => {
    verifies("usage.feedback", "usage.self-never-ranks");
    const world = await openUsageWorld();
    await played(world, async (session) => {
      const said = await world.pi.toolCall(session, "wiki_feedback", {
        id: reed,
        outcome: "failure",
        note: `The reed cracked; token ghp_${drawFrom("feedback")(36)}`,
      });
      expect(said).toBe(`Recorded of [[${reed}]]: adopted, failure.`);
      await expect(world.pi.toolCall(session, "wiki_feedback", { id: "notes/nowhere" })).rejects.toThrow("no page");
    });
    expect(world.recorded()).toEqual([`adopted ${reed}`, `failure ${reed}`]);
    expect(world.lines()[1]).toMatchObject({ judge: "self", session: expect.stringMatching(/^session-/) });
    expect(world.lines()[1]?.["note"]).toMatch(/^The reed cracked; token \[redacted:/);
    const [page] = await world.workspace.usage.pages([reed]);
    expect(page).toMatchObject({ adopted: 1, outcomes: { observed: { failure: 0 }, self: { failure: 1 } } });
    expect(page?.weight).toBeGreaterThan(1);
  });
});

describe("what came of a citation", () => {
  const outcomesAfter = async (
    steps: readonly (readonly [string, number?] | "cites")[],
  ): Promise<readonly string[]> => {
    const world = await openUsageWorld();
    await played(world, async (session) => {
      await world.pi.prompt(session, hornPrompt);
      for (const step of steps) {
        if (step === "cites") world.answers(session, cites);
        else world.runs(session, ...step);
      }
    });
    expect(world.recorded()).toContain(`hit ${boiler}`);
    return world.recorded().filter((use) => /^(success|failure) /.test(use));
  };

  test("is seen when a test turned green, or red, and for the cited page alone", async () => {
    verifies("usage.observed");
    expect(await outcomesAfter([["npm test", 1], "cites", ["npm test", 0]])).toEqual([`success ${reed}`]);
    expect(await outcomesAfter([["npm test", 0], "cites", ["npm test", 1]])).toEqual([`failure ${reed}`]);
  });

  test.each<[string, readonly (readonly [string, number?] | "cites")[]]>([
    ["of a command that only names a test", [["npm test", 1], "cites", ["echo npm test", 0]]],
    ["of a search for a test's name", [['grep "npm test" README.md', 1], "cites", ["npm test", 0]]],
    ["of a test whose status was lost", [["npm test", 1], "cites", ["npm test | tail -3", 0]]],
    ["of a test that was broken off", [["npm test", 0], "cites", ["npm test"]]],
    ["of a program that was not found", [["npm test", 0], "cites", ["npm test", 127]]],
    ["of a test that was killed", [["npm test", 0], "cites", ["npm test", 137]]],
    [
      "without a citation",
      [
        ["npm test", 1],
        ["npm test", 0],
      ],
    ],
  ])("is not seen %s", async (_, steps) => {
    verifies("usage.observed", "usage.test-commands");
    expect(await outcomesAfter(steps)).toEqual([]);
  });

  test("names the task that the session works on, and is told to the next distillation", async () => {
    verifies("usage.observed", "usage.negative-examples");
    const world = await openUsageWorld();
    await played(world, async (session) => {
      await world.pi.toolCall(session, "wiki_task", { action: "open", text: "Grease the horn" });
      await world.pi.prompt(session, hornPrompt);
      world.runs(session, "npm test", 0);
      world.answers(session, cites);
      world.runs(session, "npm test", 1);
    });
    const [outcome] = world.lines().filter(({ kind }) => kind === "outcome");
    expect(outcome?.["task_id"]).toEqual(expect.stringMatching(/grease-the-horn/i));
    const [vault] = (await world.workspace.layers()).layers;
    if (vault === undefined) throw new Error("There is no vault.");
    expect(world.workspace.usage.forDistilling(vault).negativeExamples).toEqual([
      { doc: reed, note: "npm test went from passing to failing", task_id: outcome?.["task_id"] },
    ]);
  });

  test("goes by the commands that the settings name", async () => {
    verifies("usage.test-commands");
    const world = await openUsageWorld();
    world.put("home/.pi/agent/settings.json", JSON.stringify({ "pi-wiki": { testCommands: ["light the-lamp"] } }));
    await played(world, async (session) => {
      await world.pi.prompt(session, hornPrompt);
      for (const command of ["light the-lamp --now", "npm test"]) world.runs(session, command, 1);
      world.answers(session, cites);
      for (const command of ["light the-lamp --now", "npm test"]) world.runs(session, command, 0);
    });
    expect(world.lines().filter(({ kind }) => kind === "outcome")).toMatchObject([
      { doc: reed, note: "light the-lamp went from failing to passing" },
    ]);
  });
});

describe("a commit that follows a citation", () => {
  const withCommit = async (): Promise<UsageWorld> => {
    const world = await openUsageWorld();
    world.git("init", "-q", "-b", "main");
    world.git("commit", "-q", "--allow-empty", "-m", "Before");
    // Git knows whole seconds only.
    world.clock.advance(1_000);
    await played(world, async (session) => {
      await world.pi.prompt(session, hornPrompt);
      world.answers(session, cites);
      writeFileSync(join(world.project, "horn.txt"), "tallow\n");
      world.git("add", "horn.txt");
      world.git("commit", "-qm", "Grease the horn");
      world.runs(session, "git add horn.txt && git commit -qm 'Grease the horn'", 0);
    });
    return world;
  };
  const outcomes = (world: UsageWorld) =>
    world.lines().flatMap(({ kind, result, doc, note }) => (kind === "outcome" ? [`${result} ${doc}: ${note}`] : []));

  test("is kept when it still stands in a later session", async () => {
    verifies("usage.commits");
    const world = await withCommit();
    expect(outcomes(world)).toEqual([]);
    await played(world, async () => undefined);
    expect(outcomes(world)).toEqual([`success ${reed}: a commit that followed was kept`]);
    await played(world, async () => undefined);
    expect(outcomes(world)).toHaveLength(1);
  });

  test("is against the page when it was reverted", async () => {
    verifies("usage.commits");
    const world = await withCommit();
    world.git("revert", "--no-edit", "HEAD");
    await played(world, async () => undefined);
    expect(outcomes(world)).toEqual([`failure ${reed}: a commit that followed was reverted`]);
  });

  test("is against the page when it was reset away", async () => {
    verifies("usage.commits");
    const world = await withCommit();
    world.git("reset", "--hard", "-q", "HEAD~1");
    await played(world, async () => undefined);
    expect(outcomes(world)).toEqual([`failure ${reed}: a commit that followed was reset away`]);
  });
});

describe("the user", () => {
  test("sees in /wiki status which pages are shown often and never used, and what to do", async () => {
    verifies("usage.unused");
    const world = await openUsageWorld();
    for (let count = 0; count < 5; count += 1) {
      await played(world, async (session) => {
        await world.pi.prompt(session, hornPrompt);
        world.answers(session, cites);
      });
      world.clock.advance(60_000);
    }
    const session = await world.started();
    const status = (await world.pi.command(session, "/wiki status"))?.text ?? "";
    expect(status).toMatch(
      /Shown often and never used:\n {2}\[\[notes\/fog-horn-boiler\]\] 5 times, \d+ tokens\. It only ever comes unasked/,
    );
    expect(status).not.toContain(`[[${reed}]]`);
  });

  test("sees in /wiki why how use weighed in each score, and what each page cost", async () => {
    verifies("usage.told");
    const world = await openUsageWorld();
    await played(world, async (session) => {
      await world.pi.prompt(session, hornPrompt);
      world.answers(session, cites);
    });
    const session = await world.started();
    await world.pi.prompt(session, hornPrompt);
    const why = (await world.pi.command(session, "/wiki why"))?.text ?? "";
    expect(why).toMatch(/\[\[notes\/fog-horn-reed\]\] project, sent, \d+ tokens: .* × authority 1\.05 × use 1\.06/);
    expect(why).toMatch(/\[\[notes\/fog-horn-boiler\]\] .* × authority 0\.75 × use 1\.02/);
  });

  test("finds in a terminal what /wiki why tells, without the prompt", async () => {
    verifies("cli.why");
    const world = await openUsageWorld();
    const session = await world.started();
    await world.pi.prompt(session, hornPrompt);
    const [, ...told] = ((await world.pi.command(session, "/wiki why"))?.text ?? "").split("\n");
    await world.pi.shutdown(session);
    const [vault] = (await world.workspace.layers()).layers;
    const last = vault && openExplanations(world.platform, vault).last(session.id);
    expect(last && renderExplanation(last)).toEqual(told);
    expect(told.length).toBeGreaterThan(1);
  });
});
