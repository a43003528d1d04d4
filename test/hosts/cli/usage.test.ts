import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { renderUse, type UsageEvent } from "../../../extensions/core/usage/usage-event.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { adoption, hit, outcome } from "../../core/usage/usage-worlds.ts";
import { type CommandLine, furnish, openCommandLine } from "./command-line.ts";

let cli: CommandLine;
beforeEach(async () => {
  cli = await openCommandLine();
  await furnish(cli);
});

const lamp = "notes/never-dim-the-lamp";
const horn = "notes/fog-horn-rhythm";
const boat = "notes/supply-boat-landing";

const streams = (): string => join(cli.project, ".llm-wiki/meta/telemetry");

const record = (...uses: readonly UsageEvent[]): void => {
  mkdirSync(streams(), { recursive: true });
  writeFileSync(join(streams(), "mate.jsonl"), uses.map(renderUse).join(""));
};

const times = <Item>(count: number, make: () => Item): readonly Item[] => Array.from({ length: count }, make);

describe("usage", () => {
  test("shows what a page has cost and what came of it, over all users", async () => {
    verifies("usage.told");
    record(hit(lamp, { tokens: 90 }), hit(lamp, { how: "asked" }), adoption(lamp), outcome(lamp, "success"));
    await cli.run("feedback", lamp, "--outcome", "failure");
    const { stdout } = await cli.run("usage", lamp, boat);
    expect(stdout).toMatch(
      /never-dim-the-lamp.* \(project\)\n {2}shown 2 times \(1 asked for\), 190 tokens, used in 1 session, last 2026-11-30\n/,
    );
    expect(stdout).toContain("seen to work 1 times, to fail 0; said to work 0, to fail 1");
    expect(stdout).toMatch(/supply-boat-landing.*\n {2}shown 0 times .*\n.*\n {2}weighs 1 in its rank/);
    expect((await cli.run("usage", "notes/nowhere")).exitCode).toBe(3);
  });

  test("without ids lists what is shown often and never used, the costliest first, each with a proposal", async () => {
    verifies("usage.unused");
    record(
      ...times(6, () => hit(lamp, { tokens: 400, how: "asked" })),
      ...times(5, () => hit(boat, { tokens: 60, how: "asked" })),
      ...times(9, () => hit(horn)),
      adoption(horn),
      ...times(9, () => hit("notes/gone", { tokens: 999 })),
    );
    const { pages } = await cli.json("usage");
    expect(pages).toMatchObject([
      { id: lamp, hits: 6, tokens: 2400, proposal: "Each showing costs 400 tokens: shorten it, the answer first." },
      { id: boat, hits: 5, proposal: expect.stringMatching(/^Rewrite it as steps/) },
    ]);
    expect((await cli.run("usage")).stdout).toContain("shorten it, the answer first.");
    record(...times(9, () => hit(lamp, { at: "2026-09-01T00:00:00.000Z" })));
    expect((await cli.run("usage")).stdout.trim()).toBe("No page is shown often without being used.");
  });
});

