import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import { verifies } from "../acceptance/verifies.ts";
import { found, type Harbour, harbourVariables, openHarbour } from "../scenarios/harbour.ts";
import { refuse } from "../support/test-platform.ts";
import { type Acknowledged, trouble } from "./acknowledged.ts";
import { acknowledgedBy, startWriter } from "./start-storm.ts";
import { draws, either, longest, seeded } from "./storm.ts";

const kills = either({ short: 6, long: 200 });
/** A new vault now and then, since the first writes to one are others. */
const killsPerVault = either({ short: 3, long: 20 });

interface Scene {
  readonly harbour: Harbour;
  readonly acknowledged: Acknowledged[];
}

/** Every other process is killed from outside at any time, and the others in the middle of a change on disk. */
const killOne = async ({ harbour }: Scene, round: number, draw: (limit: number) => number) => {
  const inside = round % 2 === 1 ? { killAt: 1 + draw(260) } : {};
  const writer = await startWriter(harbour, { name: `r${round}`, count: 1_000_000, ...inside });
  if (round % 2 === 0) {
    await writer.heard(1 + draw(9));
    await after(draw(40));
    writer.process.kill("SIGKILL");
  }
  return acknowledgedBy(await writer.ended());
};

/** A word that only the last of the notes has, and the note. */
const lastWord = (acknowledged: readonly Acknowledged[]): readonly (readonly [word: string, id: string])[] => {
  const words = acknowledged.flatMap((one) => {
    const [word] = one.did === "note" ? (/\bwr\d+n\d+\b/.exec(one.text) ?? []) : [];
    return one.did === "note" && word !== undefined ? [[word, one.id] as const] : [];
  });
  return words.slice(-1);
};

describe(`processes that are killed while they write (${seeded})`, () => {
  test("lose nothing that was acknowledged, leave nothing half-written, and the next session works", {
    timeout: longest,
  }, async () => {
    verifies("storm.killed");
    const draw = draws(1);
    let scene: Scene | undefined;
    for (let round = 0; round < kills; round += 1) {
      if (scene === undefined || round % killsPerVault === 0) {
        scene = { harbour: await openHarbour(), acknowledged: [] };
      }
      const { harbour, acknowledged } = scene;
      acknowledged.push(...(await killOne(scene, round, draw)));
      const platform = nodePlatform({ refuse, variables: harbourVariables(harbour.folder) });
      expect([round, await trouble(platform, { root: harbour.root, acknowledged })]).toEqual([round, []]);

      const next = harbour.session();
      for (const [word, id] of lastWord(acknowledged)) {
        expect([round, word, (await found(next, word))[0]]).toEqual([round, word, id]);
      }
      const text = `Round ${round} is over, the lamp burns.`;
      const noted = await next.note({ title: `After ${round}`, type: "lesson", text });
      acknowledged.push({ did: "note", id: noted.id, text });
      await next.settle();
      expect(Object.keys(JSON.parse(harbour.read("meta/registry.json")).pages)).toContain(noted.id);
    }
  });
});
