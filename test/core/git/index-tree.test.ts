import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dirtyPaths, indexTreeId, withIndexTree } from "../../../extensions/core/git/index-tree-store.ts";
import { openRepository } from "../../../extensions/core/git/repository.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type ScratchRepository, scratchRepository } from "./scratch-repository.ts";

const treeOf = async ({ platform, root }: ScratchRepository, folder = root): Promise<string> =>
  indexTreeId(platform, await openRepository(platform, folder));

const entriesOf = async ({ platform, root }: ScratchRepository) =>
  withIndexTree(platform, await openRepository(platform, root), (tree) => tree.entries());

/** Every file below `.git` with its size and time. */
const gitState = ({ root }: ScratchRepository): string => {
  const walk = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [path, ...walk(path)];
      const { size, mtimeMs } = statSync(path);
      return [`${path} ${size} ${mtimeMs}`];
    });
  return walk(join(root, ".git")).join("\n");
};

describe("the tree", () => {
  test("is what git writes, and looking at it leaves no trace", async () => {
    verifies("knowledge.index-tree");
    const repository = await scratchRepository();
    repository.add({ "lamp.ts": "export const lamp = 1;\n", "docs/tide.md": "# Tide\n" });
    const before = gitState(repository);
    const tree = await treeOf(repository);
    expect(gitState(repository)).toBe(before);
    expect(readdirSync(join(repository.platform.environment.cacheRoot, "index-copies"))).toEqual([]);
    expect(tree).toBe(repository.git("write-tree").trim());
    expect(gitState(repository)).not.toBe(before);
  });

  test("changes with what is staged, not with the work tree", async () => {
    verifies("knowledge.index-tree");
    const repository = await scratchRepository();
    repository.add({ "lamp.ts": "1\n" });
    repository.git("commit", "-q", "-m", "Lamp");
    const first = await treeOf(repository);
    repository.put("lamp.ts", "2\n");
    repository.put("horn.ts", "1\n");
    expect(await treeOf(repository)).toBe(first);
    repository.git("add", "lamp.ts");
    expect(await treeOf(repository)).not.toBe(first);
  });

  test("is found from a folder below, whatever a hook has set", async () => {
    verifies("knowledge.index-tree");
    const repository = await scratchRepository({
      variables: { GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index" },
    });
    repository.add({ "docs/tide.md": "# Tide\n" });
    expect(await treeOf(repository, join(repository.root, "docs"))).toBe(repository.git("write-tree").trim());
  });

  test("is found while the index's lock is held, which git itself refuses", async () => {
    verifies("knowledge.index-locked");
    const repository = await scratchRepository();
    repository.add({ "lamp.ts": "1\n" });
    writeFileSync(join(repository.root, ".git/index.lock"), "");
    expect(() => repository.git("add", "lamp.ts")).toThrow(/index\.lock/);
    expect(await treeOf(repository)).toMatch(/^[0-9a-f]{40}$/);
    expect(existsSync(join(repository.root, ".git/index.lock"))).toBe(true);
  });

  test("of an unfinished merge is refused, naming the paths", async () => {
    verifies("knowledge.index-unmerged");
    const repository = await scratchRepository();
    for (const [branch, text] of [
      ["main", "oil"],
      ["fog", "gas"],
      ["main", "wax"],
    ] as const) {
      repository.git("checkout", "-q", "-B", branch, ...(text === "wax" ? ["main"] : []));
      repository.add({ "lamp.md": `${text}\n` });
      repository.git("commit", "-q", "-m", text);
    }
    expect(() => repository.git("merge", "-q", "fog")).toThrow();
    const refusal = { code: "index_unavailable", message: expect.stringContaining("unmerged paths lamp.md") };
    await expect(treeOf(repository)).rejects.toMatchObject({ ...refusal, exitCode: 4 });
    repository.git("merge", "--abort");
    expect(await treeOf(repository)).toMatch(/^[0-9a-f]{40}$/);
  });

  test("of a damaged index is refused with git's reason", async () => {
    verifies("knowledge.index-unmerged");
    const repository = await scratchRepository();
    writeFileSync(join(repository.root, ".git/index"), "no index at all, whatever it is called");
    await expect(treeOf(repository)).rejects.toMatchObject({ code: "index_unavailable" });
  });

  test("of a repository that has tracked nothing is the empty one", async () => {
    verifies("knowledge.index-odd");
    const repository = await scratchRepository();
    expect(await treeOf(repository)).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    expect(await entriesOf(repository)).toEqual([]);
  });

  test("of a linked work tree is its own", async () => {
    verifies("knowledge.index-odd");
    const repository = await scratchRepository();
    repository.add({ "lamp.ts": "1\n" });
    repository.git("commit", "-q", "-m", "Lamp");
    repository.git("worktree", "add", "-q", "-b", "fog", "../tower");
    const tower = join(repository.folder, "tower");
    const own = await openRepository(repository.platform, tower);
    expect(own).toMatchObject({ folder: tower, commonDir: join(repository.root, ".git") });
    expect(own.gitDir).toBe(join(repository.root, ".git/worktrees/tower"));
    repository.add({ "horn.ts": "1\n" });
    const { platform } = repository;
    expect(await indexTreeId(platform, own)).not.toBe(await treeOf(repository));
    expect(await indexTreeId(platform, own)).toBe(repository.git("rev-parse", "fog^{tree}").trim());
  });

  test("outside a work tree there is none", async () => {
    verifies("knowledge.index-odd");
    const { platform, folder, root } = await scratchRepository();
    const refusal = { code: "repository_missing", exitCode: 3 };
    await expect(openRepository(platform, folder)).rejects.toMatchObject(refusal);
    await expect(openRepository(platform, join(root, ".git"))).rejects.toMatchObject(refusal);
  });

  test("copies that a killed process left are removed after a day", async () => {
    const repository = await scratchRepository();
    repository.add({ "lamp.ts": "1\n" });
    const copies = join(repository.platform.environment.cacheRoot, "index-copies");
    for (const [name, age] of [
      ["old", 90_000],
      ["new", 3_600],
    ] as const) {
      mkdirSync(join(copies, name), { recursive: true });
      writeFileSync(join(copies, name, "index"), "");
      const time = statSync(join(copies, name, "index")).mtimeMs / 1_000 - age;
      utimesSync(join(copies, name, "index"), time, time);
    }
    await treeOf(repository);
    expect(readdirSync(copies)).toEqual(["new"]);
  });
});

test("what is tracked is listed with its size: files, links, submodules, names that are not UTF-8", async () => {
  verifies("knowledge.index-odd");
  const repository = await scratchRepository();
  const other = await scratchRepository();
  other.add({ "mole.md": "# Mole\n" });
  other.git("commit", "-q", "-m", "Mole");
  repository.add({ "Ärmel 灯.ts": "lamp\n", "a\nb.md": "" });
  symlinkSync("lamp.ts", join(repository.root, "link"));
  repository.git("add", "link");
  repository.git("submodule", "add", "-q", other.root, "harbour");
  const odd = Buffer.from([0x6c, 0xff, 0xc3, 0xa9, 0x2e, 0x74, 0x73]);
  const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: repository.root, input: "x" })
    .toString()
    .trim();
  const row = Buffer.concat([Buffer.from(`100644 ${blob}\t`), odd, Buffer.from("\0")]);
  execFileSync("git", ["update-index", "-z", "--index-info"], { cwd: repository.root, input: row });
  const entries = await entriesOf(repository);
  expect(entries.map(({ path, kind, size, isUtf8 }) => [path, kind, size, isUtf8])).toEqual([
    [".gitmodules", "file", readFileSync(join(repository.root, ".gitmodules")).length, true],
    ["a\nb.md", "file", 0, true],
    ["harbour", "submodule", 0, true],
    ["l\\xffé.ts", "file", 1, false],
    ["link", "link", 7, true],
    ["Ärmel 灯.ts", "file", 5, true],
  ]);
});

test("files that differ from the index are named, whatever their name; untracked and staged ones are not", async () => {
  verifies("knowledge.dirty-paths");
  const repository = await scratchRepository();
  repository.add({ "lamp.ts": "1\n", "horn\n1.ts": "1\n", "gone.ts": "1\n", "same.ts": "1\n" });
  repository.put("lamp.ts", "2\n");
  repository.put("horn\n1.ts", "2\n");
  repository.put("new.ts", "1\n");
  repository.put("same.ts", "1\n");
  execFileSync("rm", [join(repository.root, "gone.ts")]);
  const before = gitState(repository);
  const dirty = await dirtyPaths(repository.platform, repository.root);
  expect([...dirty].sort()).toEqual(["gone.ts", "horn\n1.ts", "lamp.ts"]);
  expect(gitState(repository)).toBe(before);
});
