import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpelledOutside } from "../../../extensions/platform/files/confinement.ts";
import type { Files } from "../../../extensions/platform/platform.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { temporaryFolder, testPlatform } from "../../support/test-platform.ts";

const outside = { code: "path_outside" };

/** Every operation that takes a path, as a promise of its outcome. */
const operations = (files: Files, path: string): Record<string, () => Promise<unknown>> => ({
  absolute: async () => files.absolute(path),
  kind: async () => files.kind(path),
  state: async () => files.state(path),
  linkTarget: async () => files.linkTarget(path),
  read: async () => files.read(path),
  readText: async () => files.readText(path),
  readTail: async () => files.readTail(path, 10),
  list: async () => files.list(path),
  scan: async () => files.scan(path),
  folderTimes: async () => files.folderTimes(path),
  write: () => files.write(path, "seized"),
  create: () => files.create(path, "seized"),
  createFolder: () => files.createFolder(path),
  append: () => files.append(path, "seized"),
  link: () => files.link(path, files.root),
  moveFrom: () => files.move(path, "taken.md"),
  moveTo: () => files.move("wiki/lamp.md", path),
  remove: () => files.remove(path),
  protect: () => files.protect(path),
  withLock: () => files.withLock(path, async () => undefined),
});

/** A vault beside a neighbour's file, and links of every kind that lead to it. */
const lighthouse = async () => {
  const { folder, files } = await testPlatform();
  mkdirSync(join(folder, "vault/wiki"), { recursive: true });
  mkdirSync(join(folder, "vault-neighbour"));
  writeFileSync(join(folder, "vault/wiki/lamp.md"), "lamp");
  writeFileSync(join(folder, "vault-neighbour/secret.md"), "secret");
  return { folder, vault: join(folder, "vault"), files: files("vault") };
};

describe("a spelling that leads out", () => {
  const escapes = [
    "../vault-neighbour/secret.md",
    "wiki/../../vault-neighbour/secret.md",
    "wiki/..",
    "..",
    "/etc/hostname",
    "//etc/hostname",
    "wiki/lamp.md\0.png",
    "./../vault-neighbour/secret.md",
    "absent/../../vault-neighbour/secret.md",
  ];

  test.each(escapes)("%j is refused by every operation", async (path) => {
    verifies("platform.confined");
    const { folder, files } = await lighthouse();
    for (const [name, operation] of Object.entries(operations(files, path))) {
      await expect(operation(), name).rejects.toMatchObject(outside);
    }
    expect(readFileSync(join(folder, "vault-neighbour/secret.md"), "utf8")).toBe("secret");
  });

  test("no mix of steps reaches a file outside the root", async () => {
    verifies("platform.confined");
    const { folder, files } = await lighthouse();
    const part = fc.constantFrom(
      "..",
      ".",
      "",
      "wiki",
      "lamp.md",
      "vault-neighbour",
      "secret.md",
      "~",
      "\\..",
      " ",
      "…",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 7 }), async (parts) => {
        const path = parts.join("/");
        await files.write(path, "seized").catch(() => undefined);
        await files.append(path, "seized").catch(() => undefined);
        expect(readFileSync(join(folder, "vault-neighbour/secret.md"), "utf8")).toBe("secret");
        expect(existsSync(join(folder, "secret.md"))).toBe(false);
      }),
    );
  });

  test("a path is judged outside exactly when normalising it would climb or start over", () => {
    verifies("platform.confined");
    const part = fc.constantFrom("..", "wiki", "...", "..a", "a..", ".");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        expect(isSpelledOutside(parts.join("/"), false)).toBe(parts.includes(".."));
      }),
    );
  });

  test.each([
    "..\\secret",
    "wiki\\..\\..\\secret",
    "C:\\secret",
    "c:secret",
    "lamp.md:stream",
    ".. /secret",
    "wiki/... ",
    "a./b",
  ])("%j is refused on Windows", (path) => {
    verifies("platform.confined");
    expect(isSpelledOutside(path, true)).toBe(true);
  });

  test.each(["wiki/lamp.md", ".discoveries/gaps.json", "./wiki", "wiki/a b/灯台.md", ""])(
    "%j is fine on Windows",
    (path) => {
      verifies("platform.confined");
      expect(isSpelledOutside(path, true)).toBe(false);
    },
  );
});

