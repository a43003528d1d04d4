/** Draws the review as somebody sees it: a real Pi, a scripted model that has proposed changes, and one item on the screen. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkout } from "../support/pi-host.ts";
import { openRpc } from "../support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../support/pi-sandbox.ts";
import { openTui } from "../support/pi-tui.ts";
import { wikiCli } from "../support/wiki-cli.ts";
import { terminalSvg } from "./terminal-svg.ts";

const picture = join(checkout, "docs/review.svg");
const size = { columns: 104, rows: 40 };

const pages = {
  "procedures/ferries-turn-at-the-second-buoy": [
    "type: procedure\ntitle: Ferries turn at the second buoy\nsources: [docs/turning.md]",
    "# Ferries turn at the second buoy\n\nFerries turn at the second buoy.\n\nThe current sets north there, so the turn takes no rudder.",
  ],
  "decisions/the-pier-light-is-never-dimmed": [
    "type: decision\ntitle: The pier light is never dimmed",
    "# The pier light is never dimmed\n\nThe pier light is never dimmed, because a ferry missed the pier when it was.",
  ],
} as const;

const proposed =
  "Ferries turn at the third buoy, since the second one was taken in.\n\nThe current sets north there, so the turn takes no rudder.";

const furnish = async (sandbox: PiSandbox): Promise<void> => {
  await wikiCli(sandbox, "init", "harbour", "--layer", "project");
  for (const [id, [head, text]] of Object.entries(pages)) {
    const path = join(sandbox.project, `.llm-wiki/wiki/${id}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `---\n${head}\nstatus: stable\n---\n\n${text}\n`);
  }
  const session = await openRpc(sandbox);
  try {
    const id = "procedures/ferries-turn-at-the-second-buoy";
    const update = { name: "wiki_note", arguments: { action: "update", id, text: proposed } };
    await session.ask("The second buoy was taken in, we turn at the third now", { calls: [update] });
    const note = { type: "lesson", title: "Fog comes with an east wind", text: "Fog comes with an east wind." };
    const learned = { ...note, recall_triggers: ["when will there be fog"] };
    await session.ask("East wind brought the fog again", { calls: [{ name: "wiki_note", arguments: learned }] });
  } finally {
    await session.close();
  }
};

export const drawReview = async (): Promise<void> => {
  const sandbox = await openSandbox({ host: "old", extension: checkout });
  try {
    await furnish(sandbox);
    const screen = await openTui(sandbox, size);
    await screen.waitForText(/2 pages|3 pages/);
    await screen.command("/wiki review");
    await screen.waitForText(/another text was proposed[\s\S]*a accept/);
    const shown = (await screen.captureColours()).replaceAll(sandbox.project, "/home/pilot/harbour");
    mkdirSync(dirname(picture), { recursive: true });
    const title = "The review in Pi: a proposed change of a page, as a diff, with the keys that decide on it";
    writeFileSync(picture, terminalSvg(shown, { columns: size.columns, title }));
    await screen.close();
  } finally {
    await sandbox.close();
  }
};
