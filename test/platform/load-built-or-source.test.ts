import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { temporaryFolder, testPlatform } from "../support/test-platform.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const loader = "extensions/platform/load-built-or-source.mjs";

/** A package with the loader, a source in TypeScript and, when asked for, a bundle. */
const bakery = (built?: { readonly stamp: string; readonly bundle?: string }): string => {
  const root = temporaryFolder();
  mkdirSync(join(root, "extensions/platform"), { recursive: true });
  cpSync(join(repository, loader), join(root, loader));
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), '{"type":"module","version":"1.2.3"}');
  writeFileSync(
    join(root, "extensions/oven.ts"),
    `import fsExtra from "fs-extra";
    import { nanoid } from "nanoid";
    import { join } from "node:path";
    import { heat } from "./heat.ts";
    export const form: string = "source";
    export const facts = { heat, join: join("a", "b"), nanoid: nanoid(4).length, copy: typeof fsExtra.copy };
    export const late = async () => (await import("./heat.ts")).heat;
    export const lateRemove = async () => typeof (await import("fs-extra/esm")).remove;
    export const here = import.meta.url;\n`,
  );
  writeFileSync(join(root, "extensions/heat.ts"), "export const heat: number = await Promise.resolve(220);\n");
  if (built !== undefined) {
    mkdirSync(join(root, "dist"));
    writeFileSync(join(root, "dist/stamp.json"), built.stamp);
    writeFileSync(join(root, `dist/${built.bundle ?? "oven.mjs"}`), 'export const form = "built";\n');
  }
  return root;
};

const run = async (root: string, expression: string, variables: Record<string, string> = {}) => {
  const { platform } = await testPlatform({ variables });
  const script = `import { load } from "./${loader}";
    const oven = await load("oven.mjs", "extensions/oven.ts");
    console.log(JSON.stringify(${expression}));`;
  const result = await platform.run([process.execPath, "--input-type=module", "-e", script], { cwd: root });
  expect(result.stderr).toBe("");
  const value: unknown = JSON.parse(result.stdout);
  return { value, cacheRoot: platform.environment.cacheRoot };
};

describe("what is loaded", () => {
  test("is the bundle when its stamp equals the package's version", async () => {
    verifies("platform.built-or-source");
    expect((await run(bakery({ stamp: '{"version":"1.2.3"}' }), "oven.form")).value).toBe("built");
  });

  test.each([
    ["no bundle", undefined],
    ["a bundle of another version", { stamp: '{"version":"1.2.2"}' }],
    ["a bundle with a damaged stamp", { stamp: "{" }],
    ["a bundle with a stamp that says nothing", { stamp: "{}" }],
    ["a bundle of another part only", { stamp: '{"version":"1.2.3"}', bundle: "shop.mjs" }],
  ])("is the source when there is %s", async (_title, built) => {
    verifies("platform.built-or-source");
    expect((await run(bakery(built), "oven.form")).value).toBe("source");
  });
});

describe("a source", () => {
  test("means what it means in plain modules, whatever it imports", async () => {
    verifies("platform.built-or-source");
    const root = bakery();
    const facts = { heat: 220, join: join("a", "b"), nanoid: 4, copy: "function" };
    const expression = "[oven.facts, await oven.late(), await oven.lateRemove(), oven.here]";
    const here = new URL(`file://${join(root, "extensions/oven.ts")}`).href;
    expect((await run(root, expression)).value).toEqual([facts, 220, "function", here]);
  });

  test("is kept transpiled below the cache root, and not in the package", async () => {
    verifies("platform.built-or-source");
    const root = bakery();
    const { cacheRoot } = await run(root, "oven.form");
    expect(existsSync(join(cacheRoot, "transpiled"))).toBe(true);
    expect(existsSync(join(root, "node_modules/.cache"))).toBe(existsSync(join(repository, "node_modules/.cache")));
  });

  test.each(["/proc/pi-wiki/cache", "/dev/null/cache", "relative/cache"])(
    "is loaded when the cache can't be at %s",
    async (cache) => {
      verifies("platform.built-or-source");
      const root = bakery();
      expect((await run(root, "oven.form", { XDG_CACHE_HOME: cache })).value).toBe("source");
      expect(existsSync(join(root, "relative"))).toBe(false);
    },
  );
});