describe("a link", () => {
  test.each([
    ["to a file outside", "../vault-neighbour/secret.md", "link"],
    ["to a file outside, absolute", "/etc/hostname", "link"],
    ["to a folder outside", "../vault-neighbour", "link/secret.md"],
    ["to nothing outside", "../vault-neighbour/new.md", "link"],
    ["to nothing outside, as a folder", "../nowhere", "link/new.md"],
    ["to a name that begins like the root", "../vault-neighbour", "link/new.md"],
  ])("%s is refused for reading and writing", async (_title, target, path) => {
    verifies("platform.no-link-out");
    const { folder, vault, files } = await lighthouse();
    symlinkSync(target, join(vault, "link"));
    const { read, readText, readTail, write, append, protect, withLock } = operations(files, path);
    for (const operation of [read, readText, readTail, write, append, protect, withLock]) {
      await expect(operation?.()).rejects.toMatchObject(outside);
    }
    expect(readFileSync(join(folder, "vault-neighbour/secret.md"), "utf8")).toBe("secret");
    expect(existsSync(join(folder, "vault-neighbour/new.md"))).toBe(false);
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  test("that leads out through another link is refused", async () => {
    verifies("platform.no-link-out");
    const { vault, files } = await lighthouse();
    symlinkSync("second", join(vault, "first"));
    symlinkSync("../vault-neighbour", join(vault, "second"));
    expect(() => files.read("first/secret.md")).toThrow(expect.objectContaining(outside));
  });

  test("that stays inside is read and written through", async () => {
    verifies("platform.no-link-out");
    const { vault, files } = await lighthouse();
    symlinkSync("lamp.md", join(vault, "wiki/light.md"));
    expect(files.readText("wiki/light.md")).toBe("lamp");
    expect(files.state("wiki/light.md")).toMatchObject({ path: "wiki/light.md", size: 4 });
    await files.write("wiki/light.md", "lens");
    expect(files.readText("wiki/lamp.md")).toBe("lens");
    expect(files.kind("wiki/light.md")).toBe("link");
  });

  test("that runs in a circle is a refusal with a reason", async () => {
    verifies("platform.no-link-out");
    const { vault, files } = await lighthouse();
    symlinkSync("b.md", join(vault, "wiki/a.md"));
    symlinkSync("a.md", join(vault, "wiki/b.md"));
    const reason = "its links run in a circle";
    expect(files.kind("wiki/a.md")).toBe("link");
    expect(() => files.read("wiki/a.md")).toThrow(
      expect.objectContaining({ code: "unreadable", data: { path: "wiki/a.md", reason } }),
    );
    await expect(files.write("wiki/a.md", "")).rejects.toMatchObject({ code: "not_writable", data: { reason } });
  });

  test("itself is seen, taken away and not followed", async () => {
    verifies("platform.no-link-out");
    const { folder, vault, files } = await lighthouse();
    symlinkSync("../vault-neighbour", join(vault, "link"));
    expect(files.kind("link")).toBe("link");
    await files.remove("link");
    expect(files.kind("link")).toBeUndefined();
    expect(existsSync(join(folder, "vault-neighbour/secret.md"))).toBe(true);
  });

  test("put in the place of the root after it was opened is refused", async () => {
    verifies("platform.no-link-out");
    const { folder, files } = await testPlatform();
    const vault = files("later");
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync("elsewhere", join(folder, "later"));
    await expect(vault.write("lamp.md", "")).rejects.toMatchObject(outside);
    expect(existsSync(join(folder, "elsewhere/lamp.md"))).toBe(false);
  });
});

test("a root that is reached through a link is the physical folder", async () => {
  verifies("platform.confined");
  const folder = temporaryFolder();
  const { platform } = await testPlatform();
  mkdirSync(join(folder, "real"));
  symlinkSync("real", join(folder, "nick"));
  const files = platform.files(join(folder, "nick/vault"));
  expect(files.root).toBe(join(folder, "real/vault"));
  await files.write("lamp.md", "lit");
  expect(readFileSync(join(folder, "real/vault/lamp.md"), "utf8")).toBe("lit");
});

test("the root itself is neither removed nor moved", async () => {
  verifies("platform.confined");
  const { files } = await lighthouse();
  for (const root of ["", ".", "./"]) {
    await expect(files.remove(root)).rejects.toMatchObject(outside);
    await expect(files.move(root, "wiki/vault")).rejects.toMatchObject(outside);
  }
  expect(files.readText("wiki/lamp.md")).toBe("lamp");
});
