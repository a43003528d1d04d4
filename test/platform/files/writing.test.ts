import { chmodSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Files } from "../../../extensions/platform/platform.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { testPlatform } from "../../support/test-platform.ts";

const bakery = async (onStep?: (step: string, path: string) => void) => {
  const { folder, files } = await testPlatform(onStep === undefined ? {} : { onStep });
  return { root: join(folder, "vault"), files: files("vault") };
};

const failAt = (wanted: string, code: string) => (step: string) => {
  if (step === wanted) throw Object.assign(new Error(code), { code });
};

/** Half-made files would be hidden ones. */
const leftovers = (files: Files, folder: string): readonly string[] =>
  readdirSync(files.absolute(folder)).filter((name) => name.startsWith("."));

describe("write", () => {
  test("makes missing folders, replaces, and takes text and bytes alike", async () => {
    verifies("platform.atomic-write");
    const { files } = await bakery();
    await files.write("wiki/notes/rye.md", "Brød\n");
    await files.write("wiki/notes/rye.md", Uint8Array.of(0, 255, 10));
    expect(files.read("wiki/notes/rye.md")).toEqual(Uint8Array.of(0, 255, 10));
    expect(leftovers(files, "wiki/notes")).toEqual([]);
  });

  test.each([0o600, 0o444, 0o755])("keeps the mode of a replaced file (%i)", async (mode) => {
    verifies("platform.atomic-write");
    const { root, files } = await bakery();
    await files.write("rye.md", "old");
    chmodSync(join(root, "rye.md"), mode);
    await files.write("rye.md", "new");
    expect(statSync(join(root, "rye.md")).mode & 0o777).toBe(mode);
  });

  test("is whole or not there at every fault point", async () => {
    verifies("platform.atomic-write");
    const points = await faultRuns({
      arrange: ({ files }) => files("vault").write("rye.md", "old"),
      act: ({ files }) => files("vault").write("rye.md", "new and longer"),
      check: ({ files }, acknowledged) => {
        expect(acknowledged ? ["new and longer"] : ["old", "new and longer"]).toContain(
          files("vault").readText("rye.md"),
        );
        expect(files("vault").scan("").files).toHaveLength(1);
      },
    });
    expect(points).toBeGreaterThanOrEqual(6);
  });

  test.each(["open-new", "write", "chmod", "sync", "rename"])(
    "leaves the old content and nothing else when %s fails",
    async (step) => {
      verifies("platform.atomic-write");
      const { folder, files } = await testPlatform();
      await files("vault").write("rye.md", "old");
      const failing = await testPlatform({ folder, onStep: failAt(step, "EIO") });
      await expect(failing.files("vault").write("rye.md", "new")).rejects.toMatchObject({
        code: "not_writable",
        data: { path: "rye.md", reason: "input/output error" },
      });
      expect(files("vault").readText("rye.md")).toBe("old");
      expect(leftovers(files("vault"), "")).toEqual([]);
    },
  );

  test.each([
    ["ENOSPC", "disk_full"],
    ["EDQUOT", "disk_full"],
    ["EACCES", "not_writable"],
    ["EROFS", "not_writable"],
    ["EPERM", "not_writable"],
    ["EWEIRD", "not_writable"],
  ])("tells %s as %s", async (system, code) => {
    verifies("platform.full-disk");
    const { files } = await bakery(failAt("write", system));
    await expect(files.write("rye.md", "new")).rejects.toMatchObject({ code, data: { path: "rye.md" } });
  });

  test("over a folder, below a file and to a place that can't be is a refusal", async () => {
    verifies("platform.read-only");
    const { files } = await bakery();
    await files.write("wiki/rye.md", "rye");
    await expect(files.write("wiki", "")).rejects.toMatchObject({ data: { reason: "it is a folder" } });
    await expect(files.write("wiki/rye.md/x.md", "")).rejects.toMatchObject({
      data: { reason: "a part of its path is not a folder" },
    });
    const { platform } = await testPlatform();
    await expect(platform.files("/proc/pi-wiki").write("a/b/c.md", "")).rejects.toMatchObject({ code: "not_writable" });
    expect(leftovers(files, "")).toEqual([]);
  });
});

