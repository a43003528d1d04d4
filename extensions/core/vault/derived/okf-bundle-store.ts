/** Keeps the index and log files among the pages, as an OKF bundle has them; what a person wrote is left alone. */

import type { Finding } from "../../finding.ts";
import { vaultPaths } from "../layout.ts";
import type { Vault } from "../vault.ts";
import { isGeneratedLog, renderUpdateLog } from "./activity-log.ts";
import type { DerivedPage } from "./derived-page.ts";
import type { LoggedEvent } from "./logged-event.ts";
import { isGeneratedIndex, okfIndexes } from "./okf-index.ts";
import type { WrittenFiles } from "./written-files-store.ts";

export interface Bundle {
  /** `pages` sorted by id. */
  refresh(
    name: string,
    content: { readonly pages: readonly DerivedPage[]; readonly events: readonly LoggedEvent[] },
  ): Promise<{ readonly changed: readonly string[]; readonly findings: readonly Finding[] }>;
}

const largest = 1024 ** 3;

export const openBundle = (vault: Vault, written: WrittenFiles): Bundle => {
  const { wiki } = vaultPaths[vault.layout];
  /** The files of the last refresh: while there are the same ones, none can have become needless. */
  let expected = "";

  const isHandmade = (path: string): boolean => {
    if (written.isOurs(path) || vault.files.kind(path) === undefined) return false;
    const text = vault.files.readText(path, largest) ?? "";
    return path.endsWith("/log.md") ? !isGeneratedLog(text) : !isGeneratedIndex(text);
  };
  const removeNeedless = async (texts: ReadonlyMap<string, string>): Promise<readonly string[]> => {
    const present = vault.files.scan(wiki, "index.md").files.map(({ path }) => path);
    const needless = present.filter((path) => path.endsWith("/index.md") && !texts.has(path) && !isHandmade(path));
    for (const path of needless) await vault.files.remove(path);
    return needless;
  };
  return {
    async refresh(name, { pages, events }) {
      const indexes = okfIndexes(pages, name || "Wiki");
      const texts = new Map([...indexes].map(([folder, text]) => [`${wiki}/${folder && `${folder}/`}index.md`, text]));
      texts.set(`${wiki}/log.md`, renderUpdateLog(events));
      const changed: string[] = [];
      const findings: Finding[] = [];
      for (const [path, text] of texts) {
        if (isHandmade(path)) findings.push(handmade(path));
        else if (await written.put(path, text)) changed.push(path);
      }
      const names = [...texts.keys()].join("\n");
      if (names !== expected) changed.push(...(await removeNeedless(texts)));
      expected = names;
      return { changed, findings };
    },
  };
};

const handmade = (path: string): Finding => ({
  code: "reserved-name-used",
  severity: "warning",
  path,
  line: 0,
  message: "A person wrote this file where an OKF bundle has a derived one; it was left alone and is not a page",
  remedy: "Give it another name, and the derived file takes its place.",
});
