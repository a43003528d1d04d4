import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { everything } from "../../tools/tool-world.ts";
import { type DistilWorld, openDistilWorld, wick } from "./distil-world.ts";

const filler = (world: DistilWorld): void => {
  for (const part of ["lens", "clockwork", "gallery", "store", "bell", "mast", "landing", "cistern", "stove"]) {
    world.page(`notes/${part}`, `# Keeping the ${part}\n\nThe ${part} is looked after daily by the keeper.`);
  }
};

describe("what is prepared of conversations", () => {
  test("names each transcript by its path, with a preview and the pages near it", async () => {
    verifies("distil.prepared");
    const world = await openDistilWorld();
    filler(world);
    world.page("notes/colza", "# Colza oil smokes in frost\n\nColza thickens in frost and the flame smokes.");
    await world.talk("dusk", "Why does the colza flame smoke in frost?", "The oil thickens. Warm it on the stove.");
    const prepared = await world.prepare("conversation");
    if (prepared.kind !== "conversation") throw new Error(prepared.kind);
    const [transcript] = prepared.transcripts;
    expect(transcript).toMatchObject({
      id: "CNV-2026-11-30-001",
      turns: 2,
      preview: "user: Why does the colza flame smoke in frost?\n\nassistant: The oil thickens. Warm it on the stove.",
      neighbours: [{ id: "notes/colza", status: "stable" }],
    });
    expect(readFileSync(transcript?.path ?? "", "utf8")).toContain("Warm it on the stove.");
    expect(existsSync(transcript?.neighbours[0]?.path ?? "")).toBe(true);
    expect(prepared).toMatchObject({ layer: "project", waiting: 0, negative_examples: [], tombstones: [] });
    expect(JSON.stringify(prepared.shape)).toContain("recall_triggers");
    expect(prepared.rules.join("\n")).toMatch(/tombstones[\s\S]*contradict/);
  });

  test("tells of pages that were relied on and did not work, and puts triggers first where use is longest ago", async () => {
    verifies("distil.prepared", "distil.triggers");
    const world = await openDistilWorld();
    world.page("notes/anchor", "# Anchor\n\nDrop it.");
    world.page("notes/wick", "# Wick\n\nTrim it.");
    await world.talk("dusk", "How was the watch?", "Calm.");
    await world.workspace.usage.say({ id: "notes/wick", outcome: "failure", note: "It went out." });
    const failures = [{ doc: "notes/wick", note: "It went out.", task_id: null }];
    expect(await world.prepare("conversation")).toMatchObject({ negative_examples: failures });
    expect(await world.prepare("notes")).toMatchObject({ negative_examples: failures });
    const course = {
      session: "s1",
      steps: [
        {
          kind: "shown",
          entry: "e1",
          at: "2026-11-29T12:00:00Z",
          how: "asked",
          turn: 1,
          pages: [{ id: "notes/anchor", path: join(world.project, ".llm-wiki/wiki/notes/anchor.md"), tokens: 10 }],
        },
      ],
    } as const;
    await world.workspace.usage.observe(course, world.project);
    const prepared = await world.prepare("triggers");
    expect(prepared.kind === "triggers" && prepared.pages.map(({ id }) => id)).toEqual(["notes/wick", "notes/anchor"]);
  });

  test("is a batch of the oldest, and says how many wait", async () => {
    verifies("distil.prepared");
    const world = await openDistilWorld();
    for (let day = 0; day < 7; day += 1) await world.talk(`dusk ${day}`, `How was watch ${day}?`, "Calm.");
    const prepared = await world.prepare("conversation");
    expect(prepared).toMatchObject({ waiting: 2 });
    expect(prepared.kind === "conversation" && prepared.transcripts.map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `CNV-2026-11-30-00${number}`),
    );
    const named = await world.prepare("conversation", "CNV-2026-11-30-007");
    expect(named).toMatchObject({ transcripts: [{ id: "CNV-2026-11-30-007" }], waiting: 0 });
  });

  test("changes nothing, and is refused where there is no vault", async () => {
    verifies("distil.prepared");
    const world = await openDistilWorld();
    await world.talk("dusk", "How was the watch?", "Calm.");
    await world.prepare("conversation");
    const before = everything(join(world.project, ".llm-wiki"));
    for (const kind of ["conversation", "source", "notes", "triggers"] as const) await world.prepare(kind);
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
    const bare = await openDistilWorld({ vault: false });
    await expect(bare.prepare("conversation")).rejects.toMatchObject({ code: "no_vault" });
  });
});

