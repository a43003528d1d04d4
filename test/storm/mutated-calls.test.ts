import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { guard, mayMatter } from "../../extensions/core/guard/decide.ts";
import { renderRefusal } from "../../extensions/core/guard/decision.ts";
import { findLayers } from "../../extensions/core/vault/layers.ts";
import type { Vault } from "../../extensions/core/vault/vault.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Platform } from "../../extensions/platform/platform.ts";
import { allTools } from "../../extensions/tools/all.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { verifies } from "../acceptance/verifies.ts";
import { commandRows, filled, filledCommand, toolRows } from "../guard/corpus.ts";
import { buildWorld, type ScratchWorld } from "../guard/scratch-world.ts";
import { refuse, temporaryFolder, testPlatform } from "../support/test-platform.ts";
import { templatesRoot, workerTasks } from "../tools/tool-world.ts";
import { mutatedJson, mutatedText } from "./mutations.ts";
import { either, longest, seeded } from "./storm.ts";
import { survives } from "./survives.ts";

const count = either({ short: 120, long: 10_000 });

const calls: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  wiki_recall: [
    { query: "oak piles of the pier", limit: 3, layer: "project", types: ["lesson"] },
    { query: "fog", include: ["deprecated", "shadow"], as_of: "2026-11-30T12:00:00Z", task: "T-1" },
  ],
  wiki_capture: [
    { text: "# Tide\n\nThe gauge reads `3 m`.\n", title: "Tide" },
    { source: "logs/../logs/quay.md", title: "Quay", layer: "project" },
  ],
  wiki_note: [
    {
      title: "Fog from the east",
      type: "lesson",
      text: "The fog comes in at dawn. See [[concepts/pier]].\n\n```sh\nfoghorn --long\n```\n",
      recall_triggers: ["why is the horn silent at dawn", "nothing to be seen on the pier"],
      description: "When the fog comes.",
      tags: ["fog", "dawn"],
      sources: ["SRC-2026-11-30-001", "https://harbour.example/fog"],
      files: ["src/horn.ts#blow"],
      supersedes: ["notes/fog"],
      valid_from: "2026-01-01T00:00:00Z",
      valid_until: "2027-01-01",
    },
  ],
  wiki_distill: [
    { action: "prepare", kind: "conversation", ids: ["CNV-2026-11-30-001"], layer: "project" },
    { action: "prepare", kind: "triggers", ids: ["concepts/pier"] },
    {
      action: "submit",
      kind: "conversation",
      submission:
        '{"conversations": ["CNV-2026-11-30-001"], "notes": [{"title": "Oak outlasts pine", "type": "lesson", "text": "Below the tide.", "recall_triggers": ["what wood lasts under water"], "sources": ["CNV-2026-11-30-001"], "contradicts": ["concepts/pier"]}]}',
    },
    {
      action: "submit",
      kind: "notes",
      submission:
        '{"merges": [{"title": "Pier", "type": "general", "text": "Oak.", "recall_triggers": ["where ships lie"], "merges": ["concepts/pier", "notes/pier"]}], "distinct": [["concepts/pier", "notes/fog"]]}',
    },
  ],
  wiki_task: [
    { action: "open", text: "Mend the pier", aims: ["Oak piles"], checks: ["npm test"] },
    { action: "remember", task: "mend-the-pier", text: "A pile is rotten.", captured_at: "2026-11-30T12:00:00Z" },
    { action: "correct", task: "mend-the-pier", entry: "20261130-1200-abcd", text: "The fourth pile is rotten." },
    { action: "search", text: "pile" },
  ],
  wiki_map: [{ query: "blow", file: "src", kind: "function", limit: 5 }, { file: "src/horn.ts" }],
  wiki_ground: [{ page: "concepts/pier" }, { page: "mend-the-pier" }],
  wiki_packet: [{ page: "concepts/pier", byte_budget: 4096 }],
  wiki_lessons: [
    { action: "list", query: "pile", limit: 3 },
    {
      action: "emit",
      task: "mend-the-pier",
      lessons: [{ claim: "Oak lasts.", locations: ["src/horn.ts#blow"], confidence: "high", supersedes: "" }],
    },
  ],
  wiki_capture_trajectory: [{ title: "Mend the pier", prompts: 2 }],
  wiki_distill_skills: [
    { action: "prepare", ids: ["TRJ-2026-11-30-001"] },
    { action: "submit", submission: '{"trajectories": ["TRJ-2026-11-30-001"], "skills": [{"title": "Mend piles"}]}' },
  ],
  wiki_recall_skill: [{ query: "mend a rotten pile", kind: "skill", limit: 2, retired: true, layer: "project" }],
  wiki_weakness: [
    {
      action: "open",
      slug: "fog",
      iteration: "c1",
      title: "Fog",
      text: "Nothing is seen.",
      tasks: ["t1"],
      tags: ["fog"],
    },
    { action: "list" },
    { action: "next" },
  ],
  wiki_feedback: [{ id: "concepts/pier" }, { id: "concepts/pier", outcome: "failure", note: "The pier fell." }],
  wiki_check: [{ action: "status" }, { action: "lint" }, { action: "verify" }],
};

