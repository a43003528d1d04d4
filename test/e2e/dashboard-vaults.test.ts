import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { openBrowser, openPage, serveFolder } from "../../scripts/support/browser.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { bareFolder } from "./lighthouse-folder.ts";

/** The view of an address, when it is there. */
const visit = async (page: Page, hash: string): Promise<string> => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForSelector(`#main[data-shown=${JSON.stringify(hash)}]`);
  return (await page.locator("main").textContent()) ?? "";
};

test("pages of one id in two vaults are apart, and names of files show what they hide", async () => {
  verifies("dashboard.views", "dashboard.hostile");
  const folder = bareFolder();
  await wikiCli(folder, "init", "tower", "--layer", "project");
  await wikiCli(folder, "init", "keeper", "--layer", "personal");
  folder.page("concepts/wick", "# Wick\n\nThe tower has four.\n");
  folder.page("concepts/turn\u202Eed <b>", "# Named oddly\n");
  folder.put("home/.llm-wiki/wiki/concepts/wick.md", "# Wick\n\nTrim mine on Sundays.\n");
  symlinkSync("/etc/passwd", join(folder.project, ".llm-wiki/wiki/concepts/linked.md"));
  const dashboard = await serveFolder(folder);
  const browser = await openBrowser();
  onTestFinished(async () => {
    await browser.close();
    await dashboard.stop();
    folder.remove();
  });
  const { page, complaints } = await openPage(browser);
  await page.goto(dashboard.url);
  expect(await visit(page, "#/page/0/concepts%2Fwick")).toContain("The tower has four.");
  expect(await visit(page, "#/page/1/concepts%2Fwick")).toContain("Trim mine on Sundays.");
  expect(await visit(page, "#/graph")).toContain("3 pages");
  const list = await visit(page, "#/pages");
  expect(list).toContain("concepts/turn<U+202E>ed <b>");
  expect(list).toMatch(/links are not followed/);
  expect(list).not.toContain("root:");
  await page.locator("a.title:has-text('Named oddly')").click();
  await page.waitForSelector("h1:has-text('Named oddly')");
  await page.context().close();
  expect(complaints).toEqual([]);
});
