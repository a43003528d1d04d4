import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, type Place } from "./portable-world.ts";

const forbidden = "The lamp burns colza oil.";
const allowed = "The lamp burns petroleum.";
const question = "What does the lamp burn, colza oil or petroleum?";

const rejected = async (): Promise<Place> => {
  const place = await furnished();
  place.page("notes/lamp-oil", `# Lamp oil\n\n${forbidden}`);
  const reason = ["--reason", "Petroleum since May", "--claim", forbidden];
  expect((await place.cli("person", "reject", "notes/lamp-oil", ...reason)).exitCode).toBe(0);
  return place;
};

const git = (place: Place, ...words: readonly string[]) =>
  place.platform.run(["git", ...words], { cwd: place.project });

/** A draft by hand, on which a person then decides. */
const draft = (place: Place, text: string): void =>
  place.page("notes/entry", `# Entry\n\n${text}`, { status: "draft" });

type Entry = readonly [name: string, write: (place: Place, text: string) => Promise<unknown>];

const entries: readonly Entry[] = [
  ["wiki_note", (place, text) => place.tool("wiki_note", { title: "Entry", type: "lesson", text })],
  ["note", (place, text) => place.cli("script", "note", "--title", "Entry", "--type", "lesson", "--text", text)],
  [
    "note of an agent's shell",
    (place, text) => place.cli("agent", "note", "--title", "Entry", "--type", "lesson", "--text", text),
  ],
  [
    "import",
    async (place, text) => {
      place.edit("../handbook/entry.md", `# Entry\n\n${text}\n`);
      await place.cli("script", "import", "handbook");
    },
  ],
  ["write", (place, text) => place.write("wiki/notes/entry.md", `# Entry\n\n${text}\n`)],
  [
    "a shell",
    async (place, text) => {
      await place.pi.toolCall(place.session, "bash", { command: "make entry" }, () =>
        place.edit("wiki/notes/entry.md", `# Entry\n\n${text}\n`),
      );
      await place.pi.turnEnd(place.session);
    },
  ],
  ["an editor", async (place, text) => place.page("notes/entry", `# Entry\n\n${text}`)],
  [
    "a git merge",
    async (place, text) => {
      for (const words of ["init -q -b main", "add .", "commit -qm Begin", "checkout -qb entry"]) {
        await git(place, ...words.split(" "));
      }
      place.page("notes/entry", `# Entry\n\n${text}`);
      for (const words of ["add .", "commit -qm Entry", "checkout -q main", "merge -q --no-edit entry"]) {
        await git(place, ...words.split(" "));
      }
      place.clock.advance(5_000);
    },
  ],
  [
    "promotion",
    async (place, text) => {
      const own = ["--layer", "personal"];
      await place.cli("script", "note", "--title", "Entry", "--type", "lesson", "--text", text, ...own);
      await place.cli("person", "confirm", "notes/entry", ...own);
      await place.cli("person", "promote", "notes/entry", "--to", "project");
      rmSync(join(place.folder, "home/.llm-wiki"), { recursive: true });
    },
  ],
  [
    "confirmation",
    async (place, text) => {
      draft(place, text);
      await place.cli("person", "confirm", "notes/entry");
    },
  ],
  [
    "restoring",
    async (place, text) => {
      draft(place, text);
      await place.cli("person", "retire", "notes/entry", "--reason", "For now", "--claim", "for now");
      await place.cli("person", "restore", "notes/entry");
    },
  ],
  [
    "acceptance in review",
    async (place, text) => {
      draft(place, text);
      // The key for acceptance; where it is not offered nothing happens, and the page is skipped.
      await place.review(["Entry", text === forbidden ? "as" : "a"]);
    },
  ],
  ["capture", (place, text) => place.tool("wiki_capture", { text: `# Entry\n\n${text}\n`, title: "Entry" })],
];

/** What is current and states it, on each way to the model. */
const told = async (place: Place, text: string): Promise<boolean> => {
  await place.cli("script", "rebuild");
  const { hits } = await place.recall(question);
  const current = hits.filter(({ id }) => !id.startsWith("raw/")).some(({ excerpt }) => excerpt.includes(text));
  return current || (await place.injected(question)).includes(text);
};

describe("gateway.no_bypass_path", () => {
  test.each(entries)(
    "what was rejected does not come in by %s, and leaves an event; another text does",
    async (_name, write) => {
      verifies("portable.no-bypass");
      const [shut, open] = [await rejected(), await rejected()];
      const blocked = () => shut.events().filter(({ kind }) => kind === "tombstone_blocked").length;
      const before = blocked();
      await write(shut, forbidden);
      expect(await told(shut, forbidden)).toBe(false);
      expect(blocked()).toBeGreaterThan(before);
      await write(open, allowed);
      expect((await told(open, allowed)) || (await open.recall(question)).text.includes(allowed)).toBe(true);
    },
  );
});

