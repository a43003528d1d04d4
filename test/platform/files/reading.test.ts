import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

const harbour = async () => {
  const { folder, files } = await testPlatform();
  const root = join(folder, "vault");
  mkdirSync(join(root, "wiki"), { recursive: true });
  return { root, files: files("vault") };
};

describe("reading", () => {
  test("what is absent is undefined, also below a file and under an impossible name", async () => {
    verifies("platform.any-name");
    const { root, files } = await harbour();
    writeFileSync(join(root, "wiki/pier.md"), "pier");
    for (const path of ["wiki/absent.md", "wiki/pier.md/below.md", `wiki/${"x".repeat(300)}.md`, "nowhere/at/all"]) {
      expect([files.read(path), files.readTail(path, 9), files.state(path), files.kind(path)]).toEqual(
        Array(4).fill(undefined),
      );
    }
    expect(files.list("nowhere")).toEqual([]);
  });

  test("a file over the limit is refused with both numbers", async () => {
    verifies("platform.read-only");
    const { root, files } = await harbour();
    writeFileSync(join(root, "wiki/pier.md"), "0123456789");
    expect(files.readText("wiki/pier.md", 10)).toBe("0123456789");
    expect(() => files.read("wiki/pier.md", 9)).toThrow(
      expect.objectContaining({ code: "too_large", data: { path: "wiki/pier.md", bytes: 10, limit: 9 } }),
    );
  });

  test("a folder, a named pipe and a socket of the wrong kind are refused without waiting", async () => {
    verifies("platform.read-only");
    const { root, files } = await harbour();
    execFileSync("mkfifo", [join(root, "wiki/pipe.md")]);
    expect(() => files.read("wiki")).toThrow(
      expect.objectContaining({ data: { path: "wiki", reason: "it is a folder" } }),
    );
    expect(() => files.read("wiki/pipe.md")).toThrow(
      expect.objectContaining({ data: { path: "wiki/pipe.md", reason: "it is not a regular file" } }),
    );
    await expect(files.append("wiki/pipe.md", "x")).rejects.toMatchObject({ code: "not_writable" });
    expect(files.kind("wiki/pipe.md")).toBe("other");
  });

  test("a BOM is kept and malformed bytes become replacement characters", async () => {
    verifies("platform.any-name");
    const { root, files } = await harbour();
    writeFileSync(join(root, "bom.md"), Buffer.from([0xef, 0xbb, 0xbf, 0x41, 0xff, 0x42]));
    expect(files.readText("bom.md")).toBe("\uFEFFA\uFFFDB");
  });

  test("the tail is the end of the file, or all of a shorter one", async () => {
    verifies("platform.durable-append");
    const { root, files } = await harbour();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(50), (bytes, count) => {
        writeFileSync(join(root, "tail"), bytes);
        expect(files.readTail("tail", count)).toEqual(bytes.slice(Math.max(0, bytes.length - count)));
      }),
    );
  });

  test("names are listed in order, with what is hidden but without our half-made files", async () => {
    verifies("platform.atomic-write");
    const { root, files } = await harbour();
    for (const name of ["b.md", "a.md", ".gitignore", ".tmp-0123456789ab"]) writeFileSync(join(root, "wiki", name), "");
    expect(files.list("wiki")).toEqual([".gitignore", "a.md", "b.md"]);
    expect(() => files.list("wiki/a.md")).toThrow(expect.objectContaining({ code: "unreadable" }));
  });
});

