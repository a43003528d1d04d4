import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { captureSource } from "../../../extensions/core/sources/capture-source.ts";
import { extractSource } from "../../../extensions/core/sources/extract/extract-source.ts";
import { verifyVaults } from "../../../extensions/core/vault/check-vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "./lighthouse-vault.ts";

const panels = "# Panels\n\nThe lens has eight panels.\n";

const capture = (world: TestPlatform, text = panels) =>
  captureSource({
    vault: vaultIn(world),
    context: { platform: world.platform, actor: "keeper", channel: "tool" },
    request: { cwd: join(world.folder, "project"), allowedHosts: [], text },
    version: "1.2.3",
    extract: extractSource,
  });

const page = "wiki/sources/SRC-2026-11-30-001.md";

describe("a captured source", () => {
  test("has a page that names it as its source, with an event each", async () => {
    verifies("tools.capture");
    const world = await testPlatform();
    const captured = await capture(world);
    expect(captured).toMatchObject({
      id: "SRC-2026-11-30-001",
      page: "sources/SRC-2026-11-30-001",
      title: "Panels",
      findings: [],
    });
    const { files } = vaultIn(world);
    expect(files.readText(page)).toContain("source_id: SRC-2026-11-30-001");
    const events = (files.readText("meta/events.jsonl") ?? "").trim().split("\n");
    expect(events.map((line) => JSON.parse(line).kind)).toEqual(["capture", "page_created"]);
  });

  test("captured again gets the page that it lacks, and no second packet", async () => {
    verifies("tools.capture-once");
    const world = await testPlatform();
    await capture(world);
    const { files } = vaultIn(world);
    await files.remove(page);
    expect(await capture(world)).toMatchObject({ duplicate_of: "SRC-2026-11-30-001", findings: [] });
    expect(files.readText(page)).toContain("The lens has eight panels.");
    expect(files.list("raw/sources")).toEqual(["SRC-2026-11-30-001"]);
  });

  test("keeps its packet when the page can't be written, and says so", async () => {
    verifies("tools.capture");
    const world = await testPlatform();
    await vaultIn(world).files.write("wiki/sources", "a file where the folder should be");
    const { findings, id } = await capture(world);
    expect(findings).toMatchObject([{ code: "source-page-missing", path: `wiki/sources/${id}.md` }]);
    expect(vaultIn(world).files.readText(`raw/sources/${id}/extracted.md`)).toBe(panels);
  });

  test("is never half there: after any fault a second capture completes it", async () => {
    verifies("tools.capture-once");
    const points = await faultRuns({
      arrange: (world) => capture(world, "Oil is cold."),
      act: (world) => capture(world),
      check: async (world) => {
        const { id, duplicate_of } = await capture(world);
        const { files } = vaultIn(world);
        expect(files.readText(`raw/sources/${id}/extracted.md`)).toBe(panels);
        expect(files.readText(`wiki/sources/${duplicate_of ?? id}.md`)).toContain("eight panels");
        const vaults = { layers: [vaultIn(world)], findings: [] };
        const { findings } = await verifyVaults(vaults, world.platform);
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
      },
    });
    expect(points).toBeGreaterThan(10);
  });
});
