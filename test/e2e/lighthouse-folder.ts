/** A folder with a vault that has something for every view, and a run with a weakness wiki. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkout } from "../../scripts/support/pi-host.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { installedPackage } from "./pack.ts";

export interface LighthouseFolder {
  readonly root: string;
  readonly project: string;
  readonly runDir: string;
  readonly extension: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Writes a page of the vault as an editor would. */
  page(id: string, text: string): void;
  put(path: string, text: string): void;
  remove(): void;
}

/** Without a vault. */
export const bareFolder = (): LighthouseFolder => {
  const root = mkdtempSync(join(tmpdir(), "pi-wiki-lighthouse-"));
  const project = join(root, "project");
  mkdirSync(project);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    root,
    project,
    runDir: join(root, "run"),
    extension: installedPackage(),
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: join(root, "home"),
      XDG_CACHE_HOME: join(root, "cache"),
      XDG_STATE_HOME: join(root, "state"),
      PI_WIKI_USER: "keeper",
    },
    page: (id, text) => put(`project/.llm-wiki/wiki/${id}.md`, text),
    put,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString();

const pages: Readonly<Record<string, string>> = {
  "concepts/lens": `---\ntype: concept\ntags: [glass, care]\n---\n# The lens\n\nWipe it with *spirit* and see [[oil]].\n\n| part | care |\n| --- | --- |\n| prism | daily |\n\n\`\`\`sh\nwipe --slowly\n\`\`\`\n`,
  "concepts/oil": "---\ntype: concept\ntags: [fuel]\n---\n# Oil\n\nColza burns clean. Back to [[lens]].\n",
  "decisions/wick": "---\ntype: decision\ntags: [fuel]\n---\n# Four wicks\n\nBecause of [[oil]].\n",
  "notes/old": "---\ntype: lesson\nstatus: deprecated\n---\n# The old wick\n\nIt smoked.\n",
};

export const lighthouseFolder = async (): Promise<LighthouseFolder> => {
  const folder = bareFolder();
  await wikiCli(folder, "init", "lighthouse", "--layer", "project");
  for (const [id, text] of Object.entries(pages)) folder.page(id, text);
  await wikiCli(
    folder,
    "note",
    "--title",
    "Grease the horn before fog",
    "--type",
    "procedure",
    "--text",
    "Use tallow.",
  );
  await wikiCli(folder, "task", "open", "Mend the fog horn");
  const uses = [0, 1, 3, 4, 9].map((ago) => ({
    kind: "hit",
    id: `use-${ago}`,
    doc: "concepts/lens",
    at: day(ago),
    tokens: 120 + 30 * ago,
    how: "injected",
  }));
  folder.put("project/.llm-wiki/meta/telemetry/keeper.jsonl", uses.map((use) => `${JSON.stringify(use)}\n`).join(""));
  cpSync(join(checkout, "test/fixtures/weaknesses/sample"), folder.runDir, { recursive: true });
  for (const [round, split, value] of [
    [2, "train", 0.7],
    [2, "val", 0.66],
    [10, "val", 0.81],
    [10, "test", 0.78],
  ] as const) {
    const metrics = { reward: { value, primary: true, direction: "higher" } };
    const result = { round, split, started_at: day(1), completed_at: day(1), metrics, per_task: [] };
    folder.put(`run/wiki/results/round-${round}-${split}.json`, JSON.stringify(result));
  }
  return folder;
};
