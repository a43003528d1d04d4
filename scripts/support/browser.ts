/** A real Chromium, and the dashboard of a folder as a person would start it. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });

export interface WatchedPage {
  readonly page: Page;
  /** What the console said, what failed, and requests that would leave the machine. */
  readonly complaints: string[];
}

export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:)/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  return { page, complaints };
};

export interface ServedFolder {
  readonly url: string;
  /** Of the process that serves. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface DashboardPlace {
  /** The package whose command line runs. */
  readonly extension: string;
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts `pi-wiki dashboard`, which tells its address and then serves. */
export const serveFolder = (place: DashboardPlace, ...words: readonly string[]): Promise<ServedFolder> =>
  new Promise((resolve, reject) => {
    const launcher = join(place.extension, "extensions/hosts/cli/bin.mjs");
    const command = [launcher, "dashboard", "--json", ...words];
    const child = spawn(process.execPath, command, { cwd: place.project, env: { ...place.environment } });
    const ended = new Promise<void>((done) => child.on("exit", () => done()));
    let told = "";
    const take = (piece: Buffer): void => {
      told += piece.toString();
      const url = /"url":\s*"([^"]+)"/.exec(told)?.[1];
      if (url === undefined) return;
      const stop = (): Promise<void> => {
        child.kill("SIGTERM");
        return ended;
      };
      resolve({ url, pid: child.pid ?? 0, stop });
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("exit", () => reject(new Error(`The dashboard ended: ${told}`)));
  });
