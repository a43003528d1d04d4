import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openReviewWorld, type ReviewWorld } from "./review-world.ts";

const id = "notes/oil";
const before = "# Lamp oil\n\nThe lamp burns colza oil from the cellar.\n\nA barrel lasts a month.";
const after = before.replace("colza oil", "mineral oil");
const words = "the lamp no longer burns colza oil";

let world: ReviewWorld;
beforeEach(async () => {
  world = await openReviewWorld();
  world.page(id, before, { status: "stable", title: "Lamp oil" });
  world.clock.advance(60_000);
});

const revisions = (): readonly string[] => {
  const folder = join(world.project, ".llm-wiki/meta/revisions");
  return existsSync(folder) ? readdirSync(folder) : [];
};

const propose = () => world.note({ action: "update", id, text: after });

describe("a proposed text", () => {
  test("is shown as a diff against the page and in full, and takes its place when it is accepted", async () => {
    verifies("review.revision", "review.diff", "review.channels", "review.queue");
    await propose();
    expect(await world.waiting()).toEqual([`revision ${id}`]);
    expect(revisions()).toHaveLength(1);
    const told = world.command();
    const shown = await world.answer("another text was proposed for it", "a");
    expect(shown).toMatch(/Proposed: another text\n│ by \w+ through tool, 2026-11-30/);
    expect(shown).toMatch(/What changes in the page as it is now[\s\S]*│ -The lamp burns colza oil from the cellar\./);
    expect(shown).toMatch(/│ \+The lamp burns mineral oil from the cellar\./);
    expect(shown).toMatch(/The proposed text\n│ ---[\s\S]*│ The lamp burns mineral oil from the cellar\./);
    await world.screen.waitFor("all 1 looked at");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 accepted.");
    expect(world.text(id)).toContain("mineral oil");
    expect(world.status(id)).toBe("stable");
    const [proposed] = world.events("change_proposed");
    expect(world.events("confirmed")).toMatchObject([
      { channel: "ui", page: id, closes: [proposed?.["hash"]], revision: proposed?.["revision"] },
    ]);
    expect(revisions()).toEqual([]);
    expect(await world.waiting()).toEqual([]);
    const { hits } = await world.workspace.recall({ query: "lamp oil" });
    expect(hits).toMatchObject([{ id, tier: "human-reviewed", status: "stable", labels: [] }]);
  });

  test("is declined without a change of the page", async () => {
    verifies("review.revision");
    await propose();
    const text = world.text(id);
    const told = world.command();
    await world.answer("another text was proposed", "r");
    await world.screen.waitFor('You answered: decline "Lamp oil"');
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 declined.");
    expect(world.text(id)).toBe(text);
    expect(world.events("change_decided")).toMatchObject([{ channel: "ui", page: id }]);
    expect([revisions(), await world.waiting()]).toEqual([[], []]);
  });

  test("is neither accepted nor declined while the answer can be taken back", async () => {
    verifies("review.undo");
    await propose();
    const told = world.command();
    await world.answer("another text was proposed", "a");
    await world.screen.waitFor("You answered: accept");
    world.screen.type("u");
    await world.screen.waitFor("Taken back.");
    world.screen.type("q");
    expect(await told).toBe("Nothing was decided.\n1 without an answer.");
    expect(world.text(id)).toContain("colza oil");
    expect(await world.waiting()).toEqual([`revision ${id}`]);
  });

  test("is not accepted when the page changed since it was shown, and is then shown against the new text", async () => {
    verifies("review.revision", "review.seen-first");
    await propose();
    const told = world.command();
    await world.answer("another text was proposed", "a");
    await world.screen.waitFor("all 1 looked at");
    world.page(id, `${before}\n\nThe cellar was flooded.`, { status: "stable", title: "Lamp oil" });
    world.screen.type("q");
    expect(await told).toContain(`${id} was left as it is: ${id} was changed since it was shown.`);
    expect(world.text(id)).toContain("flooded");
    const again = world.command();
    const shown = await world.answer("another text was proposed", "q");
    expect(shown).toContain("Careful\n│ The page has changed since this was proposed");
    expect(shown).toContain("│ -The cellar was flooded.");
    await again;
  });

  test("that is altered on disk can only be declined", async () => {
    verifies("review.revision");
    await propose();
    const [name = ""] = revisions();
    world.put(`lighthouse/.llm-wiki/meta/revisions/${name}`, "# Something else\n");
    const told = world.command();
    const shown = await world.answer("another text was proposed", "a");
    expect(shown).toContain("It is gone, or was altered: it can only be declined.");
    await world.screen.waitFor("all 1 looked at");
    world.screen.type("q");
    expect(await told).toContain(`${id} was left as it is: The proposed text: it is gone, or was altered`);
    expect(world.text(id)).toContain("colza oil");
  });

  test("lifts no tombstone that it runs into", async () => {
    verifies("review.revision");
    await propose();
    world.page("notes/rumour", "# A rumour\n\nThe lamp burns mineral oil from the cellar.", { status: "draft" });
    world.clock.advance(60_000);
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: "notes/rumour", decision: "reject", reason: "It smokes" });
    const told = world.command();
    await world.answer("another text was proposed", "a");
    await world.screen.waitFor("all 1 looked at");
    world.screen.type("q");
    expect(await told).toContain("states what was rejected on 2026-11-30: It smokes");
    expect(world.text(id)).toContain("colza oil");
  });

  test("is edited before it is accepted: what the person wrote is what is confirmed", async () => {
    verifies("review.edit", "review.revision");
    await propose();
    world.edits((text) => text.replace("mineral oil", "gas"));
    const told = world.command();
    await world.answer("another text was proposed", "e");
    await world.screen.waitFor("Your text is kept: look at it, then decide.");
    const shown = await world.answer("The proposed text[\\s\\S]*The lamp burns gas", "a");
    expect(shown).toContain("through ui");
    await world.screen.waitFor("all 1 looked at");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 accepted.");
    expect(world.text(id)).toContain("The lamp burns gas from the cellar.");
    expect([revisions(), await world.waiting()]).toEqual([[], []]);
  });
});

