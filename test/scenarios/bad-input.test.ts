import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { either } from "../storm/storm.ts";
import { contentOf, derivedAndRebuilt, found, type Harbour, openHarbour } from "./harbour.ts";
import { inProcess } from "./start-process.ts";

describe("a place where a vault should be", () => {
  test.each([
    ["a file", (path: string) => writeFileSync(path, "my notes\n")],
    ["a link to nothing", (path: string) => symlinkSync("nowhere", path)],
    ["a link to a folder that is no vault", (path: string) => symlinkSync("../home", path)],
  ] as const)("that is %s is told of and left alone, and the personal vault works", async (_, make) => {
    verifies("scenario.place");
    const harbour = await openHarbour({ vault: false });
    make(harbour.root);
    const before = contentOf(harbour.project);
    const session = harbour.session();
    const [finding] = (await session.status()).findings;
    expect(finding).toMatchObject({ code: expect.stringMatching(/^vault-/), path: harbour.root, severity: "warning" });
    await expect(session.init({ topic: "harbour" })).rejects.toMatchObject({ code: "vault_not_folder" });
    await session.note({ title: "Fog", type: "lesson", text: "The fog comes from the east." });
    expect(await found(session, "fog")).toEqual(["notes/fog"]);
    await session.settle();
    expect(contentOf(harbour.project)).toEqual(before);
  });
});

const furnish = (harbour: Harbour): void => {
  for (const nth of [1, 2, 3, 4, 5, 6]) {
    harbour.page(`concepts/pier-${nth}`, `The pier number${nth} has oak piles. See [[pier-${(nth % 6) + 1}]].`);
  }
};

const spoilt: Readonly<Record<string, (path: string, bytes: Buffer) => void>> = {
  truncated: (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length >> 1)),
  "with a flipped byte": (path, bytes) =>
    writeFileSync(
      path,
      bytes.map((byte, at) => (at === bytes.length - 40 ? byte ^ 1 : byte)),
    ),
  "of another version": (path, bytes) => writeFileSync(path, bytes.toString("latin1").replace("1", "9"), "latin1"),
  empty: (path) => writeFileSync(path, ""),
  "of another program": (path) => writeFileSync(path, "\0\x01\x02 not ours"),
  "a folder": (path) => {
    rmSync(path);
    mkdirSync(join(path, "inside"), { recursive: true });
  },
  gone: (path) => rmSync(path),
};

describe("files of the cache that are", () => {
  test.each(Object.keys(spoilt))("%s cost time and nothing else", async (kind) => {
    verifies("scenario.damaged-cache");
    const harbour = await openHarbour();
    const first = harbour.session();
    await first.warm();
    furnish(harbour);
    await first.settle();
    harbour.page("concepts/pier-7", "The pier number7 has oak piles. See [[pier-1]].");
    await first.settle();
    const place = join(harbour.folder, "cache/pi-wiki");
    const [folder = ""] = readdirSync(place).filter((name) => name !== "transpiled");
    const cached = readdirSync(join(place, folder));
    expect(cached).toEqual(expect.arrayContaining(["base.seg", "pages.jsonl"]));
    for (const name of cached) {
      spoilt[kind]?.(join(place, folder, name), readFileSync(join(place, folder, name)));
      const session = harbour.session();
      expect([name, (await found(session, "number7"))[0]]).toEqual([name, "concepts/pier-7"]);
      harbour.page("concepts/pier-8", `The pier number8 is new to ${name}.`);
      await session.settle();
      expect((await found(harbour.session(), "number8"))[0]).toBe("concepts/pier-8");
    }
    const { derived, rebuilt } = await derivedAndRebuilt(harbour);
    expect(derived).toEqual(rebuilt);
  });
});

/** Markdown files outside the vault. */
const logs = (harbour: Harbour, count: number): string => {
  const folder = join(harbour.folder, "logs");
  mkdirSync(folder);
  for (let nth = 1; nth <= count; nth += 1) writeFileSync(join(folder, `day-${nth}.md`), `# Day ${nth}\n\nQuiet.\n`);
  return folder;
};

describe("two processes that import the same folder at once", () => {
  test("make each page once, and the lists name all of them", async () => {
    verifies("scenario.import-twice");
    const harbour = await openHarbour();
    const folder = logs(harbour, 40);
    const outcomes = await Promise.all([1, 2].map(() => inProcess(harbour, { action: "import", subject: folder })));
    const created = outcomes.flatMap(({ result }) => (Array.isArray(result) ? result : [result]));
    expect(created).toHaveLength(40);
    expect(new Set(created).size).toBe(40);
    expect(readdirSync(join(harbour.root, "wiki/notes")).filter((name) => name.endsWith(".md"))).toHaveLength(40);
    expect((await harbour.session().verify()).findings).toEqual([]);
    await harbour.session().rebuild();
    expect(Object.keys(JSON.parse(harbour.read("meta/registry.json")).pages).sort()).toEqual([...created].sort());
  });
});

/** Some changes on disk of all, so that a test ends in good time; every one in a storm. */
const kills = (steps: number): readonly number[] => {
  const stride = Math.max(1, Math.ceil(steps / either({ short: 4, long: steps })));
  return Array.from({ length: Math.ceil(steps / stride) }, (_, nth) => 1 + nth * stride);
};

describe("a process that is killed", () => {
  test.each([
    ["while it imports", "import"],
    ["while it captures", "capture"],
    ["while it writes a note", "note"],
    ["while it settles", "settle"],
  ] as const)("%s loses nothing, and the next one completes the work", { timeout: 120_000 }, async (_, action) => {
    verifies("scenario.killed");
    const arrange = async () => {
      const harbour = await openHarbour();
      furnish(harbour);
      await harbour.session().rebuild();
      const subject = action === "import" ? logs(harbour, 3) : "The tide gauge of the pier";
      if (action === "settle") {
        harbour.page("concepts/pier-3", "The pier number3 was rebuilt. See [[pier-9]].");
        harbour.page("concepts/pier-9", "The pier number9 is new.");
        rmSync(join(harbour.root, "wiki/concepts/pier-1.md"));
      }
      return { harbour, subject };
    };
    const whole = await arrange();
    const { steps = 0 } = await inProcess(whole.harbour, { action, subject: whole.subject });
    expect(steps).toBeGreaterThan(3);
    for (const killAt of kills(steps)) {
      const { harbour, subject } = await arrange();
      const before = contentOf(join(harbour.root, "wiki"));
      expect([killAt, await inProcess(harbour, { action, subject, killAt })]).toEqual([killAt, { killed: true }]);
      expect([killAt, contentOf(join(harbour.root, "wiki"))]).toEqual([killAt, expect.objectContaining(before)]);
      expect(await inProcess(harbour, { action, subject })).toHaveProperty("result");
      const session = harbour.session();
      const { findings } = await session.verify();
      expect([killAt, findings.filter(({ severity }) => severity === "error")]).toEqual([killAt, []]);
      expect((await session.lint()).findings.filter(({ severity }) => severity === "error")).toEqual([]);
      await inProcess(harbour, { action: "settle" });
      const { derived, rebuilt } = await derivedAndRebuilt(harbour);
      if (action === "settle") expect([killAt, derived]).toEqual([killAt, rebuilt]);
      const registry = JSON.parse(harbour.read("meta/registry.json"));
      const pages = Object.keys(registry.pages).filter((id) => !id.startsWith("sources/"));
      expect(pages).toHaveLength({ import: 9, capture: 6, note: 7, settle: 6 }[action]);
    }
  });
});
