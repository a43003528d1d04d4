import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, type Place } from "./portable-world.ts";

const question = "When does the ferry leave the skerry?";
const [eight, nine] = ["notes/ferry-at-eight", "notes/ferry-at-nine"];

const on = (place: Place, day: string): void => place.clock.set(`2026-12-${day}T12:00:00.000Z`);

const state = (place: Place, title: string, text: string, more: Readonly<Record<string, unknown>> = {}) =>
  place.tool("wiki_note", { title, type: "decision", text, ...more });

/** On the 2nd the ferry leaves at eight; from the 4th on at nine, as a person confirms. */
const corrected = async (): Promise<Place> => {
  const place = await furnished();
  on(place, "02");
  await state(place, "Ferry at eight", "The ferry leaves the skerry at eight.");
  await place.cli("person", "confirm", eight);
  on(place, "04");
  await state(place, "Ferry at nine", "The ferry leaves the skerry at nine.", {
    supersedes: [eight],
    valid_from: "2026-12-04T00:00:00Z",
  });
  expect(await place.ids(question)).toContain(eight);
  await place.cli("person", "confirm", nine);
  on(place, "06");
  return place;
};

/** What is answered now, as of an earlier day, and as it was known then. */
const answered = async (place: Place) => ({
  now: await place.ids(question),
  earlier: await place.ids(question, { as_of: "2026-12-03T00:00:00Z" }),
  known: await place.ids(question, { known_at: "2026-12-03T00:00:00Z" }),
});

describe("correction.survives_reindex", () => {
  test("a replaced value is answered by the new one, and the old one for its time, after reindex and restart", async () => {
    verifies("portable.correction");
    const place = await corrected();
    const expected = { now: [nine], earlier: [eight], known: [eight] };
    expect(await answered(place)).toEqual(expected);
    rmSync(join(place.folder, "cache"), { recursive: true });
    await place.cli("script", "rebuild");
    const later = await place.restart();
    expect(await answered(later)).toEqual(expected);
    const [known] = (await later.recall(question, { known_at: "2026-12-03T00:00:00Z" })).hits;
    expect(known).toMatchObject({ status: "stable", tier: "human-reviewed", labels: [] });
    expect(known?.excerpt).toContain("at eight");
    expect(await later.injected(question)).toContain("at nine");
    expect(await later.injected(question)).not.toContain("at eight");
    expect(later.read(`wiki/${eight}.md`)).toContain("The ferry leaves the skerry at eight.");
  });

  test("a value that is put back stands again, with the one between for its time", async () => {
    verifies("portable.correction");
    const place = await corrected();
    await state(place, "Ferry at eight again", "The ferry leaves the skerry at eight once more.", {
      supersedes: [nine],
      valid_from: "2026-12-06T00:00:00Z",
    });
    await place.cli("person", "confirm", "notes/ferry-at-eight-again");
    on(place, "08");
    await place.cli("script", "rebuild");
    const later = await place.restart();
    expect(await later.ids(question)).toEqual(["notes/ferry-at-eight-again"]);
    expect(await later.ids(question, { as_of: "2026-12-05T00:00:00Z" })).toEqual([nine]);
  });

  test("a value that is bound in time is answered inside it, from its first moment to before its last", async () => {
    verifies("portable.correction");
    const place = await furnished();
    const [from, until] = ["2026-12-10T00:00:00Z", "2026-12-20T00:00:00Z"];
    await state(place, "Ferry in the holidays", "The ferry stays.", { valid_from: from, valid_until: until });
    await place.cli("script", "rebuild");
    const at = async (as_of: string) => (await place.ids("ferry in the holidays", { as_of })).length;
    expect([
      await at(from),
      await at("2026-12-19T23:59:59Z"),
      await at(until),
      await at("2026-12-09T23:59:59Z"),
    ]).toEqual([1, 1, 0, 0]);
  });

  test("a note of a tool replaces nothing that is in force until a person says so", async () => {
    verifies("portable.correction");
    const place = await furnished();
    await state(place, "Ferry at eight", "The ferry leaves the skerry at eight.");
    await place.cli("person", "confirm", eight);
    for (let again = 1; again <= 3; again += 1) {
      await state(place, `Ferry at noon ${again}`, `The ferry leaves the skerry at noon ${again}.`, {
        supersedes: [eight],
      });
    }
    const { hits } = await (await place.restart()).recall(question);
    expect(hits.find(({ id }) => id === eight)).toMatchObject({ status: "stable", tier: "human-reviewed" });
  });
});

describe("correction.retraction_without_replacement", () => {
  const refed = async (place: Place): Promise<void> => {
    await state(place, "Ferry", "The ferry leaves the skerry at eight.");
    place.edit("../handbook/ferry.md", "# Ferry\n\nThe ferry leaves the skerry at eight.\n");
    await place.cli("script", "import", "handbook");
    await place.tool("wiki_capture", {
      text: "# Ferry log\n\nThe ferry leaves the skerry at eight.\n",
      title: "Ferry log",
    });
    await place.write("wiki/notes/ferry-again.md", "# Ferry again\n\nThe ferry leaves the skerry at eight.\n");
  };

  test.each(["retire", "reject"])(
    "what a person %ss is absent though nothing newer exists, also when it is fed again",
    async (verb) => {
      verifies("portable.retraction");
      const place = await furnished();
      await state(place, "Ferry at eight", "The ferry leaves the skerry at eight.");
      await state(place, "Ferry fare", "The ferry to the skerry costs a shilling.");
      await place.cli("person", "confirm", eight, "notes/ferry-fare");
      expect(await place.ids(question)).toContain(eight);
      expect((await place.cli("person", verb, eight, "--reason", "I misspoke")).exitCode).toBe(0);
      await refed(place);
      await place.cli("script", "rebuild");
      const later = await place.restart();
      const { hits } = await later.recall(question);
      const current = hits.filter(({ id }) => !id.startsWith("raw/"));
      expect(current.map(({ id }) => id)).toEqual(["notes/ferry-fare"]);
      expect(await later.injected(question)).not.toContain("at eight");
      expect(await later.injected("What does the ferry to the skerry cost, a shilling?")).toContain("costs a shilling");
    },
  );

  test("in a session that was compacted since, it is not put before the model again", async () => {
    verifies("portable.retraction");
    const place = await furnished();
    await state(place, "Ferry at eight", "The ferry leaves the skerry at eight.");
    await state(place, "Ferry fare", "The ferry to the skerry costs a shilling.");
    expect((await place.pi.prompt(place.session, question))?.content).toContain("at eight");
    await place.cli("person", "reject", eight, "--reason", "I misspoke");
    await refed(place);
    await place.pi.compact(place.session);
    place.session.branch.push({ type: "compaction", id: "compaction-1", summary: "…", firstKeptEntryId: "none" });
    expect((await place.pi.prompt(place.session, question))?.content ?? "").not.toContain("at eight");
    const fare = "What does the ferry to the skerry cost, a shilling?";
    expect((await place.pi.prompt(place.session, fare))?.content).toContain("costs a shilling");
  });
});
