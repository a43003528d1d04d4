/** tombstone.laundering_sequence: one claim, brought back by every path that there is, one after the other. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, type Place } from "./portable-world.ts";

const claim = "The lamp burns colza oil";
const question = "Which oil does the lamp burn, colza?";
const paraphrase = "It is colza oil that the lamp burns.";
const neighbour = "The stove burns colza oil.";

const git = async (place: Place, ...words: readonly string[]): Promise<void> => {
  const { exitCode, stderr } = await place.platform.run(["git", ...words], { cwd: place.project });
  if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
};

/** A vault in git whose page states the claim, on a branch where nobody has rejected it. */
const lighthouse = async (): Promise<Place> => {
  const place = await furnished();
  place.page("notes/lamp-oil", `# Lamp oil\n\n${claim}. It is bought in Leith.`);
  await place.cli("script", "rebuild");
  await git(place, "init", "-q", "-b", "main");
  await git(place, "add", ".");
  await git(place, "commit", "-qm", "Begin");
  await git(place, "branch", "before");
  expect(await place.ids(question)).toContain("notes/lamp-oil");
  expect(
    (await place.cli("person", "reject", "notes/lamp-oil", "--reason", "Petroleum since May", "--claim", claim))
      .exitCode,
  ).toBe(0);
  await place.tool("wiki_note", { title: "Lamp fuel", type: "lesson", text: paraphrase });
  await place.tool("wiki_note", { title: "Stove fuel", type: "lesson", text: neighbour });
  return place;
};

/** No page that is current states the claim; the paraphrase and the neighbour are there. */
const expectOut = async (place: Place, step: string): Promise<void> => {
  const { hits, text } = await place.recall(question);
  const current = hits.filter(({ id }) => !id.startsWith("raw/"));
  const ids = current.map(({ id }) => id).filter((id) => /lamp-fuel|stove-fuel/.test(id));
  expect([step, [...ids].sort()]).toEqual([step, ["notes/lamp-fuel", "notes/stove-fuel"]]);
  const said = current.map(({ excerpt, title }) => `${title} ${excerpt}`).join("\n");
  expect([step, said.toLowerCase().includes(claim.toLowerCase())]).toEqual([step, false]);
  const injected = await place.injected(question);
  expect([step, injected.includes(claim)]).toEqual([step, false]);
  expect([step, text.includes("[[notes/lamp-fuel]]")]).toEqual([step, true]);
};

type Step = readonly [name: string, work: (place: Place) => Promise<unknown>];

const refusedTool = async (said: Promise<string>): Promise<void> => {
  expect(await said).toContain("states what was rejected on 2026-11-30: Petroleum since May");
};

const refusedLine = async (said: ReturnType<Place["cli"]>): Promise<void> => {
  const { exitCode, text } = await said;
  expect([exitCode, text]).toEqual([4, expect.stringContaining("states what was rejected on")]);
};

const note = (title: string, more: Readonly<Record<string, unknown>> = {}) => ({
  title,
  type: "decision",
  text: `${claim}.`,
  ...more,
});

