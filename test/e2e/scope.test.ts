import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const note = (text: string) => ["note", "--title", text, "--type", "lesson", "--text", `${text}.`] as const;

describe.each(hostNames)("the shell of an agent in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;
  let mole: string;
  let cli: string;

  /** What the model is told of a command. */
  const said = async (command: string): Promise<string> => {
    const { requests } = await session.ask("Look", { calls: [{ name: "bash", arguments: { command } }] });
    return requests.at(-1)?.messages.findLast(({ role }) => role === "tool")?.text ?? "";
  };

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    mole = join(sandbox.root, "mole");
    for (const folder of [mole, join(sandbox.project, "tower")]) mkdirSync(folder, { recursive: true });
    cli = `node ${join(sandbox.extension, "extensions/hosts/cli/bin.mjs")}`;
    for (const place of [sandbox, { ...sandbox, project: mole }]) {
      await wikiCli(place, "init");
      const name = place.project === mole ? "mole" : "lighthouse";
      await wikiCli(place, ...note(`The keeper of the ${name} trims the wick`));
    }
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test("works in its session's folder and in those inside it, and nowhere else", async () => {
    verifies("endtoend.scope");
    for (const command of [`${cli} recall keeper`, `cd tower && ${cli} recall keeper`]) {
      expect(await said(command)).toContain("The keeper of the lighthouse");
    }
    for (const command of [
      `${cli} recall keeper --cwd ${mole}`,
      `cd ${mole} && ${cli} recall keeper`,
      `PI_WIKI_USER=mate ${cli} recall keeper`,
      `WIKI_HOME=${mole} ${cli} recall keeper`,
      `cd ${mole} && ${cli} ${note("A moth")
        .map((word) => `'${word}'`)
        .join(" ")}`,
    ]) {
      const answer = await said(command);
      expect([command, answer]).toEqual([command, expect.stringContaining("is the session's")]);
      expect(answer).not.toContain("The keeper of the mole");
    }
    const { hits } = (await wikiCli({ ...sandbox, project: mole }, "recall", "keeper moth")) as {
      readonly hits: readonly { readonly title: string }[];
    };
    expect(hits.map(({ title }) => title)).toEqual(["The keeper of the mole trims the wick"]);
  });
});
