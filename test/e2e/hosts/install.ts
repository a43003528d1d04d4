/** Installs the newer Pi generation once: later calls, in this process or another, find it and return. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { hostsFolder } from "../../../scripts/support/pi-host.ts";

const execute = promisify(execFile);
const lock = `${hostsFolder}/node_modules.lock`;
const stamp = `${hostsFolder}/node_modules/.installed`;
const patienceMs = 300_000;

/** What is installed is known by its lockfile, so that a changed one installs again. */
const wanted = (): string =>
  createHash("sha256")
    .update(readFileSync(`${hostsFolder}/package-lock.json`))
    .digest("hex");

const isInstalled = (): boolean => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted();

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const takeLock = (): boolean => {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
};

const lockIsOld = (): boolean =>
  existsSync(lock) && performance.timeOrigin + performance.now() - statSync(lock).mtimeMs > patienceMs;

/** The pinned Node comes as a plain platform package, so no install script has to run. */
const install = async (): Promise<void> => {
  await execute("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: hostsFolder });
  writeFileSync(stamp, wanted());
};

/** Resolves when both Pi generations can be run. */
export const installHosts = async (): Promise<void> => {
  while (!isInstalled()) {
    if (lockIsOld()) rmdirSync(lock);
    if (takeLock()) {
      try {
        if (!isInstalled()) await install();
      } finally {
        rmdirSync(lock);
      }
    } else await pause(500);
  }
};
