import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { helpText, verbs } from "../../../extensions/hosts/pi/verbs.ts";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession } from "../../support/fake-pi.ts";
import { everything, jsonLines, workerTasks } from "../../tools/tool-world.ts";
import { furnish, hornPrompt, openPiWorld, type PiWorld } from "./pi-world.ts";

const open = async () => {
  const world = await openPiWorld();
  furnish(world);
  return { world, session: await world.started() };
};

describe("/wiki", () => {
  let world: PiWorld;
  let session: FakeSession;
  beforeAll(async () => {
    ({ world, session } = await open());
  });

  const said = async (line: string) => (await world.pi.command(session, line))?.text ?? "";

  test("alone shows the status, as /wiki status and /wiki-status do", async () => {
    verifies("pi.verbs");
    const text = await said("/wiki");
    expect(text).toContain(`project: 29 pages, 1 drafts, 0 sources (${join(world.project, ".llm-wiki")}): 29 general`);
    expect(text).toContain("personal: none yet");
    expect([await said("/wiki status"), await said("/wiki  status "), await said("/wiki-status")]).toEqual([
      text,
      text,
      text,
    ]);
  });

  test("with an unknown verb says so, and lists those there are", async () => {
    verifies("pi.verbs");
    const notice = await world.pi.command(session, "/wiki sail home");
    expect(notice).toEqual({ type: "warning", text: `There is no /wiki sail.\n${helpText()}` });
    expect(await said("/wiki help")).toBe(helpText());
    for (const { name, summary } of verbs)
      expect(helpText()).toMatch(new RegExp(`/wiki ${name}.* – ${summary.slice(0, 9)}`));
  });

  test("recall answers the user with passages, and leaves the model's context alone", async () => {
    verifies("pi.verbs");
    const entries = session.branch.length;
    const text = await said("/wiki recall how is the fog horn greased?");
    expect(text).toContain(
      `Fog horn boiler [[notes/fog-horn-boiler]] (project; unconfirmed)\n${join(world.project, ".llm-wiki/wiki/notes/fog-horn-boiler.md")}\n`,
    );
    expect(text).toMatch(/\n\n\d+ pages in \d+\.\d ms$/);
    expect(await said("/wiki-query how is the fog horn greased?")).toBe(text);
    expect(session.branch).toHaveLength(entries);
    expect(await said("/wiki recall")).toBe("Say what to look for: /wiki recall QUERY");
    expect(await said("/wiki recall zeppelin")).toBe("No page matches.");
    expect(await said("/wiki recall gree foggy")).toMatch(/^No page matches\.( Similar titles: .*fog-horn.*)?$/);
  });

  test("lint and verify say what is wrong, or that nothing is", async () => {
    verifies("pi.verbs");
    expect(await said("/wiki verify")).toBe("1 events checked.");
    expect(await said("/wiki lint")).toMatch(/\(missing-triggers\)\./);
    expect(await said("/wiki-lint")).toBe(await said("/wiki lint"));
  });

  test("log tells who changed what, of all pages or of one", async () => {
    verifies("history.log");
    const own = await openPiWorld();
    furnish(own);
    const started = await own.started();
    await own.pi.command(started, "/wiki note Brass polish\nChalk and vinegar.");
    const log = async (words: string) => (await own.pi.command(started, `/wiki log ${words}`))?.text ?? "";
    expect(await log("")).toMatch(
      /^2026-\S+ note_proposed notes\/brass-polish new [0-9a-f]{8} \(project\): keeper by command, from session \S+, verified\n {2}type: general\n/,
    );
    expect(await log("notes/brass-polish")).not.toContain("bootstrap");
    expect(await log("notes/whale")).toBe("No event is recorded of this.");
  });

  test("init says that the vault is there already", async () => {
    verifies("pi.verbs");
    expect(await said("/wiki init bakery")).toBe(`The vault is already there: ${join(world.project, ".llm-wiki")}`);
  });
});

describe("/wiki init", () => {
  test("makes the project's vault, about what it is given", async () => {
    verifies("pi.verbs");
    const world = await openPiWorld({ vault: false });
    const session = await world.started();
    expect((await world.pi.command(session, "/wiki"))?.text).toMatch(
      /^project: no vault here; \/wiki init makes one\n/,
    );
    const notice = await world.pi.command(session, "/wiki-init the lamp and its keepers");
    expect(notice).toEqual({ type: "info", text: `Created ${join(world.project, ".llm-wiki")}` });
    expect(JSON.parse(world.read("lighthouse/.llm-wiki/config.json"))).toMatchObject({
      topic: "the lamp and its keepers",
    });
  });
});

