import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { pageText, templatesRoot } from "../../tools/tool-world.ts";
import { wick } from "./distil-world.ts";

const folder = (world: TestPlatform): string => join(world.folder, "lighthouse");

const workspaceIn = (world: TestPlatform): Workspace => {
  mkdirSync(folder(world), { recursive: true });
  const place = { cwd: folder(world), version: "1.2.3", templatesRoot };
  return openWorkspace(world.platform, { ...place, channel: "tool", settings: defaultSettings });
};

const read = (world: TestPlatform, id: string): string =>
  readFileSync(join(folder(world), `.llm-wiki/wiki/${id}.md`), "utf8");

const into = "notes/the-fog-horn-sounds-every-ninety-seconds";
const title = "The fog horn sounds every ninety seconds";
const text = JSON.stringify({
  merges: [wick({ title, text: "Every ninety seconds.", sources: [], merges: ["notes/fog-a", "notes/fog-b"] })],
});

test("a merge that is broken off anywhere loses no text, and is whole when it is submitted again", async () => {
  verifies("distil.consolidate", "distil.submit-twice");
  const points = await faultRuns({
    arrange: async (world) => {
      await workspaceIn(world).init({ topic: "lighthouse" });
      mkdirSync(join(folder(world), ".llm-wiki/wiki/notes"), { recursive: true });
      for (const name of ["a", "b"]) {
        const page = pageText(`# Fog horn ${name}\n\nEvery ninety seconds, says ${name}.`, { status: "draft" });
        writeFileSync(join(folder(world), `.llm-wiki/wiki/notes/fog-${name}.md`), page);
      }
    },
    act: (world) => workspaceIn(world).distil.submit({ kind: "notes", text }),
    check: async (world) => {
      for (const name of ["a", "b"]) expect(read(world, `notes/fog-${name}`)).toContain(`says ${name}.`);
      const { entries } = await workspaceIn(world).distil.submit({ kind: "notes", text });
      expect(entries.map(({ outcome, id }) => [/^(draft|known)$/.test(outcome), id])).toEqual([[true, into]]);
      for (const name of ["a", "b"]) expect(read(world, `notes/fog-${name}`)).toContain(`consolidated_into: [${into}]`);
      expect((await workspaceIn(world).verify()).findings.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  });
  expect(points).toBeGreaterThan(10);
}, 120_000);