const steps: readonly Step[] = [
  ["restate by tool", (place) => refusedTool(place.tool("wiki_note", note("Oil of the lamp")))],
  [
    "restate by command",
    (place) => refusedLine(place.cli("script", "note", "--title", claim, "--type", "lesson", "--text", "So.")),
  ],
  [
    "supersede",
    (place) => refusedTool(place.tool("wiki_note", note("Lamp oil anew", { supersedes: ["notes/lamp-oil"] }))),
  ],
  [
    "corroborate",
    async (place) => {
      for (const source of ["https://lamps.example", "notes/stove-fuel"]) {
        await refusedTool(place.tool("wiki_note", note("Oil, as others say", { sources: [source] })));
      }
    },
  ],
  ["plain write", (place) => place.write("wiki/notes/oil-plain.md", `---\nstatus: stable\n---\n# Oil\n\n${claim}.\n`)],
  [
    "shell write",
    async (place) => {
      await place.pi.toolCall(place.session, "bash", { command: "node oil.cjs" }, () =>
        place.edit("wiki/notes/oil-shell.md", `# Oil by shell\n\n- ${claim.toUpperCase()}!\n`),
      );
      await place.pi.turnEnd(place.session);
    },
  ],
  ["editor", async (place) => place.page("notes/oil-editor", `# Oil by hand\n\n${claim}.`, { status: "stable" })],
  [
    "import",
    async (place) => {
      place.edit("../handbook/oil.md", `# Oil in the handbook\n\n${claim}.\n`);
      const { value } = await place.cli("script", "import", "handbook");
      expect(value).toMatchObject({ created: [], skipped: [{ path: "oil.md", reason: "states what was rejected" }] });
    },
  ],
  [
    "capture",
    async (place) => {
      await place.tool("wiki_capture", { text: `# Oil log\n\n${claim}.\n`, title: "Oil log" });
    },
  ],
  [
    "git merge",
    async (place) => {
      await git(place, "add", ".");
      await git(place, "commit", "-qm", "Reject");
      await git(place, "checkout", "-q", "before");
      place.page("notes/oil-branch", `# Oil of the branch\n\n${claim}.`);
      await git(place, "add", ".");
      await git(place, "commit", "-qm", "Oil");
      await git(place, "checkout", "-q", "main");
      await git(place, "merge", "-q", "--no-edit", "before");
      place.clock.advance(5_000);
      await place.cli("script", "rebuild");
    },
  ],
  [
    "checkout of an older state",
    async (place) => {
      await git(place, "checkout", "-q", "before", "--", ".llm-wiki/wiki/notes/lamp-oil.md");
      expect(place.read("wiki/notes/lamp-oil.md")).not.toContain("deprecated");
      place.clock.advance(5_000);
    },
  ],
  [
    "promote",
    async (place) => {
      await refusedLine(place.cli("person", "promote", "notes/oil-editor", "--to", "personal"));
      await place.cli("script", "note", "--title", "Mine", "--type", "lesson", "--text", claim, "--layer", "personal");
      expect((await place.cli("person", "confirm", "notes/mine", "--layer", "personal")).exitCode).toBe(0);
      await refusedLine(place.cli("person", "promote", "notes/mine", "--to", "project"));
      rmSync(join(place.folder, "home/.llm-wiki"), { recursive: true, force: true });
    },
  ],
  ["restore", (place) => refusedLine(place.cli("person", "restore", "notes/lamp-oil"))],
  ["confirm", (place) => refusedLine(place.cli("person", "confirm", "notes/oil-plain", "notes/lamp-oil"))],
  [
    "set-status",
    (place) => refusedLine(place.cli("script", "set-status", "notes/oil-shell", "--to", "stable", "--unattended")),
  ],
  [
    "compaction",
    async (place) => {
      await place.pi.prompt(place.session, question);
      await place.pi.compact(place.session);
      place.session.branch.push({ type: "compaction", id: "compaction-1", summary: "…", firstKeptEntryId: "none" });
      expect((await place.pi.prompt(place.session, question))?.content ?? "").not.toContain(claim);
    },
  ],
  ["reindex", (place) => place.cli("script", "rebuild")],
  [
    "a lost cache",
    async (place) => {
      rmSync(join(place.folder, "cache"), { recursive: true });
      await place.cli("script", "rebuild");
    },
  ],
];

test("a rejected claim that is restated, superseded, corroborated, written, merged, promoted and restored stays out", async () => {
  verifies("portable.laundering");
  let place = await lighthouse();
  await expectOut(place, "reject");
  for (const [name, work] of steps) {
    await work(place);
    await expectOut(place, name);
  }
  place = await place.restart();
  await expectOut(place, "restart");
  // What was shown absent is there for who asks for what was rejected, with its label.
  const shown = await place.recall(question, { include: ["rejected", "deprecated", "shadow"] });
  expect(shown.hits.find(({ id }) => id === "notes/oil-editor")?.labels).toContain("tombstoned");
}, 120_000);

test("the same steps bring in a claim that nobody rejected", async () => {
  verifies("portable.laundering");
  const place = await furnished();
  const said = await place.tool("wiki_note", note("Oil of the lamp"));
  expect(said).toContain("saved as a draft");
  expect(await place.write("wiki/notes/oil-plain.md", `# Oil\n\n${claim}.\n`)).toBe("done");
  place.edit("../handbook/oil.md", `# Oil in the handbook\n\n${claim}.\n`);
  await place.cli("script", "import", "handbook");
  place.page("notes/oil-by-hand", `# Oil by hand\n\n- ${claim}!`);
  const { hits } = await place.recall(question);
  expect(hits.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["notes/oil-of-the-lamp", "notes/oil-plain", "notes/oil-by-hand", "notes/oil"]),
  );
  expect(await place.injected(question)).toContain(claim);
});
