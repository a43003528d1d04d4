import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRepository } from "../../../../extensions/core/git/repository.ts";
import { openEarnedExchange } from "../../../../extensions/core/knowledge/earned/earned-exchange-store.ts";
import { openEarnedStore } from "../../../../extensions/core/knowledge/earned/earned-store.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { bundleOnce } from "../../../support/bundle.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import { scratchRepository } from "../../git/scratch-repository.ts";
import { certifiedDraft, lesson, lessonDraft, ref } from "./lighthouse-drafts.ts";
import { openedStore } from "./lighthouse-records.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const coded = (code: string) => expect.objectContaining({ code });

describe("the store", () => {
  test("makes nothing before the first append, and then for its owner alone", async () => {
    verifies("earned.places");
    const { store, gitDir, fileOf } = await openedStore();
    expect(await store.read("lesson")).toEqual([]);
    expect(existsSync(join(gitDir, "pmo-knowledge"))).toBe(false);
    await store.append(lessonDraft("Trim it dry."));
    const file = fileOf("lesson");
    expect([file, dirname(file), dirname(dirname(file))].map(modeOf)).toEqual(["600", "700", "700"]);
    expect(await store.read("lesson")).toMatchObject([{ seq: 0, detail: { claim: "Trim it dry." } }]);
  });

  test("appends and reads, and has nothing that changes or removes a record", async () => {
    verifies("earned.append-only");
    const { store } = await openedStore();
    expect(Object.keys(store).sort()).toEqual(["append", "check", "read", "readAll"]);
  });

  test("refuses a record that is none, and writes nothing", async () => {
    verifies("earned.records");
    const { store, fileOf } = await openedStore();
    const wrong = { ...lessonDraft("x"), detail: { ...lesson("x"), confidence: "sure" } };
    await expect(store.append(wrong)).rejects.toEqual(coded("record_refused"));
    expect(existsSync(fileOf("lesson"))).toBe(false);
  });

  test("takes the same again for the same, wherever its names lead by then", async () => {
    verifies("earned.replay");
    const { store, clock } = await openedStore();
    const first = await store.append(lessonDraft("Trim it dry."));
    clock.advance(60_000);
    const moved = lessonDraft("Trim it dry.");
    const locations = '[{"reason":"symbol-map-unavailable","reference":"trimWick","status":"unresolved"}]';
    const again = await store.append({ ...moved, detail: { ...moved.detail, locations } });
    expect(again).toEqual({ record: first.record, isNew: false });
    expect((await store.append({ ...moved, headSha: "b".repeat(40) })).isNew).toBe(true);
    expect((await store.append(lessonDraft("Trim it dry.", { places: ["lamp"] }))).isNew).toBe(true);
  });

  test("refuses a receipt that stands for something else", async () => {
    verifies("earned.replay");
    const { store } = await openedStore();
    await store.append(certifiedDraft("Trim it dry."));
    expect((await store.append(certifiedDraft("Trim it dry."))).isNew).toBe(false);
    await expect(store.append(certifiedDraft("Trim it wet."))).rejects.toEqual(coded("receipt_collision"));
    expect(await store.read("certified-handoff-lesson")).toHaveLength(1);
  });

  test("lets a lesson take the place of one that is there, a plain one not of a certified one", async () => {
    verifies("earned.supersedes");
    const { store } = await openedStore();
    const { record: plain } = await store.append(lessonDraft("Trim it dry."));
    const { record: handed } = await store.append(certifiedDraft("Trim it at dusk.", { supersedes: plain.hash }));
    await expect(store.append(lessonDraft("Never.", { supersedes: ref("9") }))).rejects.toEqual(
      coded("lesson_unknown"),
    );
    await expect(store.append(lessonDraft("No.", { supersedes: handed.hash }))).rejects.toEqual(
      coded("lesson_unknown"),
    );
    await store.append(lessonDraft("Trim it twice.", { supersedes: plain.hash }));
    expect(await store.read("lesson")).toHaveLength(2);
  });

  test("refuses a clock that ran backwards, naming both times", async () => {
    verifies("earned.clock");
    const { store, clock } = await openedStore();
    await store.append(lessonDraft("One."));
    clock.advance(-5_000);
    const data = expect.objectContaining({ last: "2026-11-30T12:00:00Z", now: "2026-11-30T11:59:55Z" });
    await expect(store.append(lessonDraft("Two."))).rejects.toMatchObject({ code: "clock_regression", data });
    clock.advance(5_000);
    expect((await store.append(lessonDraft("Two."))).isNew).toBe(true);
  });

  test.each([
    "pmo-knowledge",
    "pmo-knowledge/earned",
    "pmo-knowledge/earned/lesson.jsonl",
    "pmo-knowledge/earned/.earned.lock",
  ])("follows no link at %s", async (place) => {
    verifies("earned.places");
    const { store, gitDir, folder } = await openedStore();
    mkdirSync(join(folder, "elsewhere"));
    mkdirSync(dirname(join(gitDir, place)), { recursive: true });
    symlinkSync(join(folder, "elsewhere"), join(gitDir, place));
    await expect(store.append(lessonDraft("One."))).rejects.toEqual(coded("knowledge_place"));
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });
});

