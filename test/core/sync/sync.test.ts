import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Platform } from "../../../extensions/platform/platform.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type Clone, cloneAt, inStep, two } from "./clones.ts";

const note = { type: "lesson", text: "In fog the horn is sounded every two minutes." } as const;

test("a page of one clone is there in the other after both have synced, and both ledgers verify", async () => {
  verifies("sync.carries");
  const [here, there] = await two();
  const { id } = await here.session("tool").note({ ...note, title: "Sound the horn" });
  const sent = await here.session().sync();
  expect(sent).toMatchObject([{ state: "synced", remote: "origin/main", received: [] }]);
  expect(sent[0]?.sent).toBeGreaterThan(1);
  const [came] = await there.session().sync();
  expect(came).toMatchObject({ state: "synced", sent: 0, merged: [], contradictions: [] });
  expect(came?.received).toContain(`wiki/${id}.md`);
  expect(there.read(`wiki/${id}.md`)).toBe(here.read(`wiki/${id}.md`));
  expect((await there.session().recall({ query: "horn in fog" })).hits.map((hit) => hit.id)).toEqual([id]);
  expect((await there.session().verify()).findings).toEqual([]);
  expect(there.git("status", "--porcelain")).toBe("");
  expect(here.git("rev-parse", "HEAD")).toBe(there.git("rev-parse", "HEAD"));
});

test("syncing again with nothing new changes nothing", async () => {
  verifies("sync.carries");
  const [here] = await two();
  await here.session("tool").note({ ...note, title: "Sound the horn" });
  const [first] = await here.session().sync();
  const [again] = await here.session().sync();
  expect(again).toMatchObject({ state: "synced", received: [], sent: 0, commit: first?.commit });
});

test("files outside the vault stay as they are: edited, staged, or ahead of or behind the remote", async () => {
  verifies("sync.outside");
  const [here, there] = await two();
  writeFileSync(join(there.folder, "lamp.txt"), "out\n");
  there.git("commit", "-qam", "Put the lamp out");
  there.git("push", "-q");
  writeFileSync(join(here.folder, "tower.txt"), "white\n");
  here.git("add", "tower.txt");
  here.git("commit", "-qm", "Paint the tower");
  writeFileSync(join(here.folder, "stairs.txt"), "steep\n");
  here.git("add", "stairs.txt");
  writeFileSync(join(here.folder, "lamp.txt"), "flickering\n");
  await here.session("tool").note({ ...note, title: "Sound the horn" });
  expect(await here.session().sync()).toMatchObject([{ state: "synced" }]);
  expect(readFileSync(join(here.folder, "lamp.txt"), "utf8")).toBe("flickering\n");
  expect(here.git("status", "--porcelain").split("\n").sort()).toEqual(["", " M lamp.txt", "A  stairs.txt"]);
  // What was not pushed is still not there, and what was pushed still is.
  const remote = here.git("ls-tree", "-r", "--name-only", "origin/main");
  expect(remote).not.toContain("tower.txt");
  expect(here.git("show", "origin/main:lamp.txt")).toBe("out\n");
  expect(remote).toContain(".llm-wiki/wiki/notes/sound-the-horn.md");
  here.git("checkout", "-q", "lamp.txt");
  here.git("stash", "-q");
  here.git("pull", "-q", "--no-rebase", "--no-edit");
  expect(readFileSync(join(here.folder, "lamp.txt"), "utf8")).toBe("out\n");
  expect(await here.session().sync()).toMatchObject([{ state: "synced", received: [] }]);
});

test("a page that both changed in other places is merged, and waits as a draft", async () => {
  verifies("sync.page");
  const [here, there] = await two();
  const { id } = await here.session("tool").note({ ...note, title: "Sound the horn", text: "One.\n\nTwo.\n\nThree." });
  await inStep(here, there);
  here.put(`wiki/${id}.md`, here.read(`wiki/${id}.md`).replace("One.", "One more."));
  there.put(`wiki/${id}.md`, there.read(`wiki/${id}.md`).replace("Three.", "Three more."));
  await inStep(here, there);
  for (const clone of [here, there]) {
    expect(clone.read(`wiki/${id}.md`)).toMatch(/One more\.\n\nTwo\.\n\nThree more\./);
    expect((await clone.session().verify()).findings).toEqual([]);
  }
});

