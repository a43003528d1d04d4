import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type LampSession, lampSession, mendedLamp } from "../../core/trajectories/lamp-session.ts";
import { openCommandLine } from "./command-line.ts";

const fileOf = ({ entries }: LampSession): string =>
  [{ type: "session", version: 3, id: "s-1", timestamp: "t", cwd: "/lighthouse" }, ...entries]
    .map((line) => JSON.stringify(line))
    .join("\n");

const id = "TRJ-2026-11-30-001";

describe("trajectory", () => {
  test("capture keeps what was done in a session file, once, and list shows it", async () => {
    verifies("trajectories.record");
    const cli = await openCommandLine();
    await cli.run("init", "--layer", "project");
    cli.put("lamp.jsonl", fileOf(mendedLamp()));
    const capture = ["trajectory", "capture", "--session", "lamp.jsonl", "--title", "Two wicks"];
    const path = join(cli.project, ".llm-wiki/raw/trajectories", id);
    expect(await cli.json(...capture)).toMatchObject({ exitCode: 0, id, path, redactions: [], title: "Two wicks" });
    expect(await cli.json(...capture)).toMatchObject({ exitCode: 0, id, duplicate_of: id });
    expect(await cli.json("trajectory", "list")).toMatchObject({
      exitCode: 0,
      trajectories: [{ id, title: "Two wicks", outcome: { result: "success" }, steps: 9, layer: "project" }],
    });
    expect((await cli.run("verify")).exitCode).toBe(0);
  });

  test("capture --task names a task that there is, and no other", async () => {
    verifies("trajectories.record");
    const cli = await openCommandLine();
    await cli.run("init", "--layer", "project");
    cli.put("lamp.jsonl", fileOf(mendedLamp()));
    const { task_id: task } = await cli.json("task", "open", "Mend the lamp");
    const capture = ["trajectory", "capture", "--session", "lamp.jsonl", "--task"];
    expect(await cli.json(...capture, "ABC-nothing")).toMatchObject({ exitCode: 3, error: { code: "task_not_found" } });
    const kept = await cli.json(...capture, String(task));
    expect(JSON.parse(readFileSync(`${kept["path"]}/packet.json`, "utf8"))).toMatchObject({ task_id: task });
    expect(JSON.parse(readFileSync(`${kept["path"]}/manifest.json`, "utf8"))).toMatchObject({ task_id: task });
  });

  test("capture of a session in which nothing was done makes no vault and says so", async () => {
    verifies("trajectories.record", "trajectories.absent");
    const cli = await openCommandLine();
    cli.put("lamp.jsonl", fileOf(lampSession().asks("Hello?")));
    expect(await cli.json("trajectory", "capture", "--session", "lamp.jsonl")).toMatchObject({ exitCode: 0, id: null });
    expect(existsSync(join(cli.project, ".llm-wiki"))).toBe(false);
  });

  test("is linked to, altered under verify's eyes, and forgotten", async () => {
    verifies("trajectories.forget");
    const cli = await openCommandLine({ isTerminal: true });
    await cli.run("init", "--layer", "project");
    cli.put("lamp.jsonl", fileOf(mendedLamp()));
    await cli.run("trajectory", "capture", "--session", "lamp.jsonl");
    const text = `Two wicks smoke less, as the test in [[trajectories/${id}]] says.`;
    await cli.run("note", "--title", "Two wicks", "--type", "lesson", "--text", text);
    expect(JSON.stringify(await cli.json("lint"))).not.toContain("broken-link");
    const folder = join(cli.project, ".llm-wiki/raw/trajectories", id);
    chmodSync(join(folder, "packet.json"), 0o644);
    const whole = readFileSync(join(folder, "packet.json"));
    writeFileSync(join(folder, "packet.json"), "{}");
    expect((await cli.run("verify")).exitCode).toBe(5);
    writeFileSync(join(folder, "packet.json"), whole);
    expect((await cli.run("forget", id, "--reason", "Wrong tower")).exitCode).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect(await cli.json("trajectory", "list")).toMatchObject({ trajectories: [] });
    expect((await cli.run("forget", id, "--reason", "Again")).exitCode).toBe(3);
    await cli.run("trajectory", "capture", "--session", "lamp.jsonl");
    expect(await cli.json("trajectory", "list")).toMatchObject({ trajectories: [{ id: "TRJ-2026-11-30-002" }] });
  });

  test.each([
    [["trajectory", "capture"], /--session/],
    [["trajectory", "polish"], /Say capture, list/],
    [["trajectory"], /missing/],
  ])("%j is refused with a reason", async (words, reason) => {
    const { exitCode, stderr } = await (await openCommandLine()).run(...words);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(reason);
  });
});
