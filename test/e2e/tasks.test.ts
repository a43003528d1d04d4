import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { openTui } from "../../scripts/support/pi-tui.ts";
import type { ModelRequest } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const reed = "The reed is cracked; a new one is ordered.";

/** How often the model was sent a context of the task. */
const contexts = (request: ModelRequest | undefined): number =>
  (request?.messages ?? []).filter(({ text }) => text.includes("<wiki-task>") && text.includes(reed)).length;

const said = (request: ModelRequest | undefined): string =>
  (request?.messages ?? []).map(({ text }) => text).join("\n");

describe.each(hostNames)("task memory in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(sandbox, "init", "lighthouse");
  });
  afterAll(() => sandbox.close());

  /** A task that an entry was remembered for. */
  const openTask = async (title: string): Promise<string> => {
    await wikiCli(sandbox, "task", "open", title);
    const task = title.toLowerCase().replaceAll(" ", "-");
    await wikiCli(sandbox, "task", "remember", task, "--text", reed);
    return task;
  };

  test("what a killed session remembered, the next one is offered, takes up and knows", async () => {
    verifies("tasks.end-to-end");
    const call = (input: Readonly<Record<string, unknown>>) => ({ calls: [{ name: "wiki_task", arguments: input }] });
    const earlier = await openRpc(sandbox);
    await earlier.ask(
      "Let us fix the horn",
      call({ action: "open", text: "Fix the horn", aims: ["It sounds in fog"] }),
    );
    await earlier.ask("Look at it", call({ action: "remember", text: reed }));
    await earlier.kill();

    const later = await openRpc(sandbox);
    const [offered] = (await later.ask("Good morning")).requests;
    expect(said(offered)).toContain('Task fix-the-horn ("Fix the horn") is open on this branch');
    expect(contexts(offered)).toBe(0);
    const { requests } = await later.ask("Go on with it", call({ action: "bind", task: "fix-the-horn" }));
    expect(contexts(requests.at(-1))).toBe(1);
    expect(said(requests.at(-1))).toContain("Aims:\n- It sounds in fog");
    const [again] = (await later.ask("And now?")).requests;
    expect(contexts(again)).toBe(1);
    await later.close();
  });

  test("/wiki task takes a task up, whose context comes once with the next prompt", async () => {
    verifies("tasks.end-to-end", "tasks.pi-verb");
    const task = await openTask("Paint the tower");
    const session = await openRpc(sandbox);
    expect(shownText((await session.command("/wiki task list")).events)).toContain(`${task}: Paint the tower`);
    expect(shownText((await session.command(`/wiki task ${task}`)).events)).toContain(`works on task ${task}`);
    const [first] = (await session.ask("Good morning")).requests;
    const [second] = (await session.ask("Go on")).requests;
    expect([contexts(first), contexts(second)]).toEqual([1, 1]);
    await session.close();
  });

  test("a compaction takes the context away, and the next prompt brings it back, with what was changed", async () => {
    verifies("tasks.end-to-end", "tasks.injected-once", "tasks.before-compaction");
    const task = await openTask("Oil the hinges");
    const session = await openRpc(sandbox);
    await session.command(`/wiki task ${task}`);
    const write = { name: "write", arguments: { path: join(sandbox.project, "hinges.md"), content: "Oiled." } };
    await session.ask("Note it", { calls: [write] });
    const long = { text: "Oiled daily. ".repeat(3_000) };
    for (const part of ["gate", "door", "hatch"]) await session.ask(`How is the ${part} kept?`, long);
    const [before] = (await session.ask("Go on")).requests;
    expect(contexts(before)).toBe(1);
    expect((await session.send({ type: "compact" }))["success"]).toBe(true);
    const [after] = (await session.ask("Go on")).requests;
    expect(contexts(after)).toBe(1);
    expect(said(after)).toContain("Changed until then: hinges.md.");
    await session.close();
  });

  test("the screen of /wiki task lists the tasks, shows one, and switches to it", async () => {
    verifies("tasks.pi-verb");
    await openTask("Ring the bell");
    const screen = await openTui(sandbox);
    await screen.waitForText("Ring the bell");
    await screen.command("/wiki task");
    await screen.waitForText(/Open tasks[\s\S]*> .*\([\s\S]*ring-the-bell {2}Ring the bell[\s\S]*enter show/);
    while (!/> ring-the-bell/.test(await screen.waitForText("Open tasks"))) await screen.type("", "Down");
    await screen.type("", "Enter");
    await screen.waitForText(`> ${reed}`);
    await screen.type("s");
    await screen.waitForText("This session works on task ring-the-bell");
    await screen.close();
  });

  test("no tool writes to a memory file, and what a command of the agent remembers stays", async () => {
    verifies("tasks.end-to-end", "tasks.guarded");
    const task = await openTask("Mend the lamp");
    const path = join(sandbox.project, `.llm-wiki/tasks/${task}/memories/keeper.md`);
    const before = readFileSync(path, "utf8");
    const session = await openRpc(sandbox);
    const write = { name: "write", arguments: { path, content: "gone" } };
    const { requests } = await session.ask("Clean up", { calls: [write] });
    expect(said(requests.at(-1))).toContain("with wiki_task");
    expect(readFileSync(path, "utf8")).toBe(before);
    const cli = `${sandbox.host.node} ${join(sandbox.extension, "extensions/hosts/cli/bin.mjs")}`;
    const command = `${cli} task remember ${task} --text 'The wind turned.'`;
    await session.ask("Keep that", { calls: [{ name: "bash", arguments: { command } }] });
    await session.ask("Go on", { calls: [{ name: "bash", arguments: { command: "true" } }] });
    expect(readFileSync(path, "utf8")).toContain("The wind turned.");
    await session.close();
  });
});
