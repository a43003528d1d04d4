import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const hornLine = async (stdin = "The reed is cracked.\n"): Promise<CommandLine> => {
  const cli = await openCommandLine({ stdin });
  await cli.run("init", "lighthouse");
  await cli.run("task", "open", "Fix", "the", "horn", "--check", "npm test");
  return cli;
};

test("task reads from standard input, and tells a person what it did", async () => {
  verifies("tasks.cli");
  const cli = await hornLine();
  const said = async (...words: readonly string[]) => (await cli.run("task", ...words)).stdout;
  const entry = /^#(\w{4}) in fix-the-horn\n$/.exec(await said("remember", "fix-the-horn", "--text", "-"))?.[1] ?? "";
  expect(await said("list")).toBe("fix-the-horn Fix the horn (active, project, 1 entries)\n");
  expect(await said("context")).toMatch(
    /Checks:\n- npm test\n\n.*\n.* #\w{4}\n> The reed is cracked\.\n<\/wiki-task>\n$/,
  );
  expect(await said("search", "fix-the-horn", "reed")).toContain("  The reed is cracked.");
  expect(await said("correct", "fix-the-horn", `#${entry}`, "--text", "The valve is.")).toMatch(
    /^#\w{4} in place of #/,
  );
  expect(await said("search", "reed")).toBe("No entry matches.\n");
  expect(await said("compact")).toMatch(/^1 entries would move, but there is no need of it yet, 1 stay\./);
  expect(await said("close", "--abandoned")).toMatch(/^fix-the-horn is abandoned\.\nWhat is true beyond it/);
  expect(await said("list", "--all")).toContain("(abandoned, project, 1 entries)");
});

test("task compacts with a summary, or with first lines, and shows before what would move", async () => {
  verifies("tasks.cli", "tasks.compaction-asked");
  const cli = await hornLine();
  for (let watch = 0; watch < 41; watch += 1)
    await cli.run("task", "remember", "fix-the-horn", "--text", `Watch ${watch}.`);
  const asked = await cli.json("task", "compact", "fix-the-horn", "--dry-run");
  expect(asked).toMatchObject({ due: true, done: false, kept: 20 });
  expect(asked["moved"]).toHaveLength(21);
  const long = await cli.run("task", "compact", "fix-the-horn", "--summary", "x".repeat(5_000));
  expect([long.exitCode, long.stderr]).toEqual([2, expect.stringContaining("904 characters over")]);
  expect(await cli.json("task", "compact", "fix-the-horn")).toMatchObject({ due: true, done: true, kept: 20 });
  expect((await cli.json("task", "context", "fix-the-horn"))["text"]).toContain("> - 2026-11-30 Watch 0.");
});

test("task refuses what it can't do, before anything is opened", async () => {
  verifies("tasks.cli");
  const cli = await hornLine();
  const refusals = [
    [["open"], 2, "task open needs TITLE"],
    [["opne", "x"], 2, 'task can\'t "opne"'],
    [["remember", "fix-the-horn"], 2, "task remember needs --text TEXT"],
    [["correct", "fix-the-horn"], 2, "task correct needs ID ENTRY"],
    [["list", "more"], 2, 'task list does not take "more"'],
    [["search"], 2, "task search needs QUERY"],
    [["bind", "fix-the-horn"], 2, "session: there is none to bind; name it"],
    [["context", "mend-the-lamp"], 3, 'There is no task "mend-the-lamp"'],
    [["correct", "fix-the-horn", "zzzz", "--text", "No."], 3, 'has no entry "zzzz"'],
    [["open", "Fix the horn!"], 4, "already exists"],
  ] as const;
  for (const [words, exitCode, message] of refusals) {
    const ran = await cli.run("task", ...words);
    expect([words, ran.exitCode, ran.stderr]).toEqual([words, exitCode, expect.stringContaining(message)]);
  }
});