describe("sources", () => {
  const manual = "# Lens manual\n\nClean the lens with spirit of wine. Never use sand.\n";
  const captured = async (): Promise<DistilWorld> => {
    const world = await openDistilWorld();
    await world.call("wiki_capture", { text: manual, title: "Lens manual" });
    return world;
  };
  const source = {
    sources: ["SRC-2026-11-30-001"],
    pages: [
      wick({
        title: "Lens manual",
        type: "source",
        text: "Spirit of wine cleans, sand scratches.",
        sources: ["SRC-2026-11-30-001"],
      }),
      wick({
        title: "Spirit of wine",
        type: "entity",
        text: "Cleans glass without streaks [[sources/SRC-2026-11-30-001]].",
        sources: ["[[sources/SRC-2026-11-30-001]]"],
      }),
    ],
  };

  test("become a summary each and pages of what they tell of, once", async () => {
    verifies("distil.ingest");
    const world = await captured();
    const prepared = await world.prepare("source");
    if (prepared.kind !== "source") throw new Error(prepared.kind);
    expect(prepared.sources).toMatchObject([{ id: "SRC-2026-11-30-001", page: "sources/SRC-2026-11-30-001" }]);
    expect(readFileSync(prepared.sources[0]?.path ?? "", "utf8")).toBe(manual);
    const { entries, done } = await world.submit("source", source);
    expect(entries.map(({ outcome, id }) => [outcome, id])).toEqual([
      ["changed", "sources/SRC-2026-11-30-001"],
      ["draft", "entities/spirit-of-wine"],
    ]);
    expect(done).toEqual(["SRC-2026-11-30-001"]);
    const summary = world.read("lighthouse/.llm-wiki/wiki/sources/SRC-2026-11-30-001.md");
    expect(summary).toContain("sand scratches");
    expect(summary).toMatch(/sources:[\s\S]*raw\/sources\/SRC-2026-11-30-001\/original/);
    expect(await world.prepare("source")).toMatchObject({ sources: [], waiting: 0 });
    expect(await world.prepare("source", "SRC-2026-11-30-001")).toMatchObject({
      sources: [{ id: "SRC-2026-11-30-001" }],
    });
    const before = everything(join(world.project, ".llm-wiki"));
    await world.submit("source", source);
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
  });

  test("whose page counts keep it until a person confirms the summary, and a contradiction is on both pages", async () => {
    verifies("distil.ingest", "distil.contradictions");
    const world = await captured();
    await world.workspace.as("terminal").decide({ page: "sources/SRC-2026-11-30-001", decision: "confirm" });
    world.page("notes/sand", "# Sand cleans the lens best\n\nSand takes off all salt.");
    const [summary, entity] = source.pages;
    const pages = [
      { ...summary, contradicts: ["notes/sand"] },
      { ...entity, contradicts: ["notes/sand"] },
    ];
    const { entries } = await world.submit("source", { ...source, pages });
    expect(entries).toMatchObject([
      { outcome: "proposed", conflicts: ["notes/sand"] },
      { outcome: "draft", conflicts: ["notes/sand"] },
    ]);
    expect(world.read("lighthouse/.llm-wiki/wiki/sources/SRC-2026-11-30-001.md")).not.toContain("sand scratches");
    const { hits } = await world.workspace.recall({ query: "sand salt lens" });
    const labels = hits.find(({ id }) => id === "notes/sand")?.labels ?? [];
    expect(labels.join()).toContain("conflicts with sources/SRC-2026-11-30-001");
    expect(labels.join()).toContain("conflicts with entities/spirit-of-wine");
  });
});

