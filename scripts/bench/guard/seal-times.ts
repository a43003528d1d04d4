/** Times the checks of the seals in a vault with many packets: each of three files, as a capture of a document leaves. */

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchWorld } from "../world/bench-world.ts";

export interface SealTimes {
  /** Milliseconds until all packets of a vault seen for the first time have a seal. */
  readonly first: number;
  /** Of checks in which nothing had changed. */
  readonly unchanged: readonly number[];
  /** Of checks after which one file had to be put back. */
  readonly healed: readonly number[];
}

export const sealTimes = async (world: BenchWorld, options: { readonly packets: number; readonly runs: number }) => {
  const project = world.place(`sealed-${options.packets}`);
  const vault = join(project, ".llm-wiki");
  const workspace = world.workspace(project);
  await workspace.init({ topic: "Lighthouse" });
  for (let number = 1; number <= options.packets; number += 1) putPacket(vault, number);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const { seals } = workspace;
  const first = await timed(async () => {
    await seals.check();
    await seals.sealed();
  });
  // Files that were written a moment ago are read again: wait until their times can be relied on.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await seals.check();
  const call = { tool: "bash", command: "npm run build", mayWriteAnywhere: true };
  const unchanged: number[] = [];
  const healed: number[] = [];
  await seals.begin();
  for (let run = 0; run < options.runs; run += 1) unchanged.push(await timed(() => seals.check(call)));
  for (let run = 0; run < options.runs; run += 1) {
    writeFileSync(join(vault, "raw/sources", idOf(run + 1), "extracted.md"), `forged ${run}`);
    healed.push(await timed(() => seals.check(call)));
  }
  return { first, unchanged, healed } satisfies SealTimes;
};

const idOf = (number: number): string => `SRC-2026-01-01-${String(number).padStart(3, "0")}`;

const putPacket = (vault: string, number: number): void => {
  const id = idOf(number);
  const text = `# Entry ${number}\n\n${"The lamp was trimmed and the log kept. ".repeat(50)}\n`;
  const files = { "original/entry.md": text, "extracted.md": text };
  const listed = Object.entries(files).map(([path, content]) => ({
    path,
    sha256: createHash("sha256").update(content).digest("hex"),
    bytes: Buffer.byteLength(content),
  }));
  const folder = join(vault, "raw/sources", id);
  mkdirSync(join(folder, "original"), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  const manifest = { id, captured: "2026-01-01", packet_version: "1.0", title: `Entry ${number}`, format: "markdown" };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifest, files: listed }));
};
