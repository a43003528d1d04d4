/** The command line as programs call it. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { beforeAll, describe, expect, test } from "vitest";
import { verbs } from "../../extensions/hosts/cli/verbs.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type CommandLine, furnish, openCommandLine } from "../hosts/cli/command-line.ts";

test("verbs and their arguments keep their names", () => {
  verifies("house.pins", "cli.shapes");
  expect(verbs.map(({ name, usage }) => `${name} ${usage}`.trim())).toEqual([
    "init [TOPIC] [--layer project|personal]",
    "recall QUERY [--limit N] [--types TYPE,TYPE] [--task ID] [--include deprecated,rejected,shadow] [--as-of TIME] [--known-at TIME] [--layer project|personal] [--explain]",
    "inject PROMPT [--session ID]",
    "why [--session ID]",
    "capture [SOURCE] [--text TEXT] [--title TITLE] [--force] [--layer project|personal]",
    "import DIR [--type TYPE] [--layer project|personal]",
    "ingest [prepare [ID…] | submit FILE] [--layer project|personal]",
    "distill [capture | prepare [ID…] | submit FILE] [--session FILE] [--layer project|personal]",
    "consolidate [prepare [ID…] | submit FILE] [--layer project|personal]",
    "enrich [prepare [ID…] | submit FILE] [--layer project|personal]",
    "digest [--days N]",
    "note [--title TITLE] [--type TYPE] [--text TEXT] [--tags TAG,TAG] [--trigger PHRASE]… [--source SOURCE]… [--file PATH[#SYMBOL]]… [--supersedes ID]… [--update ID] [--task ID] [--valid-from TIME] [--valid-until TIME] [--layer project|personal]",
    "task ACTION … [--aim AIM]… [--check CHECK]… [--text TEXT] [--captured-at TIME] [--tokens N] [--limit N] [--all] [--summary TEXT] [--through ENTRY] [--dry-run] [--abandoned] [--session ID] [--layer project|personal]",
    "trajectory capture | list | distill prepare [TRJ…] | distill submit FILE [--session FILE] [--title T] [--task ID] [--prompts N] [--layer project|personal]",
    "review [--layer project|personal]",
    "confirm ID… [--layer project|personal] [--unattended] [--dry-run]",
    "reject ID… [--reason REASON] [--claim CLAIM] [--layer project|personal] [--unattended] [--dry-run]",
    "retire ID… [--reason REASON] [--claim CLAIM] [--layer project|personal] [--unattended] [--dry-run]",
    "restore ID… [--layer project|personal] [--unattended] [--dry-run]",
    "set-status ID… --to STATUS [--from STATUS] [--reason REASON] [--claim CLAIM] [--layer project|personal] [--unattended] [--dry-run]",
    "promote ID --to LAYER [--unattended]",
    "forget ID --reason REASON [--layer project|personal] [--unattended]",
    "status [--layer project|personal]",
    "lint [--layer project|personal]",
    "stale [--base REF]",
    "verify [--layer project|personal]",
    "log [--page ID] [--kind KIND] [--limit N] [--layer project|personal]",
    "blame PAGE [--layer project|personal]",
    "usage [ID…]",
    "feedback ID [--adopted] [--outcome RESULT] [--note TEXT] [--task ID] [--layer project|personal]",
    "sync [--offline]",
    "rebuild",
    "knowledge refresh|map|ground|packet|verify|lessons|accept|observe|export|import|repair [PAGE|TASK|FILE] [--query NAME] [--file PATH] [--kind module|class|function|method|constant] [--limit N] [--bytes N] [--schema 1|2] [--refresh] [--check COMMAND]… [--base COMMIT] [--superseded HASH] [--to FILE] [--unattended]",
    "weakness ACTION [SLUG] [--run-dir DIR] [--slug SLUG] [--title TITLE] [--iteration ID] [--tasks TASK,TASK] [--tags TAG,TAG] [--related SLUG:WHY]… [--related-style inline|documented] [--what TEXT] [--note TASK=NOTE]… [--reference PATH:LINE:NOTE]… [--to STATUS] [--status STATUS] [--direction NAME] [--thesis TEXT] [--change PATH:WHY]… [--metric NAME=VALUE]… [--why WHY] [--diff FILE] [--delta TASK=BEFORE:AFTER]… [--gate-result FILE] [--n N] [--split train|val|test] [--per-task FILE] [--num-tasks N] [--format json|dot|mermaid]",
    "guard [heal] [--hook HOST]",
    "skills ACTION [NAME…] [--global] [--agent pi,codex,cursor,opencode,claude] [--all] [--force] [--link] [--dry-run] [--to DIR] [--name NAME] [--layer project|personal]",
    "mcp",
    "dashboard [--port N] [--run-dir DIR]",
    "settings [KEY VALUE]",
    "help [VERB]",
  ]);
});

const text = expect.any(String);
const number = expect.any(Number);
const listOf = (item: unknown) =>
  expect.toSatisfy((list: unknown) => {
    if (!Array.isArray(list) || list.length === 0) return false;
    for (const one of list) expect(one).toEqual(item);
    return true;
  });
const finding = { code: text, severity: text, path: text, line: number, message: text, remedy: text };

describe("the JSON value of", () => {
  let cli: CommandLine;
  beforeAll(async () => {
    cli = await openCommandLine();
    await furnish(cli);
  });

  test("init", async () => {
    verifies("cli.shapes");
    const value = await cli.json("init", "keeper's own", "--layer", "personal");
    expect(value).toEqual({ exitCode: 0, root: text, vault_id: text, created: listOf(text) });
  });

  test("recall", async () => {
    verifies("cli.shapes");
    const hit = {
      id: text,
      path: text,
      layer: "project",
      title: text,
      type: "decision",
      status: "draft",
      tier: "unverified",
      labels: ["unconfirmed"],
      score: number,
      excerpt: text,
      sources: [],
    };
    const counts = { excluded: [], total: number, elapsed_ms: number };
    expect(await cli.json("recall", "fog horn")).toEqual({ exitCode: 0, hits: listOf(hit), ...counts });
    const explained = listOf({ ...hit, parts: expect.objectContaining({ page: number, passage: number }) });
    expect(await cli.json("recall", "fog horn", "--explain")).toEqual({ exitCode: 0, hits: explained, ...counts });
  });

  test("recall, for a page that is left out", async () => {
    verifies("cli.shapes");
    cli.put(".llm-wiki/wiki/notes/old-horn.md", "---\ntitle: The old horn\nstatus: deprecated\n---\nA brass horn.\n");
    expect(await cli.json("recall", "brass horn")).toMatchObject({
      excluded: [{ id: "notes/old-horn", layer: "project", reason: "deprecated" }],
    });
  });

  test("inject", async () => {
    verifies("cli.shapes");
    const spoken = await cli.json("inject", "How often must the fog horn sound in fog, what rhythm do the charts say?");
    const page = { id: text, layer: "project", tokens: number, score: number };
    const rest = { exitCode: 0, tokens: number, elapsed_ms: number };
    expect(spoken).toEqual({ ...rest, message: text, pages: listOf(page), gate: "passed" });
    expect(await cli.json("inject", "thanks, looks good")).toEqual({
      ...rest,
      message: null,
      pages: [],
      gate: "floor",
    });
  });

  test("capture", async () => {
    verifies("cli.shapes");
    const file = { path: text, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: number };
    const packet = { exitCode: 0, id: text, path: text, files: listOf(file) };
    expect(await cli.json("capture", "--text", "Lamp oil is kept in the cellar.")).toEqual(packet);
    const again = await cli.json("capture", "--text", "Lamp oil is kept in the cellar.");
    expect(again).toEqual({ ...packet, duplicate_of: again["id"] });
  });

  test("log and blame", async () => {
    verifies("cli.shapes", "history.log", "history.blame");
    const event = {
      layer: "project",
      kind: "note_proposed",
      timestamp: text,
      actor: text,
      channel: "cli",
      writer: text,
      hash: text,
      vouch: "verified",
      page: "notes/fog-horn-rhythm",
      after: expect.stringMatching(/^[0-9a-f]{64}$/),
      details: { type: text },
    };
    const told = { exitCode: 0, events: listOf(event), findings: [] };
    expect(await cli.json("log", "--page", "notes/fog-horn-rhythm")).toEqual({ ...told, total: 1 });
    const place = { id: "notes/fog-horn-rhythm", path: text, layer: "project", git: "none" };
    const lines = listOf({ line: number, text, event: text, others: 0 });
    expect(await cli.json("blame", "notes/fog-horn-rhythm")).toEqual({ ...told, ...place, lines });
  });

  test("import", async () => {
    verifies("cli.shapes");
    cli.put("docs/tides.md", "# Tides\n\nSpring tide reaches the third step.\n");
    cli.put("docs/empty.md", "");
    expect(await cli.json("import", "docs")).toEqual({
      exitCode: 0,
      created: ["concepts/tides"].map(() => text),
      skipped: [{ path: "empty.md", reason: "empty" }],
    });
  });

  test("note", async () => {
    verifies("cli.shapes");
    const words = [
      "note",
      "--title",
      "Fog horn rhythm is two",
      "--type",
      "decision",
      "--trigger",
      "how loud in bad weather",
    ];
    const candidate = { id: text, title: text, status: "draft", signal: text, similarity: number };
    expect(await cli.json(...words, "--source", "docs/tides.md")).toEqual({
      exitCode: 0,
      id: "notes/fog-horn-rhythm-is-two",
      path: text,
      status: "draft",
      candidates: listOf(candidate),
      conflicts: ["notes/fog-horn-rhythm"],
    });
    const replacing = ["note", "--title", "Fog horn rhythm is three", "--type", "decision", "--supersedes"];
    expect(await cli.json(...replacing, "notes/fog-horn-rhythm")).toMatchObject({
      superseded: [{ id: "notes/fog-horn-rhythm", outcome: "closed" }],
    });
  });

  test("task", async () => {
    verifies("cli.shapes", "tasks.cli");
    const opened = { exitCode: 0, task_id: "mend-the-horn", path: text };
    expect(await cli.json("task", "open", "Mend the horn", "--aim", "It sounds")).toEqual(opened);
    const remembered = { exitCode: 0, task_id: "mend-the-horn", entry: text, time: text, path: text };
    const words = ["task", "remember", "mend-the-horn", "--text"];
    const first = await cli.json(...words, "The reed is cracked.", "--captured-at", "2026-09-18T14:30:00Z");
    expect(first).toEqual({ ...remembered, time: "2026-09-18 14:30" });
    const correct = ["task", "correct", "mend-the-horn", String(first["entry"]), "--text", "The valve is."];
    expect(await cli.json(...correct)).toEqual({ ...remembered, superseded: first["entry"] });
    const context = { exitCode: 0, text, tokens: number, omitted: 0 };
    expect(await cli.json("task", "context", "mend-the-horn", "--tokens", "300")).toEqual(context);
    const entry = { id: text, time: text, text: "The valve is." };
    const hit = { task_id: "mend-the-horn", user: "keeper", ...entry, archived: false, score: number };
    expect(await cli.json("task", "search", "valve")).toEqual({ exitCode: 0, hits: [hit] });
    const row = { task_id: "mend-the-horn", title: "Mend the horn", status: "active", layer: "project" };
    const counts = { created_at: text, entries: 1, is_current: false };
    expect(await cli.json("task", "list")).toEqual({ exitCode: 0, tasks: [{ ...row, ...counts }] });
    const bound = { ...opened, layer: "project" };
    expect(await cli.json("task", "bind", "mend-the-horn", "--session", "s1")).toEqual(bound);
    const moved = { id: first["entry"], time: "2026-09-18 14:30", superseded: true };
    expect(await cli.json("task", "compact", "mend-the-horn", "--dry-run")).toEqual({
      exitCode: 0,
      task_id: "mend-the-horn",
      due: false,
      done: false,
      moved: [moved],
      kept: 1,
      through: null,
      archive: "tasks/mend-the-horn/memories-archive/keeper.md",
    });
    const closed = { exitCode: 0, task_id: "mend-the-horn", status: "completed", entries: [entry] };
    expect(await cli.json("task", "close", "mend-the-horn")).toEqual(closed);
  });

  test("status, lint, verify and rebuild", async () => {
    verifies("cli.shapes");
    const counts = { error: number, warning: number, info: number };
    const vault = {
      layer: text,
      root: text,
      exists: true,
      topic: text,
      pages: number,
      drafts: number,
      sources: number,
      by_type: expect.any(Object),
    };
    const vaults = listOf(vault);
    const status = { exitCode: 0, pages: number, drafts: number, sources: number, vaults, findings: [] };
    expect(await cli.json("status")).toEqual(status);
    expect(await cli.json("lint")).toEqual({ exitCode: 0, counts, findings: listOf(finding) });
    expect(await cli.json("verify")).toEqual({ exitCode: 0, events: number, counts, findings: [] });
    expect(await cli.json("rebuild")).toEqual({
      exitCode: 0,
      pages: number,
      refreshed: expect.any(Array),
      findings: [],
    });
  });

  test("usage and feedback", async () => {
    verifies("cli.shapes");
    await cli.run("note", "--title", "The wick", "--type", "lesson", "--text", "Trim it at noon.");
    const id = "notes/the-wick";
    expect(await cli.json("feedback", id, "--adopted", "--outcome", "failure", "--note", "It smoked.")).toEqual({
      exitCode: 0,
      id,
      layer: "project",
      recorded: ["adopted", "failure"],
    });
    const counts = { success: number, failure: number };
    const page = { id, layer: "project", hits: 0, asked: 0, adopted: 1, tokens: 0, last_hit: null, weight: number };
    expect(await cli.json("usage", id)).toEqual({
      exitCode: 0,
      pages: [{ ...page, outcomes: { observed: counts, self: { success: 0, failure: 1 } } }],
    });
    expect(await cli.json("usage")).toEqual({ exitCode: 0, pages: [] });
    expect(await cli.json("sync", "--offline")).toEqual({ exitCode: 0, recorded: 0, vaults: [] });
  });

  test("skills", async () => {
    verifies("cli.shapes", "skills.cli");
    const place = { scope: "project", agents: ["claude"], path: text };
    const add = ["skills", "add", "pi-wiki", "--agent", "claude"];
    const result = { name: "pi-wiki", ...place, outcome: "added", mode: "copy" };
    expect(await cli.json(...add, "--dry-run")).toEqual({
      exitCode: 0,
      results: [result],
      dry_run: true,
      findings: [],
    });
    expect(await cli.json(...add)).toEqual({ exitCode: 0, results: [result], dry_run: false, findings: [] });
    const listed = await cli.json("skills", "list");
    const skill = { name: text, description: text, path: text, installed: expect.any(Array) };
    expect(listed).toEqual({ exitCode: 0, skills: listOf(skill) });
    expect(listed["skills"]).toContainEqual({
      ...skill,
      name: "pi-wiki",
      installed: [{ ...place, mode: "copy", state: "current" }],
    });
    cli.put(".claude/skills/pi-wiki/SKILL.md", "no front matter\n");
    const counts = { error: 1, warning: 0, info: 0 };
    const validated = { exitCode: 4, skills: [text], counts, findings: [finding] };
    expect(await cli.json("skills", "validate", "pi-wiki", "--agent", "claude")).toEqual(validated);
    const refused = { name: "pi-wiki", ...place, outcome: "refused", reason: text };
    expect(await cli.json("skills", "remove", "pi-wiki")).toEqual({
      exitCode: 4,
      results: [refused],
      dry_run: false,
      findings: [],
    });
    const removed = { name: "pi-wiki", ...place, outcome: "removed", aside: text };
    const forced = { exitCode: 0, results: [removed], dry_run: false, findings: [] };
    expect(await cli.json("skills", "remove", "pi-wiki", "--force")).toEqual(forced);
    expect(await cli.json("skills", "path", "pi-wiki")).toEqual({ exitCode: 0, name: "pi-wiki", path: text });
  });

  test("settings, help and --version", async () => {
    verifies("cli.shapes");
    const settings = {
      autoRecall: "on",
      recallTokens: 1200,
      recallPages: 5,
      maxLessons: 5,
      personalVault: "on",
      humanChannel: "any",
      links: "wiki",
      otherUsers: "summary",
      captureHosts: [],
      captureConversations: "off",
      trajectories: "off",
      distill: "off",
      knowledge: "off",
      weaknesses: "off",
      runDir: "",
      distillTaskMemory: "off",
      testCommands: expect.arrayContaining(["node --test"]),
    };
    expect(await cli.json("settings")).toEqual({ exitCode: 0, settings, findings: [] });
    expect(await cli.json("settings", "recallPages", "3")).toEqual({
      exitCode: 0,
      settings: { recallPages: 3 },
      path: text,
      findings: [],
    });
    const verb = { name: text, usage: text, summary: text };
    expect(await cli.json("help")).toEqual({ exitCode: 0, verbs: listOf(verb) });
    expect(await cli.json("help", "recall")).toEqual({ exitCode: 0, ...verb });
    expect(await cli.json("--version")).toEqual({ exitCode: 0, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});
