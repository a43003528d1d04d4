import { execFileSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type FakeSession, openFakePi } from "../../support/fake-pi.ts";
import { fakeScreen } from "../../support/fake-screen.ts";
import { openPiWorld, type PiWorld } from "./pi-world.ts";

const git = (world: PiWorld, ...words: readonly string[]): void => {
  const env = { ...process.env, HOME: `${world.folder}/home`, GIT_CONFIG_NOSYSTEM: "1" };
  const named = ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words];
  execFileSync("git", named, { cwd: world.project, env, stdio: "pipe" });
};

/** The messages on tasks that the model was sent so far. */
const messages = ({ branch }: FakeSession) =>
  branch.flatMap((entry) => (entry["customType"] === "wiki-task" ? [String(entry["content"])] : []));

const hornWorld = async (): Promise<PiWorld> => {
  const world = await openPiWorld();
  await world.workspace.tasks.open({ title: "Fix the horn", aims: ["It sounds"], checks: [] });
  await world.workspace.tasks.remember({ task: "fix-the-horn", text: "The reed is cracked." });
  return world;
};

describe("a session on a branch with an open task", () => {
  test("is offered it in one line, to the user and to the model, once", async () => {
    verifies("tasks.offered");
    const world = await hornWorld();
    const session = await world.started();
    await world.pi.prompt(session, "Good morning");
    // Nothing waits for it.
    await vi.waitFor(() => expect(session.notices).toHaveLength(1));
    expect(session.notices[0]).toEqual({
      text: 'wiki: task "Fix the horn" is open on this branch; /wiki task fix-the-horn takes it up',
      type: "info",
    });
    expect(messages(session)).toEqual([
      'Task fix-the-horn ("Fix the horn") is open on this branch: if the work belongs to it, call wiki_task with action bind.',
    ]);
    await world.pi.prompt(session, "And now?");
    session.branch.push({ type: "compaction", id: "c1", firstKeptEntryId: "c1", summary: "Morning." });
    await world.pi.prompt(session, "And then?");
    expect(messages(session)).toHaveLength(1);
  });

  test("has its context when the model takes it up, and not a second time", async () => {
    verifies("tasks.injected-once");
    const world = await hornWorld();
    const session = await world.started();
    await world.pi.prompt(session, "Good morning");
    const bound = await world.pi.toolCall(session, "wiki_task", { action: "bind", task: "fix-the-horn" });
    expect(bound).toMatch(/^This session works on task fix-the-horn\.\n<wiki-task>[\s\S]*> The reed is cracked\./);
    await world.pi.prompt(session, "Go on");
    expect(messages(session)).toHaveLength(1);
  });

  test("of another branch is offered none, until the branch is merged", async () => {
    verifies("tasks.branch", "tasks.distil-offer");
    const world = await openPiWorld();
    git(world, "init", "-q", "-b", "main");
    git(world, "commit", "-q", "--allow-empty", "-m", "Begin");
    git(world, "checkout", "-q", "-b", "horn");
    await world.workspace.tasks.open({ title: "Fix the horn" });
    git(world, "commit", "-q", "--allow-empty", "-m", "Fix");
    git(world, "checkout", "-q", "main");
    const before = await world.started();
    await world.pi.prompt(before, "Good morning");
    expect([messages(before), before.notices]).toEqual([[], []]);
    git(world, "merge", "-q", "--no-ff", "-m", "Merge", "horn");
    const after = await world.started();
    await world.pi.prompt(after, "Good morning");
    expect(messages(after)).toEqual([
      expect.stringMatching(/^The branch of task fix-the-horn .* is merged: .*notes\.$/),
    ]);
    // Nothing waits for it.
    await vi.waitFor(() => expect(after.notices[0]?.text).toContain("/wiki task close fix-the-horn"));
  });

  test("that is a sub-agent's is told nothing", async () => {
    verifies("tasks.offered");
    const world = await hornWorld();
    await world.started();
    const child = world.session({ inMemory: true });
    await world.pi.start(child);
    await world.pi.prompt(child, "Good morning");
    expect([messages(child), child.notices]).toEqual([[], []]);
  });
});

