/**
 * /wiki dashboard: the wiki in a browser for as long as the session lasts. It is served by a process of its own, so
 * that nothing of it is loaded in Pi and no look at the vault holds up the session.
 */

import { dirname, join } from "node:path";
import { packageRoot } from "../package-root.ts";
import type { PiSession } from "./session.ts";
import type { Verb } from "./verb.ts";

interface Served {
  readonly url: Promise<string>;
  readonly stop: AbortController;
}

/** By the session that it was started in. */
const served = new WeakMap<PiSession, Served>();

export const dashboardVerb: Verb = {
  name: "dashboard",
  usage: "[stop]",
  summary: "Show the wiki in a browser, on this machine only, until the session ends",
  run: async ({ rest, session, ctx }) => {
    const known = served.get(session);
    if (rest === "stop") {
      known?.stop.abort();
      served.delete(session);
      return known === undefined ? "No dashboard is open." : "The dashboard is closed.";
    }
    const { url } = known ?? start(session, ctx.cwd, rest);
    return `The dashboard is open until the session ends:\n${await url}\nWhoever has this address can read the wiki.`;
  },
};

const start = (session: PiSession, cwd: string, words: string): Served => {
  const stop = new AbortController();
  session.ending.signal.addEventListener("abort", () => stop.abort());
  const url = serve(session, { cwd, words, signal: stop.signal });
  const one = { url, stop };
  served.set(session, one);
  const forget = (): void => {
    if (served.get(session) === one) served.delete(session);
  };
  url.catch(forget);
  return one;
};

interface Serving {
  readonly cwd: string;
  /** More arguments, such as `--port 4000`. */
  readonly words: string;
  readonly signal: AbortSignal;
}

/** Settles when the server tells its address, or has ended without. */
const serve = ({ workspace }: PiSession, { cwd, words, signal }: Serving): Promise<string> =>
  new Promise((resolve, reject) => {
    let told = "";
    const launcher = join(dirname(packageRoot().templatesRoot), "extensions/hosts/cli/bin.mjs");
    // Pi may run in something else than Node.
    const node = process.versions["bun"] === undefined ? process.execPath : "node";
    const more = words.split(/\s+/).filter((word) => word !== "");
    const command = [node, launcher, "dashboard", "--json", "--cwd", cwd, ...more];
    const take = (bytes: Uint8Array): void => {
      told += new TextDecoder().decode(bytes);
      const url = fieldIn(told, "url");
      if (url !== undefined) resolve(url);
    };
    workspace.platform.run(command, { cwd, signal, onOutput: take }).then(({ stderr }) => {
      reject(new Error(fieldIn(told, "message") ?? `The dashboard could not start. ${stderr.trim()}`));
    }, reject);
  });

const fieldIn = (text: string, name: string): string | undefined =>
  new RegExp(`"${name}":\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1];
