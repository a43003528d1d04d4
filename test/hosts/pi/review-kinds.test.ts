import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openTombstones } from "../../../extensions/core/trust/tombstones/tombstone-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { openReviewWorld, type ReviewWorld } from "./review-world.ts";

let world: ReviewWorld;
beforeEach(async () => {
  world = await openReviewWorld();
});

/** Answers the only item and leaves; what is told. */
const decide = async (
  shown: string,
  keys: string,
  line?: string,
): Promise<{ seen: string; told: string | undefined }> => {
  const told = world.command(line);
  const seen = await world.answer(shown, keys);
  await world.screen.waitFor("looked at");
  world.screen.type("q");
  return { seen, told: await told };
};

describe("two pages in conflict", () => {
  const first = { id: "notes/lamp-oil-comes-by-cutter", text: "The cutter brings lamp oil in barrels each May." };
  const second = "notes/cutter";

  beforeEach(async () => {
    world.page(second, "# Lamp oil comes by cutter\n\nThe cutter brings oil in tins each month.", {
      type: "procedure",
      status: "stable",
    });
    world.clock.advance(60_000);
    await world.note({
      title: "Lamp oil comes by the cutter",
      type: "procedure",
      text: first.text,
      recall_triggers: ["who brings the barrels"],
    });
  });

  const waiting = async () => (await world.waiting()).filter((item) => item.startsWith("conflict"));

  test("are shown one after the other, and both stay when the person says so", async () => {
    verifies("review.conflict", "review.queue");
    expect(await waiting()).toHaveLength(1);
    const { seen, told } = await decide("two pages that may contradict each other", "mboth ways are used\rs");
    expect(seen).toMatch(/First: .*\[\[notes\/lamp-oil-comes-by-the-cutter\]\][\s\S]*barrels each May/);
    expect(seen).toMatch(/Second: .*\[\[notes\/cutter\]\] stable[\s\S]*tins each month/);
    expect(told).toBe("Reviewed: 1 settled, 1 skipped.");
    expect(world.events("conflict_adjudicated")).toMatchObject([
      { channel: "ui", keep: [expect.any(String), expect.any(String)], reason: "both ways are used" },
    ]);
    expect([await waiting(), world.status(second)]).toEqual([[], "stable"]);
  });

  test("leave the one that is kept in force, also where both say the same in their titles", async () => {
    verifies("review.conflict");
    const { told } = await decide("two pages that may contradict", "2the tins are what comes\rs");
    expect(told).toBe("Reviewed: 1 settled, 1 skipped.");
    expect(world.events("rejected")).toMatchObject([{ channel: "ui", reason: "the tins are what comes" }]);
    expect(world.events("conflict_adjudicated")).toMatchObject([{ keep: [second] }]);
    expect(await world.recalled("lamp oil cutter")).toEqual([second]);
    expect(await world.waiting()).toEqual([]);
  });

  test("keep the first where that is chosen, and retire the page that counted", async () => {
    verifies("review.conflict");
    await decide("two pages that may contradict", "1barrels since May\rs");
    expect(world.events("retired")).toMatchObject([{ channel: "ui", page: second, reason: "barrels since May" }]);
    expect(world.status(second)).toBe("deprecated");
    expect(await world.recalled("lamp oil cutter")).toEqual(["notes/lamp-oil-comes-by-the-cutter"]);
  });

  test("are settled by a person who rejects one of them, and by no tool", async () => {
    verifies("review.pointless-closed");
    const draft = "notes/lamp-oil-comes-by-the-cutter";
    await world.note({ action: "reject", id: draft, reason: "It was a guess" });
    expect(world.events("conflict_adjudicated")).toEqual([]);
    await world.workspace.as("terminal").decide({ page: draft, decision: "reject", reason: "No barrels" });
    expect(world.events("conflict_adjudicated")).toMatchObject([{ keep: [second], channel: "terminal" }]);
  });
});

