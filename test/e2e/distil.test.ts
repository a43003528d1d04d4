import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openRpc, type RpcSession, type Turn } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import type { ToolCall } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { placeDocsVault } from "./docs-vault.ts";
import { installedPackage } from "./pack.ts";

const submit = (kind: string, submission: object): ToolCall => ({
  name: "wiki_distill",
  arguments: { action: "submit", kind, submission: `Here it is:\n\`\`\`json\n${JSON.stringify(submission)}\n\`\`\`` },
});

const entry = (title: string, type: string, text: string, more: object) => ({
  title,
  type,
  text,
  recall_triggers: ["light looks orange and dim tonight", "black soot on the glass in the morning"],
  ...more,
});

describe.each(hostNames)("distilling in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;

  const inVault = (path: string): string => join(sandbox.project, ".llm-wiki", path);
  const only = (folder: string): string => readdirSync(inVault(folder))[0] ?? "";
  /** What the model was sent, what it was told after its call, and what its tools were. */
  const transcript = ({ requests: [asked, told] }: Turn) => ({
    prompt: asked?.messages.findLast(({ role }) => role === "user")?.text ?? "",
    tools: asked?.toolNames ?? [],
    told: told?.messages.at(-1)?.text ?? "",
  });

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(sandbox, "init", "lighthouse");
    const manual = "# Lens manual\n\nClean the lens with spirit of wine. Never use sand.\n";
    writeFileSync(join(sandbox.project, "manual.md"), manual);
    await wikiCli(sandbox, "capture", "manual.md");
    mkdirSync(inVault("wiki/notes"), { recursive: true });
    for (const [name, title] of Object.entries({
      a: "Fog horn interval",
      b: "Interval of the fog horn",
      c: "How often the horn sounds in fog",
    })) {
      const text = "Sound the fog horn every ninety seconds while the fog lasts, day and night.";
      writeFileSync(inVault(`wiki/notes/fog-${name}.md`), `---\ntitle: ${title}\nstatus: draft\n---\n${text}\n`);
    }
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test("the tool is not offered until somebody asks for what needs it", async () => {
    verifies("distil.tool");
    const turn = await session.ask("Why does the lamp smoke?", {
      text: "The wick is too high: lower it until the flame is white.",
    });
    expect(turn.requests[0]?.toolNames).toContain("wiki_note");
    expect(turn.requests[0]?.toolNames).not.toContain("wiki_distill");
  });

  test("a source becomes its summary and a page, with citations", async () => {
    verifies("endtoend.distil", "distil.tool", "distil.ingest");
    const id = only("raw/sources");
    const submission = {
      sources: [id],
      pages: [
        entry("Lens manual", "source", "Spirit of wine cleans, sand scratches.", { sources: [id] }),
        entry("Spirit of wine", "entity", `Cleans glass without streaks [[sources/${id}]].`, { sources: [id] }),
      ],
    };
    const { prompt, tools, told } = transcript(
      await session.ask("/wiki ingest", { calls: [submit("source", submission)] }),
    );
    expect(prompt).toMatch(/^\[pi-wiki\] /);
    expect(prompt).toContain(inVault(`raw/sources/${id}/extracted.md`));
    expect(tools).toContain("wiki_distill");
    expect(told).toContain("[[entities/spirit-of-wine]]");
    expect(readFileSync(inVault(`wiki/sources/${id}.md`), "utf8")).toContain("sand scratches");
    expect(readFileSync(inVault("wiki/entities/spirit-of-wine.md"), "utf8")).toMatch(/^status: draft$/m);
  });

  test("the session's own conversation becomes a draft; what the memory said and asked is not in it", async () => {
    verifies("endtoend.distil", "distil.verbs-quiet", "distil.own-words");
    const submission = (id: string) => ({
      conversations: [id],
      notes: [
        entry("A smoking lamp has its wick too high", "pitfall", "Lower it until the flame is white.", {
          sources: [id],
        }),
      ],
    });
    const failure = { id: "entities/spirit-of-wine", outcome: "failure", note: "It left streaks on the glass." };
    await session.ask("It did not work.", { calls: [{ name: "wiki_feedback", arguments: failure }] });
    const day = new Date().toISOString().slice(0, 10);
    const id = `CNV-${day}-001`;
    const { prompt, told } = transcript(
      await session.ask("/wiki distill", { calls: [submit("conversation", submission(id))] }),
    );
    expect(prompt).toContain(inVault(`raw/conversations/${id}/transcript.jsonl`));
    expect(prompt).toMatch(/Negative examples[\s\S]*\[\[entities\/spirit-of-wine\]\] It left streaks on the glass\./);
    expect(told).toContain("[[notes/a-smoking-lamp-has-its-wick-too-high]]");
    const said = readFileSync(inVault(`raw/conversations/${id}/transcript.jsonl`), "utf8");
    expect(said).toContain("Why does the lamp smoke?");
    expect(said).not.toMatch(/pi-wiki|Spirit of wine|wiki-recall/);
    expect(readFileSync(inVault("wiki/notes/a-smoking-lamp-has-its-wick-too-high.md"), "utf8")).toContain(id);
    const again = transcript(await session.ask("Submit it again", { calls: [submit("conversation", submission(id))] }));
    expect(again.told).toContain("known already");
    expect(readdirSync(inVault("wiki/notes")).filter((name) => name.startsWith("a-smoking-lamp"))).toHaveLength(1);
  });

  test("three drafts that overlap become one, and are recalled no more beside it", async () => {
    verifies("endtoend.distil", "distil.consolidate");
    const merges = ["notes/fog-a", "notes/fog-b", "notes/fog-c"];
    const title = "The fog horn sounds every ninety seconds";
    const merge = entry(title, "procedure", "Every ninety seconds while fog lasts, day and night.", { merges });
    const { prompt, told } = transcript(
      await session.ask("/wiki consolidate", { calls: [submit("notes", { merges: [merge] })] }),
    );
    for (const id of merges) {
      expect(prompt).toContain(`[[${id}]]`);
      expect(told).toContain(`[[${id}]]`);
      expect(readFileSync(inVault(`wiki/${id}.md`), "utf8")).toContain(
        "consolidated_into: [notes/the-fog-horn-sounds-every-ninety-seconds]",
      );
    }
    const answer = (await wikiCli(sandbox, "recall", "fog horn interval")) as {
      readonly hits: readonly { id: string }[];
    };
    expect(answer.hits.map(({ id }) => id).filter((id) => id.includes("fog"))).toEqual([
      "notes/the-fog-horn-sounds-every-ninety-seconds",
    ]);
    expect(existsSync(inVault("outputs"))).toBe(false);
  });
});

