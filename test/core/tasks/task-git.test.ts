import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import { liveEntries, parseMemory } from "../../../extensions/core/tasks/memory/memory-file.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { refuse, temporaryFolder } from "../../support/test-platform.ts";
import { templatesRoot } from "../../tools/tool-world.ts";

interface Clone {
  readonly folder: string;
  readonly git: (...words: readonly string[]) => string;
  /** Everything there is, committed. */
  readonly commit: () => void;
  /** A session of a user in this checkout. */
  readonly session: (user?: string, id?: string) => Workspace;
  readonly read: (path: string) => string;
  readonly put: (path: string, text: string) => void;
  readonly findings: () => Promise<
    readonly { readonly code: string; readonly line: number; readonly remedy: string }[]
  >;
}

const checkout = (root: string, folder: string): Clone => {
  const variables = (user: string) => ({
    PATH: process.env["PATH"],
    HOME: join(root, "home"),
    XDG_CACHE_HOME: join(folder, "..", "cache"),
    XDG_STATE_HOME: join(folder, "..", "state"),
    PI_WIKI_USER: user,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Keeper",
    GIT_AUTHOR_EMAIL: "keeper@lighthouse.example",
    GIT_COMMITTER_NAME: "Keeper",
    GIT_COMMITTER_EMAIL: "keeper@lighthouse.example",
  });
  const git = (...words: readonly string[]): string =>
    execFileSync("git", words, { cwd: folder, env: variables("keeper"), encoding: "utf8", stdio: "pipe" });
  const session = (user = "keeper", id?: string): Workspace =>
    openWorkspace(nodePlatform({ refuse, variables: variables(user) }), {
      cwd: folder,
      channel: "tool",
      settings: defaultSettings,
      version: "1.0.0",
      templatesRoot,
      ...(id === undefined ? {} : { origin: { session: id } }),
    });
  const place = (path: string): string => join(folder, ".llm-wiki", path);
  return {
    folder,
    git,
    session,
    commit: () => {
      git("add", "-A");
      git("commit", "-qm", "Keep");
    },
    read: (path) => readFileSync(place(path), "utf8"),
    put: (path, text) => {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), text);
    },
    findings: async () => (await session().lint()).findings.filter(({ code }) => /^task|conflict/.test(code)),
  };
};

const memory = "tasks/fix-the-horn/memories";

/** A repository with an open task that two entries were remembered for, and a clone of it. */
const twoClones = async (): Promise<{ readonly here: Clone; readonly there: Clone }> => {
  const root = temporaryFolder();
  for (const name of ["home", "here/horn"]) mkdirSync(join(root, name), { recursive: true });
  const here = checkout(root, join(root, "here", "horn"));
  here.git("init", "-q", "-b", "main");
  await here.session().init({ topic: "horn" });
  await here.session().tasks.open({ title: "Fix the horn" });
  await here.session().tasks.remember({ task: "fix-the-horn", text: "The reed is cracked." });
  here.commit();
  mkdirSync(join(root, "there"));
  here.git("clone", "-q", here.folder, join(root, "there", "horn"));
  return { here, there: checkout(root, join(root, "there", "horn")) };
};

const texts = ({ read }: Clone, user = "keeper"): readonly string[] =>
  liveEntries(parseMemory(read(`${memory}/${user}.md`))).map(({ text }) => text);

const remember = async (clone: Clone, text: string, user?: string): Promise<string> =>
  (await clone.session(user).tasks.remember({ task: "fix-the-horn", text })).entry;

test("what two clones add to one user's file and to others' is all there after a merge", async () => {
  verifies("tasks.merged");
  const { here, there } = await twoClones();
  const block = "\n\n- It rattles.\n\nIt is wet ";
  for (const text of ["Here one.", `Here two:${block}at noon.`]) await remember(here, text);
  await remember(here, "Ann looked at it.", "ann");
  for (const text of ["There one.", `There two:${block}at dusk.`]) await remember(there, text);
  await remember(there, "Bob looked at it.", "bob");
  here.commit();
  there.commit();
  here.git("pull", "-q", "--no-rebase", "--no-edit", join(there.folder), "main");
  const all = [
    "The reed is cracked.",
    "Here one.",
    `Here two:${block}at noon.`,
    "There one.",
    `There two:${block}at dusk.`,
  ];
  expect([...texts(here)].sort()).toEqual(all.sort());
  expect([texts(here, "ann"), texts(here, "bob")]).toEqual([["Ann looked at it."], ["Bob looked at it."]]);
  expect(await here.findings()).toEqual([]);
  const { text } = await here.session().tasks.context({ task: "fix-the-horn" });
  for (const said of ["Here one.", "There one.", "Ann looked at it.", "Bob looked at it."])
    expect(text).toContain(said);
  expect((await here.session().verify()).findings).toEqual([]);
  await expect(remember(here, "After the merge.")).resolves.toMatch(/^\w{4}$/);
});

test("an entry that lost its last lines to one of another clone is a finding, until it is corrected", async () => {
  verifies("tasks.changed");
  const { here, there } = await twoClones();
  await remember(here, "Here: it rattles.\n\nTests pass.");
  await remember(there, "There: it whistles.\n\nTests pass.");
  here.commit();
  there.commit();
  here.git("pull", "-q", "--no-rebase", "--no-edit", join(there.folder), "main");
  const found = await here.findings();
  expect(found).toMatchObject([{ code: "task-entry-changed", severity: "warning", line: 5 }]);
  const lost = parseMemory(here.read(`${memory}/keeper.md`)).entries.find(({ line }) => line === 5);
  expect(lost?.text).toBe("Here: it rattles.");
  const text = "Here: it rattles.\n\nTests pass.";
  await here.session().tasks.correct({ task: "fix-the-horn", entry: lost?.id ?? "", text });
  expect(texts(here)).toContain(text);
  expect(await here.findings()).toEqual([]);
});

