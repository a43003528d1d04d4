import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRepository } from "../../../extensions/core/git/repository.ts";
import { openStoredMap, type RefreshedMap } from "../../../extensions/core/knowledge/stored-map.ts";
import type { KnownSymbols, SymbolMap } from "../../../extensions/core/knowledge/symbols/symbol-map.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type ScratchRepository, scratchRepository } from "../git/scratch-repository.ts";
import { harbour } from "./extract/harbour.ts";

const opened = async ({ platform, root }: ScratchRepository) =>
  openStoredMap(platform, await openRepository(platform, root));
const refreshed = async (repository: ScratchRepository): Promise<RefreshedMap> => (await opened(repository)).refresh();
const mapOf = async (repository: ScratchRepository): Promise<KnownSymbols> => (await opened(repository)).read();

const factFile = ({ root }: ScratchRepository): string => {
  const folder = join(root, ".git/pmo-knowledge/derived");
  return join(folder, readdirSync(folder)[0] ?? "");
};

const modulesOf = (repository: ScratchRepository): SymbolMap["modules"] =>
  JSON.parse(readFileSync(factFile(repository), "utf8")).value.modules;

const harbourRepository = async (): Promise<ScratchRepository> => {
  const repository = await scratchRepository();
  repository.add(Object.fromEntries(harbour));
  return repository;
};

describe("the map", () => {
  test("has a record for each file of seven languages, and links tests to what they name", async () => {
    verifies("knowledge.symbols", "knowledge.test-links");
    const repository = await harbourRepository();
    expect(await refreshed(repository)).toMatchObject({ parsed: harbour.size, reused: 0, isUnchanged: false });
    const map = await mapOf(repository);
    expect(modulesOf(repository).map(({ file }) => file)).toEqual([...harbour.keys()].sort());
    expect(Object.keys(map.extractor).sort()).toEqual([
      "go",
      "java",
      "javascript",
      "python",
      "rust",
      "tsx",
      "typescript",
    ]);
    expect(map.coverage).toMatchObject({ covered_file_count: harbour.size, gap_count: 0 });
    const links = Object.fromEntries(map.tests.map(({ file, symbols }) => [file, symbols]));
    expect(links["go/lamp_test.go"]).toEqual(["go.lamp", "go.lamp.Lamp.Light", "go.lamp.New", "tsx.lamp"]);
    expect(links["python/test_lens.py"]).toContain("python.lens.Lens.angle");
    expect(links["java/src/test/harbour/FerryTest.java"]).toContain("java.src.main.harbour.Ferry.Ferry.load");
    expect(links["typescript/lens.test.ts"]).toEqual(
      expect.arrayContaining(["typescript.lens.turnLens", "typescript.lens.Keeper", "typescript.lens.table.lookUp"]),
    );
    expect(
      Object.values(links)
        .flat()
        .filter((name) => name.startsWith("go.lamp_test")),
    ).toEqual([]);
  });

  test("names every other path as a gap of its kind", async () => {
    verifies("knowledge.gaps");
    const repository = await scratchRepository();
    repository.add({
      "lamp.ts": "export const lamp = 1;\n",
      "broken.ts": "export const horn = 1;\nconst = ;\nexport const tide = 2;\n",
      "noise.go": "The lamp ) } is << lit >> every ((( night ]]]\n".repeat(5),
      "image.py": Buffer.from("a\0b"),
      "README.md": "# Harbour\n",
      "large.js": `const a = [${"1,".repeat(2_500_000)}];\n`,
    });
    symlinkSync("lamp.ts", join(repository.root, "link.ts"));
    repository.git("add", "link.ts");
    const input = Buffer.concat([
      Buffer.from(`100644 ${repository.git("rev-parse", ":lamp.ts").trim()}\tb`),
      Buffer.from([0xff, 0x2e, 0x74, 0x73, 0]),
    ]);
    execFileSync("git", ["update-index", "-z", "--index-info"], { cwd: repository.root, input });
    const row = `100644 ${"1".repeat(40)}\tgone.ts\n160000 ${"2".repeat(40)}\tharbour\n`;
    execFileSync("git", ["update-index", "--index-info"], { cwd: repository.root, input: row });
    const { parsed } = await refreshed(repository);
    expect(await refreshed(repository)).toMatchObject({ parsed: 0, reused: parsed, isUnchanged: true });
    const map = await mapOf(repository);
    expect(map.gaps.map(({ file, kind }) => [file, kind])).toEqual([
      ["README.md", "uncovered-language"],
      ["b\\xff.ts", "non-utf8-path"],
      ["broken.ts", "partial-typescript"],
      ["gone.ts", "missing-object"],
      ["harbour", "submodule"],
      ["image.py", "binary"],
      ["large.js", "too-large"],
      ["link.ts", "symlink"],
      ["noise.go", "unparseable-go"],
    ]);
    expect(map.gaps.map(({ reason }) => /use git grep$/.test(reason))).not.toContain(false);
    expect(map.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["lamp", "horn"]));
    const paths = new Set([...modulesOf(repository), ...map.gaps].map(({ file }) => file));
    expect(map.tracked_files.filter(({ path }) => !paths.has(path))).toEqual([]);
  });

  test("made twice is the same to the byte, and deleting it changes nothing else", async () => {
    verifies("knowledge.refresh");
    const repository = await harbourRepository();
    await refreshed(repository);
    const first = readFileSync(factFile(repository));
    rmSync(join(repository.root, ".git/pmo-knowledge"), { recursive: true });
    await expect(mapOf(repository)).rejects.toMatchObject({ code: "knowledge_missing" });
    await refreshed(repository);
    expect(readFileSync(factFile(repository)).equals(first)).toBe(true);
  });
});

