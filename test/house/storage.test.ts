import { basename } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { readText, sourcesBelow } from "./repository.ts";

/** Files of core whose work is storage though their name does not say so, each with its reason. */
const storageFiles: Readonly<Record<string, string>> = {
  "extensions/core/ledger/ledger-reader.ts": "reads the ledger from where it left off",
  "extensions/core/ledger/ledger-writer.ts": "appends to the ledger",
  "extensions/core/vault/create-vault.ts": "makes a vault at its first write",
  "extensions/core/vault/identity.ts": "binds a vault to its place in the state folder",
  "extensions/core/vault/layers.ts": "looks for vaults",
  "extensions/core/vault/page-files.ts": "finds and reads pages",
  "extensions/core/vault/templates.ts": "looks for a vault's own template",
  "extensions/core/vault/vault-place.ts": "tells a vault from what only looks like one",
  "extensions/core/vault/vault.ts": "declares the Vault that carries the files",
};

const usesFiles = (path: string): boolean => {
  const code = readText(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  return /\bFiles\b|\b(vault|platform)\.files\b/.test(code);
};

test("only stores in core work with files", () => {
  verifies("house.core-storage");
  const users = sourcesBelow("extensions/core").filter(usesFiles);
  expect(users.filter((path) => !basename(path).endsWith("-store.ts") && !(path in storageFiles))).toEqual([]);
});

test("the list of storage files names no file that has no need of it", () => {
  verifies("house.core-storage");
  const users = new Set(sourcesBelow("extensions/core").filter(usesFiles));
  expect(Object.keys(storageFiles).filter((path) => !users.has(path))).toEqual([]);
});
