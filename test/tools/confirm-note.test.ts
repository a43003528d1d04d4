import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type NoteWorld, openNoteWorld, stableId } from "./note-world.ts";
import { dataOf, everything, workerTasks } from "./tool-world.ts";

const code = `/** The clockwork of the lamp. */
export const winding = {
  hours: 4, // the clockwork is wound
  crank: "brass",
};
`;

const draft = {
  title: "Winding the clockwork",
  type: "procedure",
  text: "The clockwork is wound every four hours with a brass crank.",
  files: ["src/winding.ts#winding", "docs/clock.md", "../secret.ts", "src/out.ts", "src/none.ts", "src/lens.ts"],
};

const quote = "hours: 4, // the clockwork is wound";

let world: NoteWorld;
let id: string;
beforeEach(async () => {
  world = await openNoteWorld({ tasks: workerTasks });
  execFileSync("git", ["init", "-q"], { cwd: world.project });
  world.put("lighthouse/src/winding.ts", code);
  world.put("lighthouse/src/lens.ts", "export const panels = 8; // eight panels of glass\n");
  world.put("lighthouse/docs/clock.md", `# Clock\n\n${quote}\n`);
  world.put("secret.ts", code);
  symlinkSync(join(world.folder, "secret.ts"), join(world.project, "src/out.ts"));
  id = String(dataOf(await world.note(draft))["id"]);
});

const confirm = (evidence: readonly object[], page = id) => world.note({ action: "confirm", id: page, evidence });

/** Why it was refused; the page and the ledger are as they were. */
const refused = async (evidence: readonly object[], page = id): Promise<string> => {
  const before = everything(world.project);
  const answer = await world.refusal({ action: "confirm", id: page, evidence });
  expect(everything(world.project)).toEqual(before);
  return answer;
};

describe("a draft that is confirmed by evidence", () => {
  test("is stable and machine-confirmed, and its event names where it was found", async () => {
    verifies("trust.confirm-by-evidence");
    const answer = await confirm([{ file: "src/winding.ts", quote }]);
    expect(answer.text.split("\n")[0]).toBe(
      `[[${id}]] is confirmed by src/winding.ts:3: it is stable, machine-confirmed.`,
    );
    const evidence = [{ file: "src/winding.ts", sha256: world.platform.hash(code), line: 3 }];
    expect(dataOf(answer)).toMatchObject({ outcome: "confirmed", status: "stable", evidence });
    expect(world.pageText(id)).toMatch(/^status: stable$/m);
    expect(world.pageText(id)).toMatch(/^confidence_level: strong$/m);
    const [event, ...more] = world.events("confirmed");
    expect(more).toEqual([]);
    expect(event).toMatchObject({ page: id, channel: "tool", tier: "machine-confirmed", evidence });
    expect(event?.["mac"]).toBeTypeOf("string");
    expect(JSON.stringify(event)).not.toContain("wound");
    expect(await world.record(id)).toMatchObject({ confirmation: { tier: "machine-confirmed", vouch: "verified" } });
  });

  test("is recalled without a label, and never as a person's", async () => {
    verifies("trust.confirm-by-evidence", "trust.channel-decides");
    expect(await world.recalled("winding the clockwork")).toContain("[unconfirmed] Winding the clockwork");
    await confirm([{ file: "./src/winding.ts#winding", quote }]);
    world.clock.advance(60_000);
    const { hits } = dataOf(await world.call("wiki_recall", { query: "winding the clockwork" })) as {
      readonly hits: readonly object[];
    };
    expect(hits[0]).toMatchObject({ id, status: "stable", tier: "machine-confirmed", labels: [] });
    expect(world.pageText(id)).not.toContain("verified");
  });

  test("may be quoted across lines", async () => {
    verifies("trust.confirm-by-evidence");
    const answer = await confirm([{ file: "src/winding.ts", quote: '// the clockwork is wound crank: "brass",' }]);
    expect(dataOf(answer)).toMatchObject({ evidence: [{ line: 3 }] });
  });

  test("may name its files from the session's folder as well as from the repository's top", async () => {
    verifies("trust.confirm-by-evidence");
    const below = openWorkspace(world.platform, { ...world.workspace.options, cwd: join(world.project, "src") });
    await below.change({ action: "update", id, files: ["winding.ts", "lens.ts"] });
    expect(world.pageText(id)).toContain("src/winding.ts");
    expect(await refused([{ file: "winding.ts", quote }])).toContain("is not among the page's files");
    const evidence = [{ file: "src/winding.ts", quote }];
    expect(await below.change({ action: "confirm", id, evidence })).toMatchObject({ outcome: "confirmed" });
  });

  test("says so when it is changed afterwards, and is a draft again when a tool did it", async () => {
    verifies("trust.confirm-by-evidence", "trust.changed-since-review");
    await confirm([{ file: "src/winding.ts", quote }]);
    await world.recalled("clockwork");
    await world.workspace.look();
    world.put(`lighthouse/.llm-wiki/wiki/${id}.md`, world.pageText(id).replace("four", "six"));
    world.clock.advance(60_000);
    await world.workspace.settle();
    expect(await world.recalled("winding the clockwork")).toMatch(/unconfirmed.*\n?.*changed since review/s);
    expect(await refused([{ file: "src/winding.ts", quote }])).toBe(
      `evidence_refused: This does not prove ${id}: it was changed since it last counted, or by a hand that is not known yet.`,
    );
  });
});

