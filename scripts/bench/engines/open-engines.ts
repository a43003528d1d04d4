/** Opens the engines that were asked for; one that can't be had is left out with its reason on stderr. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { say } from "../output/rows.ts";
import { type Engine, type EngineName, engineNames, type ImportNative } from "./engine.ts";
import { flexSearch } from "./flexsearch.ts";
import { fts5, whyNoSqlite } from "./fts5.ts";
import { miniSearch } from "./minisearch.ts";
import { loadPeer, peerEngine } from "./peer.ts";
import { piWiki } from "./pi-wiki.ts";

export interface EngineChoice {
  readonly names: readonly EngineName[];
  readonly peer: string | undefined;
  readonly importNative: ImportNative;
}

export const parseEngineNames = (written: string): readonly EngineName[] =>
  written.split(",").map((word) => {
    const name = engineNames.find((known) => known === word.trim());
    if (name === undefined) throw new Error(`There is no engine "${word}"; there are ${engineNames.join(", ")}.`);
    return name;
  });

export const openEngines = async (choice: EngineChoice): Promise<ReadonlyMap<EngineName, Engine>> => {
  const engines = new Map<EngineName, Engine>();
  for (const name of choice.names) {
    const engine = await openEngine(name, choice);
    if (typeof engine === "string") say(`${name} is left out: ${engine}`);
    else engines.set(name, engine);
  }
  return engines;
};

/** The engine, or why it can't be had. */
const openEngine = async (name: EngineName, { peer, importNative }: EngineChoice): Promise<Engine | string> => {
  switch (name) {
    case "pi-wiki":
      return piWiki;
    case "flexsearch":
      return flexSearch;
    case "minisearch":
      return whyNotInstalled() ?? miniSearch;
    case "fts5":
      return whyNotInstalled() ?? whyNoSqlite() ?? fts5;
    case "peer":
      return peer === undefined
        ? "--peer names no folder in which @zosmaai/pi-llm-wiki is installed."
        : peerEngine(await loadPeer(peer, importNative));
  }
};

const benchFolder = fileURLToPath(new URL("../", import.meta.url));

/** Installs the engines' packages when that was never done. */
const whyNotInstalled = (): string | undefined => {
  if (existsSync(`${benchFolder}node_modules/.package-lock.json`)) return undefined;
  say("Installing the engines to compare with (npm ci in scripts/bench); a native build may take minutes.");
  const isWindows = process.platform === "win32";
  const { status, stderr } = spawnSync("npm", ["ci"], { cwd: benchFolder, encoding: "utf8", shell: isWindows });
  return status === 0 ? undefined : `npm ci in scripts/bench failed: ${stderr?.trim().split("\n").at(-1) ?? "no npm"}`;
};
