/** The fenced commands of a Markdown document, and the environment in which a test runs them. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export interface CommandBlock {
  /** 1-based line of the opening fence. */
  readonly line: number;
  /** The commands that run, one script. */
  readonly script: string;
  /** The text of an `output` fence that follows directly. */
  readonly expected: string | undefined;
}

/** Commands that a test can't run in a temporary folder, and why. */
const skippedCommands: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^pi( |$)/, reason: "starts Pi; the end-to-end tests do that" },
  { pattern: /^npm (ci|install|i)\b/, reason: "downloads packages" },
  { pattern: /^npm (test|run)\b/, reason: "works on the checkout, and would run this test again" },
  { pattern: /^(npx )?pi-wiki (mcp|dashboard)\b/, reason: "serves until it is stopped" },
  { pattern: /^(npx )?pi-wiki review$/, reason: "asks a person at a terminal" },
];

export const isSkipped = (command: string): boolean => skippedCommands.some(({ pattern }) => pattern.test(command));

const fence = /^```(sh|bash)\n([\s\S]*?)^```\n(?:\n?```output\n([\s\S]*?)^```$)?/gm;

/** Blocks in which nothing is left to run are left out. */
export const commandBlocks = (markdown: string): CommandBlock[] =>
  [...markdown.matchAll(fence)].flatMap(({ index, 2: code = "", 3: expected }) => {
    const lines = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#") && !isSkipped(line));
    if (lines.length === 0) return [];
    return [{ line: markdown.slice(0, index).split("\n").length, script: lines.join("\n"), expected }];
  });

/** Times, dates, digests, durations and the folder differ from run to run. */
export const normalise = (output: string, folder: string): string =>
  output
    .replaceAll(folder, "<folder>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "<time>")
    .replaceAll(/\d{4}-\d\d-\d\d/g, "<date>")
    .replaceAll(/\b[0-9a-f]{40,64}\b/g, "<hash>")
    .replaceAll(/\b\d+(\.\d+)? ?ms\b/g, "<duration>");

const writeShim = (path: string, text: string): void => {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
};

/** Makes `pi-wiki` and `npx pi-wiki` mean the launcher `bin`, with a home of its own below `folder`. */
export const commandEnvironment = (folder: string, bin: string): Record<string, string> => {
  const shims = join(folder, "bin");
  const home = join(folder, "home");
  for (const path of [shims, home]) mkdirSync(path, { recursive: true });
  writeShim(join(shims, "pi-wiki"), `exec "${process.execPath}" "${bin}" "$@"`);
  writeShim(join(shims, "npx"), 'test "$1" = pi-wiki || exit 127\nexec "$@"');
  return {
    HOME: home,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_STATE_HOME: join(home, "state"),
    PI_WIKI_USER: "keeper",
    NO_COLOR: "1",
    PATH: [shims, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
  };
};