describe("a torn end", () => {
  test("is refused at its byte, is kept aside by repair, and leaves the rest", async () => {
    verifies("earned.torn");
    const { store, platform, gitDir, fileOf } = await openedStore();
    await store.append(lessonDraft("One."));
    const whole = readFileSync(fileOf("lesson"));
    appendFileSync(fileOf("lesson"), whole.subarray(0, 100));
    const torn = {
      code: "earned_torn",
      data: { offset: whole.length },
      hint: expect.stringContaining("knowledge repair"),
    };
    await expect(store.read("lesson")).rejects.toMatchObject(torn);
    await expect(store.append(lessonDraft("Two."))).rejects.toMatchObject(torn);
    expect(await store.check()).toMatchObject([{ state: "torn", records: 1 }]);
    const { moved } = await openEarnedExchange(platform, gitDir).repair();
    expect(moved).toMatchObject([{ record_kind: "lesson", byte_offset: whole.length, bytes: 100 }]);
    expect(readFileSync(moved[0]?.path ?? "").equals(whole.subarray(0, 100))).toBe(true);
    expect(readFileSync(fileOf("lesson")).equals(whole)).toBe(true);
    expect((await store.append(lessonDraft("Two."))).record.seq).toBe(1);
    expect(await openEarnedExchange(platform, gitDir).repair()).toEqual({ moved: [] });
  });

  test("that is an append under way is looked at once more when that is over", async () => {
    verifies("earned.torn", "earned.crowd");
    const { store, platform, gitDir, fileOf } = await openedStore();
    await store.append(lessonDraft("One."));
    await store.append(lessonDraft("Two."));
    const whole = readFileSync(fileOf("lesson"));
    truncateSync(fileOf("lesson"), whole.length - 40);
    const looks = await platform.files(gitDir, "private").withLock("pmo-knowledge/earned/.earned", async () => {
      const begun = { read: store.read("lesson"), checked: store.check() };
      writeFileSync(fileOf("lesson"), whole);
      return begun;
    });
    expect(await looks.read).toHaveLength(2);
    expect(await looks.checked).toMatchObject([{ state: "sound", records: 2 }]);
  });

  test("of nothing is an append that did not begin", async () => {
    verifies("earned.torn");
    const { store, platform, gitDir, fileOf } = await openedStore();
    mkdirSync(dirname(fileOf("lesson")), { recursive: true });
    writeFileSync(fileOf("lesson"), "");
    await expect(store.read("lesson")).rejects.toMatchObject({ code: "earned_torn", data: { offset: 0 } });
    await openEarnedExchange(platform, gitDir).repair();
    expect((await store.append(lessonDraft("One."))).record.seq).toBe(0);
  });

  test("behind an altered line is no torn end: repair leaves it as it is", async () => {
    verifies("earned.torn", "earned.chain");
    const { store, platform, gitDir, fileOf } = await openedStore();
    await store.append(lessonDraft("One."));
    const altered = `${readFileSync(fileOf("lesson"), "utf8").replace("One.", "Two.")}{"torn`;
    writeFileSync(fileOf("lesson"), altered);
    await expect(store.read("lesson")).rejects.toMatchObject({ code: "earned_malformed", data: { line: 1 } });
    await expect(openEarnedExchange(platform, gitDir).repair()).rejects.toEqual(coded("earned_malformed"));
    expect(readFileSync(fileOf("lesson"), "utf8")).toBe(altered);
  });
});

test("an append that fails or crashes at any step loses nothing that was acknowledged", async () => {
  verifies("earned.crowd");
  const points = await faultRuns({
    arrange: async ({ platform, folder }) => openEarnedStore(platform, join(folder, "git")).append(lessonDraft("One.")),
    act: async ({ platform, folder }) => openEarnedStore(platform, join(folder, "git")).append(lessonDraft("Two.")),
    check: async ({ platform, folder }, acknowledged) => {
      const store = openEarnedStore(platform, join(folder, "git"));
      const [chain] = await store.check();
      if (chain?.state === "torn") await openEarnedExchange(platform, join(folder, "git")).repair();
      const claims = (await store.read("lesson")).map(({ detail }) => detail.claim);
      expect(claims.slice(0, 1)).toEqual(["One."]);
      if (acknowledged) expect(claims).toEqual(["One.", "Two."]);
      await store.append(lessonDraft("Two."));
      expect(await store.read("lesson")).toHaveLength(2);
    },
  });
  expect(points).toBeGreaterThan(3);
});

