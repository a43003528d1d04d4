import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findLayers, newProjectVault } from "../../../extensions/core/vault/layers.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const put = (world: TestPlatform, path: string, text: string): void => {
  mkdirSync(dirname(join(world.folder, path)), { recursive: true });
  writeFileSync(join(world.folder, path), text);
};

const config = (id: string): string => JSON.stringify({ topic: "lighthouse", vault_id: id });

const vault = (world: TestPlatform, folder: string): void =>
  put(world, `${folder}/.llm-wiki/config.json`, config("lighthouse-1"));

const olderVault = (world: TestPlatform, folder: string, text = config("lighthouse-2")): void => {
  put(world, `${folder}/.wiki/config.json`, text);
  mkdirSync(join(world.folder, folder, "raw"), { recursive: true });
  mkdirSync(join(world.folder, folder, "wiki"), { recursive: true });
};

const layersAt = async (world: TestPlatform, cwd: string, personal = true) => {
  const { layers, findings } = await findLayers(world.platform, { cwd: join(world.folder, cwd), personal });
  return {
    findings,
    layers,
    places: layers.map(
      ({ layer, root, exists }) => `${layer} ${root.slice(world.folder.length + 1)}${exists ? "" : " (new)"}`,
    ),
  };
};

const git = async (world: TestPlatform, cwd: string, ...command: string[]): Promise<void> => {
  const { exitCode, stderr } = await world.platform.run(["git", ...command], { cwd: join(world.folder, cwd) });
  if (exitCode !== 0) throw new Error(stderr);
};

