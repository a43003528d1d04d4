import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerEvent } from "../../../../extensions/core/ledger/event.ts";
import type { IndexPart } from "../../../../extensions/core/recall/indexing/index-part.ts";
import { openLineage } from "../../../../extensions/core/trust/removal/lineage.ts";
import { foldRemovals } from "../../../../extensions/core/trust/removal/removal-fold.ts";
import { openWorkspace } from "../../../../extensions/open-workspace.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { openToolWorld, workerTasks } from "../../../tools/tool-world.ts";

const question = "log of the tower";

/** A captured log, and pages of the project with what they name. */
const lighthouse = async (pages: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => {
  const world = await openToolWorld({ tasks: workerTasks });
  const { id: source } = await world.workspace.capture({ text: "# Night log\n\nThe log of the tower at night.\n" });
  const put = (id: string, named: Readonly<Record<string, unknown>>): void => {
    const front = JSON.parse(JSON.stringify(named).replaceAll("SOURCE", source));
    world.page(`notes/${id}`, `# Page ${id}\n\nPage ${id} tells what the log of the tower says.`, front);
  };
  for (const [id, named] of Object.entries(pages)) put(id, named);
  const person = world.workspace.as("terminal");
  await person.settle();
  const again = () => openWorkspace(world.platform, { ...world.workspace.options });
  /** Labels of the notes that a new process finds. */
  const found = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const { hits } = await again().recall({ query: question, limit: 20 });
    const notes = hits.filter(({ id }) => id.startsWith("notes/"));
    return Object.fromEntries(notes.map(({ id, labels }) => [id.slice("notes/".length), labels] as const).sort());
  };
  return { world, source, found, person, again };
};

const partly = "a source of it was forgotten";

describe("what was forgotten reaches", () => {
  test("pages that rest on pages that rest on it, as far as nothing else is left to them", async () => {
    verifies("trust.removal-follows-lineage");
    const { world, source, found, person, again } = await lighthouse({
      first: { sources: [{ id: "SOURCE" }] },
      second: { sources: ["[[notes/first]]"] },
      third: { sources: ["wiki/notes/second.md", "notes/first"] },
      mixed: { sources: ["notes/third", "https://tower.example/log"] },
      heir: { sources: ["notes/mixed"] },
      beside: {},
    });
    expect(Object.keys(await found())).toEqual(["beside", "first", "heir", "mixed", "second", "third"]);
    await person.forget({ id: source, reason: "It held a password" });
    const left = { beside: [], heir: [], mixed: [partly] };
    expect(await found()).toEqual(left);
    const { excluded } = await again().recall({ query: question });
    expect(excluded).toMatchObject(
      ["first", "second", "third"].map((id) => ({ id: `notes/${id}`, reason: "source-forgotten" })),
    );
    const queued = (await person.review.queue()).filter(({ kind }) => kind === "sourceless");
    expect(queued.map(({ id }) => id).sort()).toEqual(["notes/first", "notes/mixed", "notes/second", "notes/third"]);
    await again().rebuild();
    rmSync(join(world.folder, "cache"), { recursive: true, force: true });
    expect(await found()).toEqual(left);
  });

  test("the page that notes were consolidated into, also when the notes' own files are gone", async () => {
    verifies("trust.removal-follows-lineage");
    const { found, person } = await lighthouse({
      one: { consolidated_into: "notes/whole" },
      two: { consolidated_into: ["notes/whole"] },
      whole: {},
    });
    expect(Object.keys(await found())).toContain("whole");
    await person.forget({ id: "notes/one", reason: "Wrong tower" });
    expect((await found())["whole"]).toEqual([partly]);
    await person.forget({ id: "notes/two", reason: "Wrong tower" });
    expect(await found()).toEqual({});
  });

  test("a page that replaces it: a tool's has nothing to stand on, a person's is labelled and queued", async () => {
    verifies("trust.removal-follows-lineage");
    const { world, found, person } = await lighthouse({ old: {}, mine: { supersedes: ["notes/old"] } });
    const words = "The log of the tower, told anew.";
    await world.workspace.note({ title: "Told anew", type: "lesson", text: words, supersedes: ["notes/old"] });
    expect(Object.keys(await found())).toContain("told-anew");
    await person.forget({ id: "notes/old", reason: "It named the keeper" });
    expect(await found()).toEqual({ mine: ["what it replaces was forgotten"] });
    const queue = (await person.review.queue()).filter(({ kind }) => kind === "sourceless");
    expect(queue.map(({ id }) => id).sort()).toEqual(["notes/mine", "notes/told-anew"]);
  });

  test("no page for a circle of pages that rest on each other", async () => {
    verifies("trust.removal-follows-lineage");
    const { source, found, person } = await lighthouse({
      hen: { sources: ["notes/egg"] },
      egg: { sources: ["notes/hen", "SOURCE"] },
      self: { sources: ["notes/self", "SOURCE"] },
    });
    await person.forget({ id: source, reason: "Gone" });
    expect(await found()).toEqual({ egg: [partly], hen: [] });
  });
});