test("a page whose same line both changed is left as a pair to review, the same in both clones", async () => {
  verifies("sync.pair");
  const [here, there] = await two();
  const { id } = await here.session("tool").note({ ...note, title: "Sound the horn", text: "Sound it twice." });
  await inStep(here, there);
  here.put(`wiki/${id}.md`, here.read(`wiki/${id}.md`).replace("twice", "three times"));
  there.put(`wiki/${id}.md`, there.read(`wiki/${id}.md`).replace("twice", "once"));
  await here.session().sync();
  const [synced] = await there.session().sync();
  expect(synced).toMatchObject({ merged: [id], pairs: [id], contradictions: [{ page: id, kind: "revision" }] });
  await here.session().sync();
  const table = there.session("terminal").review;
  const [item] = (await table.queue()).filter(({ kind }) => kind === "revision");
  if (item === undefined) throw new Error("Nothing waits.");
  const answer = { decision: "decline", mark: "another" } as const;
  await expect(table.answer(item, answer)).rejects.toMatchObject({ code: "changed_meanwhile" });
  for (const clone of [here, there]) {
    expect(clone.read(`wiki/${id}.md`)).toContain("three times");
    const queue = await clone.session().review.queue();
    const item = queue.find((one) => one.kind === "revision");
    expect(item?.id).toBe(id);
    expect(clone.read(`meta/revisions/${item?.proposal?.revision}.md`)).toContain("once");
  }
});

test("notes that two people wrote of the same matter are opened as a conflict", async () => {
  verifies("sync.contradicts");
  const [here, there] = await two();
  await here.session("tool").note({ ...note, title: "Sound the fog horn twice" });
  await there.session("tool").note({ ...note, title: "Sound the fog horn twice a minute", text: "Twice a minute." });
  await here.session().sync();
  const [synced] = await there.session().sync();
  expect(synced?.contradictions).toMatchObject([{ kind: "conflict" }]);
});

test("a broken ledger in the remote stops everything, and nothing here is changed", async () => {
  verifies("sync.verified");
  const [here, there] = await two();
  await here.session("tool").note({ ...note, title: "Sound the horn" });
  await inStep(here, there);
  there.put("meta/events.jsonl", there.read("meta/events.jsonl").replace(/"actor":"keeper"/, '"actor":"nobody"'));
  there.git("commit", "-qam", "Alter");
  there.git("push", "-q");
  const before = here.read("meta/events.jsonl");
  const [refused] = await here.session().sync();
  expect(refused?.state).toBe("refused");
  expect(refused?.findings.map(({ code }) => code)).toContain("ledger-edited");
  expect(here.read("meta/events.jsonl")).toBe(before);
});

test("a remote whose ledger lost events is refused", async () => {
  verifies("sync.verified");
  const [here, there] = await two();
  await here.session("tool").note({ ...note, title: "Sound the horn" });
  await inStep(here, there);
  there.put("meta/events.jsonl", `${there.read("meta/events.jsonl").split("\n").slice(0, 1).join("\n")}\n`);
  there.git("commit", "-qam", "Cut");
  there.git("push", "-q");
  const [refused] = await here.session().sync();
  expect(refused).toMatchObject({ state: "refused", findings: [{ code: "sync-ledger-cut" }] });
});

test("a captured file that was altered in the remote is put back there, and is never altered here", async () => {
  verifies("sync.raw");
  const [here, there] = await two();
  const { id } = await here.session().capture({ text: "# Horn\n\nIt is loud.\n", title: "Horn" });
  await inStep(here, there);
  const path = `raw/sources/${id}/extracted.md`;
  const captured = here.read(path);
  there.git("rm", "-q", "--cached", `.llm-wiki/${path}`);
  there.git("commit", "-qm", "Lose");
  there.git("push", "-q");
  const [synced] = await here.session().sync();
  expect(synced?.findings.map(({ code }) => code)).toContain("sync-raw-altered");
  expect(here.read(path)).toBe(captured);
  expect(here.git("ls-tree", "-r", "--name-only", "origin/main")).toContain(path);
});

test("what was forgotten in one clone goes in the other, and does not come back", async () => {
  verifies("sync.forgotten");
  const [here, there] = await two();
  const { id } = await here.session("tool").note({ ...note, title: "Sound the horn" });
  await inStep(here, there);
  there.put(`wiki/${id}.md`, `${there.read(`wiki/${id}.md`)}\nMore.\n`);
  await here.session("terminal").forget({ id, reason: "wrong" });
  await here.session().sync();
  await there.session().sync();
  await here.session().sync();
  expect([here.has(`wiki/${id}.md`), there.has(`wiki/${id}.md`)]).toEqual([false, false]);
});

test("packets that two clones capture on one day never share an id", async () => {
  verifies("sync.packet-ids");
  const [here, there] = await two();
  const ids: string[] = [];
  for (const clone of [here, there, here, there]) {
    const text = `# Horn ${ids.length}\n`;
    ids.push((await clone.session().capture({ text, title: "Horn" })).id);
  }
  expect(new Set(ids).size).toBe(4);
  await inStep(here, there);
  for (const clone of [here, there]) {
    for (const id of ids) expect(clone.has(`raw/sources/${id}/manifest.json`)).toBe(true);
    expect((await clone.session().verify()).findings).toEqual([]);
  }
});