describe("project layers", () => {
  test("come nearest first, the personal one last, from any folder below", async () => {
    verifies("vault.nearest-project");
    const world = await testPlatform();
    vault(world, "coast");
    vault(world, "coast/tower");
    mkdirSync(join(world.folder, "coast/tower/lamp/lens"), { recursive: true });
    expect((await layersAt(world, "coast/tower/lamp/lens")).places).toEqual([
      "project coast/tower/.llm-wiki",
      "project coast/.llm-wiki",
      "personal home/.llm-wiki (new)",
    ]);
  });

  test("never include the personal vault, however it is reached", async () => {
    verifies("vault.personal-never-project");
    const world = await testPlatform();
    vault(world, "home");
    mkdirSync(join(world.folder, "home/code/tower"), { recursive: true });
    symlinkSync(join(world.folder, "home"), join(world.folder, "other-home"));
    for (const cwd of ["home", "home/code/tower", "other-home/code", "home/.llm-wiki"]) {
      expect((await layersAt(world, cwd)).places).toEqual(["personal home/.llm-wiki"]);
      expect((await layersAt(world, cwd, false)).places).toEqual([]);
    }
  });

  test("include the home folder's vault when the personal one is elsewhere", async () => {
    const world = await testPlatform({ variables: { WIKI_HOME: "~/notes" } });
    vault(world, "home");
    expect((await layersAt(world, "home")).places).toEqual([
      "project home/.llm-wiki",
      "personal home/notes/.llm-wiki (new)",
    ]);
  });

  test("know the older layout by its config beside raw and wiki", async () => {
    const world = await testPlatform();
    olderVault(world, "coast");
    const { layers, places } = await layersAt(world, "coast");
    expect(places[0]).toBe("project coast");
    expect(layers[0]).toMatchObject({ layout: "dot-wiki", config: { vault_id: "lighthouse-2" } });
  });

  test("ignore a .wiki folder of another kind", async () => {
    verifies("vault.unrelated-dot-wiki");
    const world = await testPlatform();
    put(world, "coast/.wiki/home.md", "# A forge's wiki\n");
    for (const text of ["not json", "{}", '{"knowledge_format": "okf-9", "topic": "x"}']) {
      olderVault(world, "coast/tower", text);
      expect((await layersAt(world, "coast/tower")).places).toEqual(["personal home/.llm-wiki (new)"]);
    }
    put(world, "coast/mole/.wiki/config.json", config("lighthouse-3"));
    expect(await layersAt(world, "coast/mole")).toMatchObject({
      places: ["personal home/.llm-wiki (new)"],
      findings: [],
    });
  });

  test("are one layer when two paths lead to the same vault", async () => {
    verifies("vault.physical-compare");
    const world = await testPlatform();
    vault(world, "coast");
    mkdirSync(join(world.folder, "coast/tower"));
    symlinkSync(join(world.folder, "coast/.llm-wiki"), join(world.folder, "coast/tower/.llm-wiki"));
    expect((await layersAt(world, "coast/tower")).places).toEqual([
      "project coast/.llm-wiki",
      "personal home/.llm-wiki (new)",
    ]);
  });

  test("survive a damaged config, which is reported with its path", async () => {
    const world = await testPlatform();
    put(world, "coast/.llm-wiki/config.json", "{");
    const { layers, findings } = await layersAt(world, "coast");
    expect(layers[0]).toMatchObject({ exists: true, config: undefined });
    expect(findings).toMatchObject([
      { code: "config-damaged", path: join(world.folder, "coast/.llm-wiki/config.json") },
    ]);
  });

  test("leave a file, a broken link and a device alone, and say so once", async () => {
    verifies("vault.place-is-a-file");
    const world = await testPlatform();
    put(world, "coast/.llm-wiki", "not a folder");
    mkdirSync(join(world.folder, "coast/tower"));
    symlinkSync("/nowhere/at/all", join(world.folder, "coast/tower/.llm-wiki"));
    put(world, "home/.llm-wiki", "not a folder");
    const { places, findings } = await layersAt(world, "coast/tower");
    expect(places).toEqual([]);
    expect(findings.map(({ code, path }) => `${code} ${path.slice(world.folder.length + 1)}`)).toEqual([
      "vault-not-folder coast/tower/.llm-wiki",
      "vault-not-folder coast/.llm-wiki",
      "vault-not-folder home/.llm-wiki",
    ]);
  });

  test("may be behind a link to a vault, not behind one to any other folder", async () => {
    verifies("vault.link-makes-no-vault");
    const world = await testPlatform();
    vault(world, "shared");
    for (const folder of ["coast", "cove", "home/keys"]) mkdirSync(join(world.folder, folder), { recursive: true });
    symlinkSync(join(world.folder, "shared/.llm-wiki"), join(world.folder, "coast/.llm-wiki"));
    symlinkSync(join(world.folder, "home/keys"), join(world.folder, "cove/.llm-wiki"));
    expect((await layersAt(world, "coast", false)).places).toEqual(["project shared/.llm-wiki"]);
    const { places, findings } = await layersAt(world, "cove", false);
    expect(places).toEqual([]);
    expect(findings).toMatchObject([{ code: "vault-link-empty", path: join(world.folder, "cove/.llm-wiki") }]);
  });

  test("are found from a folder that does not exist yet", async () => {
    const world = await testPlatform();
    vault(world, "coast");
    expect((await layersAt(world, "coast/new/tower")).places[0]).toBe("project coast/.llm-wiki");
  });
});

