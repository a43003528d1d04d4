import { describe, expect, test } from "vitest";
import { verifies } from "../../../acceptance/verifies.ts";
import { commitAll, type SealedWorld, sealedWorld } from "./sealed-world.ts";

const ledger = "meta/events.jsonl";

/** On main: a packet and its events, committed. On `fog`: one more. Not committed: nothing. */
const branchedWorld = async () => {
  const sealed = await sealedWorld({ git: true });
  const lamp = await sealed.capture("# Lamp\n\nIt burns oil.\n");
  await sealed.workspace().settle();
  commitAll(sealed, "Lamp");
  sealed.user("git switch -q -c fog");
  const horn = await sealed.capture("# Horn\n\nIt is loud.\n");
  await sealed.workspace().settle();
  commitAll(sealed, "Horn");
  await sealed.idle();
  return { ...sealed, lamp, horn };
};

type Branched = Awaited<ReturnType<typeof branchedWorld>>;

const lineCount = (sealed: SealedWorld): number => (sealed.text(ledger) ?? "").split("\n").length - 1;
const packets = (sealed: SealedWorld): readonly string[] => sealed.list("raw/sources");

/** What the user does, in the order of the checks between. */
const operations: Readonly<Record<string, readonly string[]>> = {
  checkout: ["git checkout -q main", "git checkout -q fog"],
  "checkout of an older commit": ["git checkout -q HEAD~1", "git checkout -q fog"],
  switch: ["git switch -q main", "git switch -q fog"],
  "merge into the older branch": ["git switch -q main", "git merge -q --no-edit fog"],
  "merge with a commit of its own": ["git switch -q main", "git merge -q --no-ff --no-edit fog"],
  "merge with both sides changed": [
    "git switch -q main; echo x > x; git add x; git commit -q -m x",
    "git merge -q --no-edit fog",
  ],
  pull: ["git clone -q . ../clone; git switch -q main", "git pull -q --no-rebase --no-edit ../clone fog"],
  "pull by rebasing": [
    "git clone -q . ../clone; git switch -q main; echo x > x; git add x; git commit -q -m x",
    "git pull -q --rebase ../clone fog",
  ],
  rebase: ["git switch -q main; echo x > x; git add x; git commit -q -m x; git switch -q fog", "git rebase -q main"],
  "reset to an older commit": ["git reset -q --hard HEAD~1", "git reset -q --hard ORIG_HEAD"],
  "a worktree beside it": ["git worktree add -q ../tower main", "git worktree remove --force ../tower"],
  "cherry-pick": ["git switch -q main; git switch -q -c pick", "git cherry-pick fog"],
  revert: ["git revert --no-edit HEAD", "git revert --no-edit HEAD"],
  "a branch without the vault": [
    "git switch -q --orphan empty; git commit -q --allow-empty -m empty",
    "git switch -q fog",
  ],
};

describe("the user's", () => {
  test.each(Object.keys(operations))("%s is no tampering, in whichever session it is seen", async (name) => {
    verifies("seals.git-history");
    for (const look of ["idle", "restart"] as const) {
      const sealed = await branchedWorld();
      for (const operation of operations[name] ?? []) {
        sealed.user(operation);
        const state = sealed.user("git status --porcelain");
        expect(await sealed[look]()).toEqual([]);
        expect(sealed.user("git status --porcelain")).toBe(state);
      }
      expect(sealed.events("tamper_detected")).toEqual([]);
    }
  });

  test.each(Object.keys(operations))("%s is none when an agent's shell does it", async (name) => {
    verifies("seals.git-history");
    const sealed = await branchedWorld();
    for (const operation of operations[name] ?? []) expect(await sealed.call(operation)).toEqual([]);
    expect(sealed.user("git status --porcelain")).toBe("");
  });
});

test("a check that still runs when a call begins does not take the call's beginning away", async () => {
  verifies("seals.git-history");
  const sealed = await branchedWorld();
  const { seals } = sealed.workspace();
  const idle = seals.check();
  await seals.begin();
  await idle;
  sealed.user("git checkout -q main");
  expect(await seals.check({ tool: "bash", command: "git checkout main", mayWriteAnywhere: true })).toEqual([]);
});

test("a stash of a new packet and its events is no tampering, and pops as it was", async () => {
  verifies("seals.git-history");
  const sealed = await branchedWorld();
  await sealed.capture("# Bell\n\nIt rings.\n");
  await sealed.idle();
  const [lines, all] = [lineCount(sealed), packets(sealed)];
  for (const look of [sealed.idle, sealed.restart, () => sealed.call("true")]) {
    sealed.user("git stash -q -u");
    expect(await look()).toEqual([]);
    expect(packets(sealed)).toEqual([sealed.lamp, sealed.horn]);
    sealed.user("git stash pop -q");
    expect(await look()).toEqual([]);
    expect([lineCount(sealed), packets(sealed)]).toEqual([lines, all]);
  }
});

test("an agent's stash, pull and pop go through in one call or three", async () => {
  verifies("seals.git-history");
  const sealed = await branchedWorld();
  sealed.user("git clone -q . ../clone; cd ../clone; echo y > y; git add y; git commit -q -m y");
  await sealed.capture("# Bell\n\nIt rings.\n");
  const lines = lineCount(sealed);
  for (const step of ["git stash -q -u", "git pull -q ../clone fog", "git stash pop -q"]) {
    expect(await sealed.call(step)).toEqual([]);
  }
  expect(lineCount(sealed)).toBe(lines);
  expect(packets(sealed)).toHaveLength(3);
});

