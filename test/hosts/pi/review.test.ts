import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSessionOptions } from "../../support/fake-pi.ts";
import { type FakeScreen, fakeScreen } from "../../support/fake-screen.ts";
import { everything, jsonLines } from "../../tools/tool-world.ts";
import { openPiWorld, type PiWorld } from "./pi-world.ts";

const drafts = ["boiler", "reed", "valve"];

const furnish = (world: PiWorld): void => {
  for (const [index, part] of drafts.entries()) {
    const date = `2026-11-${String(20 - index)}`;
    world.page(`notes/${part}`, `# Fog horn ${part}\n\nThe ${part} is greased with tallow.`, { status: "draft", date });
  }
};

interface Reviewed {
  readonly world: PiWorld;
  readonly screen: FakeScreen;
  /** What /wiki review told in the end. */
  readonly told: Promise<string | undefined>;
}

const review = async (options: Partial<FakeSessionOptions> & { size?: { rows: number } } = {}): Promise<Reviewed> => {
  const world = await openPiWorld();
  furnish(world);
  const screen = fakeScreen(options.size);
  const session = await world.started({ screen, ...options });
  const told = world.pi.command(session, "/wiki review").then((notice) => notice?.text);
  return { world, screen, told };
};

/** Waits until the item may be decided, then presses the keys. */
const answer = async (screen: FakeScreen, title: string, keys: string): Promise<void> => {
  await screen.waitFor(new RegExp(`${title}[\\s\\S]*a accept`));
  screen.type(keys);
};

const eventsOf = (world: PiWorld) =>
  jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).map(({ kind, channel, page }) => ({
    kind,
    channel,
    page,
  }));

const statusOf = (world: PiWorld, page: string): string | undefined =>
  /^status: "?(\w+)/m.exec(world.read(`lighthouse/.llm-wiki/wiki/notes/${page}.md`))?.[1];

