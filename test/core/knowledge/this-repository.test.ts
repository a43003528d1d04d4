import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRepository } from "../../../extensions/core/git/repository.ts";
import { openStoredMap } from "../../../extensions/core/knowledge/stored-map.ts";
import { languageOf } from "../../../extensions/core/knowledge/symbols/language.ts";
import type { SymbolMap } from "../../../extensions/core/knowledge/symbols/symbol-map.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { repository } from "../../house/repository.ts";
import { testPlatform } from "../../support/test-platform.ts";

const isCheckout = existsSync(join(repository, ".git"));

test.runIf(isCheckout)(
  "this repository is mapped: each path is a module or a gap, tests are linked",
  { timeout: 120_000 },
  async () => {
    verifies("knowledge.symbols", "knowledge.gaps", "knowledge.test-links", "knowledge.refresh");
    const { platform, folder } = await testPlatform();
    const clone = join(folder, "clone");
    execFileSync("git", ["clone", "-q", "--shared", repository, clone], { stdio: "pipe" });
    const stored = openStoredMap(platform, await openRepository(platform, clone));
    await stored.refresh();
    const map = await stored.read();
    const place = join(clone, ".git/pmo-knowledge/derived");
    const file = join(place, readdirSync(place)[0] ?? "");
    const first = readFileSync(file);
    const whole: SymbolMap = JSON.parse(first.toString()).value;
    const modules = new Set(whole.modules.map(({ file: path }) => path));
    const gaps = new Set(map.gaps.map(({ file }) => file));
    const neither = map.tracked_files.filter(({ path }) => !modules.has(path) && !gaps.has(path));
    const uncovered = map.tracked_files.filter(({ path }) => languageOf(path) !== undefined && !modules.has(path));
    expect([neither, uncovered, map.tracked_files.length > 500]).toEqual([[], [], true]);
    const slug = map.symbols.find(({ qualified_name }) => qualified_name === "extensions.core.pages.slug.slugify");
    const testing = map.tests.filter(({ symbols }) =>
      symbols.includes("extensions.core.ledger.canonical.canonicalJson"),
    );
    expect(testing.map(({ file }) => file)).toContain("test/core/ledger/canonical.test.ts");
    const text = readFileSync(join(clone, slug?.file ?? ""));
    expect(text.subarray(slug?.byte_start, slug?.byte_end).toString()).toMatch(/^export const slugify = /);
    rmSync(file);
    await stored.refresh();
    expect(readFileSync(file).equals(first)).toBe(true);
  },
);
