import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { CourseStep } from "../../extensions/core/usage/course.ts";
import { allTools } from "../../extensions/tools/all.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type NoteWorld, openNoteWorld } from "./note-world.ts";
import { dataOf, workerTasks } from "./tool-world.ts";

const code = `export const openLens = (path: string, panels = 8): Lens => {
  const lens = grind(path, { polish: 3 });
  return turn(lens, panels);
};

export const openBell = (path: string): Bell => cast(path, { bronze: true });
`;

const tested = `import { openLens } from "../src/lens";\ntest("lens", () => { openLens("a"); });\n`;
const draft = {
  title: "Opening the lens",
  type: "decision",
  text: "The lens is opened with eight panels by the keeper.",
  files: ["src/lens.ts#openLens"],
};

let world: NoteWorld;
const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words], {
    cwd: world.project,
    encoding: "utf8",
    stdio: "pipe",
  });
const write = (text: string): void => world.put("lighthouse/src/lens.ts", text);
const noted = async (more: object = {}): Promise<string> =>
  String(dataOf(await world.note({ ...draft, ...more }))["id"]);
const recalled = async () => (await world.workspace.recall({ query: "opening the lens with panels" })).hits[0];
const check = () => world.workspace.anchors.check();
const byPerson = (id: string) => world.workspace.as("terminal").setStatus({ pages: [id], decision: "confirm" });

beforeEach(async () => {
  world = await openNoteWorld({ tasks: workerTasks });
  git("init", "-q", "-b", "main");
  write(code);
  world.put("lighthouse/test/lens.test.ts", tested);
  git("add", "src", "test");
  git("commit", "-qm", "Grind the lens");
});

const changedShape = code.replace("panels = 8", "panels: number");

