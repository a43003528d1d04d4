import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession, shownText, type Turn } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import type { ToolCall } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { folderState } from "./folder-state.ts";
import { installedPackage } from "./pack.ts";

const bash = (command: string): ToolCall => ({ name: "bash", arguments: { command } });

/** A program of the project whose text does not say what it does. */
const tidyUp = (action: string): string =>
  `const fs = require("fs"); const at = (text) => Buffer.from(text, "base64").toString();\n${action}\n`;

const encoded = (text: string): string => `at(${JSON.stringify(Buffer.from(text).toString("base64"))})`;

describe.each(hostNames)("the seals in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;
  let file: string;
  let ledger: string;
  const vault = (): string => join(sandbox.project, ".llm-wiki");
  const sealedState = (): readonly string[] =>
    folderState(vault())
      .filter((line) => line.startsWith("raw/"))
      .map((line) => line.replace(/ \d{3} /, " "));
  const forge = (): void => {
    chmodSync(file, 0o644);
    writeFileSync(file, "forged\n");
  };
  const warnings = (turn: Turn): readonly string[] =>
    shownText(turn.events)
      .split("\n")
      .filter((line) => line !== "");

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    writeFileSync(join(sandbox.project, "log.md"), "# Night log\n\nFog from midnight, horn sounded twice a minute.\n");
    await wikiCli(sandbox, "init", "lighthouse");
    await wikiCli(sandbox, "capture", "log.md");
    const packet = sealedPaths(vault()).find((path) => path.endsWith("/extracted.md")) ?? "";
    file = join(vault(), packet);
    ledger = join(vault(), "meta/events.jsonl");
    session = await openRpc(sandbox, host === "new" ? { extraArguments: ["--tools", "+codemode"] } : {});
    await session.ask("Good evening", { calls: [bash("true")] });
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test("commands into sealed places are refused, and everyday commands run", async () => {
    verifies("endtoend.guard-commands");
    const before = sealedState();
    const harmful = [
      "rm -rf .llm-wiki/raw",
      `sed -i s/Fog/Sun/ ${file}`,
      "bash -c 'echo x >> .llm-wiki/meta/events.jsonl'",
    ];
    const everyday = ["ls .llm-wiki/raw", "grep -r Fog . > found.txt", "git init -q . && git add -A"];
    const turn = await session.ask("Tidy up", { calls: [...harmful, ...everyday].map(bash) });
    const told = turn.requests[1]?.messages.slice(-6).map(({ text }) => /is protected/.test(text));
    expect(told).toEqual([true, true, true, false, false, false]);
    expect(sealedState()).toEqual(before);
    expect(readFileSync(join(sandbox.project, "found.txt"), "utf8")).toContain("Fog");
  });

  test("a captured file and a ledger that a program altered are put back, and both are told in a line", async () => {
    verifies("endtoend.seals-heal");
    const [before, lines] = [sealedState(), readFileSync(ledger, "utf8")];
    const script = tidyUp(
      `fs.chmodSync(${encoded(file)}, 0o644); fs.writeFileSync(${encoded(file)}, "forged"); fs.truncateSync(${encoded(ledger)}, 40);`,
    );
    writeFileSync(join(sandbox.project, "tidy.cjs"), script);
    const turn = await session.ask("Tidy up", { calls: [bash("node tidy.cjs")] });
    expect(sealedState()).toEqual(before);
    expect(readFileSync(ledger, "utf8").startsWith(lines)).toBe(true);
    expect(warnings(turn)).toHaveLength(1);
    expect(warnings(turn)[0]).toMatch(/2 protected files .* were altered by bash \(node tidy\.cjs\)/);
    expect(turn.requests[1]?.messages.at(-1)?.text).toContain("wiki: 2 protected files");
    expect(await wikiCli(sandbox, "verify")).toMatchObject({ findings: [] });
    const again = await session.ask("Anything else?", { calls: [bash("true")] });
    expect(warnings(again)).toEqual([]);
  });

  test("what was altered while no session ran is put back when the next one starts", async () => {
    verifies("endtoend.seals-session-start");
    const before = sealedState();
    await session.close();
    forge();
    session = await openRpc(sandbox, host === "new" ? { extraArguments: ["--tools", "+codemode"] } : {});
    await session.waitFor((event) => /was changed/.test(JSON.stringify(event)));
    expect(sealedState()).toEqual(before);
  });

  test.runIf(host === "new")("a script that calls tools from within a tool is guarded and checked", async () => {
    verifies("endtoend.guard-commands", "endtoend.seals-heal");
    const before = sealedState();
    writeFileSync(join(sandbox.project, "tidy.cjs"), tidyUp(`fs.rmSync(${encoded(file)}, { force: true });`));
    const code = `
      const refused = await tools.write({ path: ${JSON.stringify(file)}, content: "x" }).catch((error) => String(error));
      await tools.bash({ command: "node tidy.cjs" });
      return refused;`;
    const turn = await session.ask("Tidy up", { calls: [{ name: "codemode", arguments: { code } }] });
    expect(turn.requests[1]?.messages.at(-1)?.text).toContain("is protected");
    expect(sealedState()).toEqual(before);
    expect(warnings(turn)).toHaveLength(1);
  });
});

const sealedPaths = (vault: string): readonly string[] => folderState(vault).map((line) => line.split(" ")[0] ?? "");