const startAppender = async (gitDir: string, ...words: readonly string[]): Promise<readonly string[]> => {
  const program = await bundleOnce(new URL("./earned-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, gitDir, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  await new Promise((resolve) => child.on("close", resolve));
  return said.split("\n").slice(0, -1);
};

describe("processes", () => {
  test("that append at once leave one chain with everything", async () => {
    verifies("earned.crowd");
    const { store, gitDir } = await openedStore();
    const said = await Promise.all(["north", "south"].map((name) => startAppender(gitDir, name, "12")));
    const records = await store.read("lesson");
    expect(records).toHaveLength(24);
    expect(new Set(records.map(({ hash }) => hash))).toEqual(new Set(said.flat()));
  }, 60_000);

  test("that are killed on the way leave what they acknowledged, and the next goes on", async () => {
    verifies("earned.crowd");
    const { store, platform, gitDir } = await openedStore();
    const acknowledged: string[] = [];
    for (const killAt of [6, 9, 12, 15, 18]) {
      acknowledged.push(...(await startAppender(gitDir, `killed-${killAt}`, "9", String(killAt))));
      await openEarnedExchange(platform, gitDir).repair();
    }
    expect((await startAppender(gitDir, "last", "1")).length).toBe(1);
    const hashes = (await store.read("lesson")).map(({ hash }) => hash);
    expect(acknowledged.filter((hash) => !hashes.includes(hash))).toEqual([]);
  }, 60_000);
});

test("a linked work tree shares what was earned, and its removal loses nothing", async () => {
  verifies("earned.places");
  const { platform, root, folder, add, git } = await scratchRepository();
  add({ "a.ts": "export const a = 1;\n" });
  git("commit", "-q", "-m", "Begin");
  const linked = join(folder, "linked");
  git("worktree", "add", "-q", linked);
  const { commonDir } = await openRepository(platform, linked);
  await openEarnedStore(platform, commonDir).append(lessonDraft("One."));
  git("worktree", "remove", "--force", linked);
  const main = openEarnedStore(platform, (await openRepository(platform, root)).commonDir);
  expect(await main.read("lesson")).toHaveLength(1);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })).toBe("");
});

describe("between clones", () => {
  const clones = async () => {
    const [ours, theirs] = [await openedStore(), await openedStore()];
    const [our, their] = [ours, theirs].map(({ platform, gitDir }) => openEarnedExchange(platform, gitDir));
    if (our === undefined || their === undefined) throw new Error("There are two.");
    return { ours, theirs, our, their };
  };

  test("a chain that goes on from ours is appended; the same again adds nothing", async () => {
    verifies("earned.exchange");
    const { ours, theirs, our, their } = await clones();
    await theirs.store.append(lessonDraft("One."));
    await our.imported((await their.exported()).text);
    await theirs.store.append(lessonDraft("Two."));
    const { text } = await their.exported();
    expect(await our.imported(text)).toMatchObject({ chains: [{ result: "fast-forward", added: 1 }] });
    expect(await our.imported(text)).toMatchObject({ chains: [{ result: "same", added: 0 }] });
    await ours.store.append(lessonDraft("Three."));
    expect(await our.imported(text)).toMatchObject({ chains: [{ result: "behind" }] });
    expect(await ours.store.read("lesson")).toHaveLength(3);
  });

  test("a chain that parted from ours is kept beside it, read-only, and is verified at every read", async () => {
    verifies("earned.exchange");
    const { ours, theirs, our, their } = await clones();
    await ours.store.append(lessonDraft("Ours."));
    await theirs.store.append(lessonDraft("Theirs."));
    const { chains } = await our.imported((await their.exported()).text);
    expect(chains).toMatchObject([{ result: "beside", added: 1 }]);
    const path = chains[0]?.path ?? "";
    expect(modeOf(path)).toBe("444");
    const claims = async () => (await ours.store.readAll("lesson")).map(({ detail }) => detail.claim);
    expect(await claims()).toEqual(["Ours.", "Theirs."]);
    expect(await ours.store.read("lesson")).toHaveLength(1);
    const altered = readFileSync(path, "utf8").replace("Theirs.", "Others.");
    execFileSync("chmod", ["u+w", path]);
    writeFileSync(path, altered);
    await expect(claims()).rejects.toEqual(coded("earned_malformed"));
  });

  test("a text that is altered, cut or none is refused, and nothing is written", async () => {
    verifies("earned.exchange");
    const { ours, theirs, our, their } = await clones();
    await theirs.store.append(lessonDraft("One."));
    const { text } = await their.exported();
    const [first = ""] = text.split("\n");
    for (const wrong of ["", "{}", text.slice(0, -3), `${first}\n`, text.replace("One.", "Two."), `${text}${text}`]) {
      await expect(our.imported(wrong)).rejects.toEqual(coded("import_refused"));
    }
    expect(existsSync(ours.fileOf("lesson"))).toBe(false);
  });
});

test("truncated to a whole line the chain still stands, as the contract has it", async () => {
  verifies("earned.chain");
  const { store, fileOf } = await openedStore();
  await store.append(lessonDraft("One."));
  const { size } = statSync(fileOf("lesson"));
  await store.append(lessonDraft("Two."));
  truncateSync(fileOf("lesson"), size);
  expect(await store.read("lesson")).toHaveLength(1);
});