describe("a proposal to withhold a page", () => {
  const retire = { action: "retire", id, reason: "The oil is sold" } as const;

  test("that is accepted retires the page for the proposed reason", async () => {
    verifies("review.withdrawal", "review.queue");
    await world.note(retire);
    expect(await world.waiting()).toEqual([`retirement ${id}`]);
    const told = world.command();
    const shown = await world.answer("it was proposed to retire it", "a");
    expect(shown).toMatch(/Proposed: retire the page[\s\S]*│ reason: The oil is sold[\s\S]*colza oil/);
    await world.screen.waitFor("You answered: retire it");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 retired.");
    expect(world.events("retired")).toMatchObject([{ channel: "ui", page: id, reason: "The oil is sold" }]);
    expect([world.status(id), await world.waiting()]).toEqual(["deprecated", []]);
  });

  test("rejects it where that was proposed", async () => {
    verifies("review.withdrawal");
    await world.note({ ...retire, action: "reject" });
    expect(await world.waiting()).toEqual([`rejection ${id}`]);
    const told = world.command();
    await world.answer("it was proposed to reject it", "a");
    await world.screen.waitFor("all 1 looked at");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 rejected.");
    expect(world.events("rejected")).toMatchObject([{ channel: "ui", page: id }]);
  });

  test("with the person's own words comes first, and declining it ends the suspension", async () => {
    verifies("review.withdrawal", "review.evidence", "review.queue");
    world.page("notes/rats", "# Rats\n\nRats eat the wicks.", { status: "draft" });
    world.say(`Listen: ${words}.`);
    await world.note({ ...retire, quote: words });
    world.clock.advance(60_000);
    expect(await world.waiting()).toEqual([`disputed ${id}`, "draft notes/rats"]);
    const told = world.command();
    const shown = await world.answer("Review 1 of 2: you spoke against it", "r");
    expect(shown).toContain(`│ the user said: ${words}`);
    expect(shown).toContain("labels: disputed by the user");
    await world.screen.waitFor("You answered: keep it");
    world.screen.type("q");
    expect(await told).toBe("Reviewed: 1 declined.\n1 without an answer.");
    expect(await world.waiting()).toEqual(["draft notes/rats"]);
    const { hits } = await world.workspace.recall({ query: "lamp oil" });
    expect(hits).toMatchObject([{ id, status: "stable", labels: [] }]);
  });
});

test("over RPC what is proposed is listed and nothing is decided", async () => {
  verifies("review.nobody-there");
  world.say(`Listen: ${words}.`);
  await world.note({ action: "retire", id, reason: "The oil is sold", quote: words });
  await propose();
  world.clock.advance(60_000);
  const session = await world.started({});
  const text = (await world.pi.command(session, "/wiki review"))?.text;
  expect(text?.split("\n").slice(0, 3)).toEqual([
    "2 items wait for review:",
    `[[${id}]] "Lamp oil" (project; disputed by the user): you spoke against it: ${words}`,
    `[[${id}]] "Lamp oil" (project; disputed by the user): another text was proposed for it`,
  ]);
  expect(world.events("change_decided")).toEqual([]);
  expect(await world.waiting()).toHaveLength(2);
});

describe("a person's decision on a page", () => {
  test("closes the proposals that it leaves without a point", async () => {
    verifies("review.pointless-closed");
    await propose();
    await world.note({ action: "retire", id, reason: "The oil is sold" });
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: id, decision: "confirm" });
    expect(await world.waiting()).toEqual([`revision ${id}`]);
    await keeper.decide({ page: id, decision: "retire", reason: "The lamp is electric" });
    expect([await world.waiting(), revisions()]).toEqual([[], []]);
    await keeper.decide({ page: id, decision: "restore" }).catch(() => undefined);
    expect((await world.waiting()).filter((item) => !item.startsWith("draft"))).toEqual([]);
  });

  test("that forgets it closes them for a page that takes its name later", async () => {
    verifies("review.pointless-closed");
    await propose();
    await world.note({ action: "retire", id, reason: "The oil is sold" });
    expect(await world.waiting()).toHaveLength(2);
    await world.workspace.as("terminal").forget({ id, reason: "It names a person" });
    const [forgotten] = world.events("forgotten");
    expect(forgotten?.["closes"]).toEqual(world.events("change_proposed").map(({ hash }) => hash));
    expect([await world.waiting(), revisions()]).toEqual([[], []]);
  });
});