describe("a scan", () => {
  test("finds the regular files below a folder by suffix, sorted by path", async () => {
    verifies("platform.scan-skips-links");
    const { root, files } = await harbour();
    for (const folder of ["wiki/notes", "wiki/notes-old", "wiki/.hidden"]) mkdirSync(join(root, folder));
    const names = ["notes/b.md", "notes/a.md", "notes-old/c.md", "z.md", "z.txt", ".hidden/h.md", ".tmp-x.md"];
    for (const name of names) writeFileSync(join(root, "wiki", name), name);
    const { files: found, skipped } = files.scan("wiki", ".md");
    expect(found.map((file) => file.path)).toEqual([
      "wiki/notes-old/c.md",
      "wiki/notes/a.md",
      "wiki/notes/b.md",
      "wiki/z.md",
    ]);
    expect(found[3]).toEqual(files.state("wiki/z.md"));
    expect(skipped).toEqual([]);
    expect(files.scan("").files.map((file) => file.path)).toContain("wiki/z.txt");
  });

  test("leaves out links, pipes and names that are not UTF-8, and says so", async () => {
    verifies("platform.scan-skips-links");
    const { root, files } = await harbour();
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(join(root, "elsewhere/e.md"), "");
    writeFileSync(join(root, "wiki/real.md"), "");
    writeFileSync(join(root, "wiki/really-\uFFFD.md"), "");
    symlinkSync("../elsewhere", join(root, "wiki/linked"));
    symlinkSync("real.md", join(root, "wiki/linked.md"));
    symlinkSync(".", join(root, "wiki/loop"));
    execFileSync("mkfifo", [join(root, "wiki/pipe.md")]);
    writeFileSync(Buffer.concat([Buffer.from(join(root, "wiki/bad-")), Buffer.from([0xe9]), Buffer.from(".md")]), "");
    const scan = files.scan("wiki");
    expect(scan.files.map((file) => file.path)).toEqual(["wiki/real.md", "wiki/really-\uFFFD.md"]);
    expect(scan.skipped).toEqual([
      { path: "wiki/bad-\uFFFD.md", reason: "name" },
      { path: "wiki/linked", reason: "link" },
      { path: "wiki/linked.md", reason: "link" },
      { path: "wiki/loop", reason: "link" },
      { path: "wiki/pipe.md", reason: "special" },
    ]);
  });

  test("of an absent folder, of a file and of a linked folder is empty", async () => {
    verifies("platform.scan-skips-links");
    const { root, files } = await harbour();
    writeFileSync(join(root, "wiki/real.md"), "");
    symlinkSync("wiki", join(root, "nick"));
    for (const folder of ["absent", "wiki/real.md", "nick"]) {
      expect(files.scan(folder)).toEqual({ files: [], skipped: [] });
      expect(files.folderTimes(folder).size).toBe(0);
    }
  });

  test("of a folder with a backslash in its name is of that folder", async () => {
    verifies("platform.any-name");
    const { files } = await harbour();
    await files.write("wiki/a\\b/c.md", "");
    expect(files.scan("wiki/a\\b").files.map((file) => file.path)).toEqual(["wiki/a\\b/c.md"]);
  });

  test("keeps a file's identity across a rename and shows a change in its size", async () => {
    verifies("platform.scan-skips-links");
    const { files } = await harbour();
    await files.write("wiki/a.md", "1");
    const before = files.state("wiki/a.md");
    await files.move("wiki/a.md", "wiki/b.md");
    expect(files.state("wiki/b.md")?.inode).toBe(before?.inode);
    await files.append("wiki/b.md", "2");
    expect(files.state("wiki/b.md")?.size).toBe(2);
  });

  test("is spared by folder times, which name each folder and change when a file comes", async () => {
    verifies("platform.scan-skips-links");
    const { root, files } = await harbour();
    mkdirSync(join(root, "wiki/notes"));
    mkdirSync(join(root, "wiki/.hidden"));
    const before = files.folderTimes("wiki");
    expect([...before.keys()]).toEqual(["wiki", "wiki/notes"]);
    execFileSync("touch", ["-d", "2020-01-01", join(root, "wiki/notes")]);
    const aged = files.folderTimes("wiki").get("wiki/notes");
    await files.write("wiki/notes/new.md", "");
    expect(files.folderTimes("wiki").get("wiki/notes")).not.toBe(aged);
    expect(files.folderTimes("wiki").get("wiki")).toBe(before.get("wiki"));
  });
});

describe("a name", () => {
  const names = {
    "with spaces": "the north pier.md",
    "in Chinese": "灯塔的历史.md",
    decomposed: "cafe\u0301.md",
    "of 250 bytes": `${"x".repeat(247)}.md`,
    "of 249 bytes in CJK": `${"灯".repeat(82)}.md`,
    "with quotes and a newline": "a \"b\" 'c'\nd.md",
    "with a backslash": "a\\b.md",
    "with an emoji": "💡🗼.md",
  };

  test.each(Object.entries(names))(
    "%s is written, found, read, appended to, moved and removed as it is",
    async (_kind, name) => {
      verifies("platform.any-name");
      const { files } = await harbour();
      const path = `wiki/${name}`;
      expect(await files.create(path, "lit")).toBe(true);
      await files.write(path, "lit again");
      await files.append(path, "!");
      expect(files.scan("wiki").files.map((file) => file.path)).toEqual([path]);
      expect(files.readText(path)).toBe("lit again!");
      await files.withLock(path, async () => expect(files.kind(`${path}.lock`)).toBe("file"));
      await files.move(path, `notes/${name}`);
      await files.remove(`notes/${name}`);
      expect([files.list("wiki"), files.list("notes")]).toEqual([[], []]);
    },
  );

  test("in composed and in decomposed form stays two names", async () => {
    verifies("platform.any-name");
    const { files } = await harbour();
    await files.write("caf\u00e9.md", "composed");
    await files.write("cafe\u0301.md", "decomposed");
    expect(files.readText("caf\u00e9.md")).toBe("composed");
    expect(files.readText("cafe\u0301.md")).toBe("decomposed");
  });

  test("that is too long is a refusal that says so", async () => {
    verifies("platform.any-name");
    const { files } = await harbour();
    const reason = "its name is too long";
    await expect(files.write(`${"x".repeat(300)}.md`, "")).rejects.toMatchObject({
      code: "not_writable",
      data: { reason },
    });
    expect(files.list("")).toEqual(["wiki"]);
  });
});
