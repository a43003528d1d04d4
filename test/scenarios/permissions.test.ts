import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { contentOf, type Harbour, openHarbour } from "./harbour.ts";
import { inProcess } from "./start-process.ts";

/** Root may do anything: as root, the session is in a process that has become nobody. */
const asNobody = process.getuid?.() === 0;

const all = (folder: string): readonly string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name)),
];

/** Gives nobody a home, a cache and a state folder. */
const furnish = ({ folder }: Harbour): void => {
  if (!asNobody) return;
  for (const name of ["home", "cache", "state"]) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const path of all(join(folder, name))) chownSync(path, 65_534, 65_534);
  }
};

const shut: string[] = [];

const close = (path: string, mode: number): void => {
  shut.push(path);
  chmodSync(path, mode);
};

afterEach(() => {
  for (const path of shut.splice(0).reverse()) chmodSync(path, 0o755);
});

describe("files that may not be read", () => {
  test("are told of, and everything else is found", async () => {
    verifies("scenario.unreadable");
    const harbour = await openHarbour();
    harbour.page("concepts/pier", "The pier has oak piles.");
    harbour.page("cellar/pier", "The cellar below the pier.");
    close(harbour.page("concepts/shut", "The pier behind the wall."), 0o000);
    close(join(harbour.root, "wiki/cellar"), 0o000);
    furnish(harbour);
    expect(await inProcess(harbour, { action: "recall", subject: "pier", asNobody })).toMatchObject({
      result: ["concepts/pier"],
    });
    expect(await inProcess(harbour, { action: "status", asNobody })).toMatchObject({ result: [1, 0] });
    const { result } = await inProcess(harbour, { action: "lint", asNobody });
    expect(result).toEqual(
      expect.arrayContaining([
        `unreadable ${harbour.root}/wiki/concepts/shut.md`,
        `skipped-unreadable ${harbour.root}/wiki/cellar`,
      ]),
    );
  });
});

describe("a vault that may not be written", () => {
  test("is recalled from, linted and verified, and every write is refused with the reason", async () => {
    verifies("scenario.read-only");
    const harbour = await openHarbour();
    harbour.page("concepts/pier", "The pier has oak piles.");
    await harbour.session().rebuild();
    mkdirSync(join(harbour.folder, "logs"));
    writeFileSync(join(harbour.folder, "logs/quay.md"), "# Quay\n");
    for (const path of all(harbour.root)) close(path, lstatSync(path).isDirectory() ? 0o555 : 0o444);
    furnish(harbour);
    const before = contentOf(harbour.root);

    const ask = (action: Parameters<typeof inProcess>[1]["action"], subject = "") =>
      inProcess(harbour, { action, subject, asNobody });
    expect(await ask("recall", "pier")).toMatchObject({ result: ["concepts/pier"] });
    expect(await ask("status")).toMatchObject({ result: [1, 0] });
    expect(await ask("verify")).toMatchObject({ result: [] });
    expect(await ask("lint")).toMatchObject({ result: expect.arrayContaining([expect.stringMatching(/^orphan /)]) });
    expect(await ask("settle")).toMatchObject({ result: "settled" });
    for (const [action, subject] of [
      ["note", "Fog"],
      ["capture", "The log of the pier."],
      ["import", join(harbour.folder, "logs")],
    ] as const) {
      expect([action, await ask(action, subject)]).toEqual([
        action,
        { code: "not_writable", message: expect.stringContaining("can't be written: permission denied") },
      ]);
    }
    expect(contentOf(harbour.root)).toEqual(before);
  });

  test("in which somebody else edits is recalled from as it now is", async () => {
    verifies("scenario.read-only");
    const harbour = await openHarbour();
    const page = harbour.page("concepts/pier", "The pier has oak piles.");
    await harbour.session().rebuild();
    close(join(harbour.root, "meta"), 0o555);
    furnish(harbour);
    await inProcess(harbour, { action: "recall", subject: "pier", asNobody });
    writeFileSync(page, "---\ntype: concept\n---\n\nThe mole has granite blocks.\n");
    expect(await inProcess(harbour, { action: "recall", subject: "granite", asNobody })).toMatchObject({
      result: ["concepts/pier"],
    });
    expect(await inProcess(harbour, { action: "settle", asNobody })).toMatchObject({ code: "not_writable" });
    expect(await inProcess(harbour, { action: "recall", subject: "granite", asNobody })).toMatchObject({
      result: ["concepts/pier"],
    });
  });
});
