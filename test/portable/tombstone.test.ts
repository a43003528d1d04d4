import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, type Place } from "./portable-world.ts";

const claim = "The lamp burns colza oil";
const neighbour = "The stove burns colza oil.";
const paraphrase = "It is colza oil that the lamp burns.";

/** A page that states the claim was rejected by a person. */
const rejected = async (): Promise<Place> => {
  const place = await furnished();
  place.page("notes/lamp-oil", `# Lamp oil\n\n${claim}. It is bought in Leith.`);
  const { exitCode } = await place.cli(
    "person",
    "reject",
    "notes/lamp-oil",
    "--reason",
    "Petroleum since May",
    "--claim",
    claim,
  );
  expect(exitCode).toBe(0);
  return place;
};

const noted = async (place: Place, text: string, title = "Lamp at night"): Promise<readonly [boolean, boolean]> => {
  const said = await place.tool("wiki_note", { title, type: "lesson", text });
  const { exitCode } = await place.cli("script", "note", "--title", title, "--type", "lesson", "--text", text);
  return [said.includes("saved as a draft") || said.includes("already says exactly this"), exitCode === 0];
};

const refusedByBoth = [false, false] as const;
const takenByBoth = [true, true] as const;

describe("tombstone.survives_ttl_and_prune", () => {
  test("ten years, a rebuild, a lost cache and a restart later the claim is refused, and the neighbour is taken", async () => {
    verifies("portable.tombstone-survives");
    const place = await rejected();
    place.clock.set("2036-12-01T12:00:00.000Z");
    rmSync(join(place.folder, "cache"), { recursive: true });
    expect((await place.cli("script", "rebuild")).exitCode).toBe(0);
    const later = await place.restart();
    expect(await noted(later, `${claim}.`)).toEqual(refusedByBoth);
    expect(await noted(later, neighbour, "Stove")).toEqual(takenByBoth);
  });

  test("a checkout from before the rejection, and a file of tombstones that is gone, do not let it back in", async () => {
    verifies("portable.tombstone-survives");
    const place = await furnished();
    place.page("notes/lamp-oil", `# Lamp oil\n\n${claim}.`);
    await place.cli("script", "rebuild");
    const old = place.read("meta/events.jsonl");
    const page = place.read("wiki/notes/lamp-oil.md");
    await place.cli("person", "reject", "notes/lamp-oil", "--reason", "Petroleum since May");
    expect(await place.ids("which oil does the lamp burn?")).toEqual([]);
    writeFileSync(join(place.vault, "meta/events.jsonl"), old);
    rmSync(join(place.vault, "meta/tombstones.jsonl"));
    place.edit("wiki/notes/lamp-oil.md", page);
    const restarted = await place.restart();
    const { hits, excluded } = await restarted.recall("which oil does the lamp burn?");
    expect(hits).toEqual([]);
    expect(excluded).toMatchObject([{ id: "notes/lamp-oil" }]);
    expect(await noted(restarted, `${claim}.`)).toEqual(refusedByBoth);
    expect(await noted(restarted, neighbour, "Stove")).toEqual(takenByBoth);
  });

  test("many other rejections push none out", async () => {
    verifies("portable.tombstone-survives");
    const place = await rejected();
    const ids = Array.from({ length: 60 }, (_, at) => `notes/moth-${at}`);
    for (const id of ids) place.page(id, `# ${id}\n\nThe moth of ${id} sings.`);
    expect((await place.cli("person", "reject", ...ids, "--reason", "No moth sings")).exitCode).toBe(0);
    expect(await noted(place, `${claim}.`)).toEqual(refusedByBoth);
    expect(await noted(place, "The moth of notes/moth-0 sings.", "Moth")).toEqual(refusedByBoth);
    expect(await noted(place, neighbour, "Stove")).toEqual(takenByBoth);
  });
});

