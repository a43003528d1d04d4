/**
 * A session in a process of its own: `<options as JSON>`. It does one thing, prints what came of it, and may be
 * killed on the way: at the n-th change on disk, as by a power cut.
 */

import { isWikiError, WikiError } from "../../extensions/core/errors.ts";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Workspace } from "../../extensions/workspace.ts";

export interface ProcessOptions {
  readonly project: string;
  readonly templatesRoot: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly action: keyof typeof actions;
  /** What the action works on: a folder, a text, a query. */
  readonly subject: string;
  /** Root becomes nobody, whom permissions bind. */
  readonly asNobody?: boolean;
  readonly killAt?: number;
}

const actions = {
  recall: async (workspace: Workspace, query: string) =>
    (await workspace.recall({ query, limit: 20 })).hits.map(({ id }) => id),
  lint: async (workspace: Workspace) => (await workspace.lint()).findings.map(({ code, path }) => `${code} ${path}`),
  status: async (workspace: Workspace) => (await workspace.status()).vaults.map(({ pages }) => pages),
  verify: async (workspace: Workspace) => (await workspace.verify()).findings.map(({ code }) => code),
  import: async (workspace: Workspace, folder: string) => (await workspace.importFolder({ folder })).created,
  capture: async (workspace: Workspace, text: string) => (await workspace.capture({ text })).id,
  note: async (workspace: Workspace, title: string) =>
    (await workspace.note({ title, type: "lesson", text: `${title} was learned.` })).id,
  settle: async (workspace: Workspace) => {
    await workspace.settle();
    return "settled";
  },
  rebuild: async (workspace: Workspace) => (await workspace.rebuild()).pages,
};

const options: ProcessOptions = JSON.parse(process.argv[2] ?? "");

if (options.asNobody === true) {
  process.setgid?.(65_534);
  process.setuid?.(65_534);
}

let steps = 0;
const countStep = (): void => {
  steps += 1;
  if (steps === options.killAt) process.kill(process.pid, "SIGKILL");
};

const say = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const workspace = openWorkspace(
  nodePlatform({
    refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
    variables: options.variables,
    onStep: countStep,
  }),
  {
    cwd: options.project,
    channel: "cli",
    settings: defaultSettings,
    version: "1.0.0",
    templatesRoot: options.templatesRoot,
  },
);
try {
  const result = await actions[options.action](workspace, options.subject);
  say({ result, steps });
} catch (error) {
  if (!isWikiError(error)) throw error;
  say({ code: error.code, message: error.message });
}