describe("a refresh", () => {
  test("of an unchanged index reads nothing, and writes nothing", async () => {
    verifies("knowledge.refresh");
    const repository = await harbourRepository();
    await refreshed(repository);
    const before = readFileSync(factFile(repository));
    repository.put("typescript/lens.ts", "not staged");
    expect(await refreshed(repository)).toMatchObject({ parsed: 0, reused: harbour.size, isUnchanged: true });
    expect(readFileSync(factFile(repository)).equals(before)).toBe(true);
  });

  test("reads the changed file alone, and links unchanged tests to what it has now", async () => {
    verifies("knowledge.refresh", "knowledge.test-links");
    const repository = await harbourRepository();
    await refreshed(repository);
    repository.add({ "go/lamp.go": "package harbour\n\nfunc Light() {}\n" });
    repository.git("rm", "-q", "-f", "rust/lib.rs");
    await expect(mapOf(repository)).rejects.toMatchObject({ code: "knowledge_stale" });
    expect(await refreshed(repository)).toMatchObject({ parsed: 1, reused: harbour.size - 2 });
    const { tests, symbols } = await mapOf(repository);
    expect(tests.find(({ file }) => file === "go/lamp_test.go")?.symbols).toEqual([
      "go.lamp",
      "go.lamp.Light",
      "tsx.lamp",
    ]);
    expect(symbols.filter(({ file }) => file === "rust/lib.rs")).toEqual([]);
    const incremental = readFileSync(factFile(repository));
    rmSync(factFile(repository));
    await refreshed(repository);
    expect(readFileSync(factFile(repository)).equals(incremental)).toBe(true);
  });

  test("tells by its own hash that the index is another one, though its bytes were known", async () => {
    verifies("knowledge.refresh", "knowledge.index-tree");
    const repository = await harbourRepository();
    await refreshed(repository);
    const known = join(repository.platform.environment.cacheRoot, "index-trees");
    const [name = ""] = readdirSync(known);
    const kept = readFileSync(join(known, name), "utf8");
    expect(await refreshed(repository)).toMatchObject({ isUnchanged: true });
    repository.add({ "late.ts": "export const late = 1;\n" });
    await expect(mapOf(repository)).rejects.toMatchObject({ code: "knowledge_stale" });
    expect(readFileSync(join(known, name), "utf8")).not.toBe(kept);
    rmSync(known, { recursive: true });
    expect(await refreshed(repository)).toMatchObject({ parsed: 1 });
  });

  test("reads a moved file again, since its name is a part of its symbols", async () => {
    verifies("knowledge.refresh");
    const repository = await harbourRepository();
    await refreshed(repository);
    repository.git("mv", "go/lamp.go", "go/lantern.go");
    expect(await refreshed(repository)).toMatchObject({ parsed: 1, reused: harbour.size - 1 });
  });

  test("takes nothing over that another extractor found, in that language alone", async () => {
    verifies("knowledge.extractor-identity");
    const repository = await harbourRepository();
    await refreshed(repository);
    const { platform } = repository;
    const changed = {
      ...repository,
      platform: {
        ...platform,
        hash: (content: string | Uint8Array) => platform.hash(content),
        packageFile: (file: string) => {
          const bytes = platform.packageFile(file);
          return file.endsWith("-go.wasm") ? Buffer.concat([bytes, customSection]) : bytes;
        },
      },
    };
    expect(await refreshed(changed)).toMatchObject({ parsed: 2, reused: harbour.size - 2, isUnchanged: false });
    expect(await refreshed(changed)).toMatchObject({ isUnchanged: true });
  });

  test("during which the index changes is refused, and nothing is stored", async () => {
    verifies("knowledge.refresh-race");
    const repository = await harbourRepository();
    const map = await opened(repository);
    const stage = (done: number): void => {
      if (done === 1) repository.add({ "late.ts": "export const late = 1;\n" });
    };
    await expect(map.refresh(stage)).rejects.toMatchObject({ code: "index_changed", exitCode: 4 });
    expect(readdirSync(join(repository.root, ".git"))).not.toContain("pmo-knowledge");
    expect(await map.refresh()).toMatchObject({ parsed: harbour.size + 1 });
  });

  test("asked for on reading is made once, and then read", async () => {
    verifies("knowledge.store");
    const repository = await harbourRepository();
    const map = await opened(repository);
    const told: number[] = [];
    const options = { refresh: true, onProgress: (done: number) => told.push(done) };
    const first = await map.read(options);
    expect([await map.read(options), told.length]).toEqual([first, harbour.size]);
  });

  test("knows of no file in a repository that tracks none", async () => {
    const repository = await scratchRepository();
    expect(await refreshed(repository)).toMatchObject({ parsed: 0, head: { coverage: { tracked_file_count: 0 } } });
    expect((await mapOf(repository)).symbols).toEqual([]);
  });
});

/** Changes a module's bytes and nothing of what it does. */
const customSection = Buffer.from([0, 5, 4, 0x6c, 0x61, 0x6d, 0x70]);
