/** What the core may know of the machine and the person: asked for late, since some of it costs a process. */

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { Environment } from "./platform.ts";
import { safeFileName } from "./safe-file-name.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

const once = <T>(compute: () => T): (() => T) => {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
};

const homeOf = (variables: Variables): string => variables["HOME"] ?? variables["USERPROFILE"] ?? homedir();

const gitUser = (variables: Variables): string => {
  const result = spawnSync("git", ["config", "user.name"], { env: variables, encoding: "utf8", timeout: 5_000 });
  return result.status === 0 ? result.stdout.trim() : "";
};

const loginName = (variables: Variables): string => {
  try {
    return userInfo().username;
  } catch {
    // A user number without an account, as containers have.
    return variables["USER"] ?? "";
  }
};

const firstUsable = (...names: readonly (() => string)[]): string => {
  for (const name of names) {
    const safe = safeFileName(name());
    if (safe !== "") return safe;
  }
  return "user";
};

interface RootRule {
  readonly variable: string;
  readonly unix: readonly string[];
  readonly mac: readonly string[];
  readonly windows: string;
}

const cacheRule: RootRule = {
  variable: "XDG_CACHE_HOME",
  unix: [".cache", "pi-wiki"],
  mac: ["Library", "Caches", "pi-wiki"],
  windows: "Cache",
};

const stateRule: RootRule = {
  variable: "XDG_STATE_HOME",
  unix: [".local", "state", "pi-wiki"],
  mac: ["Library", "Application Support", "pi-wiki"],
  windows: "State",
};

const rootOf = (rule: RootRule, variables: Variables): string => {
  const chosen = variables[rule.variable];
  // The XDG specification has relative values ignored.
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, "pi-wiki");
  const home = homeOf(variables);
  if (process.platform === "darwin") return join(home, ...rule.mac);
  if (process.platform !== "win32") return join(home, ...rule.unix);
  return join(variables["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "pi-wiki", rule.windows);
};

const swapCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Looks whether a folder answers to its name in the other case too. */
const ignoresCase = (folder: string): boolean => {
  const name = basename(folder);
  if (swapCase(name) === name) return false;
  const spelled = statSync(folder, { throwIfNoEntry: false });
  const swapped = statSync(join(dirname(folder), swapCase(name)), { throwIfNoEntry: false });
  return spelled !== undefined && swapped !== undefined && spelled.ino === swapped.ino && spelled.dev === swapped.dev;
};

export const nodeEnvironment = (variables: Variables): Environment => {
  const home = homeOf(variables);
  const user = once(() =>
    firstUsable(
      () => variables["PI_WIKI_USER"] ?? "",
      () => gitUser(variables),
      () => loginName(variables),
    ),
  );
  const caseInsensitive = once(() => ignoresCase(home));
  return {
    home,
    get user() {
      return user();
    },
    cacheRoot: rootOf(cacheRule, variables),
    stateRoot: rootOf(stateRule, variables),
    variable: (name) => variables[name],
    get caseInsensitive() {
      return caseInsensitive();
    },
  };
};
