/** A vault filled with the documentation of installed packages: made once a run, copied into each sandbox. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { at, parseJson } from "../../scripts/support/json-view.ts";
import { gatherDocs } from "../../scripts/support/package-docs.ts";
import { checkout } from "../../scripts/support/pi-host.ts";
import type { PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder that holds `.llm-wiki`; empty when the command line could not make it. */
    docsVault: string;
  }
}

export interface Asked {
  readonly prompt: string;
  /** Words of the passage that answers, as the page has them. */
  readonly passage: RegExp;
  /** Part of the id of the page that answers. */
  readonly page: RegExp;
}

/** Questions that the documentation of exactly one package answers. */
export const questions: readonly [Asked, Asked, Asked] = [
  {
    prompt: "Where does the excerpt of a Markdown file end, and can I set a custom separator?",
    passage: /excerpt_separator/,
    page: /gray-matter/,
  },
  {
    prompt: "In a pi session file, what do the id and parentId fields of an entry mean?",
    passage: /parentId/,
    page: /session/,
  },
  {
    prompt: "Can I make nanoid ids shorter, and what happens to the collision probability?",
    passage: /collision/i,
    page: /nanoid/,
  },
];

export const smallTalk = "thanks, looks good";

/** The packages we name ourselves, so that their documentation is there whatever else npm installs. */
const packages = (): readonly string[] => {
  const manifest = parseJson(readFileSync(join(checkout, "package.json"), "utf8"))?.value;
  return ["dependencies", "devDependencies"].flatMap((key) => Object.keys(at(manifest, key) ?? {}));
};

export interface DocsVault {
  readonly folder: string;
  remove(): Promise<void>;
}

const importInto = async (root: string, extension: string): Promise<string> => {
  const [docs, project, home] = [join(root, "docs"), join(root, "project"), join(root, "home")];
  for (const folder of [docs, project, home]) mkdirSync(folder);
  gatherDocs({ modules: join(checkout, "node_modules"), into: docs, packages: packages() });
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, PI_WIKI_USER: "keeper" };
  const place = { extension, project, environment };
  await wikiCli(place, "init", "package documentation", "--layer", "project");
  await wikiCli(place, "import", docs, "--layer", "project");
  return project;
};

/** Imports through the command line of the installed package, as a user would. */
export const makeDocsVault = async (extension: string): Promise<DocsVault> => {
  const root = mkdtempSync(join(tmpdir(), "pi-wiki-docs-"));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    return { folder: await importInto(root, extension), remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/**
 * Puts a copy of the vault into the sandbox's project and indexes it, as it will be at its user's: how long a first
 * reading takes is a matter of the machine, and Pi does not wait for it.
 */
export const placeDocsVault = async (sandbox: PiSandbox): Promise<void> => {
  const folder = inject("docsVault");
  if (folder === "") throw new Error("There is no vault of documentation: see the start of the run.");
  cpSync(join(folder, ".llm-wiki"), join(sandbox.project, ".llm-wiki"), { recursive: true });
  await wikiCli(sandbox, "rebuild");
};
