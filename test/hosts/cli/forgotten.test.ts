import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { templatesRoot, workerTasks } from "../../tools/tool-world.ts";
import { openCommandLine } from "./command-line.ts";

/** Words that are forgotten, and words that stay. */
const [gone, kept] = ["anemone4711", "barnacle4712"] as const;
const plain = (word: string): string => word.replace(/\d+/, "");
const page = (word: string): string => `notes/the-${plain(word)}-buoy`;

const lighthouse = async () => {
  const cli = await openCommandLine({ isTerminal: true, tasks: workerTasks });
  await cli.run("init", "lighthouse");
  const sources = new Map<string, string>();
  for (const word of [gone, kept]) {
    cli.put(`${plain(word)}.md`, `# Buoy log\n\nThe buoy is moored with ${word}.\n`);
    const { id } = await cli.json("capture", `${plain(word)}.md`);
    sources.set(word, String(id));
    const title = `The ${plain(word)} buoy`;
    const text = `The buoy is moored with ${word}, see [[concepts/mooring-${word}]].`;
    await cli.run("note", "--title", title, "--type", "lesson", "--text", text, "--tags", word);
    await cli.run("confirm", page(word));
  }
  const vault = join(cli.project, ".llm-wiki");
  const file = (id: string): string => join(vault, "wiki", `${id}.md`);
  return { cli, vault, file, source: (word: string) => sources.get(word) ?? "" };
};

/** Every place below some folders, by path, that holds a word. */
const holders = (word: string, ...folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => path.includes(word) || readFileSync(path, "latin1").includes(word));

test("nothing of what was forgotten is left, and all of what is beside it", async () => {
  verifies("trust.forgotten-everywhere");
  const { cli, vault, source } = await lighthouse();
  const places = [vault, join(cli.folder, "state"), join(cli.folder, "cache")];
  for (const word of [gone, kept]) {
    // What two pages mention and none covers is a gap.
    const text = `Moorings: [[concepts/mooring-${word}]].`;
    await cli.run("note", "--title", `Moorings of ${plain(word)}`, "--type", "lesson", "--text", text);
  }
  // A packet that was altered and healed leaves a copy of both texts.
  for (const word of [gone, kept]) {
    const extracted = join(vault, "raw/sources", source(word), "extracted.md");
    chmodSync(extracted, 0o644);
    writeFileSync(extracted, `Altered, ${word}.\n`);
  }
  await cli.run("guard", "heal");
  await cli.run("lint");
  await cli.run("rebuild");
  const names = (word: string) => holders(word, ...places).map((path) => path.slice(cli.folder.length));
  const probes = ["registry.json", "gaps.json", "outputs/tampered", "base.seg", "pages.jsonl", "raw/sources"];
  const met = (word: string) => probes.filter((probe) => names(word).some((path) => path.includes(probe)));
  expect([met(gone), met(kept)]).toEqual([probes, probes]);
  for (const id of [page(gone), source(gone), `notes/moorings-of-${plain(gone)}`]) {
    expect(await cli.run("forget", id, "--reason", "It named the owner")).toMatchObject({ exitCode: 0, stderr: "" });
  }
  expect(names(gone)).toEqual([]);
  for (const again of [["guard", "heal"], ["rebuild"], ["lint"], ["recall", "buoy"]]) await cli.run(...again);
  expect(names(gone)).toEqual([]);
  expect(met(kept)).toEqual(probes);
  rmSync(join(cli.folder, "cache"), { recursive: true, force: true });
  const later = await openCommandLine({ folder: cli.folder, tasks: workerTasks, isTerminal: true });
  const { hits } = await later.json("recall", `buoy moored with ${gone}`, "--limit", "20", "--include", "rejected");
  const ids = (hits as { id: string }[]).map(({ id }) => id);
  expect(ids).toContain(page(kept));
  expect(ids.filter((id) => id.includes(source(gone)) || id === page(gone))).toEqual([]);
  expect((await later.run("verify")).exitCode).toBe(0);
  const { events } = await later.json("log", "--kind", "forgotten");
  expect(JSON.stringify(events)).not.toContain(gone);
});

test("completion and suggestions do not name what was forgotten", async () => {
  verifies("trust.forgotten-everywhere");
  const { cli } = await lighthouse();
  const options = { cwd: cli.project, channel: "cli", version: "1.0.0", templatesRoot } as const;
  const session = openWorkspace(cli.platform, options);
  const named = async () => [
    ...(await session.near("buoy", "complete", 9)),
    ...(await session.near("bouy", "suggest", 9)),
  ];
  expect(new Set(await named())).toContain(page(gone));
  await session.as("terminal").forget({ id: page(gone), reason: "It named the owner" });
  expect(new Set(await named())).not.toContain(page(gone));
  expect(new Set(await named())).toContain(page(kept));
});

