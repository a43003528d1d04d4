/** Finds the pages and tasks whose hints are asked about. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError, WikiError } from "../errors.ts";
import { idList } from "../pages/page-fields.ts";
import { vaultPaths } from "../vault/layout.ts";
import { findPage, isPageId, pageFileLimit } from "../vault/page-files.ts";
import type { Vault } from "../vault/vault.ts";
import type { PageToGround } from "./serve-knowledge.ts";

/** Named by its id, as a link, or as a task; throws `page_not_found`. */
export const pageToGround = (platform: Platform, vaults: readonly Vault[], name: string): PageToGround => {
  const id = idList([name])[0] ?? name;
  for (const vault of vaults) {
    const path = findPage(platform, vault, id) ?? taskFile(vault, id);
    const text = path === undefined ? undefined : vault.files.readText(path, pageFileLimit);
    if (path === undefined || text === undefined) continue;
    return {
      id,
      path: platform.paths.join(vault.root, path),
      text,
      vaults: vaults.flatMap((one) => foldersOf(platform, one)),
    };
  }
  throw new WikiError("page_not_found", { id });
};

const taskFile = (vault: Vault, id: string): string | undefined => {
  const { tasks } = vaultPaths[vault.layout];
  const own = id.startsWith("tasks/") ? id.slice("tasks/".length) : id;
  const path = `${tasks}/${own}/task.md`;
  return isPageId(own) && !own.includes("/") && vault.files.kind(path) === "file" ? path : undefined;
};

const suffix = ".md";
const hasSection = /^## localization hints\s*$/im;

/** Every page and task of a vault that has a section of hints. */
export const hintedPages = (
  platform: Platform,
  vault: Vault,
): readonly (PageToGround & { readonly inVault: string })[] => {
  const { wiki, tasks } = vaultPaths[vault.layout];
  const isTask = (path: string): boolean => /^[^/]+\/task\.md$/.test(path.slice(tasks.length + 1));
  const found = [
    ...vault.files.scan(wiki, suffix).files,
    ...vault.files.scan(tasks, suffix).files.filter(({ path }) => isTask(path)),
  ];
  const vaults = foldersOf(platform, vault);
  return found.flatMap(({ path, size }) => {
    const text = size > pageFileLimit ? undefined : readQuietly(vault, path);
    if (text === undefined || !hasSection.test(text)) return [];
    return [{ id: path, inVault: path, path: platform.paths.join(vault.root, path), text, vaults }];
  });
};

/** What can't be read is a finding of its own already. */
const readQuietly = (vault: Vault, path: string): string | undefined => {
  try {
    return vault.files.readText(path, pageFileLimit);
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return undefined;
  }
};

/** In the older layout the root is the user's own folder, of which a vault has a few. */
const foldersOf = ({ paths }: Platform, { root, layout }: Vault): readonly string[] =>
  layout === "current" ? [root] : [".wiki", "raw", "wiki", "meta", "outputs"].map((name) => paths.join(root, name));