describe("tombstone.key_normalization_attack", () => {
  test.each([
    ["case", "THE LAMP BURNS COLZA OIL"],
    ["a final stop", "The lamp burns colza oil."],
    ["marks at its ends", "… «The lamp burns colza oil»!?"],
    ["blanks", "The  lamp\tburns\u00a0colza\u2003oil"],
    ["a line break", "The lamp\nburns colza\noil"],
    ["hidden characters", "The la\u200bmp bur\u00adns colza\u2060 oil"],
    ["direction marks", "\u202aThe lamp burns colza oil\u202c"],
    ["look-alike letters", "Th\u0435 l\u0430mp burns \u0441olza \u043eil"],
    ["full width", "\uff34he lamp burns \uff43olza oil"],
    ["ligatures and marks composed otherwise", "The lamp burns colza oi\u006c"],
    ["emphasis", "The **lamp** burns _colza oil_"],
    ["code", "The `lamp` burns `colza oil`"],
    ["link text", "The [lamp](https://lamps.example) burns [[notes/oil|colza oil]]"],
    ["an HTML element", "The <b>lamp</b> burns colza oil"],
    ["entities", "The lamp burns colza&nbsp;oil"],
    ["a list item", "- The lamp burns colza oil"],
    ["a quotation", "> The lamp burns colza oil"],
    ["a heading", "## The lamp burns colza oil"],
    ["a table's cell", "| lamp | claim |\n|---|---|\n| 1 | The lamp burns colza oil |"],
  ])("with %s the claim is refused to both", async (_how, text) => {
    verifies("portable.tombstone-key");
    const place = await rejected();
    expect(await noted(place, `It is lit at dusk.\n\n${text}\n`)).toEqual(refusedByBoth);
  });

  test("a paraphrase, a neighbour and a denial are taken, and so is what differs in an ASCII character", async () => {
    verifies("portable.tombstone-key");
    const place = await rejected();
    const others = [paraphrase, neighbour, "The lamp burns colza oil no more.", "The lamp burns co1za oil."];
    for (const [at, text] of others.entries()) {
      expect([text, await noted(place, text, `Lamp ${at}`)]).toEqual([text, takenByBoth]);
    }
  });

  test("short values count, and 10 is not lO", async () => {
    verifies("portable.tombstone-key");
    const place = await furnished();
    place.page("notes/port", "# Port\n\n10");
    await place.cli("person", "reject", "notes/port", "--reason", "It is 11", "--claim", "10");
    expect(await noted(place, "10", "Port again")).toEqual(refusedByBoth);
    expect(await noted(place, "lO", "Port of letters")).toEqual(takenByBoth);
  });
});

describe("tombstone.reextraction_stays_inactive", () => {
  test("a source that states the claim again makes no page that is recalled, and the rest of it arrives", async () => {
    verifies("portable.tombstone-reextraction");
    const place = await rejected();
    const log = `# Old log\n\n${claim}.\n\n## Weather\n\nThe anemometer froze in March.\n`;
    for (let round = 1; round <= 2; round += 1) {
      await place.tool("wiki_capture", { text: log, title: "Old log" });
      place.edit("../log.md", `${log}\nCopied ${round}.\n`);
      await place.cli("script", "capture", "log.md");
    }
    const { hits } = await place.recall("which oil does the lamp burn?");
    // The evidence may be read by who asks for it, labelled; no page of it is current.
    expect(hits.filter(({ id }) => !id.startsWith("raw/")).map(({ id }) => id)).toEqual([]);
    for (const { labels } of hits) expect(labels).toContain("tombstoned");
    expect(await place.injected("Which oil does the lamp burn, colza oil?")).not.toContain(claim);
    expect(await place.ids("anemometer froze in March")).not.toEqual([]);
  });

  test("a folder that is imported again brings its other files alone", async () => {
    verifies("portable.tombstone-reextraction");
    const place = await rejected();
    place.edit("../handbook/lamp.md", `# Lamp\n\n${claim}.\n`);
    place.edit("../handbook/gauge.md", "# Rain gauge\n\nThe rain gauge is emptied at noon.\n");
    const first = await place.cli("script", "import", "handbook");
    const second = await place.cli("script", "import", "handbook");
    expect(first.value).toMatchObject({ created: ["notes/gauge"], skipped: [{ path: "lamp.md" }] });
    expect(second.value).toMatchObject({ created: [] });
    expect(await place.ids("which oil does the lamp burn?")).toEqual([]);
    expect(await place.ids("rain gauge emptied")).toEqual(["notes/gauge"]);
  });
});

describe("tombstone.no_second_memory_unit", () => {
  test("a refused note leaves no page, an event that names the tombstone, and the raw evidence as it was", async () => {
    verifies("portable.tombstone-no-second");
    const place = await rejected();
    await place.tool("wiki_capture", { text: `# Old log\n\n${claim}.\n`, title: "Old log" });
    const packet = place.events().find(({ kind }) => kind === "capture")?.["source_id"];
    const kept = place.read(`raw/sources/${packet}/extracted.md`);
    expect(await noted(place, `${claim}.`)).toEqual(refusedByBoth);
    expect(place.exists("wiki/notes/lamp-at-night.md")).toBe(false);
    const [tombstone] = place.events().filter(({ kind }) => kind === "tombstone_added");
    const blocked = place.events().filter(({ kind }) => kind === "tombstone_blocked");
    expect(blocked.map(({ channel }) => channel)).toEqual(expect.arrayContaining(["tool", "cli"]));
    expect(blocked.map(({ tombstones }) => tombstones)).toContainEqual([tombstone?.["tombstone"]]);
    expect(place.read(`raw/sources/${packet}/extracted.md`)).toBe(kept);
    expect(kept).toContain(claim);
    expect(await noted(place, paraphrase)).toEqual(takenByBoth);
    expect(place.exists("wiki/notes/lamp-at-night.md")).toBe(true);
  });
});