describe("a page that states what was rejected", () => {
  const claim = "The fog horn is greased with tallow every week.";

  beforeEach(async () => {
    world.page("notes/tallow", `# Tallow\n\n${claim}`, { status: "stable" });
    world.clock.advance(60_000);
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: "notes/tallow", decision: "reject", reason: "Tallow goes rancid" });
    world.page("notes/horn", `# Fog horn\n\nThe horn sounds twice.\n\n${claim}`, { status: "stable" });
    world.clock.advance(60_000);
  });

  test("is shown with date, reason and claim, and is let through when the person lifts it", async () => {
    verifies("review.tombstoned", "review.queue");
    expect(await world.waiting()).toEqual(["tombstoned notes/horn"]);
    expect(await world.recalled("fog horn tallow")).not.toContain("notes/horn");
    const { seen, told } = await decide("states what was rejected", "l");
    expect(seen).toMatch(
      /Rejected on 2026-11-30: lift, or leave out\?\n│ by \w+ through terminal\n│ reason: Tallow goes/,
    );
    expect(seen).toContain("│ claim: The fog horn is greased with tallow every week");
    expect(told).toBe("Reviewed: 1 lifted.");
    expect(world.events("tombstone_lifted")).toMatchObject([{ channel: "ui" }]);
    expect(await world.recalled("fog horn tallow")).toContain("notes/horn");
    expect(await world.waiting()).toEqual([]);
  });

  test("is left out, and nothing more than was rejected stays out with it", async () => {
    verifies("review.tombstoned");
    const { told } = await decide("states what was rejected", "r");
    expect(told).toBe("Reviewed: 1 rejected.");
    expect(world.events("rejected").at(-1)).toMatchObject({ page: "notes/horn", reason: "Tallow goes rancid" });
    expect(world.events("tombstone_added")).toHaveLength(1);
    expect(await world.waiting()).toEqual([]);
    world.page("notes/sound", "# Sound\n\nThe horn sounds twice.", { status: "stable" });
    expect(await world.recalled("horn sounds twice")).toContain("notes/sound");
  });

  test("waits no longer when what was rejected is edited out of it", async () => {
    verifies("review.tombstoned", "review.edit");
    world.edits((text) => text.replace(claim, ""));
    const told = world.command();
    await world.answer("states what was rejected", "e");
    await world.screen.waitFor("It waits no longer");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 gone.");
    expect(world.events("page_edited").at(-1)).toMatchObject({ channel: "ui", page: "notes/horn" });
    expect(await world.recalled("horn sounds twice")).toContain("notes/horn");
  });

  test("is only doubted when a tool rejected it and a person has reviewed it", async () => {
    verifies("review.tombstoned", "review.queue");
    world.page("notes/paint", "# Paint\n\nThe gallery is painted white in June.", { status: "stable" });
    world.clock.advance(60_000);
    await world.workspace.as("terminal").decide({ page: "notes/paint", decision: "confirm" });
    const [vault] = (await world.workspace.layers()).layers;
    if (vault === undefined) throw new Error("There is no vault.");
    const { platform } = world;
    const rejected = { claims: ["The gallery is painted white in June."], reason: "A guess" };
    const tool = { platform, actor: "keeper", channel: "tool" } as const;
    await openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) }).add(rejected, tool);
    expect(await world.waiting()).toEqual(["tombstoned notes/horn", "doubted notes/paint"]);
    expect(await world.recalled("gallery painted white")).toContain("notes/paint");
    const told = world.command();
    await world.answer("states what was rejected", "s");
    const seen = await world.answer("a tool rejected what it states", "l");
    expect(seen).toMatch(/by \w+ through tool\n│ reason: A guess/);
    await world.screen.waitFor("looked at");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 lifted, 1 skipped.");
    expect(await world.waiting()).toEqual(["tombstoned notes/horn"]);
  });
});

