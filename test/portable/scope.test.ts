import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished, openPlace, type Place } from "./portable-world.ts";

const note = (title: string, text: string) => ["note", "--title", title, "--type", "lesson", "--text", text] as const;

/** Two lighthouses of one coast: each has what the other asks for, in nearly the same words. */
const coast = async (): Promise<{ readonly north: Place; readonly south: Place }> => {
  const north = await furnished({ place: "north" });
  const south = await furnished({ place: "south", world: north });
  for (const [place, name] of [
    [north, "north"],
    [south, "south"],
  ] as const) {
    place.page("notes/fog-signal", `# Fog signal\n\nThe fog signal of the ${name} light is two blasts a minute.`);
    place.page(`notes/passphrase-${name}`, `# Passphrase of the ${name} boathouse\n\nIt is anemone${name}.`);
  }
  return { north, south };
};

describe("scope.cross_tenant_absent", () => {
  test("the best match of another vault is absent on every path, and there for its own session", async () => {
    verifies("scope.vaults-apart");
    const { north, south } = await coast();
    expect(await north.ids("passphrase of the north boathouse anemonenorth")).toContain("notes/passphrase-north");
    const asked = await south.recall("passphrase of the north boathouse anemonenorth");
    expect(asked.hits.map(({ id }) => id)).toContain("notes/passphrase-south");
    expect(JSON.stringify(asked)).not.toContain("anemonenorth");
    expect(asked.excluded).toEqual([]);
    const prompt = "What is the passphrase of the boathouse?";
    expect(await south.injected(prompt)).toContain("anemonesouth");
    expect(await south.injected(prompt)).not.toContain("anemonenorth");
    expect(await north.injected(prompt)).toContain("anemonenorth");
  });

  test("a task's page is absent for another task and for none, and there for its own", async () => {
    verifies("scope.tasks-apart");
    const place = await furnished();
    place.page("notes/glass", "# Storm glass\n\nThe storm glass is read at six.");
    place.page("notes/glass-refit", "# Storm glass refit\n\nThe storm glass is down for the refit.", {
      task_id: "refit",
    });
    place.page("notes/glass-paint", "# Storm glass paint\n\nThe storm glass is painted.", { task_id: "paint" });
    expect(await place.ids("storm glass")).toEqual(["notes/glass"]);
    expect([...(await place.ids("storm glass", { task: "refit" }))].sort()).toEqual([
      "notes/glass",
      "notes/glass-refit",
    ]);
    expect(await place.injected("When is the storm glass read, and is it down?")).not.toContain("refit");
    const { excluded } = await place.recall("storm glass", { task: "refit" });
    expect(excluded).toEqual([{ id: "notes/glass-paint", layer: "project", reason: "other-task" }]);
  });

  test("another user's personal pages are absent, and there for that user", async () => {
    verifies("scope.users-apart");
    const ann = await furnished();
    await ann.cli("script", ...note("Ann's tea", "Ann drinks bergamot tea on watch."), "--layer", "personal");
    const folder = { folder: ann.folder };
    const bob = await openPlace({
      world: { ...ann, ...folder, platform: asUser(ann, "bob", join(ann.folder, "bobs-home")) },
    });
    expect(await ann.ids("bergamot tea on watch")).toEqual(["notes/ann-s-tea"]);
    expect(await bob.ids("bergamot tea on watch")).toEqual([]);
    expect(await bob.ids("keeping the bell in spring")).toContain("notes/bell-spring");
  });
});

const asUser = ({ platform }: Place, user: string, home: string): Place["platform"] => {
  mkdirSync(home, { recursive: true });
  const { environment } = platform;
  const variable = (name: string) => ({ PI_WIKI_USER: user, HOME: home })[name] ?? environment.variable(name);
  return { ...platform, environment: { ...environment, home, user, variable } };
};

