import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type FakeScreen, fakeScreen } from "../../support/fake-screen.ts";
import { everything, jsonLines, openToolWorld } from "../../tools/tool-world.ts";
import { type CommandLine, type CommandLineOptions, furnish, openCommandLine } from "./command-line.ts";

const open = async (options: CommandLineOptions = {}): Promise<{ cli: CommandLine; screen: FakeScreen }> => {
  const screen = fakeScreen();
  const cli = await openCommandLine({ screen, ...options });
  await furnish(cli);
  return { cli, screen };
};

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value : []);

const answer = async (screen: FakeScreen, shown: string, keys: string): Promise<void> => {
  await screen.waitFor(new RegExp(`${shown}[\\s\\S]*a accept`));
  screen.type(keys);
};

const eventsOf = (cli: CommandLine) =>
  jsonLines(readFileSync(join(cli.project, ".llm-wiki/meta/events.jsonl"), "utf8")).map(
    ({ kind, channel }) => `${String(kind)} ${String(channel)}`,
  );

describe("pi-wiki review at a terminal", () => {
  test("decides by single keys, and the events say that somebody was at the terminal", async () => {
    verifies("review.keys", "review.channels");
    const { cli, screen } = await open();
    const ran = cli.run("review");
    await answer(screen, "Review 1 of 3", "a");
    await answer(screen, "Review 2 of 3", "tno longer so\r");
    await answer(screen, "Review 3 of 3", "a");
    await screen.waitFor("all 3 looked at");
    screen.type("\r");
    expect(await ran).toMatchObject({ exitCode: 0, stdout: "Reviewed: 2 accepted, 1 retired.\n", stderr: "" });
    expect(
      eventsOf(cli)
        .filter((event) => !event.endsWith(" cli"))
        .sort(),
    ).toEqual([
      "confirmed terminal",
      "confirmed terminal",
      "retired terminal",
      expect.stringMatching(/^tombstone\w* terminal$/),
    ]);
    const { hits } = await cli.json("recall", "fog horn lamp ferry pier supply boat landing");
    expect(hits).toEqual([
      expect.objectContaining({ status: "stable", tier: "human-reviewed" }),
      expect.objectContaining({ status: "stable", tier: "human-reviewed" }),
    ]);
    expect(await cli.run("review")).toMatchObject({ exitCode: 0, stdout: "Nothing waits for review.\n" });
  });

  test("goes through one layer when asked to", async () => {
    verifies("review.keys");
    const { cli } = await open();
    expect(await cli.run("review", "--layer", "personal")).toMatchObject({ stdout: "Nothing waits for review.\n" });
  });

  test("gives the terminal back on Ctrl-C and when it goes away, with nothing carried out", async () => {
    verifies("review.terminal-restored", "review.undo");
    for (const leave of [(screen: FakeScreen) => screen.type("\u0003"), (screen: FakeScreen) => screen.hangUp()]) {
      const { cli, screen } = await open();
      const ran = cli.run("review");
      await answer(screen, "Review 1 of 3", "a");
      // In the middle of a look, which must not draw any more.
      await screen.waitFor(/Review 2 of 3[\s\S]*type: decision[\s\S]*space scroll/);
      leave(screen);
      const { exitCode, stdout } = await ran;
      expect([exitCode, screen.isClosed]).toEqual([0, true]);
      expect(stdout).toMatch(
        /^Nothing was decided\.\n2 without an answer\.\nYour last answer was not carried out: notes\//,
      );
      expect(eventsOf(cli).filter((event) => event.endsWith(" terminal"))).toEqual([]);
    }
  });

  test("exits 4 when an answer could not be carried out, and says why", async () => {
    verifies("review.failures-told");
    const { cli, screen } = await open();
    const ran = cli.run("review");
    const shown = await screen.waitFor(/Review 1 of 3[\s\S]*a accept/);
    const [, id = ""] = /\[\[(.*?)\]\]/.exec(shown) ?? [];
    screen.type("a");
    await screen.waitFor("Review 2 of 3");
    cli.put(`.llm-wiki/wiki/${id}.md`, "---\ntitle: Something else\nstatus: draft\n---\nAltogether.\n");
    screen.type("q");
    const { exitCode, stdout } = await ran;
    expect(exitCode).toBe(4);
    expect(stdout).toContain(`${id} was left as it is: ${id} was changed since it was shown.`);
  });
});

