import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, type Place } from "./portable-world.ts";

/** The id of the packet that an answer of wiki_capture names. */
const packetIn = (said: string): string => /SRC-[\d-]+/.exec(said)?.[0] ?? "";

const idsIn = (text: string): readonly string[] => [...text.matchAll(/^\[\[(.+?)\]\] \(/gm)].map(([, id = ""]) => id);

describe("evidence.claim_resolves_to_source", () => {
  test("each page that is put before the model leads to a packet, or to the event that says where it came from", async () => {
    verifies("portable.claim-resolves");
    const place = await furnished();
    const packet = packetIn(
      await place.tool("wiki_capture", {
        text: "# Barometer book\n\nThe barometer is tapped at noon.",
        title: "Barometer",
      }),
    );
    await place.tool("wiki_note", {
      title: "Barometer reading",
      type: "procedure",
      text: "The barometer is read aloud twice.",
      sources: [packet],
    });
    await place.tool("wiki_note", {
      title: "Barometer fall",
      type: "pitfall",
      text: "A falling barometer means a gale.",
    });
    await place.cli(
      "script",
      "note",
      "--title",
      "Barometer wall",
      "--type",
      "lesson",
      "--text",
      "The barometer hangs inside.",
    );
    place.edit("../handbook/barometer-care.md", "# Barometer care\n\nThe barometer is dusted with a feather.\n");
    await place.cli("script", "import", "handbook");
    await place.write("wiki/notes/barometer-shell.md", "# Barometer shell\n\nThe barometer shell is brass.\n");
    place.page("notes/barometer-hand", "# Barometer hand\n\nThe barometer hand is black.");
    await place.cli("script", "rebuild");
    const shown = new Set<string>();
    for (const what of ["reading aloud", "fall gale", "wall inside", "care feather", "shell brass", "hand black"]) {
      for (const id of idsIn(await place.injected(`What of the barometer ${what}?`))) shown.add(id);
    }
    expect(shown.size).toBeGreaterThanOrEqual(6);
    const orphans = [...shown].filter((id) => originOf(place, id) === undefined);
    expect(orphans).toEqual([]);
    expect(originOf(place, "notes/barometer-reading")).toBe(packet);
    expect(originOf(place, "notes/barometer-fall")).toBe(`tool ${place.session.id}`);
    expect(originOf(place, "notes/barometer-hand")).toBe("system");
    // The measure itself finds an orphan.
    expect(originOf(place, "notes/barometer-nobody-wrote")).toBe(undefined);
  });
});

/** A packet that is there, else the channel and the session of the page's first event. */
const originOf = (place: Place, id: string): string | undefined => {
  if (id.startsWith("raw/")) return place.exists(`${id}/manifest.json`) ? id : undefined;
  if (!place.exists(`wiki/${id}.md`)) return undefined;
  const [packet] = /SRC-[\d-]+/.exec(place.read(`wiki/${id}.md`)) ?? [];
  if (packet !== undefined) return place.exists(`raw/sources/${packet}/manifest.json`) ? packet : undefined;
  const event = place.events().find(({ page }) => page === id);
  const origin = event?.["origin"];
  const session = typeof origin === "object" && origin !== null ? Reflect.get(origin, "session") : undefined;
  return event && [event["channel"], session].filter((part) => part !== undefined).join(" ");
};

describe("evidence.source_delete_reaches_derived", () => {
  test("a forgotten source takes its page, withholds what rested on it alone and labels what rests on more", async () => {
    verifies("portable.source-delete");
    const place = await furnished();
    const capture = async (title: string) =>
      packetIn(await place.tool("wiki_capture", { text: `# ${title}\n\nThe ${title} says when.`, title }));
    const [tide, moon] = [await capture("tide table"), await capture("moon table")];
    const note = (title: string, sources: readonly string[]) =>
      place.tool("wiki_note", { title, type: "lesson", text: `${title} comes from a table.`, sources });
    await note("Spring tides", [tide]);
    await note("Neap tides", [tide, moon]);
    await note("New moons", [moon]);
    const query = "spring tides, neap tides, new moons, tide table, moon table";
    expect(await place.ids(query)).toEqual(expect.arrayContaining(["notes/spring-tides", `raw/sources/${tide}`]));
    const { exitCode } = await place.cli("person", "forget", tide, "--reason", "Last year's");
    expect(exitCode).toBe(0);
    const { hits, excluded } = await place.recall(query);
    const ids = hits.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["notes/neap-tides", "notes/new-moons"]));
    for (const gone of [`sources/${tide}`, `raw/sources/${tide}`, "notes/spring-tides"])
      expect(ids).not.toContain(gone);
    expect(excluded).toContainEqual({ id: "notes/spring-tides", layer: "project", reason: "source-forgotten" });
    expect(hits.find(({ id }) => id === "notes/neap-tides")?.labels).toContain("a source of it was forgotten");
    expect(hits.find(({ id }) => id === "notes/new-moons")?.labels).not.toContain("a source of it was forgotten");
    expect([tide, moon].map((id) => place.exists(`raw/sources/${id}`))).toEqual([false, true]);
    expect(await place.injected("What do spring tides come from?")).not.toContain("Spring tides comes");
    const restarted = await place.restart();
    expect(await restarted.ids(query)).not.toContain("notes/spring-tides");
  });
});

describe("evidence.rebuild_from_retained", () => {
  test("whatever words were kept are found again when all that is derived was deleted", async () => {
    verifies("portable.rebuild");
    const place = await furnished();
    // Consonants alone: no typo of one is another.
    const letters = fc.constantFrom(..."bcdfghjklmnpqrstvwxz");
    const word = fc.string({ unit: letters, minLength: 12, maxLength: 12 });
    const words = fc.sample(fc.tuple(word, word), { numRuns: 6, seed: 7 }).map((pair) => pair.join(" "));
    for (const [at, kept] of words.entries()) {
      if (at % 2 === 0) place.page(`notes/kept-${at}`, `# Password ${kept}\n\nThe password of the watch is ${kept}.`);
      else
        await place.tool("wiki_capture", {
          text: `# Log\n\nThe password of the watch is ${kept}.`,
          title: `Password ${kept}`,
        });
    }
    await place.cli("script", "rebuild");
    const before = await answersOf(place, words);
    rmSync(join(place.folder, "cache"), { recursive: true });
    for (const path of [
      "meta/registry.json",
      "meta/backlinks.json",
      "index.md",
      "log.md",
      "wiki/index.md",
      "wiki/log.md",
    ]) {
      rmSync(join(place.vault, path), { force: true });
    }
    const restarted = await place.restart();
    expect((await restarted.cli("script", "rebuild")).exitCode).toBe(0);
    const after = await answersOf(restarted, words);
    expect(after).toEqual(before);
    for (const [at, { recalled, injected }] of after.entries()) {
      expect([recalled.includes(words[at] ?? "-"), injected.includes(words[at] ?? "-")]).toEqual([true, true]);
    }
  });
});

const answersOf = async (place: Place, words: readonly string[]) => {
  const answers: { readonly recalled: string; readonly injected: string }[] = [];
  for (const word of words) {
    const recalled = (await place.recall(`What is ${word}?`)).text;
    answers.push({ recalled, injected: await place.injected(`Is the password of the watch ${word}?`) });
  }
  return answers;
};
