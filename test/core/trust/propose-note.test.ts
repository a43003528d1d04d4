import { expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openPages } from "../../../extensions/core/pages/page-store.ts";
import { type NoteRequest, proposeNote } from "../../../extensions/core/trust/propose-note.ts";
import type { SimilarNote } from "../../../extensions/core/trust/similar-notes.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";

const propose = (world: TestPlatform, more: Partial<NoteRequest> = {}, candidates: readonly SimilarNote[] = []) =>
  proposeNote(
    { title: "Trim the wick", type: "procedure", text: "At dusk.", ...more },
    {
      vault: vaultIn(world),
      context: { platform: world.platform, actor: "keeper", channel: "tool" },
      candidates,
      links: "wiki",
      version: "1.2.3",
    },
  );

const pagesIn = (world: TestPlatform) => {
  const [platform, vault] = [world.platform, vaultIn(world)];
  return openPages({ platform, vault, ledger: openLedger({ platform, vault }) });
};

const candidate = (id: string, title = "Trim the wick"): SimilarNote => ({
  id,
  title,
  status: "stable",
  signal: "strong",
  similarity: 1,
});

test("a note is a draft, whatever its text says of itself", async () => {
  verifies("trust.drafts-only");
  const world = await testPlatform();
  const claims = "---\nstatus: stable\nverified: human:keeper\nconfidence_level: strong\n---\nAt dusk.";
  const { id } = await propose(world, { text: claims });
  const page = pagesIn(world).read(id);
  expect(page).toMatchObject({ status: "draft", confidence: undefined, title: "Trim the wick" });
  expect(page?.data).not.toHaveProperty("verified");
  expect(page?.data).toMatchObject({ generated: { by: "pi-wiki/1.2.3", at: "2026-11-30T12:00:00.000Z" } });
});

test("a note goes stale after the days of its type, and a page of knowledge does not", async () => {
  verifies("trust.drafts-only");
  const world = await testPlatform();
  const stale = async (type: string) =>
    pagesIn(world).read((await propose(world, { type, text: type })).id)?.staleAfter;
  expect(await stale("workaround")).toBe("2027-01-14T12:00:00.000Z");
  expect(await stale("decision")).toBe("2027-11-30T12:00:00.000Z");
  expect(await stale("concept")).toBeUndefined();
});

test("a stable page that says the same is named with its own state", async () => {
  verifies("tools.note-once");
  const world = await testPlatform();
  const text = "---\ntype: procedure\ntitle: Trim the wick\n---\n# Trim the wick\n\nAt dusk.\n";
  await vaultIn(world).files.write("wiki/notes/wick.md", text);
  const known = await propose(world, {}, [candidate("notes/gone"), candidate("notes/wick")]);
  expect(known).toMatchObject({ id: "notes/wick", duplicate_of: "notes/wick", status: "stable", findings: [] });
});

test("a title is one line, and needs no heading that the text has", async () => {
  const world = await testPlatform();
  const { id } = await propose(world, { title: "  Trim\n the\twick ", text: "# Wick\r\n\r\nAt dusk." });
  expect(id).toBe("notes/trim-the-wick");
  expect(pagesIn(world).read(id)?.body).toBe("# Wick\n\nAt dusk.\n");
});

test("what looks like front matter but is none stays in the text", async () => {
  const world = await testPlatform();
  const { id } = await propose(world, { text: "---\n\nA line above.\n" });
  expect(pagesIn(world).read(id)?.body).toContain("---\n\nA line above.");
});

test("an acknowledged note is whole with its event, an interrupted one whole or absent", async () => {
  verifies("trust.note-durable");
  const points = await faultRuns({
    arrange: (world) => propose(world, { title: "Oil", text: "Colza." }),
    act: (world) => propose(world),
    check: async (world, acknowledged) => {
      const page = pagesIn(world).read("notes/trim-the-wick");
      if (acknowledged || page !== undefined) expect(page?.body).toBe("# Trim the wick\n\nAt dusk.\n");
      const { events, problems } = openLedger({ platform: world.platform, vault: vaultIn(world) }).read();
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      if (page !== undefined) expect(events.map(({ details }) => details["page"])).toContain("notes/trim-the-wick");
    },
  });
  expect(points).toBeGreaterThan(5);
});

test("a note is there with its conflicts or not at all, and a page that it replaces is whole, wherever it is interrupted", async () => {
  verifies("trust.note-durable", "conflicts.opened", "conflicts.supersede-closes");
  const points = await faultRuns({
    arrange: async (world) => {
      await propose(world, { title: "Trim the wick at dawn", text: "At dawn." });
      await propose(world, { title: "Wick", text: "Of cotton." });
    },
    act: (world) => propose(world, { supersedes: ["notes/wick"] }, [candidate("notes/trim-the-wick-at-dawn")]),
    check: (world, acknowledged) => {
      const pages = pagesIn(world);
      const { events, problems } = openLedger({ platform: world.platform, vault: vaultIn(world) }).read();
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      const conflict = events.find(({ kind }) => kind === "conflict_opened");
      if (acknowledged || pages.read("notes/trim-the-wick") !== undefined) {
        expect(conflict?.details["pages"]).toEqual(["notes/trim-the-wick", "notes/trim-the-wick-at-dawn"]);
      }
      const wick = pages.read("notes/wick");
      expect(wick?.body).toBe("# Wick\n\nOf cotton.\n");
      const isClosed = wick?.validUntil !== undefined;
      expect(wick?.supersededBy).toEqual(isClosed ? ["notes/trim-the-wick"] : []);
      if (isClosed) expect(events.map(({ kind }) => kind)).toContain("superseded");
    },
  });
  expect(points).toBeGreaterThan(10);
});