describe("e at a terminal", () => {
  test("gives the screen to the person's editor, keeps what they save, and shows it anew", async () => {
    verifies("review.edit", "review.terminal-restored");
    const closed: boolean[] = [];
    const editor = (text: string): string => {
      closed.push(screen.isClosed);
      return text.replace("twice a minute", "three times a minute");
    };
    const { cli, screen } = await open({ editor });
    const ran = cli.run("review");
    await answer(screen, "Fog horn rhythm", "e");
    await screen.waitFor("Your text is kept: look at it, then decide.");
    await answer(screen, "three times a minute", "q");
    await ran;
    expect(closed).toEqual([true]);
    expect(eventsOf(cli)).toContain("page_edited terminal");
  });

  test("names the file where nobody said which editor is theirs", async () => {
    verifies("review.edit");
    const { cli, screen } = await open();
    const ran = cli.run("review");
    await answer(screen, "Review 1 of 3", "e");
    await screen.waitFor(
      /wiki\/notes\/.*\.md\n[\s\S]*Edit the file named above in your editor; n and p read it anew\./,
    );
    screen.type("q");
    expect(await ran).toMatchObject({ exitCode: 0 });
  });
});

describe("pi-wiki review without a person", () => {
  test("lists with --json and changes nothing, for an agent too", async () => {
    verifies("review.nobody-there", "cli.shapes");
    const cli = await openCommandLine({ variables: { CLAUDECODE: "1" } });
    await furnish(cli);
    const vault = join(cli.project, ".llm-wiki");
    const before = everything(vault);
    const answered = await cli.json("review");
    expect(answered).toMatchObject({ exitCode: 0, total: 3 });
    expect(answered["items"]).toContainEqual({
      kind: "draft",
      layer: "project",
      root: vault,
      id: "notes/fog-horn-rhythm",
      path: join(vault, "wiki/notes/fog-horn-rhythm.md"),
      title: "Fog horn rhythm",
      type: "decision",
      status: "draft",
      labels: [],
      date: expect.any(String),
      sources: [],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(everything(vault)).toEqual(before);
  });

  test("lists with --json what is proposed, contradicts and was rejected, with what is asked", async () => {
    verifies("review.nobody-there", "review.queue", "cli.shapes");
    const cli = await openCommandLine({ isTerminal: true });
    await furnish(cli);
    const page = (name: string, text: string): void => cli.put(`.llm-wiki/wiki/notes/${name}.md`, text);
    page("pier", "# Pier\n\nThe pier is tarred each spring.\n");
    page("quay", "# Quay\n\nThe quay is swept.\n");
    cli.clock.advance(60_000);
    expect(await cli.run("reject", "notes/pier", "--reason", "It is stone")).toMatchObject({ exitCode: 0 });
    page("mole", "# Mole\n\nThe pier is tarred each spring.\n");
    cli.clock.advance(60_000);
    const { workspace } = await openToolWorld({ folder: cli.folder });
    await workspace.change({ action: "retire", id: "notes/quay", reason: "It was torn down" });
    cli.clock.advance(60_000);
    const items = listOf((await cli.json("review"))["items"]);
    expect(items.map(({ kind, id }) => `${kind} ${id}`).slice(0, 2)).toEqual([
      "tombstoned notes/mole",
      "retirement notes/quay",
    ]);
    expect(items[0]?.["tombstones"]).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: "keeper",
        channel: "terminal",
        reason: "It is stone",
        claims: ["The pier is tarred each spring."],
      },
    ]);
    expect(items[1]?.["proposal"]).toEqual({
      id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      page: "notes/quay",
      change: "retire",
      base: expect.stringMatching(/^[0-9a-f]{64}$/),
      reason: "It was torn down",
      at: expect.any(String),
      by: "keeper",
      channel: "tool",
    });
  });

  test("is refused without a terminal, in an agent's environment, and where nothing can be shown", async () => {
    verifies("review.nobody-there", "cli.person-only");
    const agent = { CLAUDECODE: "1" };
    const worlds = [{}, { screen: fakeScreen(), variables: agent }, { isTerminal: true }];
    for (const options of worlds) {
      const cli = await openCommandLine(options);
      await furnish(cli);
      const { exitCode, stderr } = await cli.run("review");
      expect([exitCode, stderr]).toEqual([4, expect.stringContaining("review is for a person.")]);
    }
  });
});
