import { basename } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { readText, sourcesBelow } from "./repository.ts";

/** Files of core that may write though they are no store, each with its reason. */
const writers: Readonly<Record<string, string>> = {
  "core/guard/seals/evidence.ts": "keeps what was found in place of a sealed file",
  "core/guard/seals/files/heal-files.ts": "puts sealed files back",
  "core/guard/seals/lines/heal-ledger.ts": "puts the ledger's lines back",
  "core/ledger/ledger-writer.ts": "appends to the ledger for its store",
  "core/recall/indexing/index-cache.ts": "keeps the index in the cache folder",
  "core/trust/forget.ts": "removes a packet for good",
  "core/sources/packet-staging.ts": "builds a packet before its store shows it",
  "core/vault/create-vault.ts": "makes a vault at its first write",
  "core/vault/derived-files.ts": "refreshes what can be rebuilt",
  "core/vault/settle-vault.ts": "holds a lock while the ledger gets the events of edits",
};

/** Files of core that work with files and only read, each with its reason. */
const readers: Readonly<Record<string, string>> = {
  "core/anchors/serve-anchors.ts": "tells by their signs which cited files are as they were",
  "core/guard/seals/files/broken-files.ts": "compares task memory with what the ledger knows of it",
  "core/guard/seals/files/find-changes.ts": "looks at sealed files and their folders",
  "core/guard/seals/files/fresh-files.ts": "reads packets that have no seal yet",
  "core/guard/seals/git-history.ts": "names files to git",
  "core/guard/seals/vault-seals.ts": "looks at the ledger's sign",
  "core/ledger/ledger-reader.ts": "reads the ledger from where it left off",
  "core/knowledge/page-to-ground.ts": "reads the page whose hints are asked about",
  "core/recall/indexing/indexed-files.ts": "finds and reads what is indexed",
  "core/recall/indexing/packet-text.ts": "reads captured text to index it",
  "core/recall/recall.ts": "reads the pages that it shows",
  "core/skills/learned/learned-skills.ts": "looks whether a vault has skills, and says where they stand",
  "core/sources/session-capture.ts": "says where the packet stands",
  "core/sources/source-material.ts": "reads what is to be captured",
  "core/sources/verify-packets.ts": "compares packets with their manifests",
  "core/trajectories/session-trajectories.ts": "says where the packet stands",
  "core/trust/propose-note.ts": "says where the page stands that says the same",
  "core/trust/decide-page.ts": "tries a decision on the page before anything is written",
  "core/trust/changes/believed-page.ts": "looks at the page that is decided on",
  "core/trust/changes/evidence.ts": "looks for a quote in the file that it is said to be from",
  "core/trust/changes/update-note.ts": "reads the text that is to change",
  "core/vault/identity.ts": "reads what a vault's place says of it",
  "core/vault/import/known-pages.ts": "reads what an import must not repeat",
  "core/vault/import/markdown-files.ts": "finds the files of an import",
  "core/vault/import/source-folder.ts": "looks at the folder of an import",
  "core/vault/layers.ts": "looks for vaults",
  "core/vault/page-files.ts": "finds and reads pages",
  "core/vault/read-history.ts": "reads the page whose lines it tells of",
  "core/vault/read-vault.ts": "reads a whole vault",
  "core/vault/rebuild-vaults.ts": "says where derived files stand",
  "core/vault/templates.ts": "reads templates",
  "core/vault/vault-place.ts": "tells a vault from what only looks like one",
  "core/vault/vault.ts": "declares the Vault that carries the files",
  "core/weaknesses/run-place.ts": "opens the run directory that a weakness wiki is in",
};

const codeOf = (path: string): string => readText(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");

const works = /\bFiles\b|\b(vault|platform)\.files\b/;
const writes = /\b[Ff]iles\.(write|create|createFolder|append|move|remove|protect|withLock)\(/;

const inCore = sourcesBelow("extensions/core")
  .filter((path) => !basename(path).endsWith("-store.ts"))
  .map((path) => ({ name: path.slice("extensions/".length), code: codeOf(path) }));

const namesOf = (pattern: RegExp): string[] => inCore.filter(({ code }) => pattern.test(code)).map(({ name }) => name);

test("in core only stores write files, and the few that are listed", () => {
  verifies("house.core-storage");
  expect(namesOf(writes).filter((name) => !(name in writers))).toEqual([]);
});

test("in core only stores work with files, and those that are listed as readers", () => {
  verifies("house.core-storage");
  expect(namesOf(works).filter((name) => !(name in writers) && !(name in readers))).toEqual([]);
});

test("the lists of storage files name no file that has no need of it", () => {
  verifies("house.core-storage");
  const [writing, working] = [new Set(namesOf(writes)), new Set(namesOf(works))];
  expect(Object.keys(writers).filter((name) => !writing.has(name))).toEqual([]);
  expect(Object.keys(readers).filter((name) => !working.has(name))).toEqual([]);
});
