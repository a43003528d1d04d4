/** Loads the Pi entry once, in the form and with the jiti cache given as arguments, and prints what it cost as JSON. */

import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const [, , form, cache] = process.argv;
const require = createRequire(import.meta.url);
const root = new URL("../../", import.meta.url);

/** Inside Pi, TypeBox is the host's and is loaded before any extension. */
const hostTypebox = async () => {
  const host = createRequire(import.meta.resolve("@mariozechner/pi-coding-agent"));
  const path = host.resolve("typebox");
  await import(path);
  return path;
};

const loadSources = async () => {
  const alias = { "@sinclair/typebox": await hostTypebox() };
  const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: cache, alias });
  return async () => {
    await jiti.import(fileURLToPath(new URL("extensions/index.ts", root)), { default: true });
    await jiti.import(fileURLToPath(new URL("extensions/hosts/pi/register.ts", root)));
  };
};

const loadBundle = () => async () => {
  await import(new URL("dist/pi.mjs", root).href);
};

/** Transformed files lie in jiti's cache, CommonJS packages in require's; the bundle itself is one more. */
const countModules = (before) => {
  const commonjs = Object.keys(require.cache).length - before;
  return commonjs + (form === "dist" ? 1 : readdirSync(cache).length);
};

const load = form === "dist" ? loadBundle() : await loadSources();
const before = Object.keys(require.cache).length;
const start = process.cpuUsage();
await load();
const { user, system } = process.cpuUsage(start);
process.stdout.write(JSON.stringify({ ms: (user + system) / 1000, modules: countModules(before) }));