describe("create", () => {
  test("makes a file once and leaves whatever has the name", async () => {
    verifies("platform.exclusive-create");
    const { root, files } = await bakery();
    expect(await files.create("wiki/rye.md", "first")).toBe(true);
    expect(await files.create("wiki/rye.md", "second")).toBe(false);
    symlinkSync("nowhere", join(root, "wiki/dangling.md"));
    expect(await files.create("wiki/dangling.md", "second")).toBe(false);
    expect(await files.create("wiki", "second")).toBe(false);
    expect(files.readText("wiki/rye.md")).toBe("first");
    expect(leftovers(files, "wiki")).toEqual([]);
  });

  test("of one file by many tasks succeeds once", async () => {
    verifies("platform.exclusive-create");
    const { files } = await bakery();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, baker) => files.create("rye.md", `baker ${baker}`)),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(files.readText("rye.md")).toBe(`baker ${outcomes.indexOf(true)}`);
  });

  test("works where the file system has no hard links, still exclusively", async () => {
    verifies("platform.exclusive-create");
    const { files } = await bakery(failAt("link", "EPERM"));
    expect(await files.create("rye.md", "first")).toBe(true);
    expect(await files.create("rye.md", "second")).toBe(false);
    await files.move("rye.md", "wheat.md");
    expect(files.readText("wheat.md")).toBe("first");
    expect(leftovers(files, "")).toEqual([]);
  });

  test("is whole or not there at every fault point", async () => {
    verifies("platform.exclusive-create");
    const points = await faultRuns({
      act: ({ files }) => files("vault").create("wiki/rye.md", "rye"),
      check: async ({ files }, acknowledged) => {
        expect(acknowledged ? ["rye"] : [undefined, "rye"]).toContain(files("vault").readText("wiki/rye.md"));
        await files("vault").create("wiki/rye.md", "rye");
        expect(files("vault").readText("wiki/rye.md")).toBe("rye");
      },
    });
    expect(points).toBeGreaterThanOrEqual(8);
  });

  test("of a folder succeeds once, whatever has the name", async () => {
    verifies("platform.exclusive-create");
    const { files } = await bakery();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => files.createFolder("raw/sources/SRC-1")));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    await files.write("raw/sources/SRC-2", "a file");
    expect(await files.createFolder("raw/sources/SRC-2")).toBe(false);
  });
});

