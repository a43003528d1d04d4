import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession, shownText, type Turn } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const ownTools = ["wiki_capture_trajectory", "wiki_distill_skills", "wiki_recall_skill"];
const token = `ghp_${"aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"}`;

describe.each(hostNames)("trajectories in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;

  const folder = (): string => join(sandbox.project, ".llm-wiki/raw/trajectories");
  const packets = (): readonly string[] => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
  const inPacket = (id: string | undefined, name: string): string =>
    readFileSync(join(folder(), id ?? "", name), "utf8");
  const offered = ({ requests }: Turn): readonly string[] =>
    ownTools.filter((name) => requests.at(-1)?.toolNames.includes(name));
  /** Everything that a request says of the feature, in tools and words. */
  const said = ({ requests }: Turn): readonly string[] =>
    requests.flatMap(({ system, toolsRaw }) => `${system}${toolsRaw}`.match(/trajector\w*|recall_skill/gi) ?? []);

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(sandbox, "init", "lighthouse");
    mkdirSync(join(sandbox.project, "src"));
    writeFileSync(join(sandbox.project, "src/wick.txt"), "three\n");
    writeFileSync(join(sandbox.project, "check.test.mjs"), checkText);
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test("are absent where they are off: no tool, no word, no folder", async () => {
    verifies("trajectories.absent");
    const turn = await session.ask("Hello", { text: "Good evening." });
    expect(turn.requests.length).toBeGreaterThan(0);
    expect(said(turn)).toEqual([]);
    expect(shownText((await session.command("/wiki record")).events)).toContain("Trajectories are off");
    expect(packets()).toEqual([]);
    expect(existsSync(folder())).toBe(false);
  });

  test("are offered with the next request when somebody switches them on", async () => {
    verifies("trajectories.at-once");
    expect(shownText((await session.command("/wiki trajectories on")).events)).toContain("Trajectories are on");
    const turn = await session.ask("Fix the wick: it should be two.", ...fixing);
    expect(offered(turn)).toContain("wiki_capture_trajectory");
    expect(existsSync(folder())).toBe(false);
  });

  test("keep the task that was done, with its failures, its diff and its judge, and no secret", async () => {
    verifies("trajectories.record", "trajectories.both-generations", "trajectories.outcome");
    const capture = { name: "wiki_capture_trajectory", arguments: { title: `Wick of two ${token}` } };
    const turn = await session.ask("Keep that.", { calls: [capture] }, { text: "It is kept." });
    expect(turn.requests.at(-1)?.messages.at(-1)?.text).toMatch(
      /Kept as TRJ-[\d-]+: "Wick of two \[redacted:github\]"/,
    );
    const [id] = packets();
    const manifest = JSON.parse(inPacket(id, "manifest.json"));
    expect(manifest.outcome).toEqual({
      result: "success",
      judge: { by: "test", command: "node --test check.test.mjs", exit_code: 0 },
    });
    const packet = inPacket(id, "packet.json");
    expect(packet).toContain("-three\\n+two");
    expect(packet).not.toMatch(/wiki_capture_trajectory|three\\ntwo/);
    expect(packet).not.toContain(sandbox.project);
    expect(packet).not.toContain(token);
    const summary = inPacket(id, "extracted.md");
    expect(summary).toMatch(/Ran `node --test check.test.mjs`: \*\*failed\*\*, exit code 1[\s\S]*## What failed/);
    expect(summary).toContain("`node --test`: failed");
  });

  test("hold only what came after the last one, when a person records", async () => {
    verifies("trajectories.record", "trajectories.task-only");
    await session.ask("How tall is the tower?", { text: "Forty metres." });
    const shown = shownText((await session.command("/wiki record --worked Tower height")).events);
    expect(shown).toContain("Tower height");
    const [, second] = packets();
    const steps: readonly { text: unknown }[] = JSON.parse(inPacket(second, "packet.json")).steps;
    expect(steps.map(({ text }) => text)).toEqual(["How tall is the tower?", "Forty metres."]);
    expect(JSON.parse(inPacket(second, "manifest.json")).outcome).toMatchObject({
      result: "success",
      judge: { by: "person" },
    });
    expect(shownText((await session.command("/wiki record")).events)).toContain("Nothing was done since");
  });

  test("are gone from the next request when they are switched off, and come back once more", async () => {
    verifies("trajectories.at-once", "trajectories.absent");
    await session.command("/wiki-trajectories off");
    const off = await session.ask("Good night", { text: "Good night." });
    expect(offered(off)).toEqual([]);
    expect(off.requests.at(-1)?.toolNames).toContain("wiki_note");
    await session.command("/wiki-trajectories on");
    expect(offered(await session.ask("Good morning", { text: "Good morning." }))).toContain("wiki_capture_trajectory");
  });
});

const checkText = `import test from "node:test";
import { readFileSync } from "node:fs";
test("wick", () => { if (readFileSync("src/wick.txt", "utf8") !== "two\\n") throw new Error("the wick is not two"); });
`;

const run = { calls: [{ name: "bash", arguments: { command: `TOKEN=${token} node --test check.test.mjs` } }] };

const fixing = [
  { calls: [{ name: "read", arguments: { path: "src/wick.txt" } }] },
  { calls: [{ name: "bash", arguments: { command: "node --test check.test.mjs" } }] },
  { calls: [{ name: "write", arguments: { path: "src/wick.txt", content: "two\n" } }] },
  run,
  { calls: [{ name: "bash", arguments: { command: "node --test check.test.mjs" } }] },
  { text: "The wick is two now." },
];
