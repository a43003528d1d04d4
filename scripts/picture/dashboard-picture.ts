/** Draws the dashboard of a demo vault as somebody sees it, in a real Chromium: docs/dashboard-*.png. */

import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser, openPage, serveFolder } from "../support/browser.ts";
import { checkout } from "../support/pi-host.ts";
import { wikiCli } from "../support/wiki-cli.ts";

const demo = join(checkout, "scripts/picture/demo-vault");

const pictures = [
  { name: "overview", hash: "#/", colorScheme: "light", drawn: ".chart canvas" },
  { name: "graph", hash: "#/graph", colorScheme: "dark", drawn: ".canvas[data-drawn] canvas" },
  { name: "weaknesses", hash: "#/weaknesses", colorScheme: "light", drawn: ".chart canvas" },
] as const;

const size = { width: 1180, height: 760 };

interface DemoPlace {
  readonly extension: string;
  readonly project: string;
  readonly runDir: string;
  readonly environment: Readonly<Record<string, string>>;
}

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString();

/** Uses of a month: how often each page was shown is told by its place. */
const usesOf = (ids: readonly string[]): string => {
  const uses = Array.from({ length: 30 }, (_, ago) => ago).flatMap((ago) =>
    ids
      .filter((_, at) => (ago * 7 + at * 5) % 11 < 4)
      .map((doc, at) => ({
        kind: "hit",
        id: `${ago}-${doc}`,
        doc,
        at: day(ago),
        tokens: 70 + ((ago * 13 + at * 29) % 90),
        how: "injected",
      })),
  );
  const adopted = ids
    .slice(0, 5)
    .map((doc, at) => ({ kind: "adopted", id: `used-${doc}`, doc, at: day(at), session: `s${at}` }));
  return [...uses, ...adopted].map((use) => `${JSON.stringify(use)}\n`).join("");
};

const furnish = async (place: DemoPlace): Promise<void> => {
  await wikiCli(place, "init", "harbour", "--layer", "project");
  await wikiCli(place, "import", join(demo, "pages"), "--layer", "project");
  for (const [title, text] of [
    ["Fog comes with an east wind", "Twice in November the east wind brought fog within the hour."],
    ["Spring tide floods the third step", "Wear boots on the stair two days after new moon."],
  ] as const) {
    await wikiCli(place, "note", "--title", title, "--type", "lesson", "--text", text);
  }
  await wikiCli(place, "task", "open", "Move the ferry’s turning mark");
  const wiki = join(place.project, ".llm-wiki/wiki");
  const ids = readdirSync(wiki, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && basename(path) !== "index.md")
    .map((path) => path.slice(0, -3).replaceAll("\\", "/"))
    .sort();
  mkdirSync(join(place.project, ".llm-wiki/meta/telemetry"), { recursive: true });
  writeFileSync(join(place.project, ".llm-wiki/meta/telemetry/keeper.jsonl"), usesOf(ids));
  cpSync(join(demo, "run"), place.runDir, { recursive: true });
};

export const drawDashboard = async (): Promise<void> => {
  // Its name is on the pictures.
  const root = join(tmpdir(), "pier");
  rmSync(root, { recursive: true, force: true });
  const project = join(root, "harbour");
  mkdirSync(project, { recursive: true });
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(root, "home"),
    XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? join(root, "cache"),
    XDG_STATE_HOME: join(root, "state"),
    PI_WIKI_USER: "keeper",
  };
  const place = {
    extension: process.env["PI_WIKI_PICTURE_PACKAGE"] ?? checkout,
    project,
    runDir: join(root, "run"),
    environment,
  };
  try {
    await furnish(place);
    const served = await serveFolder(place, "--run-dir", place.runDir);
    const browser = await openBrowser();
    try {
      for (const picture of pictures) await draw(browser, served.url, picture);
    } finally {
      await browser.close();
      await served.stop();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const draw = async (
  browser: Browser,
  url: string,
  { name, hash, colorScheme, drawn }: (typeof pictures)[number],
): Promise<void> => {
  const { page } = await openPage(browser, { viewport: size, colorScheme });
  await page.goto(`${url}${hash}`);
  await page.waitForSelector(drawn);
  await page.waitForSelector("#live[data-state=live]");
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(checkout, `docs/dashboard-${name}.png`) });
  await page.context().close();
};