describe("/wiki note", () => {
  test("takes its title from the first line and its text from the rest, in the user's name", async () => {
    verifies("pi.verbs");
    const { world, session } = await open();
    const shown = session.nextStatus();
    const notice = await world.pi.command(session, "/wiki note Ice on the gallery\nSand it.\nBefore dawn.");
    const path = join(world.project, ".llm-wiki/wiki/notes/ice-on-the-gallery.md");
    expect(notice).toEqual({ type: "info", text: `Saved as a draft: [[notes/ice-on-the-gallery]]\n${path}` });
    expect(readFileSync(path, "utf8")).toContain("# Ice on the gallery\n\nSand it.\nBefore dawn.\n");
    await shown;
    const events = jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).slice(1);
    expect(events).toMatchObject([{ kind: "note_proposed", channel: "command", origin: { session: session.id } }]);
    expect(world.read("lighthouse/.llm-wiki/meta/index.md")).toContain("Ice on the gallery");
  });

  test("opens an editor without a text, and writes nothing when it stays empty", async () => {
    verifies("pi.verbs");
    const { world } = await open();
    const writing = await world.started({ editor: "Sand it." });
    expect((await world.pi.command(writing, "/wiki note Ice on the steps"))?.text).toContain(
      "[[notes/ice-on-the-steps]]",
    );
    const before = everything(join(world.project, ".llm-wiki/wiki"));
    const silent = await world.started({ editor: " \n" });
    expect((await world.pi.command(silent, "/wiki note Ice on the roof"))?.text).toMatch(
      /^Nothing was written\. Say what/,
    );
    const blind = await world.started({ hasUI: false, editor: "Sand it." });
    expect((await world.pi.command(blind, "/wiki note Ice on the roof"))?.text).toMatch(/^Nothing was written\./);
    expect((await world.pi.command(blind, "/wiki note"))?.text).toMatch(/^Say what to note/);
    expect(everything(join(world.project, ".llm-wiki/wiki"))).toEqual(before);
  });

  test("names similar pages, and a page that says exactly this already", async () => {
    verifies("pi.verbs", "tools.note-once");
    const { world, session } = await open();
    const line = "/wiki note Fog horn reeds\nTallow.";
    expect((await world.pi.command(session, line))?.text).toContain(
      'In conflict until you decide: [[notes/fog-horn-reed]] "Fog horn reed"',
    );
    expect((await world.pi.command(session, line))?.text).toMatch(
      /^\[\[notes\/fog-horn-reeds\]\] already says exactly this; nothing was written\.\n\//,
    );
  });
});

describe("/wiki capture", () => {
  test("keeps a file, and says so when it is kept already", async () => {
    verifies("pi.verbs");
    const world = await openPiWorld({ tasks: workerTasks });
    world.put("lighthouse/docs/tides.md", "# Tides\n\nHigh at noon.\n");
    const session = await world.started();
    const said = async (line: string) => (await world.pi.command(session, line))?.text;
    const folder = join(world.project, ".llm-wiki/raw/sources/SRC-2026-11-30-001");
    const page = "Its page is a draft: [[sources/SRC-2026-11-30-001]]";
    expect(await said("/wiki capture docs/tides.md")).toBe(
      `Captured as SRC-2026-11-30-001: "Tides"\n${folder}\n${page}`,
    );
    expect(await said("/wiki capture docs/tides.md")).toBe(
      `Already captured as SRC-2026-11-30-001: "Tides"\n${folder}\n${page}`,
    );
    expect(await said("/wiki capture")).toBe("Say what to capture: /wiki capture FILE or ADDRESS");
    expect(await world.pi.command(session, "/wiki capture docs/gone.md")).toEqual({
      type: "error",
      text: "docs/gone.md does not exist. Check the path or the address.",
    });
  });
});

describe("/wiki settings", () => {
  test("shows all, or one, and changes one in the user's file alone", async () => {
    verifies("pi.verbs");
    const { world, session } = await open();
    world.put("home/.pi/agent/settings.json", '{"theme": "dark", "pi-wiki": {"links": "wiki"}}');
    const said = async (line: string) => (await world.pi.command(session, line))?.text;
    expect(await said("/wiki settings")).toMatch(
      /^autoRecall: on – .*\nrecallTokens: 1200 – [\s\S]*captureHosts: none – /,
    );
    expect(await said("/wiki settings recallPages")).toMatch(/^recallPages: 5 – [^\n]*$/);
    expect(await said("/wiki settings recallPages 3")).toBe(
      "recallPages is now 3. It takes effect with the next session or /reload.",
    );
    expect(await said("/wiki-settings captureHosts localhost:8080, wiki.example")).toMatch(/^captureHosts is now /);
    expect(JSON.parse(world.read("home/.pi/agent/settings.json"))).toEqual({
      theme: "dark",
      "pi-wiki": { links: "wiki", recallPages: 3, captureHosts: ["localhost:8080", "wiki.example"] },
    });
    expect(existsSync(join(world.project, ".pi"))).toBe(false);
    const next = await world.started();
    expect((await world.pi.command(next, "/wiki settings recallPages"))?.text).toMatch(/^recallPages: 3 – /);
  });

  test("refuses a value that is none and a key that is none, and changes nothing", async () => {
    verifies("pi.verbs", "settings.typed");
    const { world, session } = await open();
    const said = async (line: string) => (await world.pi.command(session, line))?.text;
    expect(await said("/wiki settings recallPages many")).toBe("recallPages is a whole number from 1 to 20.");
    expect(await said("/wiki settings recallPage 3")).toMatch(/^There is no setting "recallPage"\.\nautoRecall: on/);
    expect(existsSync(join(world.folder, "home/.pi"))).toBe(false);
  });

  test("that are wrong in a file are shown with the status", async () => {
    verifies("settings.checked");
    const world = await openPiWorld();
    world.put("home/.pi/agent/settings.json", '{"pi-wiki": {"recallPages": 99}}');
    const session = await world.started();
    expect((await world.pi.command(session, "/wiki"))?.text).toContain(
      `warning ${join(world.folder, "home/.pi/agent/settings.json")} recallPages is a whole number from 1 to 20 (setting-invalid). `,
    );
  });
});