const openSession = async (): Promise<Workspace> => {
  const world = await testPlatform({ tasks: workerTasks });
  // Nothing is to leave this machine, whatever a mutation makes of an address.
  const platform: Platform = {
    ...world.platform,
    fetch: (url) => Promise.reject(refuse("fetch_failed", { url, reason: "there is no network" })),
  };
  const cwd = join(world.folder, "harbour");
  mkdirSync(cwd);
  const workspace = openWorkspace(platform, { cwd, channel: "tool", version: "1.0.0", templatesRoot });
  await workspace.init({ topic: "harbour" });
  await workspace.note({ title: "Pier", type: "concept", text: "The pier has oak piles." });
  const turns = [{ id: "e1", role: "user", text: "What wood are the piles of?" }] as const;
  await workspace.distil.captureConversation({ session: "s1", root: "r1", turns });
  return workspace;
};

describe(`mutated calls of tools (${seeded})`, () => {
  test.each(allTools.map((tool) => [tool.name, tool] as const))(
    "of %s are answered or refused",
    {
      timeout: longest,
    },
    async (name, tool) => {
      verifies("storm.mutated-calls");
      const schema: Schema = JSON.parse(JSON.stringify(tool.input));
      const validator = new Validator(schema);
      let workspace = await openSession();
      let run = 0;
      await survives({
        inputs: mutatedJson(calls[name] ?? []),
        count: either({ short: 60, long: 10_000 }),
        read: async (input) => {
          if (!validator.validate(input).valid) return;
          run += 1;
          // A new vault now and then: thousands of notes of nearly one title would only test patience.
          if (run % 200 === 0) workspace = await openSession();
          const output = await tool.run(input, { workspace });
          expect(output.text).not.toBe("");
          JSON.stringify(output.data);
        },
      });
      const { findings } = await workspace.verify();
      expect(findings).toEqual([]);
    },
  );
});

describe(`the guard, given mutated calls (${seeded})`, () => {
  let world: ScratchWorld;
  let platform: Platform;
  let vaults: readonly Vault[];

  beforeAll(async () => {
    const root = join(temporaryFolder(), "world");
    mkdirSync(root);
    world = await buildWorld(root);
    platform = nodePlatform({ refuse, variables: { PATH: process.env["PATH"], HOME: world.home } });
    vaults = (await findLayers(platform, { cwd: world.project, personal: true })).layers;
  });

  const decided = async (tool: string, input: unknown, caseInsensitive = false): Promise<void> => {
    const call = { tool, input, cwd: world.project };
    mayMatter(call);
    const decision = await guard(call, { vaults, paths: platform.paths, caseInsensitive, variable: () => undefined });
    if (decision.decision === "deny") expect(renderRefusal(decision)).not.toBe("");
    else expect(decision).toEqual({ decision: "allow" });
  };

  test.each(["attacks", "benign"] as const)(
    "decides on shell commands made of %s",
    { timeout: longest },
    async (kind) => {
      verifies("storm.mutated-calls");
      const commands = commandRows(kind).map((row) => filledCommand(row.command, world));
      await survives({ inputs: mutatedText(commands), count, read: (command) => decided("bash", { command }) });
    },
  );

  test("decides on tool inputs of every shape", { timeout: longest }, async () => {
    verifies("storm.mutated-calls");
    const rows = [...toolRows("attacks"), ...toolRows("benign")];
    const samples = rows.map(({ tool, input }) => ({ tool, input: filled(input, world) }));
    await survives({
      inputs: fc.nat(samples.length - 1).chain((nth) => {
        const { tool, input } = samples[nth] ?? { tool: "write", input: {} };
        return fc.tuple(fc.constant(tool), mutatedJson([input]), fc.boolean());
      }),
      count,
      read: ([tool, input, caseInsensitive]) => decided(tool, input, caseInsensitive),
    });
  });
});
