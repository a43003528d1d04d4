import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";
import { type Keeper, keeper, startKeeper } from "./processes/start-keeper.ts";

const isRoot = process.getuid?.() === 0;

/** Root may write everywhere: as root, the work is done by a process that has become nobody. */
const tasks = isRoot
  ? { write: "writeAsNobody", read: "readAsNobody", scan: "scanAsNobody" }
  : { write: "writeAsSelf", read: "readAsSelf", scan: "scanAsSelf" };

const lighthouse = async () => {
  const { folder, files } = await testPlatform();
  const root = join(folder, "vault");
  mkdirSync(join(root, "wiki"), { recursive: true });
  writeFileSync(join(root, "wiki/lamp.md"), "lamp");
  return { root, files: files("vault") };
};

describe("a place without permission", () => {
  test("a folder that is read-only refuses a write and keeps what it has", async () => {
    verifies("platform.read-only");
    const { root, files } = await lighthouse();
    chmodSync(join(root, "wiki"), 0o555);
    for (const path of ["wiki/lamp.md", "wiki/new.md", "wiki/new/folder.md"]) {
      expect(await keeper(tasks.write, root, path)).toEqual([
        { code: "not_writable", path, reason: "permission denied" },
      ]);
    }
    expect(files.readText("wiki/lamp.md")).toBe("lamp");
    expect(files.list("wiki")).toEqual(["lamp.md"]);
    chmodSync(join(root, "wiki"), 0o755);
  });

  test("a file that may not be read is a refusal, a folder that may not be entered too", async () => {
    verifies("platform.read-only");
    const { root } = await lighthouse();
    mkdirSync(join(root, "shut"));
    writeFileSync(join(root, "shut/lens.md"), "lens");
    chmodSync(join(root, "wiki/lamp.md"), 0o000);
    chmodSync(join(root, "shut"), 0o000);
    for (const path of ["wiki/lamp.md", "shut/lens.md"]) {
      expect(await keeper(tasks.read, root, path)).toEqual([{ code: "unreadable", path, reason: "permission denied" }]);
    }
    chmodSync(join(root, "shut"), 0o755);
  });

  test("a folder that may not be entered is reported by a scan that goes on around it", async () => {
    verifies("platform.scan-skips-links");
    const { root } = await lighthouse();
    mkdirSync(join(root, "wiki/attic"));
    chmodSync(join(root, "wiki/attic"), 0o000);
    expect(await keeper(tasks.scan, root, "wiki")).toEqual([
      { found: ["wiki/lamp.md"], skipped: [{ path: "wiki/attic", reason: "unreadable" }] },
    ]);
    chmodSync(join(root, "wiki/attic"), 0o755);
  });
});

/** Runs a command with a file system of its own, of 256 KiB, mounted at `place`. */
const onSmallDisk = (place: string, options: string): readonly string[] => [
  "unshare",
  ...(isRoot ? [] : ["--map-root-user"]),
  "--mount",
  "sh",
  "-c",
  `mount -t tmpfs -o size=256k,mode=0777 small "$0" && cp "$0/../lamp.md" "$0" && ${options} exec "$@"`,
  place,
];

const canMount = ((): boolean => {
  const [program = "", ...args] = onSmallDisk("/mnt", "true ||");
  const mounted = spawnSync(program, [...args.slice(0, -2), 'mount -t tmpfs -o size=64k small "$0"', "/mnt"]);
  return mounted.status === 0;
})();

const failAt = (wanted: string, code: string) => (step: string) => {
  if (step === wanted) throw Object.assign(new Error(code), { code });
};

const diskTitle = canMount ? "on a real small file system" : "injected, as no file system can be mounted here";

describe(`a full disk, ${diskTitle}`, () => {
  const fill = async (root: string, operation: string): Promise<Keeper> =>
    await startKeeper(["fillDisk", root, operation], onSmallDisk(root, ""));

  test.each([
    ["write", "page.md"],
    ["append", "log.jsonl"],
  ])("refuses to %s, says why and leaves nothing half-made", async (operation, path) => {
    verifies("platform.full-disk");
    const { root, files } = await lighthouse();
    if (canMount) {
      writeFileSync(join(root, "lamp.md"), "lamp");
      mkdirSync(join(root, "small"));
      const said = await (await fill(join(root, "small"), operation)).ended();
      expect(said.length).toBeGreaterThan(3);
      expect(said.at(-2)).toEqual({ code: "disk_full", path });
      expect(said.at(-1)).toEqual({ entries: ["lamp.md", path].sort(), whole: true });
      return;
    }
    const failing = await testPlatform({ folder: join(root, ".."), onStep: failAt("write", "ENOSPC") });
    await expect(failing.files("vault").write("wiki/lamp.md", "new")).rejects.toMatchObject({ code: "disk_full" });
    expect(files.readText("wiki/lamp.md")).toBe("lamp");
  });
});