describe("/wiki review in the full-screen mode", () => {
  test("decides by single keys as the person at the keyboard", async () => {
    verifies("review.keys", "review.channels");
    const { world, screen, told } = await review();
    await answer(screen, "Review 1 of 3[\\s\\S]*Fog horn boiler", "a");
    await answer(screen, "Review 2 of 3[\\s\\S]*Fog horn reed", "rthe reed is oiled\r");
    await answer(screen, "Review 3 of 3[\\s\\S]*Fog horn valve", "s");
    expect(await screen.waitFor("all 3 looked at")).toContain('You answered: skip "Fog horn valve"');
    screen.type("q");
    expect(await told).toBe("Reviewed: 1 accepted, 1 rejected, 1 skipped.");
    expect(screen.isClosed).toBe(true);
    expect(drafts.map((part) => statusOf(world, part))).toEqual(["stable", "deprecated", "draft"]);
    expect(eventsOf(world)).toEqual(
      expect.arrayContaining([
        { kind: "confirmed", channel: "ui", page: "notes/boiler" },
        { kind: "rejected", channel: "ui", page: "notes/reed" },
      ]),
    );
    world.clock.advance(2_000);
    const { hits } = await world.workspace.recall({ query: "fog horn boiler tallow" });
    expect(hits.map(({ id, tier }) => [id, tier])).toContainEqual(["notes/boiler", "human-reviewed"]);
  });

  test("carries nothing out that was taken back, or answered last before Ctrl-C", async () => {
    verifies("review.undo");
    const { world, screen, told } = await review();
    await answer(screen, "Review 1 of 3", "a");
    await answer(screen, "Review 2 of 3", "u");
    await answer(screen, "Review 1 of 3", "s");
    await answer(screen, "Review 2 of 3", "a");
    await screen.waitFor("Review 3 of 3");
    screen.type("\u0003");
    expect(await told).toBe(
      "Reviewed: 1 skipped.\n1 without an answer.\nYour last answer was not carried out: notes/reed.",
    );
    expect(drafts.map((part) => statusOf(world, part))).toEqual(["draft", "draft", "draft"]);
  });

  test("lets keys decide only when all of a long text has been on the screen, without a gap", async () => {
    verifies("review.seen-first");
    const { world, screen, told } = await review({ size: { rows: 20 } });
    await screen.waitFor("Review 1 of 3");
    screen.type("q");
    await told;
    const lines = Array.from({ length: 30 }, (_, index) => `Turn ${index + 1}.`).join("\n\n");
    world.page("notes/boiler", `# Fog horn boiler\n\n${lines}`, { status: "draft", date: "2026-11-20" });
    world.clock.advance(2_000);
    const session = await world.started({ screen });
    const again = world.pi.command(session, "/wiki review");
    await screen.waitFor("Turn 1.");
    screen.type("a");
    await screen.waitFor("That did not count: not all of the text has been on the screen.");
    screen.type("\u001b[F");
    await screen.waitFor("Turn 30.");
    screen.type("a");
    await screen.waitFor("That did not count");
    screen.type("\u001b[H");
    await screen.waitFor("lines 1 to 10 of");
    for (const first of [10, 19, 28, 37, 46, 55, 61]) {
      screen.type(" ");
      await screen.waitFor(`lines ${first} to`);
    }
    await answer(screen, "Fog horn boiler", "a");
    await screen.waitFor("Fog horn reed");
    screen.type("q");
    await again;
    expect(statusOf(world, "boiler")).toBe("stable");
  });

  test("keys that were typed ahead, or pasted, decide nothing", async () => {
    verifies("review.no-accidents");
    const { world, screen, told } = await review();
    await screen.waitFor("Review 1 of 3");
    screen.type("aaaa");
    await answer(screen, "Review 1 of 3", "\u001b[200~aaa\u001b[201~");
    await answer(screen, "Review 1 of 3", "aaaa");
    await screen.waitFor("Review 2 of 3");
    screen.type("aaaa");
    expect(await screen.waitFor("did not count")).toContain("Review 2 of 3");
    screen.type("u");
    await screen.waitFor("Taken back.");
    screen.type("q");
    expect(await told).toBe("Nothing was decided.\n3 without an answer.");
    expect(drafts.map((part) => statusOf(world, part))).toEqual(["draft", "draft", "draft"]);
  });

  test("refuses to decide on a page that changed while it was looked at, tells it, and takes the answer anew", async () => {
    verifies("review.failures-told", "review.seen-first");
    const { world, screen, told } = await review();
    await answer(screen, "Fog horn boiler", "a");
    await screen.waitFor("Fog horn reed");
    const path = join(world.project, ".llm-wiki/wiki/notes/boiler.md");
    writeFileSync(path, world.read("lighthouse/.llm-wiki/wiki/notes/boiler.md").replace("tallow", "butter"));
    await answer(screen, "Fog horn reed", "a");
    await screen.waitFor("Number 1 was left as it is: notes/boiler was changed since it was shown.");
    screen.type("pp");
    await answer(screen, "greased with butter", "a");
    await screen.waitFor("Fog horn valve");
    screen.type("q");
    expect(await told).toBe("Reviewed: 2 accepted.\n1 without an answer.");
    expect(drafts.map((part) => statusOf(world, part))).toEqual(["stable", "stable", "draft"]);
  });
});

describe("where no person is at a keyboard", () => {
  const listed = async (options: Partial<FakeSessionOptions>, variables: Readonly<Record<string, string>> = {}) => {
    const world = await openPiWorld({ variables });
    furnish(world);
    const session = await world.started(options);
    const before = everything(join(world.project, ".llm-wiki/wiki"));
    const text = (await world.pi.command(session, "/wiki review"))?.text;
    expect(everything(join(world.project, ".llm-wiki/wiki"))).toEqual(before);
    expect(eventsOf(world).filter(({ kind }) => kind !== "bootstrap")).toEqual([]);
    return text;
  };

  test("the queue is listed, with the command that decides", async () => {
    verifies("review.nobody-there");
    const list = [
      "3 items wait for review:",
      '[[notes/boiler]] "Fog horn boiler" (project): a draft that nobody has confirmed',
    ];
    for (const options of [{}, { hasUI: false }, { hasUI: false, screen: fakeScreen() }]) {
      const text = await listed(options);
      expect(text?.split("\n").slice(0, 2)).toEqual(list);
      expect(text).toMatch(/\nNothing is decided here: run `pi-wiki review` in a terminal, in .*lighthouse/);
    }
  });

  test("a sub-agent's session has no screen to review on, though it looks like one", async () => {
    verifies("review.nobody-there");
    const text = await listed({ screen: fakeScreen() }, { PI_WIKI_PARENT: "1" });
    expect(text).toMatch(/^3 items wait for review:/);
  });

  test("an empty queue is told", async () => {
    verifies("review.keys");
    const world = await openPiWorld();
    const session = await world.started({ screen: fakeScreen() });
    expect((await world.pi.command(session, "/wiki review"))?.text).toBe("Nothing waits for review.");
  });
});
