/** Makes pages of documents: each a Markdown file in a vault, under a name that says nothing about it. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EvalDoc } from "../sets/eval-set.ts";

/** Pages are of a type that neither raises nor lowers a rank. */
const pageType = "concept";
const pageFolder = "concepts";

/** Writes the pages into the vault `.llm-wiki` of a folder; gives the document of each page id. */
export const writeDocPages = (folder: string, docs: readonly EvalDoc[]): ReadonlyMap<string, string> => {
  const pages = join(folder, ".llm-wiki", "wiki", pageFolder);
  mkdirSync(pages, { recursive: true });
  const docByPage = new Map<string, string>();
  for (const [at, doc] of docs.entries()) {
    const name = `p${String(at + 1).padStart(6, "0")}`;
    writeFileSync(join(pages, `${name}.md`), pageText(doc));
    docByPage.set(`${pageFolder}/${name}`, doc.id);
  }
  return docByPage;
};

/** JSON strings and lists are YAML too. */
const pageText = ({ title, text, triggers }: EvalDoc): string =>
  [
    "---",
    `type: ${pageType}`,
    ...(title.trim() === "" ? [] : [`title: ${JSON.stringify(title)}`]),
    ...(triggers.length === 0 ? [] : [`recall_triggers: ${JSON.stringify(triggers)}`]),
    "---",
    "",
    text,
    "",
  ].join("\n");
