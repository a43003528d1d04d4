import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type Harbour, openHarbour } from "../scenarios/harbour.ts";
import { draws, either, longest, seeded } from "./storm.ts";

const furnish = async (): Promise<Harbour> => {
  const harbour = await openHarbour();
  const session = harbour.session("cli");
  await session.capture({ text: "The lamp was lit at dusk.", title: "Log" });
  await session.note({ title: "Wick", type: "lesson", text: "Trim the wick at noon." });
  const [vault] = (await session.layers()).layers;
  if (vault === undefined) throw new Error("The harbour has no vault.");
  const { platform } = session;
  const context = { platform, actor: "kéeper", channel: "cli" } as const;
  await openLedger({ platform, vault }).append(context, [{ kind: "lint", details: { gulls: 3 } }]);
  expect((await harbour.session().verify()).findings).toEqual([]);
  return harbour;
};

/** Every bit of every byte, or some of them. */
const flips = (length: number, salt: number): readonly (readonly [at: number, mask: number])[] => {
  const draw = draws(salt);
  const all = Array.from({ length: length * 8 }, (_, bit) => [bit >> 3, 1 << (bit & 7)] as const);
  return either({ short: Array.from({ length: 60 }, () => all[draw(all.length)] ?? ([0, 1] as const)), long: all });
};

/** Flips that nobody noticed. */
const unnoticed = async (harbour: Harbour, path: string): Promise<readonly string[]> => {
  const place = join(harbour.root, path);
  chmodSync(place, 0o644);
  const bytes = readFileSync(place);
  const session = harbour.session();
  const missed: string[] = [];
  for (const [at, mask] of flips(bytes.length, path.length)) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ mask;
    writeFileSync(place, flipped);
    const { findings } = await session.verify();
    if (findings.length === 0) missed.push(`${path} at ${at}: ${flipped.subarray(Math.max(0, at - 20), at + 20)}`);
  }
  writeFileSync(place, bytes);
  expect((await session.verify()).findings).toEqual([]);
  return missed;
};

const packet = async (harbour: Harbour): Promise<string> => {
  const { id } = await harbour.session().capture({ text: "The lamp was lit at dusk." });
  return `raw/sources/${id}`;
};

describe(`a single bit that was flipped (${seeded})`, () => {
  test("anywhere in the ledger is found by verify", { timeout: longest }, async () => {
    verifies("storm.flipped-ledger");
    expect(await unnoticed(await furnish(), "meta/events.jsonl")).toEqual([]);
  });

  test.each(["manifest.json", "extracted.md", "original/text.md"])(
    "anywhere in a packet's %s is found by verify",
    {
      timeout: longest,
    },
    async (name) => {
      verifies("storm.flipped-packet");
      const harbour = await furnish();
      expect(await unnoticed(harbour, `${await packet(harbour)}/${name}`)).toEqual([]);
    },
  );
});