describe("notes that overlap", () => {
  const fog = (title: string): string =>
    `# ${title}\n\nSound the fog horn every ninety seconds while the fog lasts, day and night.`;
  const furnish = (world: DistilWorld, status = "draft"): void => {
    filler(world);
    world.page("notes/fog-a", fog("Fog horn interval"), { status });
    world.page("notes/fog-b", fog("Interval of the fog horn"), { status });
    world.page("notes/fog-c", fog("How often the horn sounds in fog"), { status });
  };
  const merged = {
    merges: [
      wick({
        title: "The fog horn sounds every ninety seconds",
        type: "procedure",
        text: "Sound the horn every ninety seconds while fog lasts.",
        sources: [],
        merges: ["notes/fog-a", "notes/fog-b", "notes/fog-c"],
      }),
    ],
  };
  const found = async (world: DistilWorld, include: readonly "deprecated"[] = []): Promise<readonly string[]> =>
    (await world.workspace.recall({ query: "fog horn interval", include, limit: 20 })).hits
      .map(({ id }) => id)
      .filter((id) => id.includes("fog"))
      .sort();
  const into = "notes/the-fog-horn-sounds-every-ninety-seconds";

  test("are offered together; three drafts become one, keep its name and are recalled no more beside it", async () => {
    verifies("distil.consolidate");
    const world = await openDistilWorld();
    furnish(world);
    const prepared = await world.prepare("notes");
    expect(prepared.kind === "notes" && prepared.groups.map(({ pages }) => pages.map(({ id }) => id))).toEqual([
      ["notes/fog-a", "notes/fog-b", "notes/fog-c"],
    ]);
    const { entries } = await world.submit("notes", merged);
    expect(entries).toEqual([
      {
        title: merged.merges[0]?.title,
        outcome: "draft",
        id: into,
        merged: ["notes/fog-a", "notes/fog-b", "notes/fog-c"],
      },
    ]);
    for (const id of ["fog-a", "fog-b", "fog-c"]) {
      const text = world.read(`lighthouse/.llm-wiki/wiki/notes/${id}.md`);
      expect(text).toContain(`consolidated_into: [${into}]`);
      expect(text).toContain("every ninety seconds while the fog lasts");
      expect(world.read(`lighthouse/.llm-wiki/wiki/${into}.md`)).toContain(`notes/${id}`);
    }
    expect(await found(world)).toEqual([into]);
    const waiting = await world.workspace.review.queue();
    expect(waiting.map(({ id }) => id).filter((id) => id.includes("fog"))).toEqual([into]);
    expect(await found(world, ["deprecated"])).toEqual(["notes/fog-a", "notes/fog-b", "notes/fog-c", into]);
    expect(await world.prepare("notes")).toMatchObject({ groups: [] });
    const before = everything(join(world.project, ".llm-wiki"));
    expect((await world.submit("notes", merged)).entries).toMatchObject([{ outcome: "known", id: into }]);
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
  });

  test("are what was known before they were merged", async () => {
    verifies("distil.consolidate");
    const world = await openDistilWorld();
    filler(world);
    const text = "Sound the fog horn every ninety seconds while the fog lasts.";
    for (const title of ["Fog horn interval", "How often the horn sounds in fog"]) {
      await world.workspace.note({ title, type: "procedure", text });
    }
    const before = world.platform.now();
    world.clock.advance(60_000);
    const merges = ["notes/fog-horn-interval", "notes/how-often-the-horn-sounds-in-fog"];
    const { entries } = await world.submit("notes", { merges: [{ ...merged.merges[0], merges }] });
    expect(entries).toMatchObject([{ outcome: "draft", merged: merges }]);
    expect(await found(world)).toEqual([into]);
    const then = await world.workspace.recall({ query: "fog horn interval", knownAt: before, limit: 20 });
    expect(then.hits.map(({ id }) => id).sort()).toEqual(merges);
  });

  test("are recalled again when the page that holds their text is rejected", async () => {
    verifies("distil.consolidate");
    const world = await openDistilWorld();
    furnish(world);
    await world.submit("notes", merged);
    const keeper = world.workspace.as("terminal");
    await keeper.decide({
      page: into,
      decision: "reject",
      reason: "It lost the nights.",
      claim: "It sounds by day only.",
    });
    expect(await found(world)).toEqual(["notes/fog-a", "notes/fog-b", "notes/fog-c"]);
  });

  test("that count give way only when a person confirms the merged page", async () => {
    verifies("distil.consolidate-standing");
    const world = await openDistilWorld();
    furnish(world, "stable");
    const before = world.read("lighthouse/.llm-wiki/wiki/notes/fog-a.md");
    const { entries } = await world.submit("notes", merged);
    expect(entries).toMatchObject([{ merged: [], waiting: ["notes/fog-a", "notes/fog-b", "notes/fog-c"] }]);
    expect(world.read("lighthouse/.llm-wiki/wiki/notes/fog-a.md")).toBe(before);
    expect(await found(world)).toContain("notes/fog-a");
    await world.workspace.as("terminal").decide({ page: into, decision: "confirm" });
    world.clock.advance(1000);
    expect(await found(world)).toEqual([into]);
  });

  test("that differ are not offered again", async () => {
    verifies("distil.consolidate-distinct");
    const world = await openDistilWorld();
    furnish(world);
    await world.submit("notes", { merges: [], distinct: [["notes/fog-a", "notes/fog-b", "notes/fog-c"]] });
    expect(await world.prepare("notes")).toMatchObject({ groups: [] });
  });

  test.each([
    [["notes/fog-a"], /fewer than two/],
    [["notes/fog-a", "notes/nowhere"], /notes\/nowhere/],
    [["notes/fog-a", "notes/gone"], /withheld/],
  ])("are not merged as %j", async (merges, reason) => {
    verifies("distil.submit-checked");
    const world = await openDistilWorld();
    furnish(world);
    world.page("notes/gone", "# Bell\n\nRing it.", { status: "deprecated" });
    const { entries } = await world.submit("notes", { merges: [{ ...merged.merges[0], merges }] });
    expect(entries).toMatchObject([{ outcome: "refused", reason: expect.stringMatching(reason) }]);
  });
});