describe("a page that changed since its review", () => {
  const id = "notes/clock";
  const text = "# Clockwork\n\nThe clockwork is wound at dusk.\n\nIt runs ten hours.";
  const git = (...words: readonly string[]): void => {
    const named = ["-c", "user.name=keeper", "-c", "user.email=keeper@example.org"];
    execFileSync("git", [...named, ...words], { cwd: world.project, stdio: "ignore" });
  };

  beforeEach(async () => {
    world.page(id, text, { status: "stable" });
    world.clock.advance(60_000);
    await world.workspace.as("terminal").decide({ page: id, decision: "confirm" });
  });

  const change = (): void => {
    const path = join(world.project, `.llm-wiki/wiki/${id}.md`);
    writeFileSync(path, world.text(id).replace("at dusk", "at noon"));
  };

  test("is shown as a diff against the text that was confirmed, where git has it", async () => {
    verifies("review.diff", "review.queue");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "Confirmed");
    change();
    const { seen, told } = await decide("changed since it was reviewed", "a");
    expect(seen).toMatch(
      /What changed since \w+ confirmed it, 2026-11-30 12:01[\s\S]*│ -The clockwork is wound at dusk/,
    );
    expect(seen).toMatch(/│ \+The clockwork is wound at noon[\s\S]*The page\n│ ---/);
    expect(told).toBe("Reviewed: 1 accepted.");
    expect(await world.waiting()).toEqual([]);
  });

  test("says so where that text is nowhere", async () => {
    verifies("review.diff");
    change();
    const { seen } = await decide("changed since it was reviewed", "a");
    expect(seen).toContain("│ The text that was confirmed is not in git: what changed can't be shown.");
    expect(seen).not.toContain("│ -The clockwork");
  });
});

describe("what a page rests on", () => {
  test("is shown: sources, files, who wrote it where, and whether confirming files are what they were", async () => {
    verifies("review.evidence");
    world = await openReviewWorld({ tasks: workerTasks });
    world.put("lighthouse/lamp.ts", "export const lampOilBarrels = 12; // barrels of lamp oil in the cellar\n");
    const note = await world.note({
      title: "Twelve barrels of lamp oil",
      type: "general",
      text: "Twelve barrels of lamp oil lie in the cellar.",
      sources: ["https://chandler.example/oil"],
      files: ["lamp.ts"],
      recall_triggers: ["how much oil is left"],
    });
    expect(note).toContain("notes/twelve-barrels-of-lamp-oil");
    const id = "notes/twelve-barrels-of-lamp-oil";
    const evidence = [{ file: "lamp.ts", quote: "lampOilBarrels = 12; // barrels of lamp oil in the cellar" }];
    expect(await world.note({ action: "confirm", id, evidence })).toContain("confirmed");
    const { seen } = await decide("you asked for it", "s", `/wiki confirm ${id}`);
    expect(seen).toContain("│ source: https-chandler-example-oil https://chandler.example/oil");
    expect(seen).toContain("│ file: lamp.ts");
    expect(seen).toMatch(/│ written: by \w+ through tool, 2026-11-30 12:\d\d, .*session/);
    expect(seen).toMatch(/│ confirmed: by \w+, .*machine-confirmed\n│ evidence: lamp.ts, line 1: as it was/);
    world.put("lighthouse/lamp.ts", "export const lampOilBarrels = 3;\n");
    const again = await decide("you asked for it", "s", `/wiki confirm ${id}`);
    expect(again.seen).toContain("│ evidence: lamp.ts, line 1: changed since");
  });
});

