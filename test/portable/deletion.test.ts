import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { filesWith, furnished, type Place } from "./portable-world.ts";

/** Words that nothing else holds, so that a trace of them anywhere is a trace of the page. */
const [secret, sibling] = ["zugzwang", "xylograph"];

const kept = async (): Promise<Place> => {
  const place = await furnished();
  for (const word of [secret, sibling]) {
    await place.tool("wiki_note", {
      title: `Watchword of the ${word === secret ? "gate" : "door"}`,
      type: "lesson",
      text: `The watchword is ${word}.`,
      tags: [word],
      recall_triggers: [`somebody asks for the ${word} at night`],
    });
  }
  await place.cli("script", "rebuild");
  return place;
};

const [gate, door] = ["notes/watchword-of-the-gate", "notes/watchword-of-the-door"];

describe("deletion.absent_after_reindex_and_restart", () => {
  test("no recall, prompt, list, completion or file holds a forgotten page; its sibling is on each", async () => {
    verifies("portable.deletion");
    const place = await kept();
    expect(await place.injected(`What is the watchword of the gate, ${secret}?`)).toContain(secret);
    expect(filesWith(place.folder, secret).length).toBeGreaterThan(0);
    expect((await place.cli("person", "forget", gate, "--reason", "It was told to a guest")).exitCode).toBe(0);
    await place.cli("script", "rebuild");
    const later = await place.restart();
    await later.cli("script", "rebuild");
    const said = async (word: string) => ({
      recalled: (await later.recall(`watchword ${word}`, { include: ["rejected", "deprecated", "shadow"] })).hits
        .length,
      injected: (await later.injected(`What is the watchword, ${word}?`)).includes(word),
      lists: ["meta/registry.json", "wiki/index.md", "meta/index.md"].some(
        (path) => later.exists(path) && later.read(path).includes(word === secret ? gate : door),
      ),
      completed: (
        (await later.pi.complete(`why ${word === secret ? "watchword of the g" : "watchword of the d"}`)) ?? []
      ).length,
      files: filesWith(later.folder, word).length > 0,
    });
    const there = await said(sibling);
    expect(there).toMatchObject({ injected: true, files: true });
    expect(there.recalled).toBeGreaterThan(0);
    const gone = await said(secret);
    expect(gone).toMatchObject({ injected: false, lists: false, completed: 0 });
    const ids = await later.ids(`watchword ${secret}`, { include: ["rejected", "deprecated", "shadow"] });
    expect(ids).not.toContain(gate);
    expect(filesWith(later.folder, secret)).toEqual([]);
    expect(later.events().filter(({ kind }) => kind === "forgotten")).toMatchObject([
      { page: gate, channel: "terminal" },
    ]);
  });

  test("a forgotten source leaves no sealed copy and no cached text", async () => {
    verifies("portable.deletion");
    const place = await furnished();
    for (const word of [secret, sibling]) {
      await place.tool("wiki_capture", { text: `# Log ${word}\n\nThe watchword is ${word}.\n`, title: `Log ${word}` });
    }
    const [packet] = place.events().flatMap(({ source_id: id, kind }) => (kind === "capture" ? [String(id)] : []));
    expect(filesWith(place.folder, secret).length).toBeGreaterThan(1);
    expect((await place.cli("person", "forget", packet ?? "", "--reason", "Told to a guest")).exitCode).toBe(0);
    const later = await place.restart();
    await later.cli("script", "rebuild");
    expect(filesWith(later.folder, secret)).toEqual([]);
    expect(filesWith(later.folder, sibling).length).toBeGreaterThan(1);
    expect(await later.ids(`watchword ${sibling}`)).not.toEqual([]);
  });
});

describe("deletion.absent_from_shared_copies", () => {
  const promoted = async (): Promise<Place> => {
    const place = await kept();
    for (const id of [gate, door]) {
      await place.cli("person", "confirm", id);
      expect((await place.cli("person", "promote", id, "--to", "personal")).exitCode).toBe(0);
    }
    return place;
  };
  const inPersonal = (place: Place, word: string) => place.ids(`watchword ${word}`, { layer: "personal" });

  test.each(["reject", "forget"])(
    "the copy in the other layer goes when a person %ss the original; its sibling stays",
    async (verb) => {
      verifies("portable.shared-copies");
      const place = await promoted();
      expect(await inPersonal(place, secret)).toContain(gate);
      expect(
        (await place.cli("person", verb, gate, "--reason", "Told to a guest", "--layer", "project")).exitCode,
      ).toBe(0);
      await place.cli("script", "rebuild");
      const later = await place.restart();
      expect(await inPersonal(later, secret)).not.toContain(gate);
      expect(await inPersonal(later, sibling)).toContain(door);
      expect(await later.injected(`What is the watchword of the gate, ${secret}?`)).not.toContain(
        `watchword is ${secret}`,
      );
      expect(await later.injected(`What is the watchword of the door, ${sibling}?`)).toContain(
        `watchword is ${sibling}`,
      );
    },
  );

  test("an old copy that is imported or put back does not restore it", async () => {
    verifies("portable.shared-copies");
    const place = await kept();
    const backup = join(place.folder, "backup");
    mkdirSync(backup);
    for (const id of [gate, door]) cpSync(join(place.vault, `wiki/${id}.md`), join(backup, `${id.slice(6)}.md`));
    expect((await place.cli("person", "forget", gate, "--reason", "Told to a guest")).exitCode).toBe(0);
    const { value } = await place.cli("script", "import", "../backup");
    expect(JSON.stringify(value["created"])).not.toContain("gate");
    cpSync(join(backup, "watchword-of-the-gate.md"), join(place.vault, `wiki/${gate}.md`));
    place.clock.advance(5_000);
    await place.cli("script", "rebuild");
    const later = await place.restart();
    expect(await later.ids(`watchword ${secret}`)).not.toContain(gate);
    expect(await later.injected(`What is the watchword of the gate, ${secret}?`)).not.toContain(
      `watchword is ${secret}`,
    );
    expect(await later.ids(`watchword ${sibling}`)).toContain(door);
  });
});
