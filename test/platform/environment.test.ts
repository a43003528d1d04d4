import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nodeEnvironment } from "../../extensions/platform/node-environment.ts";
import { safeFileName } from "../../extensions/platform/safe-file-name.ts";
import { verifies } from "../acceptance/verifies.ts";
import { temporaryFolder, testPlatform } from "../support/test-platform.ts";

describe("roots", () => {
  test("follow the XDG variables", () => {
    verifies("platform.roots");
    const { cacheRoot, stateRoot } = nodeEnvironment({ HOME: "/h", XDG_CACHE_HOME: "/c", XDG_STATE_HOME: "/s" });
    expect([cacheRoot, stateRoot]).toEqual(["/c/pi-wiki", "/s/pi-wiki"]);
  });

  test.each([undefined, "", "relative/cache"])("have a default below home when a variable is %j", (value) => {
    verifies("platform.roots");
    const { home, cacheRoot, stateRoot } = nodeEnvironment({
      HOME: "/h",
      XDG_CACHE_HOME: value,
      XDG_STATE_HOME: value,
    });
    expect(home).toBe("/h");
    const [cache, state] =
      process.platform === "darwin" ? ["Library/Caches", "Library/Application Support"] : [".cache", ".local/state"];
    expect([cacheRoot, stateRoot]).toEqual([`/h/${cache}/pi-wiki`, `/h/${state}/pi-wiki`]);
  });
});

describe("the user", () => {
  /** With no repository around, whose own `user.name` would come first. */
  const gitHome = (name?: string): Readonly<Record<string, string | undefined>> => {
    const home = temporaryFolder();
    if (name !== undefined) writeFileSync(join(home, ".gitconfig"), `[user]\n\tname = ${name}\n`);
    return { HOME: home, PATH: process.env["PATH"], GIT_DIR: join(home, "none"), GIT_CONFIG_NOSYSTEM: "1" };
  };

  test("is PI_WIKI_USER before git's user.name", () => {
    verifies("platform.user");
    expect(nodeEnvironment({ ...gitHome("Ada Keeper"), PI_WIKI_USER: "bo" }).user).toBe("bo");
    expect(nodeEnvironment({ ...gitHome("Ada Keeper"), PI_WIKI_USER: " " }).user).toBe("Ada-Keeper");
    expect(nodeEnvironment(gitHome("Åsa Öberg 灯台")).user).toBe("Åsa-Öberg-灯台");
  });

  test("is the login name when git has none or is not there", () => {
    verifies("platform.user");
    const login = safeFileName(execFileSync("id", ["-un"], { encoding: "utf8" }).trim());
    const home = temporaryFolder();
    expect(nodeEnvironment(gitHome()).user).toBe(login);
    expect(nodeEnvironment({ HOME: home, PATH: home }).user).toBe(login);
  });

  test("is a safe file name, whatever it was", () => {
    verifies("platform.user");
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("con", "NUL.txt", "../../etc", "a/b", ".", "-x", "a."),
    );
    fc.assert(
      fc.property(name, (text) => {
        const safe = safeFileName(text);
        expect(safe).not.toMatch(/[/\\:*?"<>|\s\0]|^[.-]|[.]$|^(con|nul)(\.|$)/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
        expect(safeFileName(safe)).toBe(safe);
      }),
    );
  });
});

test("case is ignored exactly when the home folder answers to its name in the other case", () => {
  verifies("platform.roots");
  const home = join(temporaryFolder(), "home");
  mkdirSync(home);
  expect(nodeEnvironment({ HOME: home }).caseInsensitive).toBe(false);
  mkdirSync(join(home, "../HOME"));
  expect(nodeEnvironment({ HOME: home }).caseInsensitive).toBe(false);
  expect(nodeEnvironment({ HOME: "/" }).caseInsensitive).toBe(false);
});

describe("paths", () => {
  test("are resolved from a base, with the home folder for a tilde", async () => {
    verifies("platform.roots");
    const { platform, folder } = await testPlatform();
    const { resolve } = platform.paths;
    expect(resolve("/ship", "../shore/./x/")).toBe("/shore/x");
    expect(resolve("/ship", "~")).toBe(join(folder, "home"));
    expect(resolve("/ship", "~/notes")).toBe(join(folder, "home/notes"));
    expect(resolve("/ship", "~other/notes")).toBe("/ship/~other/notes");
  });

  test("inside a folder are told by whole names", async () => {
    verifies("platform.roots");
    const { inside } = (await testPlatform()).platform.paths;
    expect(inside("/a/b", "/a/b/c/d")).toBe("c/d");
    expect(inside("/a/b", "/a/b")).toBe("");
    expect(inside("/", "/a")).toBe("a");
    for (const path of ["/a/bc", "/a", "/a/b/../c", "b/c", ""]) expect(inside("/a/b", path)).toBeUndefined();
  });

  test("have their links resolved as far as they exist", async () => {
    verifies("platform.roots");
    const { platform, folder } = await testPlatform();
    const { physical, kind } = platform.paths;
    mkdirSync(join(folder, "real"));
    execFileSync("ln", ["-s", "real", join(folder, "nick")]);
    execFileSync("ln", ["-s", "loop", join(folder, "loop")]);
    execFileSync("ln", ["-s", "nick/later", join(folder, "dangling")]);
    expect(physical(join(folder, "nick/new/page.md"))).toBe(join(folder, "real/new/page.md"));
    expect(physical(join(folder, "dangling/page.md"))).toBe(join(folder, "real/later/page.md"));
    expect(physical(join(folder, "loop/page.md"))).toBe(join(folder, "loop/page.md"));
    expect([kind(join(folder, "nick")), kind(join(folder, "real")), kind(join(folder, "no"))]).toEqual([
      "link",
      "folder",
      undefined,
    ]);
  });
});

test("ids are drawn from 36 characters and do not repeat", async () => {
  verifies("platform.user");
  const { nodePlatform } = await import("../../extensions/platform/node-platform.ts");
  const platform = nodePlatform({ refuse: (code) => new Error(code) });
  const ids = Array.from({ length: 1_000 }, () => platform.newId(12));
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.filter((id) => !/^[a-z0-9]{12}$/.test(id))).toEqual([]);
  expect(platform.hash("lamp")).toBe(platform.hash(new TextEncoder().encode("lamp")));
  expect(platform.hash("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(platform.hmac("key", "The quick brown fox jumps over the lazy dog")).toBe(
    "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
  );
  expect(platform.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("a pause lets waiting work go first", async () => {
  verifies("platform.worker");
  const { platform } = await testPlatform();
  const story: string[] = [];
  setImmediate(() => story.push("waiting work"));
  await platform.pause();
  story.push("long work");
  expect(story).toEqual(["waiting work", "long work"]);
});
