import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, type Place } from "../portable/portable-world.ts";

const id = "notes/glass";

const furnish = async (): Promise<Place> => {
  const place = await furnished();
  place.page(id, "# Storm glass\n\nThe storm glass is read at six.", { status: "draft" });
  return place;
};

/** From the next process on. */
const setTo = (place: Place, humanChannel: string): Promise<Place> => {
  const folder = join(place.folder, "home/.pi/agent");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ "pi-wiki": { humanChannel } }));
  return place.restart();
};

const trustOf = async (place: Place) => {
  const { hits } = await place.recall("storm glass");
  return hits.map(({ status, tier, labels }) => ({ status, tier, labels }));
};

test("with ui a confirmation at a terminal is refused with what to do, and one at Pi's screen counts", async () => {
  verifies("settings.human-channel");
  const place = await setTo(await furnish(), "ui");
  const before = place.read(`wiki/${id}.md`);
  for (const words of [
    ["confirm", id],
    ["set-status", id, "--to", "stable"],
  ]) {
    expect(await place.cli("person", ...words)).toMatchObject({
      exitCode: 4,
      value: { error: { code: "screen_only", hint: "Confirm at Pi's screen with `/wiki review`." } },
    });
  }
  expect(place.read(`wiki/${id}.md`)).toBe(before);
  expect(await trustOf(place)).toEqual([{ status: "draft", tier: "unverified", labels: ["unconfirmed"] }]);
  await place.review(["Storm glass", "a"]);
  expect(await trustOf(place)).toEqual([{ status: "stable", tier: "human-reviewed", labels: [] }]);
});

test("with ui what was confirmed at a terminal before counts as unverified and says why; with any it counts", async () => {
  verifies("settings.human-channel");
  const place = await furnish();
  expect((await place.cli("person", "confirm", id)).exitCode).toBe(0);
  const counted = [{ status: "stable", tier: "human-reviewed" }];
  const [label] = ["confirmed in a terminal, which does not count here"];
  expect(await trustOf(place)).toMatchObject(counted);
  const strict = await setTo(place, "ui");
  const [hit] = await trustOf(strict);
  expect(hit).toMatchObject({ status: "stable", tier: "unverified", labels: expect.arrayContaining([label]) });
  expect(hit?.labels).not.toContain("claims a review that nobody here made");
  expect(await trustOf(await setTo(strict, "any"))).toMatchObject(counted);
});

test("with ui a terminal still withholds, and a script vouches for nothing as before", async () => {
  verifies("settings.human-channel");
  const place = await setTo(await furnish(), "ui");
  expect((await place.cli("script", "confirm", id, "--unattended")).exitCode).toBe(0);
  expect(await trustOf(place)).toMatchObject([{ status: "stable", tier: "unverified" }]);
  expect((await place.cli("person", "reject", id, "--reason", "Broken")).exitCode).toBe(0);
  expect(await trustOf(place)).toEqual([]);
});
