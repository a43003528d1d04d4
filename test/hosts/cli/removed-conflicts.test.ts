import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { openCommandLine } from "./command-line.ts";

const [monthly, weekly] = ["notes/lamp-oil-comes-by-cutter", "notes/lamp-oil-comes-by-the-cutter"] as const;

/** Two confirmed pages of which the second contradicts the first. */
const lighthouse = async () => {
  const cli = await openCommandLine({ isTerminal: true, tasks: workerTasks });
  await cli.run("init", "lighthouse");
  const note = (title: string, text: string, ...more: readonly string[]) =>
    cli.run("note", "--title", title, "--type", "procedure", "--text", text, ...more);
  await note("Lamp oil comes by cutter", "The cutter brings the oil each month.");
  await note("Lamp oil comes by the cutter", "The cutter brings the oil each week.");
  await cli.run("confirm", monthly, weekly);
  const labels = async (id: string): Promise<readonly string[] | undefined> => {
    const { hits } = await cli.json("recall", "lamp oil by cutter", "--limit", "20");
    return (hits as { id: string; labels: string[] }[]).find((hit) => hit.id === id)?.labels;
  };
  const asked = async (): Promise<readonly string[]> =>
    ((await cli.json("review"))["items"] as { id: string; kind: string }[])
      .filter(({ kind }) => kind === "conflict")
      .map(({ id }) => id);
  return { cli, note, labels, asked };
};

test("an open conflict labels a page and waits for a person", async () => {
  verifies("conflicts.withheld-side");
  const { labels, asked } = await lighthouse();
  expect(await labels(weekly)).toContain(`conflicts with ${monthly}`);
  expect(await labels(monthly)).toContain(`conflicts with ${weekly}`);
  expect(await asked()).toHaveLength(1);
});

describe("it labels no more, and is not asked about", () => {
  test.each([
    ["rejected", ["reject", weekly, "--reason", "Rumour", "--claim", "The cutter comes each week"]],
    ["retired", ["retire", weekly, "--reason", "Last year", "--claim", "The cutter came each week"]],
    ["forgotten", ["forget", weekly, "--reason", "It named the skipper"]],
  ])("when the other page is %s, also without the cache", async (_, words) => {
    verifies("conflicts.withheld-side");
    const { cli, labels, asked } = await lighthouse();
    expect((await cli.run(...words)).exitCode).toBe(0);
    expect(await labels(monthly)).toEqual([]);
    await cli.run("rebuild");
    rmSync(join(cli.folder, "cache"), { recursive: true, force: true });
    expect(await labels(monthly)).toEqual([]);
    expect(await asked()).toEqual([]);
  });

  test("when another page has replaced the other one", async () => {
    verifies("conflicts.withheld-side");
    const { cli, note, labels, asked } = await lighthouse();
    await note("A steamer calls", "Oil is landed by steamer.", "--supersedes", weekly);
    expect(await labels(monthly)).toEqual([`conflicts with ${weekly}`]);
    await cli.run("confirm", "notes/a-steamer-calls");
    expect(await labels(weekly)).toBeUndefined();
    expect([await labels(monthly), await asked()]).toEqual([[], []]);
  });

  test("when its file is gone", async () => {
    verifies("conflicts.withheld-side");
    const { cli, labels } = await lighthouse();
    rmSync(join(cli.project, ".llm-wiki/wiki", `${weekly}.md`));
    expect(await labels(monthly)).toEqual([]);
  });
});

test("a restored page contradicts the other again", async () => {
  verifies("conflicts.withheld-side");
  const { cli, labels } = await lighthouse();
  await cli.run("reject", weekly, "--reason", "Rumour", "--claim", "The cutter comes each week");
  expect(await labels(monthly)).toEqual([]);
  expect((await cli.run("restore", weekly)).exitCode).toBe(0);
  expect(await labels(monthly)).toEqual([`conflicts with ${weekly}`]);
});