describe("a session that is bound to a task", () => {
  const boundSession = async () => {
    const world = await hornWorld();
    const session = world.session({ id: "session-of-keeper" });
    await world.workspace.tasks.bind("fix-the-horn", session.id);
    await world.pi.start(session);
    return { world, session };
  };

  test("is told of it with the first prompt, and again only when it was compacted away", async () => {
    verifies("tasks.injected-once");
    const { world, session } = await boundSession();
    await world.pi.prompt(session, "Good morning");
    await world.pi.prompt(session, "Go on");
    expect(messages(session)).toEqual([expect.stringContaining("> The reed is cracked.")]);
    await world.pi.toolCall(session, "wiki_task", { action: "remember", text: "A new reed is ordered." });
    session.branch.push({ type: "compaction", id: "c1", firstKeptEntryId: "c1", summary: "Morning." });
    await world.pi.prompt(session, "Go on");
    expect(messages(session)).toHaveLength(2);
    expect(messages(session)[1]).toContain("> A new reed is ordered.");
    await world.pi.prompt(session, "Go on");
    expect(messages(session)).toHaveLength(2);
  });

  test("is told of it while the indexes are still being read, without the task's pages", async () => {
    verifies("tasks.injected-once");
    const world = await hornWorld();
    await world.workspace.tasks.bind("fix-the-horn", "early");
    world.page("notes/reed", "# Reeds", { task_id: "fix-the-horn" });
    for (let watch = 1; watch <= 70; watch += 1) world.page(`notes/watch-${watch}`, `# Watch ${watch}`);
    const pi = openFakePi({
      ...world.platform,
      get environment() {
        return world.platform.environment;
      },
      inWorker: () => new Promise(() => undefined),
    });
    const session = world.session({ id: "early" });
    void pi.start(session);
    await pi.prompt(session, "Good morning");
    expect(messages(session)).toEqual([expect.stringContaining("> The reed is cracked.")]);
    expect(messages(session)[0]).not.toContain("notes/reed");
  });

  test("keeps which files it changed before a compaction", async () => {
    verifies("tasks.before-compaction");
    const { world, session } = await boundSession();
    const fileOps = {
      read: new Set(["notes.md"]),
      written: new Set(["src/horn.ts", "/etc/hosts"]),
      edited: new Set([`${world.project}/src/reed.ts`]),
    };
    await world.pi.compact(session, { fileOps });
    await world.pi.compact(session, { fileOps });
    const kept = world.read("lighthouse/.llm-wiki/tasks/fix-the-horn/memories/keeper.md");
    expect(kept.match(/Changed until then: .*/g)).toEqual(["Changed until then: src/horn.ts, src/reed.ts."]);
  });

  test("leaves it to its forks, and no other session", async () => {
    verifies("tasks.bound");
    const { world } = await boundSession();
    const forked = world.session({ id: "fork" });
    const previousSessionFile = "/sessions/2026-11-30T12-00-00-000Z_session-of-keeper.jsonl";
    await world.pi.start(forked, { reason: "fork", previousSessionFile });
    await world.pi.prompt(forked, "Go on");
    expect(messages(forked)).toEqual([expect.stringContaining("> The reed is cracked.")]);
    const resumed = world.session({ id: "other" });
    await world.pi.start(resumed, { reason: "resume", previousSessionFile });
    await world.pi.prompt(resumed, "Go on");
    expect(messages(resumed)).toEqual([expect.stringMatching(/^Task fix-the-horn .*action bind\.$/)]);
  });

  test("remembers in it without naming it", async () => {
    verifies("tasks.bound");
    const { world, session } = await boundSession();
    const said = await world.pi.toolCall(session, "wiki_task", { action: "remember", text: "The wind turned." });
    expect(said).toMatch(/^Remembered in fix-the-horn as #/);
  });
});

describe("/wiki task", () => {
  test("lists the tasks, shows one, and takes one up", async () => {
    verifies("tasks.pi-verb");
    const world = await hornWorld();
    const session = await world.started();
    const said = async (line: string) => (await world.pi.command(session, line))?.text;
    expect(await said("/wiki task")).toBe("  fix-the-horn: Fix the horn (active, 1 entries)");
    expect(await said("/wiki task show fix-the-horn")).toContain("> The reed is cracked.");
    expect(await said("/wiki task fix-the-horn")).toMatch(/^This session works on task fix-the-horn;/);
    expect(await said("/wiki task list")).toMatch(/^\* fix-the-horn/);
    expect(await said("/wiki task remember The wind turned.")).toMatch(/^Remembered in fix-the-horn as #/);
    expect(await said("/wiki task open Mend the lamp")).toMatch(/^Opened mend-the-lamp; this session works on it\./);
    expect(await said("/wiki task close fix-the-horn")).toMatch(/^Task fix-the-horn is completed\.\n.*2 entries\./);
    expect(await world.pi.complete("task m")).toEqual(["task mend-the-lamp"]);
    expect(await said("/wiki task lens")).toMatch(/^There is no task "lens"\./);
  });

  test("is a screen to move in, to read a task, and to switch", async () => {
    verifies("tasks.pi-verb");
    const world = await hornWorld();
    await world.workspace.tasks.open({ title: "Mend the lamp" });
    const screen = fakeScreen();
    const session = await world.started({ screen });
    const told = world.pi.command(session, "/wiki task");
    await screen.waitFor(/> fix-the-horn[\s\S]* {2}mend-the-lamp/);
    screen.type("\r");
    await screen.waitFor("> The reed is cracked.");
    screen.type("\u001b");
    await screen.waitFor("Open tasks");
    screen.type("j");
    await screen.waitFor(/> mend-the-lamp/);
    screen.type("s");
    expect((await told)?.text).toMatch(/^This session works on task mend-the-lamp;/);
    const again = world.pi.command(session, "/wiki task");
    await screen.waitFor(/> mend-the-lamp.*this session's/);
    screen.type("q");
    expect((await again)?.text).toBe("The session's task stays as it is.");
  });
});