describe("feedback", () => {
  test("is written into the user's own stream at once, and never ranks", async () => {
    verifies("usage.feedback", "usage.own-stream", "usage.self-never-ranks");
    expect(existsSync(streams())).toBe(false);
    expect(await cli.run("feedback", lamp, "--outcome", "success", "--note", "It shone.")).toMatchObject({
      exitCode: 0,
    });
    const { pages } = await cli.json("usage", lamp);
    expect(pages).toMatchObject([{ weight: 1, outcomes: { self: { success: 1 }, observed: { success: 0 } } }]);
    expect(readFileSync(join(streams(), "keeper.jsonl"), "utf8")).toContain('"note":"It shone."');
  });

  test("of an agent's shell leaves the worktree as it is until its session ends", async () => {
    verifies("usage.gathered");
    const agent = await openCommandLine({ folder: cli.folder, variables: { PI_WIKI_PARENT: "77" } });
    expect(await agent.json("feedback", lamp, "--adopted")).toMatchObject({ exitCode: 0, recorded: ["adopted"] });
    expect(existsSync(streams())).toBe(false);
    expect(await cli.json("usage", lamp)).toMatchObject({ pages: [{ adopted: 1 }] });
    expect(await cli.json("sync")).toMatchObject({ recorded: 1 });
    expect(readFileSync(join(streams(), "keeper.jsonl"), "utf8")).toContain('"kind":"adopted"');
  });

  test("keeps no secret, in the task's name neither, and names one task", async () => {
    verifies("usage.feedback");
    const secret = "ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5";
    await cli.run("feedback", lamp, "--outcome", "failure", "--note", `It ate ${secret}.`, "--task", secret);
    const stream = readFileSync(join(streams(), "keeper.jsonl"), "utf8");
    expect(stream).toMatch(/"task_id":"\[redacted:.*"note":"It ate \[redacted:/);
    expect(stream).not.toContain(secret);
    expect(await cli.json("feedback", lamp, "--outcome", "failure", "--task", "*")).toMatchObject({ exitCode: 2 });
  });

  test("needs a page, and something to say of it", async () => {
    verifies("usage.feedback");
    expect((await cli.run("feedback", lamp)).exitCode).toBe(2);
    expect((await cli.run("feedback", lamp, "--outcome", "so-so")).exitCode).toBe(2);
    expect((await cli.run("feedback", "notes/nowhere", "--adopted")).exitCode).toBe(3);
    expect((await cli.run("feedback", lamp, "--adopted", "--layer", "personal")).exitCode).toBe(3);
    expect(existsSync(streams())).toBe(false);
  });
});

describe("what a session is sent by inject", () => {
  const prompt = "How often does the fog horn sound in fog, as the charts say?";
  const shownOf = async (): Promise<unknown> => (await cli.json("usage", horn))["pages"];

  test("is a hit, put into the vault by sync, once", async () => {
    verifies("usage.hits", "usage.gathered");
    expect(await cli.json("inject", prompt)).toMatchObject({ pages: [{ id: horn }] });
    expect(await shownOf()).toMatchObject([{ hits: 0 }]);
    const { pages } = await cli.json("inject", prompt, "--session", "watch");
    expect(pages).toMatchObject([{ id: horn }]);
    expect(await shownOf()).toMatchObject([{ hits: 1, asked: 0, tokens: expect.any(Number) }]);
    expect(existsSync(streams())).toBe(false);
    expect(await cli.json("sync")).toMatchObject({ recorded: 1 });
    expect(await cli.json("sync")).toMatchObject({ recorded: 0 });
    expect(await shownOf()).toMatchObject([{ hits: 1 }]);
    expect(readFileSync(join(streams(), "keeper.jsonl"), "utf8")).toMatch(/^\{"kind":"hit",.*"session":"watch".*\}\n$/);
  });
});

describe("why", () => {
  const prompt = "How often does the fog horn sound in fog, as the charts say?";

  test("tells what the last prompt of a session recalled, and has nothing to tell before one", async () => {
    verifies("cli.why");
    expect(await cli.json("why")).toMatchObject({ exitCode: 0, last: null });
    expect((await cli.run("why")).stdout).toBe("No prompt was looked at yet here.\n");
    await cli.json("inject", prompt);
    expect(await cli.json("why")).toMatchObject({ last: null });
    await cli.json("inject", prompt, "--session", "watch");
    await cli.json("inject", "thanks", "--session", "day");
    expect(await cli.json("why")).toMatchObject({ last: { session: "day", gate: "floor", pages: [] } });
    const { last } = await cli.json("why", "--session", "watch");
    const parts = { page: expect.any(Number), usage: expect.any(Number), widened: expect.any(Boolean) };
    const sent = { id: horn, layer: "project", score: expect.any(Number), tokens: expect.any(Number), parts };
    expect(last).toMatchObject({ session: "watch", gate: "passed", pages: [sent] });
    const { stdout } = await cli.run("why", "--session", "watch");
    expect(stdout).toMatch(
      /^Session watch, 2026-[^\n]+\nRecalled 1 page, \d+ tokens, [\d.]+ ms\.\n\[\[.*, sent, \d+ tokens: /,
    );
    expect(await cli.json("why", "--session", "gone")).toMatchObject({ last: null });
    expect(await cli.json("why", "--session", " ")).toMatchObject({ exitCode: 2 });
  });

  test("keeps no prompt, tells no other project, and reads what is damaged as nothing", async () => {
    verifies("cli.why");
    await cli.json("inject", `${prompt} moonstone`, "--session", "watch");
    const state = cli.files("state/pi-wiki");
    const kept = state.scan("", ".json").files.map(({ path }) => path);
    const [path = ""] = kept.filter((one) => one.endsWith("explained.json"));
    for (const one of kept) expect(state.readText(one)).not.toContain("moonstone");
    const other = join(cli.folder, "other");
    mkdirSync(other);
    expect(await cli.json("init", "Other", "--cwd", other)).toMatchObject({ exitCode: 0 });
    expect(await cli.json("why", "--session", "watch", "--cwd", other)).toMatchObject({ last: null });
    expect(await cli.json("why")).toMatchObject({ last: { session: "watch" } });
    for (const sessions of [[null], [{ session: "watch" }], "x"]) {
      await state.write(path, JSON.stringify({ sessions }));
      expect(await cli.json("why")).toMatchObject({ exitCode: 0, last: null });
    }
    const at = "2026-11-30T12:00:00.000Z";
    const odd = { session: "odd", at, gate: "floor", tokens: "x", pages: [1, { parts: [] }], excluded: {} };
    await state.write(path, JSON.stringify({ sessions: [odd] }));
    expect(await cli.json("why")).toMatchObject({
      last: { tokens: 0, pages: [{ id: "", tokens: null }], excluded: [] },
    });
  });
});