describe("gateway.model_cannot_claim_human_authority", () => {
  const claims = "status: stable\nverified:\n  - by: human:ann\n    at: 2026-11-30T00:00:00Z\n";
  const page = `---\ntype: decision\n${claims}---\n# Entry\n\n${allowed} It was approved by a person.\n`;
  const attempts: readonly (readonly [string, (place: Place) => Promise<unknown>])[] = [
    [
      "front matter in a note's text",
      (place) => place.tool("wiki_note", { title: "Entry", type: "decision", text: page }),
    ],
    [
      "words in a note",
      (place) =>
        place.tool("wiki_note", {
          title: "Entry",
          type: "decision",
          text: `${allowed} verified: human:ann, approved.`,
        }),
    ],
    ["front matter that write wrote", (place) => place.write("wiki/notes/entry.md", page)],
    [
      "the command line of its shell",
      async (place) => {
        await place.write("wiki/notes/entry.md", page);
        for (const more of [[], ["--unattended"]]) {
          expect((await place.cli("agent", "confirm", "notes/entry", ...more)).exitCode).toBe(4);
        }
        expect((await place.cli("agent", "set-status", "notes/entry", "--to", "stable", "--unattended")).exitCode).toBe(
          4,
        );
      },
    ],
    [
      "a line of its own in the ledger",
      async (place) => {
        await place.write("wiki/notes/entry.md", page);
        const forged = { kind: "confirmed", channel: "ui", actor: "ann", page: "notes/entry", tier: "human-reviewed" };
        place.edit("meta/events.jsonl", `${place.read("meta/events.jsonl")}${JSON.stringify(forged)}\n`);
      },
    ],
  ];

  test.each(attempts)("%s makes no page a person's", async (_how, attempt) => {
    verifies("portable.no-human-claims");
    const place = await furnished();
    await attempt(place);
    const restarted = await place.restart();
    const { hits } = await restarted.recall(question);
    const entry = hits.find(({ id }) => id === "notes/entry");
    expect(entry).toMatchObject({ status: "draft", tier: "unverified" });
    expect(entry?.labels).toContain("unconfirmed");
  });

  test.each(["status", "verified", "tier", "approved"])("a note's argument %s makes none either", async (argument) => {
    verifies("portable.no-human-claims");
    const place = await furnished();
    const value = argument === "status" ? "stable" : "human:ann";
    await place.tool("wiki_note", { title: "Entry", type: "decision", text: allowed, [argument]: value });
    await place.tool("wiki_note", { title: "Plain", type: "decision", text: "The lamp is lit at dusk." });
    const { hits } = await place.recall(`${question} When is the lamp lit at dusk?`);
    expect(hits.filter(({ tier, status }) => tier !== "unverified" || status === "stable").map(({ id }) => id)).toEqual(
      hits.filter(({ id }) => /-(spring|summer|winter)$/.test(id)).map(({ id }) => id),
    );
    expect(hits.map(({ id }) => id)).toContain("notes/plain");
  });

  test.each([
    ["at Pi's screen", "ui", (place: Place) => place.review(["Entry", "a"])],
    ["at a terminal", "terminal", (place: Place) => place.cli("person", "confirm", "notes/entry")],
  ])("a person %s does, and the ledger says who and where", async (_where, channel, confirm) => {
    verifies("portable.no-human-claims");
    const place = await furnished();
    await place.tool("wiki_note", { title: "Entry", type: "decision", text: allowed });
    await confirm(place);
    const { hits } = await place.recall(question);
    expect(hits.find(({ id }) => id === "notes/entry")).toMatchObject({ status: "stable", tier: "human-reviewed" });
    expect(place.events().findLast(({ kind }) => kind === "confirmed")).toMatchObject({ channel, actor: "keeper" });
  });
});

describe("gateway.no_bypass_path of task memory", () => {
  test("what was rejected is not remembered for a task, by tool or command, and leaves an event; another text is", async () => {
    verifies("portable.no-bypass");
    const place = await rejected();
    expect(await place.tool("wiki_task", { action: "open", text: "Refit" })).toContain("refit");
    const blocked = () => place.events().filter(({ kind }) => kind === "tombstone_blocked").length;
    const before = blocked();
    const remember = (text: string) => place.tool("wiki_task", { action: "remember", task: "refit", text });
    const said = await remember(forbidden);
    const typed = await place.cli("script", "task", "remember", "refit", "--text", forbidden);
    expect([said, typed.exitCode]).toEqual([expect.stringContaining("states what was rejected"), 4]);
    expect(blocked()).toBe(before + 2);
    await remember(allowed);
    const context = await place.tool("wiki_task", { action: "context", task: "refit" });
    expect([context.includes(allowed), context.includes(forbidden)]).toEqual([true, false]);
  });
});
