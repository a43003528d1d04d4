/** Vaults for recall's tests: a lighthouse's and its keeper's own, on a real disk, and indexes made in memory. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { openIndex } from "../../../extensions/core/recall/indexing/index-store.ts";
import { IndexWriter } from "../../../extensions/core/recall/indexing/index-writer.ts";
import { RecallIndex } from "../../../extensions/core/recall/indexing/recall-index.ts";
import type { VaultIndex } from "../../../extensions/core/recall/indexing/vault-index.ts";
import { type RecallAnswer, type RecallRequest, recall } from "../../../extensions/core/recall/recall.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import type { LayerName, Vault } from "../../../extensions/core/vault/vault.ts";
import { type TestPlatform, type TestPlatformOptions, testPlatform } from "../../support/test-platform.ts";

export interface RecallWorld extends TestPlatform {
  readonly project: Vault;
  readonly personal: Vault;
  /** Writes a file of the project's vault, as an editor would. */
  put(path: string, content: string | Uint8Array): void;
  putPersonal(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  /** The project's index as a process that starts now opens it. */
  open(): VaultIndex;
  /** Asks one process's index, kept from question to question. */
  ask(query: string, request?: Omit<RecallRequest, "query">): Promise<RecallAnswer>;
}

export const recallWorld = async (options: TestPlatformOptions = {}): Promise<RecallWorld> => {
  const world = await testPlatform(options);
  const { platform, folder } = world;
  const vaultIn = (layer: LayerName, place: string): Vault => {
    const root = join(folder, place, ".llm-wiki");
    mkdirSync(join(root, "wiki"), { recursive: true });
    return openVault(platform, { layer, root, layout: "current" }).vault;
  };
  const project = vaultIn("project", "coast");
  const personal = vaultIn("personal", "home");
  const write = (vault: Vault, path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(vault.root, path)), { recursive: true });
    writeFileSync(join(vault.root, path), content);
  };
  const index = new RecallIndex(platform);
  return {
    ...world,
    project,
    personal,
    put: (path, content) => write(project, path, content),
    putPersonal: (path, content) => write(personal, path, content),
    remove: (path) => rmSync(join(project.root, path)),
    open: () => openIndex(platform, project),
    ask: (query, request = {}) => {
      const setting = {
        believe: () => () => undefined,
        index,
        vaults: [project, personal],
        now: platform.now(),
        elapsed: () => platform.elapsed(),
      };
      return recall({ query, ...request }, setting);
    },
  };
};

/** A page's file; values of front matter are written as JSON, which is YAML. */
export const pageText = (body: string, frontMatter: Readonly<Record<string, unknown>> = {}): string => {
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return lines.length === 0 ? body : `---\n${lines.join("")}---\n${body}`;
};

/** An index of pages by id, in memory. */
export const writerOf = (pages: Readonly<Record<string, string>>): IndexWriter => {
  const writer = new IndexWriter();
  for (const [id, text] of Object.entries(pages)) {
    const path = `wiki/${id}.md`;
    const page = parsePage({ path, text });
    writer.add({ page, state: { path, size: text.length, mtimeMs: 1, inode: 1 }, hash: `hash of ${text}` });
  }
  return writer;
};

export const idsOf = ({ hits }: Pick<RecallAnswer, "hits">): readonly string[] => hits.map(({ id }) => id);