test("a checkout of an older branch is brought forward, and takes nothing back", async () => {
  verifies("sync.carries");
  const [here, there] = await two();
  here.git("branch", "old");
  const { id } = await here.session("tool").note({ ...note, title: "Sound the horn" });
  await inStep(here, there);
  here.git("checkout", "-q", "old");
  here.git("branch", "-q", "-u", "origin/main");
  await here.session().sync();
  expect(here.has(`wiki/${id}.md`)).toBe(true);
  expect(here.git("ls-tree", "-r", "--name-only", "origin/main")).toContain(`wiki/${id}.md`);
});

/** Runs `write` once, when git is asked for the names of the files as they are, before or after it tells them. */
const meanwhile =
  (when: "before" | "after", write: () => void) =>
  (platform: Platform): Platform => {
    let isDone = false;
    const once = (at: "before" | "after"): void => {
      if (isDone || at !== when) return;
      isDone = true;
      write();
    };
    return {
      ...platform,
      run: async (command, options) => {
        if (!command.includes("hash-object")) return await platform.run(command, options);
        once("before");
        const result = await platform.run(command, options);
        once("after");
        return result;
      },
    };
  };

test.each(["before", "after"] as const)(
  "what somebody writes while a sync runs (%s the files are looked at) takes nothing back, and is not lost",
  async (when) => {
    verifies("sync.meanwhile");
    const [here, there] = await two();
    const { id } = await here.session("tool").note({ title: "Tide", type: "lesson", text: "High.\n\nLow.\n\nSlack." });
    await inStep(here, there);
    const path = `wiki/${id}.md`;
    here.put(path, here.read(path).replace("High.", "High at noon."));
    await here.session().sync();
    const edit = (): void => there.put(path, there.read(path).replace("Slack.", "Slack at six."));
    expect(await there.session("cli", meanwhile(when, edit)).sync()).toMatchObject([{ state: "synced" }]);
    await inStep(there, here);
    for (const clone of [here, there]) {
      expect(clone.read(path)).toContain("High at noon.");
      expect(clone.read(path)).toContain("Slack at six.");
      expect((await clone.session().verify()).findings).toEqual([]);
    }
  },
);

const written = async (clone: Clone, title: string): Promise<void> => {
  const session = clone.session("tool");
  await session.note({ ...note, title });
  await session.settle();
};

test("lists that are made anew in each clone are not carried, though somebody committed them", async () => {
  verifies("sync.derived");
  const [here, there] = await two();
  await written(here, "Sound the horn");
  here.git("add", "-f", ".llm-wiki/meta/index.md", ".llm-wiki/meta/registry.json");
  here.git("commit", "-qm", "Lists", "--", ".llm-wiki/meta/index.md", ".llm-wiki/meta/registry.json");
  here.git("push", "-q");
  await here.session().sync();
  await written(there, "Trim the wick");
  const [came] = await there.session().sync();
  expect(came).toMatchObject({ state: "synced", merged: [], findings: [] });
  expect(came?.received.filter((path) => /registry|index/.test(path))).toEqual([]);
  expect(there.read("meta/index.md")).toContain("Trim the wick");
  expect(there.git("diff", "--cached", "--name-only")).toBe("");
  const [sent] = await there.session().sync();
  expect(sent).toMatchObject({ state: "synced", sent: 0 });
});

test("what keeps a vault from being carried is said, and the rest is done all the same", async () => {
  verifies("sync.absent");
  const [here] = await two();
  here.git("remote", "set-url", "origin", join(here.folder, "..", "gone.git"));
  await expect(here.session().sync()).rejects.toMatchObject({ code: "git_failed" });
  here.git("remote", "set-url", "origin", join(here.folder, "..", "remote.git"));
  here.git("remote", "rename", "origin", "away");
  here.git("config", "branch.main.merge", "refs/heads/other");
  expect(await here.session().sync()).toMatchObject([{ state: "unpushed" }]);
  here.git("checkout", "-q", "--detach");
  expect(await here.session().sync()).toMatchObject([{ state: "no-branch" }]);
  here.git("checkout", "-q", "main");
  here.git("remote", "remove", "away");
  expect(await here.session().sync()).toMatchObject([{ state: "no-remote" }]);
  appendFileSync(join(here.folder, ".git", "info", "exclude"), ".llm-wiki\n");
  here.git("rm", "-rq", "--cached", ".llm-wiki");
  here.git("remote", "add", "origin", join(here.folder, "..", "remote.git"));
  expect(await here.session().sync()).toMatchObject([{ state: "ignored" }]);
  const alone = cloneAt(join(here.folder, "..", "alone"), "hermit");
  alone.put("config.json", here.read("config.json"));
  expect(await alone.session().sync()).toMatchObject([{ state: "no-repository" }]);
});
