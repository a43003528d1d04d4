/** A harbour office whose wiki is worked with as a host works with it: the real platform, through a workspace. */

import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { defaultSettings, type Settings } from "../../extensions/core/settings.ts";
import type { Channel } from "../../extensions/core/vault/vault.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { refuse, temporaryFolder } from "../support/test-platform.ts";

export interface Harbour {
  /** Everything is in it; removed when the test file has ended. */
  readonly folder: string;
  /** The session's folder. */
  readonly project: string;
  /** The project's vault. */
  readonly root: string;
  /** A session of its own. */
  session(channel?: Channel): Workspace;
  /** Writes a file of the vault. */
  put(path: string, content: string | Uint8Array): string;
  page(id: string, body: string, frontMatter?: string): string;
  read(path: string): string;
}

export const templatesRoot = fileURLToPath(new URL("../../templates", import.meta.url));
const tasks = new URL(inject("workerTasks") ?? "../../extensions/worker-tasks.ts", import.meta.url);

/** Environment variables of the harbour's own: nothing of the machine's reaches it but the programs on its path. */
export const harbourVariables = (folder: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: join(folder, "home"),
  XDG_CACHE_HOME: join(folder, "cache"),
  XDG_STATE_HOME: join(folder, "state"),
  PI_WIKI_USER: "keeper",
  GIT_CONFIG_NOSYSTEM: "1",
});

export interface HarbourOptions {
  /** False leaves the project without a vault. */
  readonly vault?: boolean;
  readonly settings?: Partial<Settings>;
}

export const openHarbour = async ({ vault = true, settings = {} }: HarbourOptions = {}): Promise<Harbour> => {
  const folder = temporaryFolder();
  const project = join(folder, "harbour");
  const root = join(project, ".llm-wiki");
  for (const place of [project, join(folder, "home")]) mkdirSync(place, { recursive: true });
  const session = (channel: Channel = "tool"): Workspace =>
    openWorkspace(nodePlatform({ refuse, tasks, variables: harbourVariables(folder) }), {
      cwd: project,
      channel,
      settings: { ...defaultSettings, ...settings },
      version: "1.0.0",
      templatesRoot,
    });
  if (vault) await session().init({ topic: "harbour" });
  const put = (path: string, content: string | Uint8Array): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    return join(root, path);
  };
  return {
    folder,
    project,
    root,
    session,
    put,
    page: (id, body, frontMatter = "type: concept\n") => put(`wiki/${id}.md`, `---\n${frontMatter}---\n\n${body}\n`),
    read: (path) => readFileSync(join(root, path), "utf8"),
  };
};

/** Paths below a folder with what is there, in Latin-1 so that no byte is lost; half-made files left out. */
export const contentOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith(".tmp-") && !entry.name.endsWith(".lock"))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const what = entry.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "latin1");
        return [path.slice(folder.length + 1), what] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const derivedNames = ["meta/registry.json", "meta/backlinks.json", "meta/index.md", "meta/log.md"] as const;

/** The derived files as they are, and as a rebuild in a fresh session makes them. */
export const derivedAndRebuilt = async (harbour: Harbour) => {
  const view = () => Object.fromEntries(derivedNames.map((name) => [name, harbour.read(name)]));
  const derived = view();
  await harbour.session().rebuild();
  return { derived, rebuilt: view() };
};

/** Ids of what recall finds. */
export const found = async (workspace: Workspace, query: string): Promise<readonly string[]> =>
  (await workspace.recall({ query, limit: 20 })).hits.map(({ id }) => id);

/** Findings as `code path`, with paths relative to the vault. */
export const told = (harbour: Harbour, findings: readonly { readonly code: string; readonly path: string }[]) =>
  findings.map(({ code, path }) => `${code} ${path.replace(`${harbour.root}/`, "")}`).sort();