describe("a note that names code", () => {
  test("leaves its anchors in the ledger, and is refused when nothing that it names is there", async () => {
    verifies("anchors.recorded", "anchors.refused");
    const id = await noted();
    expect(world.events("anchored")).toMatchObject([
      { page: id, anchors: [{ ref: "src/lens.ts#openLens", body: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    ]);
    const refusal = await world.refusal({ ...draft, title: "Another", files: ["src/lens.ts#opnLens", "none.ts"] });
    expect(refusal).toContain("files_unresolved");
    expect(refusal).toContain("near: src/lens.ts#openLens");
  });

  test("says what became of the code wherever it is shown, ranks lower, and waits for a person", async () => {
    verifies("anchors.labels", "anchors.cleared");
    const id = await noted();
    await byPerson(id);
    await check();
    const fresh = await recalled();
    write(code.replace("polish: 3", "polish: 4"));
    expect(await check()).toEqual([]);
    expect((await recalled())?.labels).toContainEqual(
      expect.stringMatching(/^code changed since \d{4}-\d\d-\d\d: src\/lens\.ts#openLens$/),
    );
    write(changedShape);
    expect(await check()).toMatchObject([{ id, anchors: [{ ref: "src/lens.ts#openLens", verdict: "shape" }] }]);
    const stale = await recalled();
    expect(stale?.labels).toContain("stale: src/lens.ts#openLens");
    expect(stale?.score).toBeLessThan(fresh?.score ?? 0);
    expect(await world.workspace.review.queue()).toContainEqual(expect.objectContaining({ id, kind: "outdated" }));
    write(code);
    await check();
    expect((await recalled())?.labels).toEqual(fresh?.labels);
    write(changedShape);
    await check();
    expect((await byPerson(id)).updated).toEqual([id]);
    await check();
    expect((await recalled())?.labels.join()).not.toContain("stale");
    // Both are vouched for: the branch and main.
    write(code);
    await check();
    expect((await recalled())?.labels.join()).not.toContain("stale");
  });

  test("is not recalled unasked when its code is all gone", async () => {
    verifies("anchors.unfounded");
    const id = await noted();
    await byPerson(id);
    await check();
    write(code.slice(code.indexOf("export const openBell")));
    await check();
    expect((await recalled())?.labels).toContain("stale: src/lens.ts#openLens is gone");
    const injected = await world.workspace.inject("opening the lens with panels");
    expect(injected.pages.map((page) => page.id)).not.toContain(id);
    expect(injected.answer?.excluded).toContainEqual(expect.objectContaining({ id, reason: "evidence-gone" }));
  });

  test("is offered first when its code has just changed", async () => {
    verifies("anchors.closing-line");
    const id = await noted();
    await byPerson(id);
    await check();
    write(changedShape);
    const [changed] = await check();
    const injected = await world.workspace.inject("where is the oil kept", { first: [changed?.id ?? ""] });
    expect(injected.pages[0]?.id).toBe(id);
    expect(injected.message).toContain("stale: src/lens.ts#openLens");
  });

  test("one that a hand wrote is anchored once it is seen, as the code is from then on", async () => {
    verifies("anchors.unanchored");
    world.page("notes/bell", "# The bell\n\nIt is cast in bronze.", {
      status: "stable",
      title: "The bell",
      files: ["src/lens.ts#openBell", "src/none.ts"],
    });
    await world.workspace.settle();
    await world.workspace.settle();
    expect(world.events("anchored")).toMatchObject([
      { page: "notes/bell", channel: "system", anchors: [{ ref: "src/lens.ts#openBell" }] },
    ]);
  });

  test("code that changes between a note and the next look at it is told of all the same", async () => {
    verifies("anchors.closing-line");
    await check();
    const id = await noted();
    write(changedShape);
    await world.workspace.look();
    expect(await check()).toMatchObject([{ id, anchors: [{ ref: "src/lens.ts#openLens", verdict: "shape" }] }]);
    expect(await check()).toEqual([]);
  });

  test("an edit of it anchors only what it names anew", async () => {
    verifies("anchors.edit-clears-nothing");
    const id = await noted();
    await check();
    write(changedShape);
    await world.note({ action: "update", id, files: [...draft.files, "src/lens.ts#openBell"] });
    expect(world.events("anchored").map(({ anchors }) => anchors)).toMatchObject([
      [{ ref: "src/lens.ts#openLens" }],
      [{ ref: "src/lens.ts#openBell" }],
    ]);
    await check();
    expect((await recalled())?.labels).toContain("stale: src/lens.ts#openLens");
  });

  test("in a repository that is made in the middle of a session is anchored from then on", async () => {
    verifies("anchors.unanchored", "anchors.unknown");
    rmSync(join(world.project, ".git"), { recursive: true });
    const id = await noted();
    await byPerson(id);
    await world.workspace.settle();
    await check();
    expect(world.events("anchored")).toEqual([]);
    git("init", "-q", "-b", "main");
    await world.workspace.settle();
    expect(world.events("anchored")).toMatchObject([{ page: id }]);
    await check();
    write(changedShape);
    expect(await check()).toMatchObject([{ id }]);
    expect((await recalled())?.labels).toContain("stale: src/lens.ts#openLens");
  });

  test("no page that names code costs no look at any", async () => {
    verifies("anchors.cost");
    const asked: string[] = [];
    const { inWorker } = world.platform;
    Object.assign(world.platform, {
      inWorker: (task: string, ...rest: [unknown]) => {
        asked.push(task);
        return inWorker(task, ...rest);
      },
    });
    await check();
    await recalled();
    expect(asked).not.toContain("anchors");
    await noted();
    await check();
    asked.length = 0;
    await recalled();
    expect(asked).not.toContain("anchors");
  });
});

describe("evidence", () => {
  const ran = (command: string, isOk: boolean, entry: string): CourseStep => ({
    kind: "ran",
    entry,
    at: undefined,
    command,
    isOk,
  });
  const confirm = (id: string, evidence: readonly object[], steps: readonly CourseStep[] = []): Promise<string> => {
    const note = allTools.find(({ name }) => name === "wiki_note");
    const call = { workspace: world.workspace, steps: () => steps };
    return (note?.run({ action: "confirm", id, evidence }, call) ?? Promise.reject()).then(
      ({ text }) => text,
      ({ message }: Error) => message,
    );
  };
  const handle = (message: string): string => /run-[0-9a-f]{8}/.exec(message)?.[0] ?? "";

  test("a commit confirms when it is part of the work and changed the code", async () => {
    verifies("anchors.evidence-touches");
    const id = await noted();
    write(code.replace("bronze: true", "bronze: false"));
    git("commit", "-qam", "Cast anew");
    const other = git("rev-parse", "HEAD").trim();
    expect(await confirm(id, [{ commit_ref: other }])).toContain("changes none of the code");
    write(code.replace("polish: 3", "polish: 4"));
    git("commit", "-qam", "Polish");
    const polish = git("rev-parse", "HEAD").trim();
    git("reset", "-q", "--hard", "HEAD~1");
    expect(await confirm(id, [{ commit_ref: polish }])).toContain("not part of the work");
    git("reset", "-q", "--hard", polish);
    expect(await confirm(id, [{ commit_ref: polish }])).toContain("is confirmed by commit");
  });

  test("a run confirms when it selects a test that refers to the code; a bare green run does not", async () => {
    verifies("anchors.evidence-touches");
    const id = await noted();
    const steps = [ran("npm test", true, "1"), ran("npx vitest run test/lens.test.ts", true, "2")];
    const [bare, own] = [[steps[0]], [steps[1]]].map((one) => one.filter((step) => step !== undefined));
    const bareHandle = handle(await confirm(id, [], bare));
    expect(await confirm(id, [{ test_ref: bareHandle }], bare)).toContain("selects no test");
    expect(await confirm(id, [{ test_ref: "run-12345678" }], own)).toContain("no run that was seen");
    const ownHandle = handle(await confirm(id, [], own));
    expect(await confirm(id, [{ test_ref: ownHandle }], own)).toContain("is confirmed by run-");
  });

  test("a pitfall asks for a failure that a change to its code put right", async () => {
    verifies("anchors.evidence-repair");
    const id = await noted({ type: "pitfall" });
    const wrote: CourseStep = { kind: "wrote", entry: "2", at: undefined, path: "src/lens.ts" };
    const [failed, passed] = [ran("npm test", false, "1"), ran("npm test", true, "3")];
    const green = handle(await confirm(id, [], [passed]));
    expect(await confirm(id, [{ test_ref: green }], [failed, passed])).not.toContain("is confirmed");
    expect(await confirm(id, [{ test_ref: green }], [failed, wrote, passed])).toContain("is confirmed by run-");
  });

  test("counts what a command changed, where it is certain that it ran and succeeded", async () => {
    verifies("anchors.evidence-repair");
    const id = await noted({ type: "pitfall" });
    const [failed, passed] = [ran("npm test", false, "1"), ran("npm test", true, "3")];
    const green = handle(await confirm(id, [], [passed]));
    const repairedBy = async (command: string, isOk = true): Promise<boolean> =>
      (await confirm(id, [{ test_ref: green }], [failed, ran(command, isOk, "2"), passed])).includes("is confirmed");
    for (const command of [
      "sed -i s/a/b/ src/bell.ts",
      "cat src/lens.ts",
      "sed -i s/a/b/ src/lens.ts || true",
      "false && sed -i s/a/b/ src/lens.ts; true",
      "if false; then sed -i s/a/b/ src/lens.ts; fi",
      "echo 'sed -i s/a/b/ src/lens.ts'",
    ]) {
      expect([command, await repairedBy(command)]).toEqual([command, false]);
    }
    expect(await repairedBy("sed -i s/a/b/ src/lens.ts", false)).toBe(false);
    expect(await repairedBy("cd src && sed -i s/a/b/ lens.ts")).toBe(true);
  });

  test("counts a change in the same command as the check, when the check came after it", async () => {
    verifies("anchors.evidence-repair");
    const id = await noted({ type: "pitfall" });
    const failed = ran("npm test", false, "1");
    const both = async (command: string): Promise<string> => {
      const steps = [failed, ran(command, true, "2")];
      return confirm(id, [{ test_ref: handle(await confirm(id, [], steps)) }], steps);
    };
    expect(await both("npm test && sed -i s/a/b/ src/lens.ts")).not.toContain("is confirmed");
    expect(await both("sed -i s/a/b/ src/lens.ts && npm test")).toContain("is confirmed by run-");
  });

  test("on a page in force it clears what it touches, and prose clears nothing", async () => {
    verifies("anchors.evidence-touches", "anchors.cleared");
    const id = await noted();
    await byPerson(id);
    write(changedShape);
    git("commit", "-qam", "Ask for panels");
    expect(await confirm(id, [])).toContain("none was given");
    expect(await confirm(id, [{ commit_ref: git("rev-parse", "HEAD").trim() }])).toContain("is confirmed");
    await check();
    expect((await recalled())?.labels.join()).not.toContain("stale");
  });
});
