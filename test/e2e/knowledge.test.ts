import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { openTui, type TuiSession } from "../../scripts/support/pi-tui.ts";
import type { ModelRequest } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { harbour } from "../core/knowledge/extract/harbour.ts";
import { installedPackage } from "./pack.ts";

const claim = "The lens turns by its speed, so a change of speed needs another gear.";
const task = "turn-the-lens";

const hints = `
## Localization hints

- **Affected files:**
  - \`typescript/lens.ts\`
- **Target symbols:**
  - \`turnLens\`
  - \`turnLensBack\` (new)
`;

describe.each(hostNames)("repository knowledge in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let screen: TuiSession;

  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=keeper", "-c", "user.email=keeper@example.org", ...args], {
      cwd: sandbox.project,
      encoding: "utf8",
      stdio: "pipe",
    });
  const last = (): ModelRequest | undefined => sandbox.model.requests.at(-1);
  const said = (): string => (last()?.messages ?? []).map(({ text }) => text).join("\n");

  beforeAll(async () => {
    sandbox = await openSandbox({
      host,
      extension: installedPackage(),
      settings: { "pi-wiki": { knowledge: "on" } },
    });
    git("init", "-q", "-b", "main");
    for (const [path, bytes] of harbour) {
      mkdirSync(dirname(join(sandbox.project, path)), { recursive: true });
      writeFileSync(join(sandbox.project, path), bytes);
    }
    await wikiCli(sandbox, "init", "lighthouse");
    git("add", ".");
    git("commit", "-qm", "Harbour");
    await wikiCli(sandbox, "task", "open", "Turn the lens");
    const page = join(sandbox.project, `.llm-wiki/tasks/${task}/task.md`);
    const text = readFileSync(page, "utf8");
    writeFileSync(page, `${text.replace("---\n", '---\nchecks: ["git --version"]\n')}${hints}`);
    screen = await openTui(sandbox);
  }, 300_000);
  afterAll(async () => {
    await screen.close();
    await sandbox.close();
  });

  test("a lesson comes from a task's hints through packet, work, acceptance and commit to the next packet", async () => {
    verifies("surfaces.end-to-end", "surfaces.offered", "surfaces.packet-message");
    await screen.waitForText(/scripted/);
    await screen.command("/wiki refresh");
    await screen.waitForText(/Mapped \d+ files/);
    await screen.command(`/wiki ground ${task}`);
    expect(await screen.waitForText(/2 verified, 1 new, 0 unknown/)).toContain("verified symbol turnLens");
    await screen.command(`/wiki packet ${task}`);
    await screen.waitForText(/The agent has the packet of turn-the-lens/);

    const changed = readFileSync(join(sandbox.project, "typescript/lens.ts"), "utf8").replace("speed = 3", "speed = 4");
    const lessons = [{ claim, locations: ["turnLens"], confidence: "high" }];
    sandbox.model.play(
      { calls: [{ name: "wiki_map", arguments: { query: "turnLens" } }] },
      { calls: [{ name: "write", arguments: { path: "typescript/lens.ts", content: changed } }] },
      { calls: [{ name: "bash", arguments: { command: "git add typescript" } }] },
      { calls: [{ name: "wiki_map", arguments: { query: "turnLens", refresh: true } }] },
      { calls: [{ name: "wiki_lessons", arguments: { action: "emit", task, lessons } }] },
      { text: "The lens turns faster." },
    );
    await screen.type("Turn the lens faster", "Enter");
    await screen.waitForText("The lens turns faster.");
    expect(last()?.toolNames).toEqual(
      expect.arrayContaining(["wiki_map", "wiki_ground", "wiki_packet", "wiki_lessons"]),
    );
    expect(said()).toContain("export const turnLens = (by: number): number => by * speed;");
    expect(said()).toContain("test typescript/lens.test.ts names typescript.lens.turnLens");
    expect(said()).toContain("function typescript.lens.turnLens typescript/lens.ts:10-10");
    expect(said()).toContain("Nothing is earned until a person accepts the task");
    expect(await wikiCli(sandbox, "knowledge", "lessons")).toMatchObject({ count: 0 });

    await screen.command(`/wiki accept ${task}`);
    expect(await screen.waitForText("a run and accept")).toContain("git --version");
    await screen.type("a");
    await screen.waitForText(/turn-the-lens is accepted: 1 path certified, not integrated/);
    await screen.command("/wiki lessons");
    await screen.waitForText("[certified-not-integrated]");

    git("commit", "-qm", "Turn the lens faster");
    await screen.command("/wiki observe");
    await screen.waitForText("o observe");
    await screen.type("o");
    await screen.waitForText(/confirmed sha256:/);

    await screen.command(`/wiki packet ${task}`);
    await screen.waitForText(/1 lessons?, \d+ of 32768 bytes/);
    sandbox.model.play({ text: "It is known." });
    await screen.type("What is known of it?", "Enter");
    await screen.waitForText("It is known.");
    expect(said()).toMatch(/lesson \[confirmed\] The lens turns by its speed/);
  }, 300_000);

  test("a session's start finds the commit that delivered a certified lesson, and nobody is asked", async () => {
    verifies("surfaces.observed-at-start");
    const path = join(sandbox.project, "typescript/lens.ts");
    writeFileSync(path, readFileSync(path, "utf8").replace("speed = 4", "speed = 5"));
    const lessons = [{ claim: "The gear whines from five on.", locations: ["turnLens"], confidence: "low" }];
    sandbox.model.play(
      { calls: [{ name: "wiki_lessons", arguments: { action: "emit", task, lessons } }] },
      { text: "The whine is kept." },
    );
    await screen.type("Keep what you heard", "Enter");
    await screen.waitForText("The whine is kept.");
    await screen.command(`/wiki accept ${task}`);
    await screen.waitForText("a run and accept");
    await screen.type("a");
    const states = async () => {
      const { lessons: known } = (await wikiCli(sandbox, "knowledge", "lessons")) as {
        lessons: readonly { delivery_state: string }[];
      };
      return known.map(({ delivery_state }) => delivery_state);
    };
    await expect.poll(states, { timeout: 60_000 }).toEqual(["confirmed", "certified-not-integrated"]);
    git("commit", "-qam", "Turn the lens faster still");
    await screen.close();
    screen = await openTui(sandbox);
    await expect.poll(states, { timeout: 60_000 }).toEqual(["confirmed", "confirmed"]);
  }, 300_000);
});