describe("what was forgotten does not come in again", () => {
  test("by import, from where it came or from a backup; the others do", async () => {
    verifies("trust.forgotten-stays-out");
    const { cli, vault, file, source } = await lighthouse();
    cli.put("backup/page.md", readFileSync(file(page(gone)), "utf8"));
    cli.put("backup/source.md", readFileSync(join(cli.project, `${plain(gone)}.md`)));
    cli.put("backup/other.md", "# Other\n\nThe other buoy.\n");
    for (const id of [page(gone), source(gone)]) await cli.run("forget", id, "--reason", "It named the owner");
    const { created, skipped } = await cli.json("import", "backup");
    expect(created).toEqual(["notes/other"]);
    expect(skipped).toEqual([
      { path: "page.md", reason: "forgotten" },
      { path: "source.md", reason: "forgotten" },
    ]);
    expect(holders(gone, vault)).toEqual([]);
    expect((await cli.run("import", "backup")).stdout).toContain("2 forgotten");
  });

  test("as the file that an import once made a page of", async () => {
    verifies("trust.forgotten-stays-out");
    const { cli } = await lighthouse();
    cli.put("handbook/horn.md", "The horn is sounded twice.\n");
    expect((await cli.json("import", "handbook"))["created"]).toEqual(["notes/horn"]);
    await cli.run("forget", "notes/horn", "--reason", "Secret");
    expect(await cli.json("import", "handbook")).toMatchObject({ created: [], skipped: [{ reason: "forgotten" }] });
  });

  test("by capture, but for a person who insists", async () => {
    verifies("trust.forgotten-stays-out");
    const { cli, source } = await lighthouse();
    await cli.run("forget", source(gone), "--reason", "It named the owner");
    const { exitCode, stderr } = await cli.run("capture", `${plain(gone)}.md`);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining("It named the owner")]);
    expect((await cli.run("capture", `${plain(kept)}.md`)).exitCode).toBe(0);
    expect(await cli.json("capture", `${plain(gone)}.md`, "--force")).toMatchObject({ exitCode: 0 });
  });

  test("by a copy from the other layer", async () => {
    verifies("trust.forgotten-stays-out", "trust.promote");
    const { cli } = await lighthouse();
    for (const word of [gone, kept]) await cli.run("promote", page(word), "--to", "personal");
    await cli.run("forget", page(gone), "--reason", "It named the owner", "--layer", "project");
    const { exitCode, stderr } = await cli.run("promote", page(gone), "--to", "project");
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/It named the owner|withheld/)]);
    await cli.run("forget", page(kept), "--reason", "Twice", "--layer", "personal");
    expect((await cli.run("promote", page(kept), "--to", "personal")).stderr).toContain("Twice");
  });
});

describe("a file that brings it back", () => {
  const restored = async () => {
    const world = await lighthouse();
    const { cli, file } = world;
    const text = readFileSync(file(page(gone)), "utf8");
    await cli.run("forget", page(gone), "--reason", "It named the owner");
    mkdirSync(dirname(file(page(gone))), { recursive: true });
    writeFileSync(file(page(gone)), text);
    const found = async (): Promise<readonly string[]> => {
      const { hits, excluded } = await cli.json("recall", "buoy moored", "--explain");
      expect((hits as { id: string }[]).map(({ id }) => id)).toContain(page(kept));
      const named = excluded as { id: string; reason: string }[];
      return [...(hits as { id: string }[]).map(({ id }) => id), ...named.map(({ id, reason }) => `${id}: ${reason}`)];
    };
    return { ...world, found };
  };

  test("is withheld at once and from then on, and no list names it", async () => {
    verifies("trust.forgotten-stays-out", "trust.lists-name-no-withheld");
    const { cli, vault, file, found } = await restored();
    expect(await found()).toContain(`${page(gone)}: forgotten`);
    await cli.run("rebuild");
    expect(await found()).toContain(`${page(gone)}: forgotten`);
    const index = readFileSync(join(vault, "meta/index.md"), "utf8");
    expect([index.includes(page(gone)), index.includes(page(kept))]).toEqual([false, true]);
    writeFileSync(file("notes/under-another-name"), readFileSync(file(page(gone))));
    await cli.run("rebuild");
    expect(await found()).toContain("notes/under-another-name: forgotten");
    expect(existsSync(file(page(gone)))).toBe(true);
  });

  test("is a page again when a person restores it, or writes it anew", async () => {
    verifies("trust.forgotten-stays-out");
    const { cli, found } = await restored();
    await cli.run("rebuild");
    expect((await cli.run("confirm", page(gone))).stdout).toContain("already stable");
    expect((await cli.run("restore", page(gone))).exitCode).toBe(0);
    expect(await found()).toContain(page(gone));
  });
});
