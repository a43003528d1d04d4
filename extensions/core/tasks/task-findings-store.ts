/** Reads all tasks of a vault for what is wrong with their files. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { parseMemory } from "./memory/memory-file.ts";
import { parseTask } from "./task-file.ts";
import { memoryFindings } from "./task-findings.ts";

const largestFile = 32 * 1024 * 1024;

const place = /^([^/]+)\/(?:(task)|memories(?:-archive)?\/[^/]+)\.md$/;

/** A file that can't be read is a finding, and the others are looked at. */
export const taskFindings = ({ files, layout }: Vault): readonly Finding[] => {
  const { tasks } = vaultPaths[layout];
  return files.scan(tasks, ".md").files.flatMap(({ path }): readonly Finding[] => {
    const [, task, isTask] = place.exec(path.slice(tasks.length + 1)) ?? [];
    if (task === undefined) return [];
    try {
      const text = files.readText(path, largestFile) ?? "";
      if (isTask !== undefined) return parseTask(task, { path, text }).findings;
      return memoryFindings({ task, path, file: parseMemory(text) });
    } catch (error) {
      if (!isWikiError(error)) throw error;
      const { message, hint: remedy } = error;
      return [{ code: "task-unreadable", severity: "error", path, line: 0, message, remedy }];
    }
  });
};