test("a correction in one clone holds after a merge with what the other added", async () => {
  verifies("tasks.merged", "tasks.superseded-absent");
  const { here, there } = await twoClones();
  const [entry] = parseMemory(here.read(`${memory}/keeper.md`)).entries;
  await here.session().tasks.correct({ task: "fix-the-horn", entry: entry?.id ?? "", text: "The valve is." });
  await remember(there, "There one.");
  here.commit();
  there.commit();
  here.git("pull", "-q", "--no-rebase", "--no-edit", join(there.folder), "main");
  expect([...texts(here)].sort()).toEqual(["The valve is.", "There one."]);
});

test("an id that two clones gave is a finding, until one of the entries is corrected by its time", async () => {
  verifies("tasks.twins");
  const { here } = await twoClones();
  const twin = (time: string, text: string): string => `\n### ${time} #a3f2\n\n${text}\n`;
  appendFileSync(join(here.folder, ".llm-wiki", memory, "keeper.md"), twin("2026-09-18 14:30", "The lamp smokes."));
  appendFileSync(join(here.folder, ".llm-wiki", memory, "keeper.md"), twin("2026-09-19 08:00", "The bell rings."));
  const found = await here.findings();
  expect(found.map(({ code, line }) => [code, line])).toEqual([
    ["task-entry-twice", 5],
    ["task-entry-twice", 9],
  ]);
  expect(found[0]?.remedy).toContain('pi-wiki task correct fix-the-horn "2026-09-18 14:30 #a3f2"');
  const { tasks } = here.session();
  const correct = (entry: string) => tasks.correct({ task: "fix-the-horn", entry, text: "The lamp is trimmed." });
  await expect(correct("a3f2")).rejects.toMatchObject({
    code: "entry_refused",
    hint: 'Name it with its time: "2026-09-18 14:30 #a3f2".',
  });
  await correct("2026-09-18 14:30 #a3f2");
  expect(await here.findings()).toEqual([]);
  expect(texts(here)).toEqual(["The reed is cracked.", "The bell rings.", "The lamp is trimmed."]);
});

test("markers of an unresolved merge are a finding with its line, and the entries of both sides are there", async () => {
  verifies("tasks.conflict-markers");
  const { here, there } = await twoClones();
  writeFileSync(join(here.folder, ".llm-wiki", ".gitattributes"), "*.jsonl merge=union\n");
  await remember(here, "Here one.");
  await remember(there, "There one.");
  here.commit();
  there.commit();
  expect(() => here.git("pull", "-q", "--no-rebase", "--no-edit", join(there.folder), "main")).toThrow();
  const [found] = await here.findings();
  expect(found).toMatchObject({ code: "conflict-markers", severity: "error", line: 5 });
  expect(found?.remedy).toBe("Keep the entries of both sides, and remove the lines with the markers.");
  expect(texts(here)).toEqual(["The reed is cracked.", "Here one.", "There one."]);
  const { text } = await here.session().tasks.context({ task: "fix-the-horn" });
  expect(text).not.toMatch(/<<<<|====|>>>>/);
});

test("a worktree without a vault shares pages and tasks, has the task of its branch, and outlives nothing", async () => {
  verifies("tasks.worktrees", "tasks.branch");
  const root = temporaryFolder();
  for (const name of ["home", "main/horn"]) mkdirSync(join(root, name), { recursive: true });
  const main = checkout(root, join(root, "main", "horn"));
  main.git("init", "-q", "-b", "main");
  writeFileSync(join(main.folder, ".gitignore"), ".llm-wiki/\n");
  main.commit();
  await main.session().init({ topic: "horn" });
  await main.session().tasks.open({ title: "Keep the log" });
  main.git("worktree", "add", "-q", "-b", "lamp", join(root, "main", "lamp"));
  const linked = checkout(root, join(root, "main", "lamp"));
  await linked.session().tasks.open({ title: "Mend the lamp" });
  await linked.session().tasks.remember({ text: "The wick is short." });
  await linked.session().note({ title: "Wicks", type: "lesson", text: "Trim them at noon." });
  expect((await linked.session().tasks.offers()).here.map(({ id }) => id)).toEqual(["mend-the-lamp"]);
  expect((await main.session().tasks.offers()).here.map(({ id }) => id)).toEqual(["keep-the-log"]);

  linked.git("commit", "-q", "--allow-empty", "-m", "Mend");
  main.git("worktree", "remove", "--force", linked.folder);
  expect(existsSync(linked.folder)).toBe(false);
  const { text } = await main.session().tasks.context({ task: "mend-the-lamp" });
  expect(text).toContain("> The wick is short.");
  expect((await main.session().recall({ query: "wicks" })).hits).toMatchObject([{ id: "notes/wicks" }]);
  expect((await main.session().tasks.offers()).merged).toEqual([]);
  main.git("merge", "-q", "--no-edit", "lamp");
  expect((await main.session().tasks.offers()).merged.map(({ id }) => id)).toEqual(["mend-the-lamp"]);
});

test("git keeps a worktree whose vault holds what was remembered and is not committed", async () => {
  verifies("tasks.worktrees");
  const { here } = await twoClones();
  const place = join(here.folder, "..", "lamp");
  here.git("worktree", "add", "-q", "-b", "lamp", place);
  const linked = checkout(dirname(dirname(here.folder)), place);
  await remember(linked, "The wick is short.");
  expect(() => here.git("worktree", "remove", place)).toThrow();
  expect(texts(linked)).toContain("The wick is short.");
});
