import { describe, expect, test } from "vitest";
import { verifies } from "../../../acceptance/verifies.ts";
import { type FakeSessionOptions, fakeSession, openFakePi } from "../../../support/fake-pi.ts";
import { type FakeScreen, fakeScreen } from "../../../support/fake-screen.ts";
import { openKnowledgeWorld } from "../../../tools/knowledge-world.ts";

const claim = "A wick shorter than one is refused.";
const lesson = { claim, locations: ["trimWick"], confidence: "high" };

/** A session that works on a changed task with one emitted lesson. */
const openTask = async (options: Partial<FakeSessionOptions> = {}, checks: readonly string[] = ["git status"]) => {
  const world = await openKnowledgeWorld();
  world.put("home/.pi/agent/settings.json", '{"pi-wiki": {"knowledge": "on"}}');
  world.git("commit", "-qm", "Lamp");
  const pi = openFakePi(world.platform);
  const session = fakeSession({ cwd: world.project, ...options });
  await pi.start(session);
  await pi.toolCall(session, "wiki_task", { action: "open", text: "Trim the wick" });
  const file = "lighthouse/.llm-wiki/tasks/trim-the-wick/task.md";
  world.put(file, world.read(file).replace("---\n", `---\nchecks: ${JSON.stringify(checks)}\n`));
  world.put("lighthouse/src/lamp.ts", "export const trimWick = 9;\n");
  world.git("add", "src");
  await pi.command(session, "/wiki refresh");
  await pi.toolCall(session, "wiki_lessons", { action: "emit", lessons: [lesson] });
  return { ...world, pi, session, say: async (line: string) => (await pi.command(session, line))?.text ?? "" };
};

const press = async (screen: FakeScreen, key: string): Promise<void> => {
  await screen.waitFor(key === "a" ? "a run and accept" : "o observe");
  screen.type(key);
};

describe("/wiki accept", () => {
  test("shows what was changed and what is run, and earns the lessons at a key", async () => {
    verifies("surfaces.person", "surfaces.lessons");
    const screen = fakeScreen();
    const { say, git, session, pi } = await openTask({ screen });
    const accepting = say("/wiki accept trim-the-wick");
    const shown = await screen.waitFor("a run and accept");
    expect(shown).toContain("src/lamp.ts");
    expect(shown).toContain("git status");
    expect(shown).toContain("1 lesson waiting");
    await press(screen, "a");
    expect(await accepting).toMatch(/trim-the-wick is accepted: 1 path certified, not integrated[\s\S]*1 new lesson/);
    expect(await say("/wiki lessons")).toContain(`${claim} [certified-not-integrated]`);
    git("commit", "-qm", "Trim");
    const observing = say("/wiki observe");
    await press(screen, "o");
    expect(await observing).toMatch(/^confirmed sha256:/);
    expect(await pi.toolCall(session, "wiki_lessons", { action: "list" })).toContain(`${claim} [confirmed]`);
  });

  test("records nothing when the person leaves, or the check fails", async () => {
    verifies("surfaces.person");
    const screen = fakeScreen();
    const { say } = await openTask({ screen }, ["git no-such-command"]);
    const leaving = say("/wiki accept");
    await screen.waitFor("esc leave");
    screen.type("\u001b");
    expect(await leaving).toBe("Nothing was run or recorded.");
    const failing = say("/wiki accept");
    await press(screen, "a");
    expect(await failing).toContain("git no-such-command");
    expect(await say("/wiki lessons")).toBe("No lesson was earned.");
  });

  test("takes no key for a text that was not read to its end", async () => {
    verifies("surfaces.person");
    const screen = fakeScreen({ rows: 6 });
    const { say } = await openTask({ screen });
    const accepting = say("/wiki accept");
    await screen.waitFor("down to read on");
    screen.type("a");
    for (let line = 0; line < 12; line += 1) screen.type("j");
    await screen.waitFor("a run and accept");
    expect(screen.isClosed).toBe(false);
    screen.type("q");
    expect(await accepting).toBe("Nothing was run or recorded.");
  });

  test.each([
    ["/wiki accept", "pi-wiki knowledge accept trim-the-wick"],
    ["/wiki observe", "pi-wiki knowledge observe"],
  ])("%s without a screen names the command for a terminal", async (line, command) => {
    verifies("surfaces.person");
    const { say } = await openTask({ confirms: true });
    expect(await say(line)).toContain(command);
    expect(await say("/wiki lessons")).toBe("No lesson was earned.");
  });
});

test("a session's start finds the commit that delivered a certified lesson", async () => {
  verifies("surfaces.observed-at-start");
  const screen = fakeScreen();
  const { say, git, pi, project, session } = await openTask({ screen });
  const accepting = say("/wiki accept");
  await press(screen, "a");
  await accepting;
  git("commit", "-qm", "Trim");
  await pi.shutdown(session);
  const next = fakeSession({ cwd: project });
  await pi.start(next);
  await expect
    .poll(() => pi.command(next, "/wiki lessons").then((shown) => shown?.text), { timeout: 15_000 })
    .toContain(`${claim} [confirmed]`);
});
