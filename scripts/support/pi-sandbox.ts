/** A throw-away place for Pi to run in: home, agent folder, project and a scripted model, all its own. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findHost, type HostName, type PiHost } from "./pi-host.ts";
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

export interface SandboxOptions {
  readonly host: HostName;
  /** The package or extension file under test, passed with `-e`. */
  readonly extension: string;
  /** What the user's settings hold besides the model. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface PiSandbox {
  readonly host: PiHost;
  readonly extension: string;
  readonly root: string;
  readonly home: string;
  /** Where Pi starts unless a run says otherwise. */
  readonly project: string;
  readonly agentFolder: string;
  readonly cacheFolder: string;
  readonly stateFolder: string;
  /** The whole environment of the child: nothing leaks in from ours but PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly model: ScriptedModel;
  /** Registers what ends a process started here, for those that a failure left running. */
  atClose(end: () => Promise<unknown>): void;
  /** Ends every process and the model, and removes the folders. */
  close(): Promise<void>;
}

const modelsFile = (baseUrl: string): unknown => ({
  providers: {
    scripted: {
      baseUrl,
      api: "openai-completions",
      apiKey: "sk-scripted",
      compat: { supportsDeveloperRole: false, supportsReasoningEffort: false },
      models: [
        {
          id: "scripted",
          reasoning: false,
          input: ["text"],
          contextWindow: 128_000,
          maxTokens: 4096,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    },
  },
});

const writeJson = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value, undefined, 2));

export const openSandbox = async (options: SandboxOptions): Promise<PiSandbox> => {
  const host = findHost(options.host);
  const model = await startScriptedModel();
  const ends: (() => Promise<unknown>)[] = [];
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-sandbox-")));
  const folder = (name: string): string => {
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const [home, project, agentFolder] = [folder("home"), folder("project"), folder("agent")];
  const [cacheFolder, stateFolder] = [join(root, "cache"), join(root, "state")];
  writeJson(join(agentFolder, "models.json"), modelsFile(model.baseUrl));
  writeJson(join(agentFolder, "settings.json"), {
    defaultProvider: "scripted",
    defaultModel: "scripted",
    quietStartup: true,
    ...options.settings,
  });
  return {
    host,
    extension: options.extension,
    root,
    home,
    project,
    agentFolder,
    cacheFolder,
    stateFolder,
    model,
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      TMPDIR: tmpdir(),
      XDG_CACHE_HOME: cacheFolder,
      XDG_STATE_HOME: stateFolder,
      PI_CODING_AGENT_DIR: agentFolder,
      PI_OFFLINE: "1",
      PI_SKIP_VERSION_CHECK: "1",
      PI_TELEMETRY: "0",
      PI_WIKI_USER: "keeper",
      ...options.environment,
    },
    atClose: (end) => void ends.push(end),
    close: async () => {
      for (const end of ends) await end();
      await model.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** The arguments every mode shares: the model to use and the extension to load. */
export const commonArguments = (sandbox: PiSandbox): readonly string[] => [
  sandbox.host.cli,
  "--provider",
  "scripted",
  "--model",
  "scripted",
  "-e",
  sandbox.extension,
];
