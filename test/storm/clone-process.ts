/** A clone in a process of its own that makes changes and syncs: `<options as JSON>`. It prints a mark for each change. */

import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { WikiError } from "../../extensions/core/errors.ts";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";

export interface CloneOptions {
  readonly folder: string;
  readonly templatesRoot: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly name: string;
  readonly count: number;
  /** Changes between two syncs. */
  readonly every: number;
  /** A page that all clones change, relative to the vault. */
  readonly shared: string;
}

const { folder, templatesRoot, variables, name, count, every, shared }: CloneOptions = JSON.parse(
  process.argv[2] ?? "",
);
const platform = nodePlatform({
  refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
  variables,
});
const open = (channel: "tool" | "cli") =>
  openWorkspace(platform, {
    cwd: folder,
    channel,
    settings: { ...defaultSettings, personalVault: "off" },
    version: "1.0.0",
    templatesRoot,
  });

/** As a person with an editor would. */
const edit = (mark: string): void => {
  const path = `${folder}/.llm-wiki/${shared}`;
  writeFileSync(path, `${readFileSync(path, "utf8").trimEnd()}\n\nSeen ${mark}.\n`);
};

const change = async (nth: number): Promise<void> => {
  const mark = `mark-${name}-${nth}-end`;
  if (nth % 10 === 0) edit(mark);
  else if (nth % 10 === 5) await open("tool").capture({ text: `# Log ${mark}\n`, title: `Log ${nth}` });
  else await open("tool").note({ title: `Watch ${nth} of ${name}`, type: "lesson", text: `Kept ${mark}.` });
  writeSync(1, `${mark}\n`);
};

for (let nth = 1; nth <= count; nth += 1) {
  await change(nth);
  if (nth % every !== 0) continue;
  const [synced] = await open("cli").sync();
  if (synced?.state !== "synced") throw new Error(`${name} could not sync: ${JSON.stringify(synced)}`);
}