describe("edit", () => {
  beforeEach(() => world.page("notes/reed", "# Reed\n\nThe reed is brass.", { status: "draft" }));

  test("in Pi's editor changes the page, which is read anew before a key counts", async () => {
    verifies("review.edit", "review.seen-first");
    world.edits((text) => text.replace("brass", "steel"));
    const told = world.command();
    await world.answer("Review 1 of 1", "e");
    await world.screen.waitFor("Your text is kept: look at it, then decide.");
    await world.answer("The reed is steel", "a");
    await world.screen.waitFor("looked at");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 accepted.");
    expect(world.text("notes/reed")).toContain("steel");
    expect(world.events("page_edited").at(-1)).toMatchObject({ channel: "ui", page: "notes/reed" });
  });

  test("keeps a line's end at the end, which Pi's editor leaves away", async () => {
    verifies("review.edit");
    world.edits((text) => text.replace("brass", "steel").trimEnd());
    const told = world.command();
    await world.answer("Review 1 of 1", "e");
    await world.screen.waitFor("Your text is kept");
    world.screen.type("q");
    await told;
    expect(world.text("notes/reed")).toMatch(/The reed is steel\.\n$/);
  });

  test("changes nothing when the editor is left without a change", async () => {
    verifies("review.edit");
    world.edits((text) => text.trimEnd());
    const before = world.text("notes/reed");
    const told = world.command();
    await world.answer("Review 1 of 1", "e");
    await world.screen.waitFor("Nothing was changed.");
    world.screen.type("q");
    expect(await told).toBe("Nothing was decided.\n1 without an answer.");
    expect(world.text("notes/reed")).toBe(before);
  });

  test("keeps nothing over a page that somebody else changed meanwhile", async () => {
    verifies("review.edit", "review.failures-told");
    world.edits((text) => {
      world.page("notes/reed", "# Reed\n\nThe reed is silver.", { status: "draft" });
      return text.replace("brass", "steel");
    });
    const told = world.command();
    await world.answer("Review 1 of 1", "e");
    await world.screen.waitFor("Your text was not kept: notes/reed was changed since it was shown.");
    world.screen.type("q");
    await told;
    expect(world.text("notes/reed")).toContain("silver");
  });

  test("names the file of a text that would command Pi's editor", async () => {
    verifies("review.edit", "review.hostile-pages");
    world.page("notes/reed", "# Reed\n\nThe reed \u001b[2J is brass.", { status: "draft" });
    const told = world.command();
    await world.answer("Review 1 of 1", "e");
    await world.screen.waitFor(/notes\/reed\.md\n[\s\S]*Edit the file named above in your editor/);
    world.screen.type("q");
    await told;
  });
});

test("a page that claims a review which nobody made is shown with that label, and waits for a real one", async () => {
  verifies("review.queue", "review.keys");
  world.page("notes/mast", "# Mast\n\nThe mast is nine metres.", {
    status: "stable",
    verified: [{ by: "human:nobody", at: "2026-01-01" }],
  });
  expect(await world.waiting()).toEqual(["forged notes/mast"]);
  const { seen, told } = await decide("claims a review that nobody made", "a");
  expect(seen).toContain("labels: claims a review that nobody here made");
  expect(told).toBe("Reviewed: 1 accepted.");
  expect(await world.waiting()).toEqual([]);
});

describe("verbs on one page", () => {
  beforeEach(() => {
    world.page("notes/reed", "# Reed\n\nThe reed is brass.", { status: "stable" });
    world.clock.advance(60_000);
  });

  test("show the page, and decide as the person at the keyboard", async () => {
    verifies("review.one-page", "review.channels");
    const { seen, told } = await decide("you asked for it", "tit is steel now\r", "/wiki retire [[notes/reed]]");
    expect(seen).toContain("│ The reed is brass.");
    expect(told).toBe("Reviewed: 1 retired.");
    expect(world.events("retired")).toMatchObject([{ channel: "ui", page: "notes/reed", reason: "it is steel now" }]);
  });

  test("copy it into the other layer", async () => {
    verifies("review.one-page");
    await world.workspace.as("terminal").decide({ page: "notes/reed", decision: "confirm" });
    const { told } = await decide("to be copied into the other layer", "a", "/wiki promote notes/reed");
    expect(told).toBe("Reviewed: 1 copied.");
    expect(world.events("promoted")).toMatchObject([{ channel: "ui", page: "notes/reed", to_layer: "personal" }]);
  });

  test("are refused where nobody is at a keyboard, with the terminal's command", async () => {
    verifies("review.one-page", "review.nobody-there");
    const session = await world.started({});
    const told = async (line: string) => (await world.pi.command(session, line))?.text;
    expect(await told("/wiki retire notes/reed")).toBe(
      '/wiki retire is for a person. Run `pi-wiki retire notes/reed --reason "…"` in a terminal.',
    );
    expect(await told("/wiki promote notes/reed")).toContain("`pi-wiki promote notes/reed --to personal`");
    expect(await told("/wiki confirm notes/reed")).toContain("`pi-wiki confirm notes/reed`");
    expect(await told("/wiki reject")).toBe("Say which page: /wiki reject ID");
    expect(await told("/wiki reject notes/none")).toContain('There is no page "notes/none".');
    expect(world.status("notes/reed")).toBe("stable");
  });
});