describe.each(hostNames)("the setting distill in the %s Pi", (host) => {
  test("offers the tool from the first request on, and changes nothing else of it", async () => {
    verifies("distil.tool");
    const settings = { "pi-wiki": { distill: "on" } };
    const sandbox = await openSandbox({ host, extension: installedPackage(), settings });
    const session = await openRpc(sandbox);
    const turn = await session.ask("Hello");
    expect(turn.requests[0]?.toolNames).toContain("wiki_distill");
    expect(turn.requests[0]?.toolNames).toContain("wiki_note");
    await session.close();
    await sandbox.close();
  });
});

describe.each(hostNames)("the setting captureConversations in the %s Pi", (host) => {
  const kept = (sandbox: PiSandbox): string => {
    const folder = join(sandbox.project, ".llm-wiki/raw/conversations");
    const packets = existsSync(folder) ? readdirSync(folder) : [];
    return packets.map((id) => readFileSync(join(folder, id, "transcript.jsonl"), "utf8")).join("\n");
  };
  const open = async (captureConversations: string): Promise<PiSandbox> => {
    const settings = { "pi-wiki": { captureConversations } };
    const sandbox = await openSandbox({ host, extension: installedPackage(), settings });
    await wikiCli(sandbox, "init", "lighthouse");
    return sandbox;
  };

  test("keeps what was said when Pi ends, and nothing where it is off", async () => {
    verifies("distil.conversation-automatic");
    for (const when of ["end", "off"]) {
      const sandbox = await open(when);
      await runPrint(sandbox, { prompt: "Why does the lamp smoke?", steps: [{ text: "The wick is too high." }] });
      expect(kept(sandbox).includes("The wick is too high.")).toBe(when === "end");
      await sandbox.close();
    }
  });

  test("keeps what was said before a compaction", async () => {
    verifies("distil.conversation-automatic");
    const sandbox = await open("compaction");
    const session = await openRpc(sandbox);
    for (const part of ["lamp", "horn", "bell"]) {
      await session.ask(`How is the ${part} kept?`, { text: `The ${part} is greased. ${"Daily. ".repeat(4_000)}` });
    }
    expect(kept(sandbox)).toBe("");
    const answer = await session.send({ type: "compact" });
    expect(answer["success"]).toBe(true);
    expect(kept(sandbox)).toContain("How is the lamp kept?");
    await session.close();
    await sandbox.close();
  });
});

describe.each(hostNames)("a miss in the %s Pi", (host) => {
  test("teaches recall what was typed, and a prompt that recalled the page teaches nothing", async () => {
    verifies("distil.misses");
    const sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
    const notes = join(sandbox.project, ".llm-wiki/wiki/notes");
    mkdirSync(notes, { recursive: true });
    const page = (name: string, text: string): void => writeFileSync(join(notes, `${name}.md`), text);
    page("wick", "---\ntitle: Trimming the wick\nstatus: stable\n---\nTrim the wick with brass scissors at dusk.\n");
    page(
      "reed",
      "---\ntitle: Greasing the foghorn reed\nstatus: stable\n---\nThe foghorn reed wants tallow in autumn.\n",
    );
    await wikiCli(sandbox, "rebuild");
    const session = await openRpc(sandbox);
    const findByHand = (name: string) =>
      [
        { calls: [{ name: "read", arguments: { path: `.llm-wiki/wiki/notes/${name}.md` } }] },
        { text: `Do as [[notes/${name}]] says.` },
      ] as const;
    const known = await session.ask("When does the foghorn reed want tallow, in autumn?", ...findByHand("reed"));
    expect(known.requests[0]?.messages.at(-1)?.text).toContain("Greasing the foghorn reed");
    await session.ask("Why is everything so orange up there tonight?", ...findByHand("wick"));
    await session.close();
    const events = readFileSync(join(sandbox.project, ".llm-wiki/meta/events.jsonl"), "utf8").split("\n");
    const proposed = events.filter((line) => line.includes('"kind":"change_proposed"'));
    expect(proposed).toHaveLength(1);
    expect(proposed[0]).toContain('"page":"notes/wick"');
    const queue = await wikiCli(sandbox, "review");
    expect(JSON.stringify(queue)).toContain("notes/wick");
    await sandbox.close();
  });
});
