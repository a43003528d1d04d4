import { expect, test } from "vitest";
import { verifies } from "../../../acceptance/verifies.ts";
import { idsOf, recallWorld } from "../recall-world.ts";

const manifest = {
  id: "SRC-2026-11-30-001",
  captured: "2026-11-30",
  title: "Letter on lamp oil",
  url: "https://oil.example/",
};

test("the text of a captured source is found under its packet, as a draft that nobody vouches for", async () => {
  verifies("recall.packet-text");
  const world = await recallWorld();
  world.put("raw/sources/SRC-2026-11-30-001/manifest.json", JSON.stringify(manifest));
  world.put("raw/sources/SRC-2026-11-30-001/extracted.md", "---\nstatus: stable\n---\nColza oil freezes late.\n");
  const { hits } = await world.ask("when does colza oil freeze?");
  expect(hits).toMatchObject([
    {
      id: "raw/sources/SRC-2026-11-30-001",
      title: "Letter on lamp oil",
      type: "source",
      status: "draft",
      labels: ["captured text"],
      date: "2026-11-30",
      sources: ["SRC-2026-11-30-001"],
    },
  ]);
  expect(hits[0]?.excerpt).toContain("status: stable");
});

test("a packet without a manifest goes by its id", async () => {
  const world = await recallWorld();
  world.put("raw/sources/SRC-2026-11-30-002/extracted.md", "\uFEFFParaffin\r\nsmokes.\r\n");
  const { hits } = await world.ask("paraffin");
  expect(hits[0]).toMatchObject({ title: "SRC-2026-11-30-002", excerpt: "Paraffin\nsmokes." });
});

test("a source is shown once: its page or its text", async () => {
  verifies("recall.shown-once");
  const world = await recallWorld();
  world.put("raw/sources/SRC-2026-11-30-001/manifest.json", JSON.stringify(manifest));
  world.put("raw/sources/SRC-2026-11-30-001/extracted.md", "Colza oil freezes late.\n");
  world.put("wiki/sources/SRC-2026-11-30-001.md", "# Letter on lamp oil\n\nColza oil freezes late in the year.\n");
  world.put("wiki/sources/SRC-2026-11-30-003.md", "# Another letter\n\nColza oil is dear.\n");
  expect(idsOf(await world.ask("colza oil freezes"))).toEqual([
    "sources/SRC-2026-11-30-001",
    "sources/SRC-2026-11-30-003",
  ]);
});