describe("a linked git worktree", () => {
  const repository = async (world: TestPlatform): Promise<void> => {
    put(world, "coast/tower/readme.md", "# Tower\n");
    put(world, "coast/.gitignore", ".llm-wiki/\n");
    await git(world, "coast", "init", "-q");
    await git(world, "coast", "add", "-A");
    await git(world, "coast", "commit", "-q", "-m", "Build the tower");
    await git(world, "coast", "worktree", "add", "-q", "../repair", "-b", "repair");
  };

  test("sees the main worktree's vaults when it has none, before outer ones", async () => {
    verifies("vault.worktree");
    const world = await testPlatform();
    await repository(world);
    vault(world, "coast");
    vault(world, "coast/tower");
    vault(world, ".");
    expect((await layersAt(world, "repair/tower")).places.slice(0, 3)).toEqual([
      "project coast/tower/.llm-wiki",
      "project coast/.llm-wiki",
      "project .llm-wiki",
    ]);
    expect((await layersAt(world, "repair")).places[0]).toBe("project coast/.llm-wiki");
  });

  test("uses its own vault alone, under a key of its own", async () => {
    const world = await testPlatform();
    await repository(world);
    vault(world, "coast");
    vault(world, "repair");
    const { layers, places } = await layersAt(world, "repair");
    expect(places).toEqual(["project repair/.llm-wiki", "personal home/.llm-wiki (new)"]);
    const main = await layersAt(world, "coast");
    expect(main.layers[0]?.key).not.toBe(layers[0]?.key);
    expect(main.layers[0]?.key.slice(0, 13)).toBe("lighthouse-1-");
  });

  test("whose repository is gone is an ordinary folder", async () => {
    const world = await testPlatform();
    put(world, "repair/.git", "gitdir: /nowhere/.git/worktrees/repair\n");
    expect((await layersAt(world, "repair")).places).toEqual(["personal home/.llm-wiki (new)"]);
  });
});

describe("the personal layer", () => {
  const personal = async (variables: Record<string, string>, arrange?: (world: TestPlatform) => void) => {
    const world = await testPlatform({ variables });
    arrange?.(world);
    const { places } = await layersAt(world, "coast");
    return places;
  };

  test("follows WIKI_HOME to the folder that holds it, or to the vault itself", async () => {
    verifies("vault.wiki-home");
    expect(await personal({ WIKI_HOME: "~/notes" })).toEqual(["personal home/notes/.llm-wiki (new)"]);
    expect(await personal({ WIKI_HOME: "" })).toEqual(["personal home/.llm-wiki (new)"]);
    expect(
      await personal({ WIKI_HOME: "~/notes" }, (world) => {
        put(world, "home/notes/config.json", config("lighthouse-4"));
        put(world, "home/notes/meta/events.jsonl", "");
      }),
    ).toEqual(["personal home/notes"]);
    expect(await personal({ WIKI_HOME: "~/notes" }, (world) => vault(world, "home/notes"))).toEqual([
      "personal home/notes/.llm-wiki",
    ]);
    expect(await personal({ WIKI_HOME: "~/notes" }, (world) => olderVault(world, "home/notes"))).toEqual([
      "personal home/notes",
    ]);
  });

  test("is not nested when WIKI_HOME already names the vault folder", async () => {
    expect(await personal({ WIKI_HOME: "~/.llm-wiki" })).toEqual(["personal home/.llm-wiki (new)"]);
    expect(await personal({ WIKI_HOME: "~/.llm-wiki" }, (world) => vault(world, "home"))).toEqual([
      "personal home/.llm-wiki",
    ]);
    expect(await personal({ WIKI_HOME: "~/.llm-wiki" }, (world) => vault(world, "home/.llm-wiki"))).toEqual([
      "personal home/.llm-wiki/.llm-wiki",
    ]);
  });

  test("is reported, not used, where WIKI_HOME names a file", async () => {
    const world = await testPlatform({ variables: { WIKI_HOME: "~/notes" } });
    put(world, "home/notes", "a file");
    const { places, findings } = await layersAt(world, "coast");
    expect(places).toEqual([]);
    expect(findings).toMatchObject([{ code: "vault-not-folder", path: join(world.folder, "home/notes") }]);
  });
});

test("finding layers creates nothing", async () => {
  verifies("vault.not-created-on-start");
  const world = await testPlatform();
  await layersAt(world, "coast");
  await newProjectVault(world.platform, join(world.folder, "coast"));
  expect(readdirSync(world.folder)).toEqual(["home"]);
  expect(readdirSync(join(world.folder, "home"))).toEqual([]);
});

test("a new project vault would stand in the session's own folder", async () => {
  const world = await testPlatform();
  vault(world, "coast");
  expect(await newProjectVault(world.platform, join(world.folder, "coast/tower"))).toMatchObject({
    layer: "project",
    root: join(world.folder, "coast/tower/.llm-wiki"),
    exists: false,
    config: undefined,
  });
});
