import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import type { Step } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const bash = (command: string): Step => ({ calls: [{ name: "bash", arguments: { command } }] });

const parts = ["bell", "lens", "mast", "stove", "cistern", "gallery"];
const page = "notes/winding-the-bell";
const prompt = "How is the bell wound with the brass crank?";
const citing: Step = { text: `As [[${page}]] says: the brass crank, every four hours.` };

const commit =
  "git add -A && git -c user.name=Keeper -c user.email=keeper@lighthouse.example commit -qm 'Wind the bell'";

describe.each(hostNames)("the use of pages in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  const streams = (): string => join(sandbox.project, ".llm-wiki/meta/telemetry");
  const lines = (): readonly Readonly<Record<string, unknown>>[] =>
    existsSync(streams())
      ? readdirSync(streams()).flatMap((name) =>
          readFileSync(join(streams(), name), "utf8")
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        )
      : [];
  const outcomes = (): readonly string[] =>
    lines().flatMap(({ kind, judge, result, doc, note }) =>
      kind === "outcome" ? [`${judge} ${result} ${doc}: ${note}`] : [],
    );
  const inSession = async (play: (session: RpcSession) => Promise<unknown>): Promise<void> => {
    const session = await openRpc(sandbox);
    await play(session);
    await session.close();
  };
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words], {
      cwd: sandbox.project,
      env: sandbox.environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });

  beforeEach(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    const { project } = sandbox;
    await wikiCli(sandbox, "init", "lighthouse");
    mkdirSync(join(project, ".llm-wiki/wiki/notes"), { recursive: true });
    for (const part of parts) {
      writeFileSync(
        join(project, `.llm-wiki/wiki/notes/winding-the-${part}.md`),
        `---\ntype: procedure\ntitle: Winding the ${part}\n---\n\nThe ${part} is wound every four hours with the brass crank.\n`,
      );
    }
    writeFileSync(join(project, "package.json"), '{"scripts": {"test": "test -e wound"}}\n');
    await wikiCli(sandbox, "rebuild");
  });
  afterEach(() => sandbox.close());

  test("a failing test that turned green after a citation speaks for the page, and only for that one", async () => {
    verifies("endtoend.usage-tests");
    await inSession(async (session) => {
      await session.ask(prompt, bash("npm test"), citing);
      await session.ask("Go on", bash("touch wound"), bash("npm test"));
      expect(lines()).toEqual([]);
    });
    expect(outcomes()).toEqual([`observed success ${page}: npm test went from failing to passing`]);
    const kinds = lines().filter(({ doc }) => doc === page);
    expect(kinds.map(({ kind }) => kind)).toEqual(["hit", "adopted", "outcome"]);
    expect(lines().filter(({ kind }) => kind === "hit").length).toBeGreaterThan(0);
    expect(await wikiCli(sandbox, "usage", page)).toMatchObject({
      pages: [{ hits: 1, adopted: 1, outcomes: { observed: { success: 1, failure: 0 } } }],
    });
  });

  test("a green test that turned red speaks against the page", async () => {
    verifies("endtoend.usage-tests");
    writeFileSync(join(sandbox.project, "wound"), "");
    await inSession(async (session) => {
      await session.ask(prompt, bash("npm test"), citing);
      await session.ask("Go on", bash("rm wound"), bash("npm test"));
    });
    expect(outcomes()).toEqual([`observed failure ${page}: npm test went from passing to failing`]);
  });

  test("a command that only names a test proves nothing", async () => {
    verifies("endtoend.usage-tests");
    await inSession(async (session) => {
      await session.ask(prompt, bash("npm test"), citing);
      await session.ask("Go on", bash("echo npm test"), bash('grep -c "test" package.json'), bash("npm test | cat"));
    });
    expect(lines().filter(({ kind }) => kind === "adopted")).toMatchObject([{ doc: page }]);
    expect(outcomes()).toEqual([]);
  });

  test("a commit that is kept speaks for the page in a later session, and against it once it is reverted", async () => {
    verifies("endtoend.usage-commits");
    git("init", "-q", "-b", "main");
    writeFileSync(join(sandbox.project, ".gitignore"), ".llm-wiki/\n");
    await inSession(async (session) => {
      await session.ask(prompt, citing);
      await session.ask("Go on", bash("touch wound"), bash(commit));
    });
    expect(git("log", "--format=%s").trim()).toBe("Wind the bell");
    expect(outcomes()).toEqual([]);
    await inSession((session) => session.ask("Thanks"));
    const kept = `observed success ${page}: a commit that followed was kept`;
    expect(outcomes()).toEqual([kept]);
    git("revert", "--no-edit", "HEAD");
    await inSession((session) => session.ask("Thanks"));
    expect(outcomes()).toEqual([kept, `observed failure ${page}: a commit that followed was reverted`]);
    expect(await wikiCli(sandbox, "usage", page)).toMatchObject({
      pages: [{ outcomes: { observed: { success: 0, failure: 1 } } }],
    });
  });

  test("wiki_feedback is the model's own word, and /wiki why tells of use", async () => {
    verifies("endtoend.usage-told");
    await inSession(async (session) => {
      const said = { name: "wiki_feedback", arguments: { id: page, outcome: "success" } };
      await session.ask(prompt, { calls: [said] }, citing);
    });
    expect(outcomes()).toEqual([`self success ${page}: undefined`]);
    const session = await openRpc(sandbox);
    await session.ask(prompt, citing);
    expect(shownText((await session.command("/wiki why")).events)).toMatch(
      /\[\[notes\/winding-the-bell\]\] project, sent, \d+ tokens: .* × use 1\.06/,
    );
    await session.close();
    expect(lines().filter(({ kind, doc }) => kind === "hit" && doc === page)).toHaveLength(2);
  });
});