describe("triggers", () => {
  const phrases = ["nothing to be seen outside tonight", "ships can't hear us coming"];

  test("are asked for of pages that have none, and written; on a page that counts a person decides", async () => {
    verifies("distil.triggers");
    const world = await openDistilWorld();
    world.page("notes/horn", "# Fog horn\n\nSound it.", { status: "draft" });
    world.page("notes/bell", "# Fog bell\n\nRing it.");
    world.page("notes/has", "# Mast\n\nPaint it.", { recall_triggers: ["rust on the pole up there"] });
    const prepared = await world.prepare("triggers");
    expect(prepared.kind === "triggers" && prepared.pages.map(({ id }) => id)).toEqual(["notes/bell", "notes/horn"]);
    const triggers = ["notes/horn", "notes/bell"].map((page) => ({ page, recall_triggers: phrases }));
    const { entries } = await world.submit("triggers", { triggers });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["changed", "proposed"]);
    expect(world.read("lighthouse/.llm-wiki/wiki/notes/horn.md")).toContain(phrases[0]);
    expect(world.read("lighthouse/.llm-wiki/wiki/notes/bell.md")).not.toContain(phrases[0]);
    expect(await world.prepare("triggers")).toMatchObject({ pages: [] });
    const before = everything(join(world.project, ".llm-wiki"));
    await world.submit("triggers", { triggers });
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
  });

  test("that repeat the page are told", async () => {
    verifies("distil.triggers");
    const world = await openDistilWorld();
    world.page("notes/horn", "# Fog horn\n\nSound it every ninety seconds.", { status: "draft" });
    const triggers = [{ page: "notes/horn", recall_triggers: ["sound the horn every ninety seconds"] }];
    expect((await world.submit("triggers", { triggers })).findings).toMatchObject([{ code: "copied-triggers" }]);
  });
});
