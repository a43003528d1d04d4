import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { WikiError } from "../../../extensions/core/errors.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { fakeScreen } from "../../support/fake-screen.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const code = `def ring(strokes, pause=2):
    """Rings and waits."""
    for stroke in range(strokes):
        print("ding", stroke, pause)
    return strokes
`;

let cli: CommandLine;
const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words], {
    cwd: cli.project,
    encoding: "utf8",
    stdio: "pipe",
  });
const note = (...more: readonly string[]) =>
  cli.run("note", "--title", "The bell", "--type", "decision", "--text", "It rings twice.", ...more);

beforeEach(async () => {
  cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "lighthouse");
  git("init", "-q", "-b", "main");
  cli.put("src/bell.py", code);
  git("add", "src");
  git("commit", "-qm", "Cast the bell");
});

test("code that a note names is followed: moved, changed, and against a commit", async () => {
  verifies("anchors.stale-command", "anchors.naming");
  expect((await note("--file", "src/bell.py#ring", "--file", "src/none.py")).stderr).toContain(
    '"src/none.py" is not there',
  );
  mkdirSync(join(cli.project, "lib"));
  renameSync(join(cli.project, "src/bell.py"), join(cli.project, "lib/bell.py"));
  expect(await cli.run("stale")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("moved: src/bell.py#ring, now lib/bell.py#ring"),
  });
});

test("a changed signature fails the command, but not where the commit that it is compared with had it", async () => {
  verifies("anchors.stale-command");
  await note("--file", "src/bell.py#ring");
  cli.put("src/bell.py", code.replace("pause=2", "pause=3"));
  expect(await cli.json("stale")).toMatchObject({
    exitCode: 4,
    pages: [{ id: "notes/the-bell", verdict: "stale", anchors: [{ ref: "src/bell.py#ring", verdict: "shape" }] }],
  });
  git("commit", "-qam", "Wait longer");
  expect((await cli.run("stale", "--base", "HEAD")).exitCode).toBe(0);
  expect((await cli.run("stale", "--base", "HEAD~1")).exitCode).toBe(4);
});

test("a person at a terminal finds the page in the review, and says by confirming it that it is still true", async () => {
  verifies("anchors.labels", "anchors.cleared");
  const screen = fakeScreen();
  cli = await openCommandLine({ tasks: workerTasks, screen });
  await cli.run("init", "lighthouse");
  git("init", "-q", "-b", "main");
  cli.put("src/bell.py", code);
  await note("--file", "src/bell.py#ring");
  await cli.run("confirm", "notes/the-bell");
  expect(await cli.json("review")).toMatchObject({ total: 0 });
  cli.put("src/bell.py", code.replace("pause=2", "pause=3"));
  expect(await cli.json("review")).toMatchObject({ items: [{ id: "notes/the-bell", kind: "outdated" }] });
  cli.put("src/bell.py", code.replace("pause=2", "pause=4"));
  expect(await cli.json("confirm", "notes/the-bell")).toMatchObject({ exitCode: 0, updated: ["notes/the-bell"] });
  expect((await cli.run("stale")).exitCode).toBe(0);
  expect(await cli.json("review")).toMatchObject({ total: 0 });
  cli.put("src/bell.py", code.replace("pause=2", "pause=5"));
  const reviewing = cli.run("review");
  expect(await screen.waitFor("a still true")).toContain("labels: stale: src/bell.py#ring");
  screen.type("a");
  await screen.waitFor("You answered: still true");
  screen.type("q");
  expect(await reviewing).toMatchObject({ exitCode: 0 });
  expect((await cli.run("stale")).exitCode).toBe(0);
});

test("a review goes on where the code can't be looked at", async () => {
  verifies("anchors.unknown");
  await note("--file", "src/bell.py#ring");
  await cli.run("confirm", "notes/the-bell", "--unattended");
  const { inWorker } = cli.platform;
  Object.assign(cli.platform, {
    inWorker: (task: string, ...rest: [unknown]) => {
      if (task === "anchors") throw new WikiError("unreadable", { path: "src", reason: "it is on fire" });
      return inWorker(task, ...rest);
    },
  });
  expect(await cli.json("review")).toMatchObject({ exitCode: 0 });
});
