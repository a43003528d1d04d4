import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type HostName, hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { addedAfter } from "../../scripts/support/request-view.ts";
import { verifies } from "../acceptance/verifies.ts";
import { placeDocsVault, questions } from "./docs-vault.ts";
import { installedPackage } from "./pack.ts";

const [asked] = questions;

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

describe.each(hostNames)("when something of ours is broken, the %s Pi", (host: HostName) => {
  let sandbox: PiSandbox;
  afterEach(() => sandbox.close());

  /** One session: the answer, what the model had, and what `/wiki status` says. */
  const session = async () => {
    const rpc = await openRpc(sandbox);
    // A person's look waits for the index, however slow the machine; a turn would go on without it.
    await rpc.command("/wiki recall excerpt");
    const turn = await rpc.ask(asked.prompt, { text: "The lamp is lit." });
    const status = shownText((await rpc.command("/wiki status")).events);
    const exitCode = await rpc.close();
    const [request] = turn.requests;
    const added = request === undefined ? [] : addedAfter(request, asked.prompt);
    return { answered: JSON.stringify(turn.events).includes("The lamp is lit."), added, status, exitCode, rpc };
  };

  test("answers when the vault's place is taken by a file, and status says so", async () => {
    verifies("endtoend.failure-contained", "endtoend.failure-explained");
    sandbox = await openSandbox({ host, extension: installedPackage() });
    writeFileSync(join(sandbox.project, ".llm-wiki"), "not a folder");
    const { answered, status, exitCode, rpc } = await session();
    expect([answered, exitCode, rpc.stderr()]).toEqual([true, 0, ""]);
    expect(status).toContain(join(sandbox.project, ".llm-wiki"));
  });

  test("answers when config.json is damaged, and status says so", async () => {
    verifies("endtoend.failure-contained", "endtoend.failure-explained");
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
    writeFileSync(join(sandbox.project, ".llm-wiki/config.json"), '{"name": "lighth');
    const { answered, status, exitCode, rpc } = await session();
    expect([answered, exitCode, rpc.stderr()]).toEqual([true, 0, ""]);
    expect(status).toContain("config.json");
  });

  test("rebuilds a damaged index and recalls as before", async () => {
    verifies("endtoend.failure-contained", "endtoend.index-rebuilt");
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
    await session();
    const cached = filesBelow(sandbox.cacheFolder);
    expect(cached.length).toBeGreaterThan(0);
    for (const file of cached) writeFileSync(file, "damaged beyond reading");
    const { answered, added, exitCode, rpc } = await session();
    expect([answered, exitCode, rpc.stderr()]).toEqual([true, 0, ""]);
    expect(added[0]?.text).toMatch(asked.passage);
  });

  test("answers and recalls when nothing can be written to the cache or the state", async () => {
    verifies("endtoend.failure-contained", "endtoend.unwritable-recalls");
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
    // A file where a folder should be can't be written into, whoever runs the tests.
    for (const folder of [sandbox.cacheFolder, sandbox.stateFolder]) {
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, "");
    }
    const { answered, added, exitCode, rpc } = await session();
    expect([answered, exitCode, rpc.stderr()]).toEqual([true, 0, ""]);
    expect(added[0]?.text).toMatch(asked.passage);
  });

  test("answers when every page is unreadable as a page", async () => {
    verifies("endtoend.failure-contained");
    sandbox = await openSandbox({ host, extension: installedPackage() });
    mkdirSync(join(sandbox.project, ".llm-wiki/wiki/notes"), { recursive: true });
    writeFileSync(join(sandbox.project, ".llm-wiki/config.json"), '{"name":"lighthouse","version":"1.0"}');
    writeFileSync(join(sandbox.project, ".llm-wiki/wiki/notes/noise.md"), Buffer.from([0xff, 0xfe, 0x00, 0x2d, 0x80]));
    writeFileSync(join(sandbox.project, ".llm-wiki/wiki/notes/torn.md"), "---\ntitle: [\n");
    const { answered, exitCode, rpc } = await session();
    expect([answered, exitCode, rpc.stderr()]).toEqual([true, 0, ""]);
  });
});
