/** Templates of vault files and pages: those of the package, outranked by a vault's own. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { fillTemplate, type TemplateFields } from "./fill-template.ts";
import { vaultPaths } from "./layout.ts";
import type { Vault } from "./vault.ts";

export type VaultFileName = "WIKI_SCHEMA.md" | "gitignore" | "gitattributes";

export interface Templates {
  /** The text of a file that a new vault gets. */
  vaultFile(name: VaultFileName): string;
  /**
   * A new page's text. The vault's own template for the type comes first, then the package's, then that of
   * `general`, which takes any type.
   */
  page(type: string, options: { readonly vault: Vault; readonly fields: TemplateFields }): string;
}

const templateLimit = 64 * 1024;

/** Templates are read when they are asked for; `templatesRoot` is the package's `templates` folder. */
export const loadTemplates = (platform: Platform, templatesRoot: string): Templates => {
  const own = platform.files(templatesRoot);
  const packaged = (path: string): string | undefined => own.readText(path, templateLimit);
  const shipped = (path: string): string => {
    const text = packaged(path);
    if (text === undefined) throw new Error(`The package lacks its template ${path}.`);
    return text;
  };
  return {
    vaultFile: (name) => shipped(`vault/${name}`),
    page: (type, { vault, fields }) => {
      const file = isTypeName(type) ? `pages/${type}.md` : "pages/general.md";
      const template = vaultTemplate(vault, file) ?? packaged(file) ?? shipped("pages/general.md");
      return fillTemplate(template, { ...fields, type });
    },
  };
};

// A type comes from a page or a caller, and here it becomes a file name.
const isTypeName = (type: string): boolean => /^[a-z][a-z0-9_-]{0,63}$/.test(type);

const vaultTemplate = (vault: Vault, file: string): string | undefined => {
  const path = `${vaultPaths[vault.layout].templates}/${file}`;
  try {
    return vault.files.kind(path) === "file" ? vault.files.readText(path, templateLimit) : undefined;
  } catch (error) {
    // An unusable template of the vault is passed over: the package's does as well.
    if (isWikiError(error)) return undefined;
    throw error;
  }
};
