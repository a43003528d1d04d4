/** `bench:distil`: how long it takes to submit what a model made of conversations, in a vault of many pages. */

import { parseArgs } from "node:util";
import type { Turn } from "../../extensions/core/sources/conversation.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { openRows } from "./output/rows.ts";
import { quantile } from "./output/times.ts";
import { writeSyntheticVault } from "./synthetic-vault.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      notes: { type: "string", default: "50" },
      pages: { type: "string", default: "1000" },
      runs: { type: "string", default: "5" },
      json: { type: "boolean", default: false },
    },
  });
  const [notes, pages] = [Math.max(1, Number(values.notes)), Math.max(1, Number(values.pages))];
  const runs = Math.max(1, Number(values.runs));
  await withWorld(async (world) => {
    const project = world.place("lighthouse");
    writeSyntheticVault({ folder: project, pages, seed: 1 });
    const workspace = world.workspace(project);
    await workspace.warm();
    const first: Times[] = [];
    const again: Times[] = [];
    for (let run = 0; run < runs; run += 1) {
      const submission = await prepareRun(workspace, { run, notes });
      first.push(await timeOf(workspace, submission, notes));
      again.push(await timeOf(workspace, submission, 0));
    }
    const rows = openRows(values);
    const middle = (times: readonly Times[], what: keyof Times): number =>
      Math.round(
        quantile(
          times.map((one) => one[what]),
          0.5,
        ),
      );
    rows.print({
      notes,
      pages,
      p50_ms: middle(first, "took"),
      cpu_ms: middle(first, "cpu"),
      again_p50_ms: middle(again, "took"),
    });
    rows.end();
  });
  return 0;
};

const subjects = ["lens", "wick", "clockwork", "fog horn", "gallery", "cistern", "stair", "mast", "boiler", "chart"];
const matters = ["rust", "frost", "glare", "leak", "echo", "soot", "salt", "rattle", "drift", "mildew"];
const signs = ["spring", "ebb", "dusk", "gale", "calm", "flood", "dawn"];

/** What was said, kept, and what a model made of it: each note about a matter of its own. */
const prepareRun = async (
  workspace: Workspace,
  { run, notes }: { readonly run: number; readonly notes: number },
): Promise<string> => {
  const text = `What did watch ${run} teach us about the light?`;
  const turns: readonly Turn[] = [{ id: `e${run}`, role: "user", text }];
  const kept = await workspace.distil.captureConversation({ session: `s${run}`, root: `r${run}`, turns });
  const packet = kept?.id ?? "";
  const made = Array.from({ length: notes }, (_, number) => {
    const [subject, matter] = [subjects[number % 10], matters[Math.floor(number / 10) % 10]];
    const sign = signs[(run + number) % signs.length];
    const name = [0, 1, 2].map((part) => wordOf((run * notes + number) * 3 + part)).join(" ");
    return {
      title: `${subject} ${name}`,
      type: "lesson",
      text: `When the ${subject} shows ${matter} at ${sign}, note it under ${name} and look again after a tide.`,
      recall_triggers: [
        `strange look of things by the sea ${run} ${number}`,
        `what to do when it is off again ${number}`,
      ],
      tags: ["watch"],
      sources: [packet],
    };
  });
  return JSON.stringify({ conversations: [packet], notes: made });
};

/** A word of its own for each number: digits would be terms that titles share. */
const wordOf = (number: number): string =>
  [...(number + 10_000).toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");

interface Times {
  readonly took: number;
  readonly cpu: number;
}

const timeOf = async (workspace: Workspace, text: string, expected: number): Promise<Times> => {
  const before = process.cpuUsage();
  const began = performance.now();
  const { entries } = await workspace.distil.submit({ kind: "conversation", text });
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const drafts = entries.filter(({ outcome }) => outcome === "draft").length;
  if (drafts === expected) return { took, cpu: (user + system) / 1000 };
  const other = entries.find(({ outcome }) => outcome !== "draft");
  throw new Error(`${drafts} of ${expected} notes were written: ${JSON.stringify(other)}`);
};