describe("move", () => {
  test("renames files, links and whole folders, making the folders on the way", async () => {
    verifies("platform.move-keeps");
    const { root, files } = await bakery();
    await files.write("wiki/bread/rye.md", "rye");
    symlinkSync("rye.md", join(root, "wiki/bread/dark.md"));
    await files.move("wiki/bread", "outputs/old/bread");
    await files.move("outputs/old/bread/dark.md", "outputs/dark.md");
    expect(files.list("wiki")).toEqual([]);
    expect(files.readText("outputs/old/bread/rye.md")).toBe("rye");
    expect(files.kind("outputs/dark.md")).toBe("link");
  });

  test("replaces neither file nor folder, not even an empty one or itself", async () => {
    verifies("platform.move-keeps");
    const { files } = await bakery();
    await files.write("rye.md", "rye");
    await files.write("wheat.md", "wheat");
    await files.createFolder("empty");
    await files.createFolder("full");
    for (const [from, to] of [
      ["rye.md", "wheat.md"],
      ["rye.md", "rye.md"],
      ["rye.md", "empty"],
      ["full", "empty"],
    ] as const) {
      await expect(files.move(from, to)).rejects.toMatchObject({ code: "name_taken", data: { path: to } });
    }
    expect(files.list("")).toEqual(["empty", "full", "rye.md", "wheat.md"]);
  });

  test("copies between two file systems within the root", async () => {
    verifies("platform.move-keeps");
    const across = (step: string): void => {
      if (step === "link" || step === "rename") throw Object.assign(new Error("EXDEV"), { code: "EXDEV" });
    };
    const { folder, files } = await testPlatform();
    await files("vault").write("wiki/bread/rye.md", "rye");
    const crossing = (await testPlatform({ folder, onStep: across })).files("vault");
    await crossing.move("wiki/bread/rye.md", "wiki/bread/dark.md");
    await crossing.move("wiki/bread", "mounted/bread");
    expect(
      files("vault")
        .scan("")
        .files.map((file) => file.path),
    ).toEqual(["mounted/bread/dark.md"]);
    expect(files("vault").readText("mounted/bread/dark.md")).toBe("rye");
    await files("vault").write("mounted/wheat.md", "wheat");
    await expect(crossing.move("mounted/wheat.md", "mounted/bread/dark.md")).rejects.toMatchObject({
      code: "name_taken",
    });
  });

  test("of a folder that fails leaves it where it was, and its new name free", async () => {
    verifies("platform.move-keeps");
    const { folder, files } = await testPlatform();
    await files("vault").write("wiki/rye.md", "rye");
    const failing = (await testPlatform({ folder, onStep: failAt("rename", "EACCES") })).files("vault");
    await expect(failing.move("wiki", "bakery")).rejects.toMatchObject({ code: "not_writable" });
    expect(files("vault").list("")).toEqual(["wiki"]);
  });

  test("of nothing, and of a folder into itself, is a refusal", async () => {
    verifies("platform.move-keeps");
    const { files } = await bakery();
    await files.write("wiki/rye.md", "rye");
    await expect(files.move("absent.md", "rye.md")).rejects.toMatchObject({ code: "not_writable" });
    await expect(files.move("wiki", "wiki/deeper/wiki")).rejects.toMatchObject({ code: "not_writable" });
    expect(files.readText("wiki/rye.md")).toBe("rye");
  });

  test("keeps the file under one name or both at every fault point", async () => {
    verifies("platform.move-keeps");
    const points = await faultRuns({
      arrange: ({ files }) => files("vault").write("rye.md", "rye"),
      act: ({ files }) => files("vault").move("rye.md", "wiki/rye.md"),
      check: ({ files }, acknowledged) => {
        const texts = ["rye.md", "wiki/rye.md"].map((path) => files("vault").readText(path));
        expect(texts).toContain("rye");
        if (acknowledged) expect(texts).toEqual([undefined, "rye"]);
      },
    });
    expect(points).toBeGreaterThanOrEqual(6);
  });

  test("keeps a folder whole in one place at every fault point", async () => {
    verifies("platform.move-keeps");
    const points = await faultRuns({
      arrange: async ({ files }) => {
        await files("vault").write("bread/rye.md", "rye");
        await files("vault").write("bread/dark/wheat.md", "wheat");
      },
      act: ({ files }) => files("vault").move("bread", "wiki/bread"),
      check: ({ files }, acknowledged) => {
        const found = files("vault")
          .scan("")
          .files.map((file) => file.path);
        const moved = ["wiki/bread/dark/wheat.md", "wiki/bread/rye.md"];
        const unmoved = ["bread/dark/wheat.md", "bread/rye.md"];
        expect(acknowledged ? [moved] : [moved, unmoved]).toContainEqual(found);
      },
    });
    expect(points).toBeGreaterThanOrEqual(5);
  });

  test("that was cut short between its two names is finished by the next one", async () => {
    verifies("platform.move-keeps");
    const { root, files } = await bakery();
    await files.write("rye.md", "rye");
    linkSync(join(root, "rye.md"), join(root, "wheat.md"));
    await files.move("rye.md", "wheat.md");
    expect(files.list("")).toEqual(["wheat.md"]);
  });
});

