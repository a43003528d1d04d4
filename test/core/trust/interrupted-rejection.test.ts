import { expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openPages } from "../../../extensions/core/pages/page-store.ts";
import { openTombstones } from "../../../extensions/core/trust/tombstones/tombstone-store.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";

const claim = "The lens is wound at dusk.";
const page = "notes/winding";

const rejectIn = async (world: TestPlatform): Promise<unknown> => {
  const cwd = vaultIn(world).root.replace(/\/\.llm-wiki$/, "");
  const templatesRoot = new URL("../../../templates", import.meta.url).pathname;
  const workspace = openWorkspace(world.platform, { cwd, channel: "terminal", version: "1.0.0", templatesRoot });
  return await workspace.decide({ page, decision: "reject", reason: "Electric now" });
};

test("wherever a rejection is interrupted, what the page claims stays out once the page is rejected", async () => {
  verifies("tombstones.recorded");
  let rejected = 0;
  const points = await faultRuns({
    arrange: (world) => vaultIn(world).files.write(`wiki/${page}.md`, `# Winding\n\n${claim}\n`),
    act: rejectIn,
    check: (world, acknowledged) => {
      const [platform, vault] = [world.platform, vaultIn(world)];
      const ledger = openLedger({ platform, vault });
      const file = openPages({ platform, vault, ledger }).read(page);
      const isRejected = file?.status === "deprecated" || ledger.read().events.some(({ kind }) => kind === "rejected");
      if (acknowledged) expect(isRejected).toBe(true);
      if (!isRejected) return;
      rejected += 1;
      expect(openTombstones({ platform, vault, ledger }).blocks([claim])).toHaveLength(1);
    },
  });
  expect(points).toBeGreaterThan(5);
  expect(rejected).toBeGreaterThan(1);
});
