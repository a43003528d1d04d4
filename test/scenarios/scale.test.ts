import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { found, openHarbour } from "./harbour.ts";

const count = 10_000;

test("ten thousand pages are recalled, counted, edited and linted", { timeout: 300_000 }, async () => {
  verifies("scenario.scale", "scale.breathes");
  const harbour = await openHarbour();
  mkdirSync(join(harbour.root, "wiki/notes"), { recursive: true });
  for (let nth = 1; nth <= count; nth += 1) {
    const text = `---\ntype: lesson\ntitle: Berth ${nth}\n---\n\nThe bollard${nth} holds. See [[berth-${(nth % count) + 1}]].\n`;
    writeFileSync(join(harbour.root, `wiki/notes/berth-${nth}.md`), text);
  }
  const session = harbour.session();
  await session.warm();
  expect((await found(session, "bollard7777"))[0]).toBe("notes/berth-7777");
  expect(await session.counts()).toEqual({ pages: count, drafts: 0 });

  await session.note({ title: "Tide gauge", type: "lesson", text: "The gauge is read at noon. See [[berth-5]]." });
  await session.settle();
  const { pages } = JSON.parse(harbour.read("meta/registry.json"));
  expect(Object.keys(pages)).toHaveLength(count + 1);
  expect(JSON.parse(harbour.read("meta/backlinks.json"))["notes/berth-5"]).toEqual([
    "notes/berth-4",
    "notes/tide-gauge",
  ]);
  expect((await session.status()).vaults[0]).toMatchObject({ pages: count + 1, drafts: 1 });

  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 0);
  const told: number[] = [];
  const { findings } = await session.lint((done) => told.push(done));
  clearInterval(ticking);
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(turns).toBeGreaterThan(100);
  expect(told.length).toBeGreaterThan(100);
});