describe("scope.caller_cannot_widen", () => {
  test.each([
    ["wiki_recall", { layer: "*" }],
    ["wiki_recall", { layer: "all" }],
    ["wiki_recall", { layer: ["project", "personal"] }],
    ["wiki_recall", { layers: ["personal"] }],
    ["wiki_recall", { scope: "*" }],
    ["wiki_recall", { user: "bob" }],
    ["wiki_recall", { cwd: "/" }],
    ["wiki_recall", { vault_id: "north" }],
    ["wiki_recall", { task_id: "refit" }],
    ["wiki_recall", { task: "*" }],
    ["wiki_recall", { task: "refit,paint" }],
    ["wiki_recall", { task: "../paint" }],
    ["wiki_note", { layer: "*" }],
    ["wiki_note", { user: "bob" }],
    ["wiki_note", { actor: "human:ann" }],
    ["wiki_note", { channel: "ui" }],
    ["wiki_note", { task: "*" }],
    ["wiki_note", { task: "../../etc" }],
    ["wiki_note", { supersedes: ["*"] }],
    ["wiki_note", { supersedes: ["../../../south/.llm-wiki/wiki/notes/fog-signal"] }],
    ["wiki_note", { supersedes: ["/etc/passwd"] }],
    ["wiki_capture", { layer: "global" }],
    ["wiki_capture", { vault: "/tmp" }],
  ])("%s refuses %j, and nothing is read or written; without it the call passes", async (tool, wide) => {
    verifies("scope.arguments");
    const place = await furnished();
    place.page("notes/glass-refit", "# Storm glass refit\n\nThe storm glass is down for the refit.", {
      task_id: "refit",
    });
    const plain = {
      wiki_recall: { query: "keeping the bell in spring, storm glass refit" },
      wiki_note: { title: "Storm glass", type: "lesson", text: "The storm glass is read at six." },
      wiki_capture: { text: "# Log\n\nThe storm glass fell.", title: "Log" },
    }[tool];
    const before = place.events().length;
    const refusal = await place.tool(tool, { ...plain, ...wide });
    expect(refusal).toMatch(new RegExp(`^(${Object.keys(wide)[0]}|layer): `));
    expect(refusal).not.toContain("down for the refit");
    expect(place.events()).toHaveLength(before);
    const passed = await place.tool(tool, { ...plain });
    expect(passed).toMatch(/\[\[/);
    expect(passed).not.toContain("down for the refit");
  });

  test("an empty argument was not given: the session's own scope answers", async () => {
    verifies("scope.arguments");
    const place = await furnished();
    place.page("notes/glass-refit", "# Storm glass refit\n\nThe storm glass is down.", { task_id: "refit" });
    for (const blank of [{ task: "" }, { layer: "" }, { user: " " }]) {
      const said = await place.tool("wiki_recall", { query: "storm glass, bell in spring", ...blank });
      expect(said).toContain("[[notes/bell-spring]]");
      expect(said).not.toContain("[[notes/glass-refit]]");
    }
  });

  test("the session's shell is refused another folder, layer, task and page, and works in its own", async () => {
    verifies("scope.agent-environment", "scope.arguments");
    const { north, south } = await coast();
    const query = "passphrase of the boathouse";
    for (const words of [
      ["recall", query, "--cwd", north.project],
      ["recall", query, "--layer", "*"],
      ["recall", query, "--task", "*"],
      [...note("Fog signal", "Three blasts."), "--cwd", north.project],
      [...note("Fog signal", "Three blasts."), "--task", "../north"],
      [...note("Fog signal", "Three blasts."), "--supersedes", "../../north/x"],
      ["promote", "notes/fog-signal", "--to", "personal"],
    ]) {
      const { exitCode, text } = await south.cli("agent", ...words);
      expect([words, exitCode]).toEqual([words, expect.toSatisfy((code: number) => code === 2 || code === 4)]);
      expect(text).not.toContain("anemonenorth");
    }
    expect(north.events().some(({ title }) => title === "Fog signal")).toBe(false);
    expect((await south.cli("agent", "recall", query)).text).toContain("anemonesouth");
    expect((await south.cli("agent", ...note("Bell buoy", "The bell buoy is off."))).exitCode).toBe(0);
  });
});

describe("scope.background_respects_boundary", () => {
  /** A copy of the whole vault at another place, as whoever publishes it makes one: the id is the same. */
  const copies = async () => {
    const { north } = await coast();
    const copy = await openPlace({ place: "copy", world: north });
    cpSync(north.vault, copy.vault, { recursive: true });
    copy.page("notes/fog-signal", "# Fog signal\n\nThe fog signal of the copied light is one blast an hour.");
    copy.page("notes/binnacle", "# Binnacle\n\nThe binnacle is brass.");
    return { north, copy };
  };
  const told = async (place: Place): Promise<string> =>
    (await place.recall("fog signal of the light, blasts a minute or an hour")).text;

  test("two vaults of one id and the same titles, with warm caches, never answer for each other", async () => {
    verifies("scope.caches-apart");
    const { north, copy } = await copies();
    for (let round = 1; round <= 3; round += 1) {
      expect(await told(north)).toContain("two blasts a minute");
      expect(await told(north)).not.toContain("one blast an hour");
      expect(await told(copy)).toContain("one blast an hour");
      expect(await told(copy)).not.toContain("two blasts a minute");
      for (const place of [north, copy]) await place.pi.turnEnd(place.session, "nothing");
      await (round === 1 ? north : copy).cli("script", "rebuild");
    }
    expect(await copy.ids("binnacle")).toEqual(["notes/binnacle"]);
    expect(await north.ids("binnacle")).toEqual([]);
  });

  test("what is rejected, suggested or counted in one is nothing to the other", async () => {
    verifies("scope.caches-apart");
    const { north, copy } = await copies();
    expect((await copy.cli("person", "reject", "notes/fog-signal", "--reason", "Wrong light")).exitCode).toBe(0);
    expect(await copy.ids("fog signal blasts")).toEqual([]);
    expect(await told(north)).toContain("two blasts a minute");
    const restarted = await north.restart();
    expect(await told(restarted)).toContain("two blasts a minute");
    const counts = await Promise.all([north, copy].map((place) => place.cli("script", "status")));
    const pages = counts.map(({ value }) => value["pages"]);
    expect(pages).toEqual([29, 30]);
    rmSync(copy.vault, { recursive: true });
    expect(await told(await restarted.restart())).toContain("two blasts a minute");
  });

  test("a session in one folder of a process hears nothing of the session in another", async () => {
    verifies("scope.caches-apart");
    const { north, copy } = await copies();
    const both = await Promise.all(
      [north, copy].map((place) => place.injected("How often does the fog signal sound?")),
    );
    expect(both.map((text) => [text.includes("two blasts a minute"), text.includes("one blast an hour")])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