describe("evidence is refused", () => {
  test.each<[string, { readonly file: string; readonly quote: string }, string]>([
    ["from a file that the page does not name", { file: "src/other.ts", quote }, "is not among the page's files"],
    ["from a file that is not there", { file: "src/none.ts", quote }, "does not exist"],
    ["from outside the project", { file: "../secret.ts", quote }, "is outside the project"],
    ["from behind a link that leads out", { file: "src/out.ts", quote }, "leads out of the project"],
    ["from prose", { file: "docs/clock.md", quote }, "is prose; quote code, a test or configuration"],
    [
      "that does not stand in the file",
      { file: "src/winding.ts", quote: "the clockwork is wound by hand" },
      "does not stand in",
    ],
    ["that is short", { file: "src/winding.ts", quote: "clockwork is wound" }, "under 20 characters"],
    [
      "that is short but for blanks",
      { file: "src/winding.ts", quote: " clockwork   is      wound " },
      "under 20 characters",
    ],
    ["that is endless", { file: "src/winding.ts", quote: "the clockwork ".repeat(200) }, "over 2000 characters"],
    [
      "that is about something else",
      { file: "src/lens.ts", quote: "panels = 8; // eight panels of glass" },
      "shares under 2 words",
    ],
  ])("%s", async (_what, piece, reason) => {
    verifies("trust.evidence-refused");
    const answer = await refused([piece]);
    expect(answer).toMatch(/^evidence_refused: This does not prove notes\/winding-the-clockwork: /);
    expect(answer).toContain(reason);
    expect(await world.recalled("winding the clockwork")).toContain("[unconfirmed] Winding the clockwork");
    await confirm([{ file: "src/winding.ts", quote }]);
  });

  test("when none is given, and when one of two does not hold", async () => {
    verifies("trust.evidence-refused");
    const good = { file: "src/winding.ts", quote };
    expect(await refused([])).toContain("none was given");
    expect(await refused([good, { ...good, file: "src/lens.ts" }])).toContain("does not stand in");
    expect(await world.refusal({ action: "confirm", id, evidence: [good, good] })).toBe("accepted");
  });

  test("from the wiki itself, wherever a page says it stands", async () => {
    verifies("trust.evidence-refused");
    mkdirSync(join(world.project, ".llm-wiki/outputs"), { recursive: true });
    writeFileSync(join(world.project, ".llm-wiki/outputs/a.ts"), code);
    linkSync(join(world.project, "src/winding.ts"), join(world.project, "src/same.ts"));
    symlinkSync(join(world.project, ".llm-wiki/outputs/a.ts"), join(world.project, "src/inner.ts"));
    const files = [".llm-wiki/outputs/a.ts", "src/inner.ts", "src/same.ts"];
    await world.note({ action: "update", id, files });
    expect(await refused([{ file: ".llm-wiki/outputs/a.ts", quote }])).toContain("is the wiki's own");
    expect(await refused([{ file: "src/inner.ts", quote }])).toContain("is the wiki's own");
    expect(await world.refusal({ action: "confirm", id, evidence: [{ file: "src/same.ts", quote }] })).toBe("accepted");
  });

  test("for a page that counts already, is withheld, or replaces one that counts", async () => {
    verifies("trust.evidence-refused");
    const evidence = [{ file: "src/winding.ts", quote }];
    world.page("notes/old", "# Clockwork wound\n\nNo more.", { status: "deprecated", files: ["src/winding.ts"] });
    expect(await refused(evidence, stableId)).toContain("it is in force already");
    expect(await refused(evidence, "notes/old")).toContain("it is withheld");
    expect(await refused(evidence, "notes/none")).toMatch(/^page_not_found/);
    const newer = { ...draft, title: "Winding the new clockwork", supersedes: [stableId] };
    const replacing = String(dataOf(await world.note(newer))["id"]);
    expect(await refused(evidence, replacing)).toContain(`it replaces "${stableId}", which a person must let go`);
  });

  test("for what a tool made of a page that counted", async () => {
    verifies("trust.evidence-refused");
    const text = "# Winding the clockwork\n\nThe clockwork is wound by the cook.";
    world.page("notes/winding", text, { status: "stable", files: ["src/winding.ts"] });
    await world.recalled("clockwork");
    await world.workspace.look();
    world.page("notes/winding", text.replace("cook", "keeper"), { status: "draft", files: ["src/winding.ts"] });
    world.clock.advance(60_000);
    const evidence = [{ file: "src/winding.ts", quote }];
    expect(await refused(evidence, "notes/winding")).toContain("it was changed since it last counted");
    await world.workspace.settle();
    expect(await refused(evidence, "notes/winding")).toContain("it was changed since it last counted");
  });

  test("for what was rejected", async () => {
    verifies("trust.evidence-refused", "tombstones.gate");
    const other = String(dataOf(await world.note({ ...draft, title: "Clockwork", text: draft.text }))["id"]);
    await world.note({ action: "reject", id: other, reason: "It is electric now" });
    expect(await world.refusal({ action: "confirm", id, evidence: [{ file: "src/winding.ts", quote }] })).toMatch(
      /^tombstoned: /,
    );
  });
});

test.each(["mcp", "rpc", "cli", "system"] as const)(
  "through %s nothing is confirmed, rejected or retired",
  async (channel) => {
    verifies("trust.no-session-no-decision");
    const elsewhere = world.workspace.as(channel);
    const before = everything(world.project);
    const evidence = [{ file: "src/winding.ts", quote }];
    for (const request of [
      { action: "confirm", id, evidence } as const,
      { action: "reject", id, reason: "wrong" } as const,
      { action: "retire", id: stableId, reason: "over" } as const,
    ]) {
      await expect(elsewhere.change(request)).rejects.toMatchObject({ code: "person_required" });
    }
    expect(everything(world.project)).toEqual(before);
    expect(await elsewhere.change({ action: "update", id, text: "It is wound." })).toMatchObject({
      outcome: "changed",
    });
  },
);
