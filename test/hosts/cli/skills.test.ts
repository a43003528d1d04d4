import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { repository } from "../../house/repository.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const outcomes = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  (value["results"] as readonly { name: string; outcome: string }[]).map(({ name, outcome }) => `${name} ${outcome}`);

describe("skills", () => {
  test("tells a person what was done, what was left, and why", async () => {
    verifies("skills.cli");
    const cli = await openCommandLine();
    const place = join(cli.project, ".agents/skills/okf");
    expect((await cli.run("skills", "add", "okf", "--dry-run")).stdout).toBe(`would be added okf ${place}\n`);
    expect((await cli.run("skills", "add", "okf")).stdout).toBe(`added okf ${place}\n`);
    expect((await cli.run("skills", "list")).stdout).toContain(`  current ${place} (pi, codex, cursor, opencode)\n`);
    cli.put(".agents/skills/okf/SKILL.md", "mine");
    const refused = await cli.run("skills", "update");
    expect(refused.stdout).toBe(
      `refused okf ${place}\n  SKILL.md was changed. Look at it first; --force puts it aside and keeps it\n`,
    );
    expect(refused.exitCode).toBe(4);
    const validated = await cli.run("skills", "validate", "okf");
    expect(validated.stdout).toContain("There is no front matter");
    expect(validated).toMatchObject({ exitCode: 4, stdout: expect.stringContaining("1 skill checked: 1 error.") });
    const forced = await cli.run("skills", "add", "okf", "--force");
    expect(forced.stdout).toContain(`updated okf ${place}\n  What stood there is kept in ${cli.project}/.agents/`);
    expect((await cli.run("skills", "path", "okf")).stdout).toBe(`${join(repository, "skills/okf")}\n`);
  });

  test("exits 2 for a bad call, 3 for what is not there, 4 for a refusal among what was done", async () => {
    verifies("skills.cli", "skills.rest-goes-on");
    const cli = await openCommandLine();
    const codes = async (...words: readonly string[]) => (await cli.run("skills", ...words)).exitCode;
    expect([await codes(), await codes("ad", "okf"), await codes("add"), await codes("add", "../okf")]).toEqual([
      2, 2, 2, 2,
    ]);
    expect([await codes("add", "okf", "--agent", "emacs"), await codes("add", "okf", "--all")]).toEqual([2, 2]);
    expect([await codes("add", "ring-bell"), await codes("path", "ring-bell"), await codes("update", "okf")]).toEqual([
      3, 3, 3,
    ]);
    expect([await codes("update"), await codes("remove", "okf"), await codes("remove", "--all")]).toEqual([0, 0, 0]);
    cli.put(".agents/skills/okf", "a file in its place");
    const mixed = await cli.json("skills", "add", "okf", "ring-bell", "pi-wiki");
    expect(outcomes(mixed)).toEqual(["okf refused", "pi-wiki added", "ring-bell not_found"]);
    expect(mixed.exitCode).toBe(4);
  });

  test("reads no standard input and knows Claude Code by both its names", async () => {
    verifies("skills.cli");
    const cli = await openCommandLine();
    expect(outcomes(await cli.json("skills", "add", "okf", "--agent", "claude-code,claude"))).toEqual(["okf added"]);
    expect(existsSync(join(cli.project, ".claude/skills/okf/SKILL.md"))).toBe(true);
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
  });
});

const piSettings = (cli: CommandLine, packages: readonly unknown[]): void => {
  mkdirSync(join(cli.folder, "home/.pi/agent"), { recursive: true });
  writeFileSync(join(cli.folder, "home/.pi/agent/settings.json"), JSON.stringify({ packages }));
};

describe("a copy that Pi would have twice", () => {
  const twice = [{ code: "skill-twice-in-pi", severity: "warning" }];

  test.each([
    ["npm", "npm:pi-wiki"],
    ["npm with a version", "npm:pi-wiki@0.1.0"],
    ["git", "git:github.com/harbour/pi-wiki@v1"],
    ["a path", repository],
    ["a map", { source: "npm:pi-wiki" }],
  ])("is named when the package is installed from %s", async (_from, source) => {
    verifies("skills.twice-in-pi");
    const cli = await openCommandLine();
    piSettings(cli, ["npm:other", source]);
    expect(await cli.json("skills", "add", "okf")).toMatchObject({ exitCode: 0, findings: twice });
    expect((await cli.run("skills", "add", "pi-wiki")).stderr).toContain("skill-twice-in-pi");
  });

  test.each([
    ["another package", ["npm:pi-wiki-extras", "npm:@harbour/other"]],
    ["a package whose skills are chosen", [{ source: "npm:pi-wiki", skills: [] }]],
    ["none", []],
  ])("is not named with %s", async (_title, packages) => {
    verifies("skills.twice-in-pi");
    const cli = await openCommandLine();
    piSettings(cli, packages);
    expect(await cli.json("skills", "add", "okf")).toMatchObject({ exitCode: 0, findings: [] });
  });

  test("is not named for agents that Pi has nothing to do with, nor for a link", async () => {
    verifies("skills.twice-in-pi");
    const cli = await openCommandLine();
    piSettings(cli, ["npm:pi-wiki"]);
    expect(await cli.json("skills", "add", "okf", "--agent", "claude")).toMatchObject({ findings: [] });
    expect(await cli.json("skills", "add", "okf", "--link")).toMatchObject({ findings: [] });
  });
});
