/** A vault that goes from the current pi-llm-wiki to us and back. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { at, listAt, textAt } from "../../scripts/support/json-view.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";
import { openPeer, type Peer, type PeerPaths, writePeerPage } from "./peer-package.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-wiki-peer-vault-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const found = await openPeer();

const filled = async (peer: Peer, project: string): Promise<PeerPaths> => {
  mkdirSync(project);
  const paths = peer.getVaultPaths(project);
  expect(peer.bootstrapVault(paths, { topic: "Lighthouse", mode: "personal" }).ok).toBe(true);
  writeFileSync(join(project, "tide.md"), "# Tide tables\n\nSpring tides cover the landing for two hours.\n");
  const { sourceId } = peer.captureText(paths, "The fresnel lens was ground in Paris in 1861.", "Lens papers");
  await peer.captureFile({}, paths, join(project, "tide.md"));
  writePeerPage(peer, paths, {
    id: "concepts/fresnel-lens",
    fields: {
      type: "concept",
      title: "Fresnel lens",
      created: "2026-09-30",
      updated: "2026-09-30",
      aliases: ["stepped lens"],
    },
    sources: [{ id: sourceId, resource: `/sources/${sourceId}.md` }],
    body: `# Fresnel lens\n\nA flat lens that throws light twenty miles. See [the keeper](/entities/灯台守.md).`,
  });
  writePeerPage(peer, paths, {
    id: "entities/灯台守",
    fields: { type: "entity", title: "灯台守", created: "2026-09-30", updated: "2026-09-30" },
    body: "# 灯台守\n\nKeeps the lamp. Uses the [[concepts/fresnel-lens|lens]].",
  });
  peer.saveInsight(paths, "trim-at-dusk", "Trim the wick at dusk", "A wick trimmed at noon smokes by midnight.");
  expect(peer.rebuildMetadata(paths).ok).toBe(true);
  return paths;
};

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/** Its pages and sources, without the files that either tool derives. */
const ownedBy = (vault: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesBelow(vault)
      .filter((path) => /^(wiki|raw)\//.test(path) && !/(^|\/)(index|log)\.md$/.test(path))
      .map((path) => [path, readFileSync(join(vault, path), "utf8")]),
  );

const environment = { PATH: process.env["PATH"] ?? "", HOME: join(root, "home"), PI_WIKI_USER: "keeper" };

const title =
  found.problem === undefined
    ? "a vault of the current pi-llm-wiki"
    : `a vault of the current pi-llm-wiki, left out as it can't be installed (${found.problem})`;

describe.runIf(found.problem === undefined)(title, () => {
  const peer = found as Peer; // Else none of these run.

  test("is used by us, and then by it again", async () => {
    verifies("compatibility.peer-written", "compatibility.peer-reads");
    const project = join(root, "lighthouse");
    const paths = await filled(peer, project);
    const vault = join(project, ".llm-wiki");
    const before = ownedBy(vault);
    const cli = (...words: readonly string[]) =>
      wikiCli({ extension: installedPackage(), project, environment }, ...words);

    const recalled = await cli("recall", "how far does the stepped lens throw light");
    expect(listAt(recalled, "hits").map((hit) => textAt(hit, "id"))[0]).toBe("concepts/fresnel-lens");
    const text = "The fog horn needs [[concepts/fresnel-lens|no lens]] and two lungs of compressed air.";
    const note = await cli("note", "--title", "Fog horn pressure", "--type", "lesson", "--text", text);
    const captured = await cli("capture", "--title", "Chart remark", "--text", "The reef lies two cables north.");
    await cli("rebuild");
    expect(listAt(await cli("lint"), "findings").filter((finding) => textAt(finding, "severity") === "error")).toEqual(
      [],
    );
    expect(ownedBy(vault)).toMatchObject(before);

    const own = textAt(note, "id");
    const packet = textAt(captured, "packet") || textAt(captured, "id");
    expect(peer.rebuildMetadata(paths)).toMatchObject({ ok: true });
    expect(peer.searchWiki(paths, "fog horn compressed air", 5, 0).map(({ id }) => id)).toContain(own);
    expect(peer.searchWiki(paths, "reef two cables north", 5, 0).map(({ id }) => id)).toContain(`sources/${packet}`);
    expect(peer.searchWiki(paths, "stepped lens", 3, 0)[0]?.id).toBe("concepts/fresnel-lens");
    expect(peer.searchRegistry(paths, "灯台守").matches.map(({ id }) => id)).toContain("entities/灯台守");
    const registry: unknown = JSON.parse(readFileSync(join(paths.meta, "registry.json"), "utf8"));
    const backlinks: unknown = JSON.parse(readFileSync(join(paths.meta, "backlinks.json"), "utf8"));
    expect(Object.keys(at(registry, "pages") ?? {})).toEqual(
      expect.arrayContaining([
        own,
        `sources/${packet}`,
        "concepts/fresnel-lens",
        "entities/灯台守",
        "sources/trim-at-dusk",
      ]),
    );
    expect(at(backlinks, "concepts/fresnel-lens")).toEqual(expect.arrayContaining([own, "entities/灯台守"]));
    // It goes on numbering where we stopped.
    expect(peer.captureText(paths, "More of it.", "Next").sourceId).not.toBe(packet);
    expect(ownedBy(vault)).toMatchObject(before);
  });
});
