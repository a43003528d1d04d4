import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import type { Step } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const code = `export const openLens = (path: string, panels = 8): Lens => {
  const lens = grind(path, { polish: 3 });
  return turn(lens, panels);
};
`;

const note: Step = {
  calls: [
    {
      name: "wiki_note",
      arguments: {
        title: "Opening the lens",
        type: "decision",
        text: "The lens is opened with eight panels of ground glass by the keeper.",
        files: ["src/lens.ts#openLens"],
        recall_triggers: ["the lantern glass stays shut at dusk"],
      },
    },
  ],
};

describe.each(hostNames)("anchors in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(sandbox, "init", "lighthouse");
    mkdirSync(join(sandbox.project, "src"));
    writeFileSync(join(sandbox.project, "src/lens.ts"), code);
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words], {
        cwd: sandbox.project,
        env: sandbox.environment,
        stdio: "ignore",
      });
    git("init", "-q", "-b", "main");
    git("add", "src");
    git("commit", "-qm", "Grind the lens");
  });
  afterAll(() => sandbox.close());

  test("the turn that changes the code of a note says so, and the next recall offers the note with its label", async () => {
    verifies("anchors.closing-line");
    const session = await openRpc(sandbox);
    await session.ask("Keep how the lens is opened", note);
    expect(readdirSync(join(sandbox.project, ".llm-wiki/wiki/notes"))).toEqual(["opening-the-lens.md"]);
    await session.ask("Take the number of panels as it is given", {
      calls: [
        { name: "write", arguments: { path: "src/lens.ts", content: code.replace("panels = 8", "panels: number") } },
      ],
    });
    const told = "notes/opening-the-lens (src/lens.ts#openLens changed)";
    await session.waitFor((event) => shownText([event]).includes(told), 0);
    const next = await session.ask("How much oil is left in the cellar?");
    expect(JSON.stringify(next.requests[0]?.messages)).toContain("stale: src/lens.ts#openLens");
    await session.close();
  });
});