describe("remove", () => {
  test("takes files and whole folders, protected ones too, and finds absence fine", async () => {
    verifies("platform.remove-whole");
    const { files } = await bakery();
    await files.write("raw/SRC-1/manifest.json", "{}");
    await files.protect("raw/SRC-1/manifest.json");
    await files.write("wiki/rye.md", "rye");
    await files.remove("raw/SRC-1");
    await files.remove("wiki/rye.md");
    await files.remove("wiki/rye.md");
    await files.remove("wiki/rye.md/below");
    expect([files.list("raw"), files.list("wiki")]).toEqual([[], []]);
    expect(leftovers(files, "raw")).toEqual([]);
  });

  test("does not follow links inside a removed folder", async () => {
    verifies("platform.remove-whole");
    const { root, files } = await bakery();
    await files.write("kept/rye.md", "rye");
    mkdirSync(join(root, "old"));
    symlinkSync("../kept", join(root, "old/link"));
    await files.remove("old");
    expect(files.readText("kept/rye.md")).toBe("rye");
  });

  test("leaves a folder whole or gone at every fault point", async () => {
    verifies("platform.remove-whole");
    const points = await faultRuns({
      arrange: async ({ files }) => {
        await files("vault").write("old/a.md", "a");
        await files("vault").write("old/b.md", "b");
      },
      act: ({ files }) => files("vault").remove("old"),
      check: ({ files }, acknowledged) => {
        expect(acknowledged ? [0] : [0, 2]).toContain(files("vault").scan("").files.length);
      },
    });
    expect(points).toBeGreaterThanOrEqual(3);
  });
});

test("a protected file is read-only", async () => {
  verifies("platform.read-only");
  const { root, files } = await bakery();
  await files.write("raw/SRC-1/original.txt", "rye");
  await files.protect("raw/SRC-1/original.txt");
  expect(statSync(join(root, "raw/SRC-1/original.txt")).mode & 0o777).toBe(0o444);
  await expect(files.protect("raw/absent.txt")).rejects.toMatchObject({ code: "not_writable" });
});

describe("append", () => {
  test("makes the file and its folders, and adds at the end", async () => {
    verifies("platform.durable-append");
    const { files } = await bakery();
    await files.append("meta/events.jsonl", "one\n");
    await files.append("meta/events.jsonl", new TextEncoder().encode("två\n"));
    expect(files.readText("meta/events.jsonl")).toBe("one\ntvå\n");
  });

  test("starts a line of its own after an end that a crash or an editor left open", async () => {
    verifies("platform.durable-append");
    const { files } = await bakery();
    await files.append("events.jsonl", '{"torn');
    await files.append("events.jsonl", "two\n");
    await files.append("events.jsonl", "three\n");
    expect(files.readText("events.jsonl")).toBe('{"torn\ntwo\nthree\n');
    await files.append("events.jsonl", "open");
    await files.append("events.jsonl", " end");
    expect(files.readTail("events.jsonl", 9)).toEqual(new TextEncoder().encode("\nopen end"));
  });

  test("has what was acknowledged at every fault point, and takes a failed part back", async () => {
    verifies("platform.durable-append");
    const points = await faultRuns({
      arrange: ({ files }) => files("vault").append("events.jsonl", "one\n"),
      act: ({ files }) => files("vault").append("events.jsonl", "second\n"),
      check: ({ files }, acknowledged) => {
        const text = files("vault").readText("events.jsonl");
        expect(acknowledged ? ["one\nsecond\n"] : ["one\n", "one\nsec", "one\nsecond\n"]).toContain(text);
      },
    });
    expect(points).toBeGreaterThanOrEqual(3);
  });

  test.each(["append-write", "append-half", "sync"])("leaves the file as it was when %s fails", async (step) => {
    verifies("platform.durable-append");
    const { folder, files } = await testPlatform();
    await files("vault").append("events.jsonl", "one\n");
    const failing = await testPlatform({ folder, onStep: failAt(step, "ENOSPC") });
    await expect(failing.files("vault").append("events.jsonl", "second\n")).rejects.toMatchObject({
      code: "disk_full",
    });
    expect(files("vault").readText("events.jsonl")).toBe("one\n");
  });

  test("leaves a part in place when somebody else has appended behind it", async () => {
    verifies("platform.durable-append");
    const { folder, files } = await testPlatform();
    await files("vault").append("events.jsonl", "one\n");
    const meddler = (step: string): void => {
      if (step !== "sync") return;
      writeFileSync(join(folder, "vault/events.jsonl"), "other\n", { flag: "a" });
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
    const failing = await testPlatform({ folder, onStep: meddler });
    await expect(failing.files("vault").append("events.jsonl", "two\n")).rejects.toMatchObject({
      code: "not_writable",
    });
    expect(files("vault").readText("events.jsonl")).toBe("one\ntwo\nother\n");
  });
});