test("a person who confirms a page after that keeps it, with all that rests on it", async () => {
  verifies("trust.removal-follows-lineage");
  const { source, found, person } = await lighthouse({
    first: { sources: ["SOURCE"] },
    second: { sources: ["notes/first"] },
  });
  await person.decide({ page: "notes/first", decision: "confirm" });
  await person.forget({ id: source, reason: "It held a password" });
  expect(await found()).toEqual({});
  await person.decide({ page: "notes/first", decision: "confirm" });
  expect(await found()).toEqual({ first: [], second: [] });
  expect(await person.review.queue()).toEqual([]);
});

test("a page that a person writes anew bears again what rested on it; one that a tool writes does not", async () => {
  verifies("trust.removal-follows-lineage");
  const { world, found, person } = await lighthouse({ base: {}, heir: { sources: ["notes/base"] } });
  await person.forget({ id: "notes/base", reason: "Wrong tower" });
  expect(await found()).toEqual({});
  await world.workspace.note({ title: "Base", type: "lesson", text: "Another log of the tower." });
  expect(Object.keys(await found())).toEqual(["base"]);
  await person.decide({ page: "notes/base", decision: "confirm" });
  expect(Object.keys(await found())).toEqual(["base", "heir"]);
});

test("a new source never takes the place of a forgotten one", async () => {
  verifies("trust.removal-follows-lineage", "trust.forgotten-everywhere", "trust.forgotten-stays-out");
  const { world, source, found, person } = await lighthouse({ first: { sources: ["SOURCE"] } });
  await person.forget({ id: source, reason: "It held a password" });
  const { id } = await world.workspace.capture({ text: "# Day log\n\nThe log of the tower by day.\n" });
  expect(id > source).toBe(true);
  const again = world.workspace.capture({ text: "# Night log\n\nThe log of the tower at night.\n" });
  await expect(again).rejects.toMatchObject({ code: "forgotten" });
  expect(await found()).toEqual({});
});

const names = ["a", "b", "c", "d", "e", "f"] as const;

interface Named {
  readonly edges: readonly (readonly [page: string, source: string])[];
  readonly forgotten: readonly string[];
}

const sourcesOf = (page: string, { edges }: Named): readonly string[] => [
  ...new Set(edges.filter(([from, to]) => from === page && to !== page).map(([, to]) => to)),
];

/** Looks again until nothing changes: slower than what is tested, and plainly right. */
const goneIn = (graph: Named): ReadonlySet<string> => {
  const gone = new Set(graph.forgotten);
  const isGone = (page: string): boolean => {
    const sources = sourcesOf(page, graph);
    return sources.length > 0 && sources.every((source) => gone.has(source));
  };
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    for (const page of names) if (isGone(page)) gone.add(page);
  }
  return gone;
};

test("whatever names what, a page is withheld exactly when all that it rests on is gone", () => {
  verifies("trust.removal-follows-lineage");
  const page = fc.constantFrom(...names);
  const graphs = fc.record({
    edges: fc.array(fc.tuple(page, page), { maxLength: 14 }),
    forgotten: fc.uniqueArray(page, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(graphs, (graph) => {
      const removals = foldRemovals(() => "verified");
      for (const [seq, name] of graph.forgotten.entries()) removals.take(forgetting(name, seq));
      const part = partOf(names.map((id) => ({ id, sources: sourcesOf(id, graph) })));
      const lineage = openLineage()([part], { removals, hasSeen: () => false });
      const gone = goneIn(graph);
      for (const id of names) {
        const sources = sourcesOf(id, graph);
        const lost = sources.filter((source) => gone.has(source)).length;
        expect(lineage.of(id)?.rests).toBe(lost === 0 ? undefined : lost === sources.length ? "all" : "some");
      }
    }),
  );
});

const forgetting = (page: string, seq: number): LedgerEvent => ({
  kind: "forgotten",
  timestamp: "2026-11-30T12:00:00.000Z",
  details: { page },
  actor: "keeper",
  channel: "terminal",
  writer: "k@1",
  seq,
  prev: null,
  hash: `h${seq}`,
});

/** As much of an index as the lineage looks at. */
const partOf = (pages: readonly { readonly id: string; readonly sources: readonly string[] }[]): IndexPart => {
  const facts = (page: number) => ({ supersedes: [], supersededBy: [], consolidatedInto: [], ...pages[page] });
  const live = new Uint8Array(pages.length).fill(1);
  return { pageCount: pages.length, live, facts } as unknown as IndexPart; // Nothing else of it is asked for.
};
