/**
 * Loads a part of the package: its bundle in dist/ when that was built from this very version, else its TypeScript
 * through jiti. Every launcher uses it: the command line, the Pi entry and the worker.
 */

import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const packageRoot = new URL("../../", import.meta.url);

const jsonAt = (path) => {
  try {
    return JSON.parse(readFileSync(new URL(path, packageRoot), "utf8"));
  } catch {
    // Absent or damaged: a checkout has no dist/, and a bundle without a stamp is not taken.
    return undefined;
  }
};

const isStamped = () => {
  const stamped = jsonAt("dist/stamp.json")?.version;
  return typeof stamped === "string" && stamped === jsonAt("package.json")?.version;
};

const builtFile = (name) => {
  const file = new URL(`dist/${name}`, packageRoot);
  return existsSync(file) && isStamped() ? file : undefined;
};

/**
 * The address of a bundle of this very version, for a loader of one's own.
 * @param {string} name
 * @returns {string | undefined}
 */
export const builtEntry = (name) => builtFile(name)?.href;

/** The package's folder with a slash at its end, and its version. */
export const packageFolder = fileURLToPath(packageRoot);
export const packageVersion = () => String(jsonAt("package.json")?.version ?? "0.0.0");

const cacheRoot = () => {
  const chosen = process.env.XDG_CACHE_HOME;
  if (chosen !== undefined && isAbsolute(chosen)) return chosen;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  if (process.platform === "win32") return process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  return join(homedir(), ".cache");
};

/** Level by level: a recursive mkdir below /proc never returns on Node 20. */
const ensureFolder = (folder) => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) ensureFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (error.code !== "EEXIST") throw error;
  }
};

/** A folder of the user's own, since what is in it will be run; false when there is none to be had. */
const transpiledFolder = () => {
  const folder = join(cacheRoot(), "pi-wiki", "transpiled");
  try {
    ensureFolder(folder);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    // Everything still runs, only slower.
    return false;
  }
};

const loadSource = async (source) => {
  // Plain JavaScript needs nobody to transpile it.
  if (source.endsWith(".mjs")) return await import(pathToFileURL(source).href);
  const { createJiti } = await import("jiti");
  // Without Node's cache of required modules: a CommonJS package that another one has required would have no default.
  const options = { fsCache: transpiledFolder(), interopDefault: false, moduleCache: false, tryNative: false };
  return await createJiti(import.meta.url, options).import(source);
};

/**
 * The module's exports. `distName` is a file name in dist/; `source` a path relative to the package's root, or a URL.
 * @param {string} distName
 * @param {string | URL} source
 * @returns {Promise<any>}
 */
export const load = async (distName, source) => {
  const built = builtFile(distName);
  return built === undefined ? await loadSource(fileURLToPath(new URL(source, packageRoot))) : await import(built.href);
};