describe("/wiki why", () => {
  const why = async (world: PiWorld, session: FakeSession) =>
    (await world.pi.command(session, "/wiki why"))?.text ?? "";

  test("has nothing to tell before a prompt", async () => {
    verifies("pi.why");
    const { world, session } = await open();
    expect(await why(world, session)).toBe("No prompt was looked at yet in this session.");
  });

  test("tells what was sent with each page's score in parts, though the pages have changed since", async () => {
    verifies("pi.why");
    const { world, session } = await open();
    await world.pi.prompt(session, `${hornPrompt}\n${"Please. ".repeat(40)}`);
    world.page("notes/fog-horn-reed", "# Something else\n\nEntirely.");
    world.clock.advance(2_000);
    const [prompt = "", outcome = "", ...lines] = (await why(world, session)).split("\n");
    expect(prompt).toMatch(/^Prompt: How do I grease the fog horn.* Please\./);
    expect(prompt.length).toBeLessThanOrEqual("Prompt: ".length + 120);
    expect(outcome).toMatch(/^Recalled 2 pages, \d+ tokens, \d+\.\d ms\.$/);
    expect(lines.slice(0, 2).sort()).toEqual([
      expect.stringMatching(
        /^\[\[notes\/fog-horn-boiler\]\] project; unconfirmed, sent, \d+ tokens: \d+\.\d = \(page .* × authority [\d.]+ × use 1\.00$/,
      ),
      expect.stringMatching(/^\[\[notes\/fog-horn-reed\]\] project, sent, \d+ tokens: \d+\.\d = \(page /),
    ]);
  });

  test("tells why nothing was sent", async () => {
    verifies("pi.why");
    const { world, session } = await open();
    await world.pi.prompt(session, "thanks");
    expect(await why(world, session)).toBe("Prompt: thanks\nRecalled nothing: No page matched it well enough.");
    await world.pi.prompt(session, hornPrompt);
    await world.pi.prompt(session, hornPrompt);
    expect(await why(world, session)).toContain(
      "Recalled nothing: The pages that match are in the conversation already.",
    );
  });

  test("tells what was left out and why", async () => {
    verifies("pi.why");
    const { world, session } = await open();
    world.page("notes/fog-horn-old", "# Fog horn\n\nThe fog horn is greased with whale oil.", { status: "deprecated" });
    world.clock.advance(2_000);
    await world.pi.prompt(session, hornPrompt);
    expect(await why(world, session)).toContain("\nleft out [[notes/fog-horn-old]] (project): deprecated");
  });

  test("tells that automatic recall is off", async () => {
    verifies("pi.why");
    const { world } = await open();
    world.put("home/.pi/agent/settings.json", '{"pi-wiki": {"autoRecall": "off"}}');
    const session = await world.started();
    expect(await world.pi.prompt(session, hornPrompt)).toBeUndefined();
    expect(await why(world, session)).toContain("Recalled nothing: Automatic recall was off or not ready.");
  });
});

describe("completion", () => {
  test("offers the verbs that begin so", async () => {
    verifies("pi.completion");
    const { world } = await open();
    expect(await world.pi.complete("")).toEqual(verbs.map(({ name }) => `${name} `));
    expect(await world.pi.complete("s")).toEqual(["status ", "skills ", "settings "]);
    expect(await world.pi.complete("sail")).toEqual([]);
  });

  test("offers settings after settings, and pages after recall", async () => {
    verifies("pi.completion");
    const { world } = await open();
    expect(await world.pi.complete("settings rec")).toEqual(["settings recallTokens ", "settings recallPages "]);
    expect(await world.pi.complete("recall fog")).toEqual(
      expect.arrayContaining(["recall notes/fog-horn-boiler", "recall notes/fog-horn-reed"]),
    );
    expect(await world.pi.complete("recall keep")).toHaveLength(12);
  });

  test("offers nothing where nothing fits, and before there is a session", async () => {
    verifies("pi.completion");
    const { world } = await open();
    for (const prefix of ["recall ", "recall zeppelin", "note fog", "sail fog"]) {
      expect(await world.pi.complete(prefix)).toBeNull();
    }
    const early = await openPiWorld();
    expect(await early.pi.complete("recall fog")).toBeNull();
  });
});