test("a merge that stops for a conflict is left alone until it is over", async () => {
  verifies("seals.git-history");
  const sealed = await branchedWorld();
  sealed.user("git rm -q --cached .llm-wiki/.gitattributes; rm .llm-wiki/.gitattributes; git commit -q -m plain");
  sealed.user("git switch -q main; rm -f .llm-wiki/.gitattributes; git commit -q -a -m plain");
  await sealed.idle();
  await sealed.capture("# Bell\n\nIt rings.\n");
  commitAll(sealed, "Bell");
  expect(await sealed.call("git merge -q --no-edit fog")).toEqual([]);
  expect(sealed.text(ledger)).toContain("<<<<<<<");
  expect(await sealed.idle()).toEqual([]);
  expect(await sealed.call("git merge --abort")).toEqual([]);
  expect(sealed.text(ledger)).not.toContain("<<<<<<<");
});

describe("packets and events that are committed nowhere", () => {
  const drops = [
    "git checkout -q -f . && git clean -fdq",
    "git reset -q --hard && git clean -fdq",
    "git restore . && git clean -fdq",
    "git add -A && git reset -q --hard",
    "git checkout-index -f -a && git clean -fdq",
    "git stash -q -u && git stash drop -q",
    "git read-tree -u --reset HEAD~1 && git clean -fdq",
  ] as const;
  test.each(drops)("are back after %s", async (command) => {
    verifies("seals.git-nothing-lost");
    for (const look of ["call", "idle"] as const) {
      const sealed = await branchedWorld();
      const bell = await sealed.capture("# Bell\n\nIt rings.\n");
      const lines = (sealed.text(ledger) ?? "").trim().split("\n");
      const manifest = sealed.text(`raw/sources/${bell}/manifest.json`);
      if (look === "call") await sealed.call(command);
      else {
        await sealed.idle();
        sealed.user(command);
        await sealed.idle();
      }
      expect((sealed.text(ledger) ?? "").split("\n")).toEqual(expect.arrayContaining(lines));
      expect(sealed.text(`raw/sources/${bell}/manifest.json`)).toBe(manifest);
      expect(packets(sealed)).toEqual(expect.arrayContaining([sealed.lamp, sealed.horn, bell]));
    }
  });

  test("are back when they were stashed and the stash was dropped in a later call", async () => {
    verifies("seals.git-nothing-lost");
    const sealed = await branchedWorld();
    await sealed.capture("# Bell\n\nIt rings.\n");
    const lines = lineCount(sealed);
    expect(await sealed.call("git stash -q -u")).toEqual([]);
    expect(await sealed.call("git stash drop -q")).not.toEqual([]);
    expect(lineCount(sealed)).toBeGreaterThanOrEqual(lines);
    expect(packets(sealed)).toHaveLength(3);
  });
});

describe("tampering does not pass for history", () => {
  const covers = [
    "git add -A && git commit -q -m cover",
    "git add -A",
    "git update-index --assume-unchanged $F",
    "git update-index --skip-worktree $F",
    "git add -A && git commit -q --amend -m cover",
    "git add -A && git stash -q && git stash pop -q",
    "git add -A && git commit -q -m a && git checkout -q -b b && git checkout -q -",
    "touch .git/MERGE_HEAD && git add -A",
    "git rev-parse HEAD > .git/MERGE_HEAD && git add -A",
  ] as const;
  const forge = (sealed: Branched, cover: string): string => {
    const file = `.llm-wiki/raw/sources/${sealed.lamp}/extracted.md`;
    return `F=${file}; chmod +w $F; echo forged > $F; ${cover}`;
  };
  test.each(covers)("under %s", async (cover) => {
    verifies("seals.git-no-cover");
    const sealed = await branchedWorld();
    expect(await sealed.call(forge(sealed, cover))).toMatchObject([{ was: "changed" }]);
    expect(sealed.text(`raw/sources/${sealed.lamp}/extracted.md`)).toContain("It burns oil.");
  });

  test("of a removed packet or a cut ledger that the same call commits", async () => {
    verifies("seals.git-no-cover");
    const sealed = await branchedWorld();
    const lines = lineCount(sealed);
    await sealed.call(
      `git rm -rq .llm-wiki/raw/sources/${sealed.lamp}; head -n 1 .llm-wiki/${ledger} > t; mv t .llm-wiki/${ledger}; git add -A; git commit -q -m cover`,
    );
    expect(packets(sealed)).toEqual([sealed.lamp, sealed.horn]);
    expect(lineCount(sealed)).toBeGreaterThanOrEqual(lines);
  });

  test("of a file in a hook, which git runs for the agent", async () => {
    verifies("seals.git-no-cover");
    const sealed = await branchedWorld();
    const hook = "#!/bin/sh\\necho x > .llm-wiki/raw/hook.txt\\n";
    expect(
      await sealed.call(
        `printf '${hook}' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit; git commit -q --allow-empty -m x`,
      ),
    ).toMatchObject([{ path: "raw/hook.txt", was: "added" }]);
  });
});
