/** Whether evidence touches the code that a page is about: a commit's diff, a test's references, a quoted line. */

import type { Platform } from "../../../platform/platform.ts";
import { runGit } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import { isTestFile, languageOf } from "../../knowledge/symbols/language.ts";
import { type Reference, readReference } from "../reference.ts";
import type { CodeReader } from "./digest-code.ts";
import { commitOf, readBlob, type Snapshot } from "./snapshot-store.ts";

export interface TouchSetting {
  readonly platform: Platform;
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly reader: CodeReader;
}

export type Touch =
  | { readonly state: "touches"; readonly refs: readonly string[]; readonly commit?: string; readonly file?: string }
  | { readonly state: "refused"; readonly reason: string };

const refused = (reason: string): Touch => ({ state: "refused", reason });

const parsed = (refs: readonly string[]): readonly Reference[] => refs.flatMap((ref) => readReference(ref) ?? []);

/** Reachable from HEAD, and its diff touches one of the references. */
export const commitTouches = async (named: string, refs: readonly string[], setting: TouchSetting): Promise<Touch> => {
  const { platform, repository } = setting;
  const { folder } = repository;
  const commit = /^[0-9a-f]{7,64}$/i.test(named) ? await commitOf(platform, folder, named) : undefined;
  if (commit === undefined) return refused(`"${named}" is no commit here; give its hash`);
  const { exitCode } = await runGit(platform, ["merge-base", "--is-ancestor", commit, "HEAD"], { cwd: folder });
  if (exitCode !== 0) return refused(`the commit ${commit.slice(0, 12)} is not part of the work as it is`);
  const changed = await changedBlobs(commit, setting);
  const touched: string[] = [];
  for (const reference of parsed(refs)) {
    const change = changed.get(reference.path);
    if (change !== undefined && (await isTouched(reference, change, setting))) touched.push(reference.ref);
  }
  if (touched.length > 0) return { state: "touches", refs: touched, commit };
  return refused(`the commit ${commit.slice(0, 12)} changes none of the code that the page is about`);
};

interface Change {
  readonly before: string;
  readonly after: string;
}

const changedBlobs = async (
  commit: string,
  { platform, repository: { folder } }: TouchSetting,
): Promise<ReadonlyMap<string, Change>> => {
  const parent = await commitOf(platform, folder, `${commit}^1`);
  const sides = parent === undefined ? ["--root", commit] : [parent, commit];
  const asked = ["diff-tree", "-r", "-z", "--no-renames", "--no-commit-id", ...sides];
  const fields = (await runGit(platform, asked, { cwd: folder })).stdout.split("\0");
  const changes = new Map<string, Change>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , before = "", after = ""] = (fields[at] ?? "").split(" ");
    changes.set(fields[at + 1] ?? "", { before, after });
  }
  return changes;
};

/** The file where no symbol is known; else the symbol, or what stands in it. */
const isTouched = async (reference: Reference, { before, after }: Change, setting: TouchSetting): Promise<boolean> => {
  if (reference.symbol === undefined) return true;
  const [then, now] = [await partsAt(before, reference, setting), await partsAt(after, reference, setting)];
  return then !== now;
};

const partsAt = async (
  blob: string,
  { path, symbol = "" }: Reference,
  { platform, repository, reader }: TouchSetting,
): Promise<string> => {
  const bytes = /^0+$/.test(blob) ? undefined : await readBlob(platform, repository.folder, blob);
  const parts =
    bytes &&
    (await reader.inspect({ path, bytes }, (digested) =>
      digested.symbols
        .filter(({ name }) => name === symbol || name.startsWith(`${symbol}.`))
        .map(({ name }) => `${name} ${digested.digest(name)?.body}`),
    ));
  return (parts ?? []).join("\n");
};

/** Test files that a command's words select, by their paths or by the names of the tests. */
const testsSelected = async (
  words: readonly string[],
  { snapshot, below }: { readonly snapshot: Snapshot; readonly below: string },
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const word of words.slice(1)) {
    const path = word.replace(/::.*$|:\d+$/, "").replace(/^\.\//, "");
    for (const one of new Set([path, below === "" ? path : `${below}/${path}`])) {
      if (isTest(one) && (await snapshot.read(one)) !== undefined) found.add(one);
    }
  }
  if (found.size > 0) return [...found];
  const names = words.slice(1).flatMap((word) => /(?:^|[=:.^/])([A-Za-z]\w{5,})\$?$/.exec(word)?.[1] ?? []);
  return (await snapshot.holding(names)).filter(isTest);
};

const isTest = (path: string): boolean => {
  const language = languageOf(path);
  return language !== undefined && isTestFile(path, language);
};

/** A test refers to a symbol by its name: as the symbol map links them. Its own symbols do not count. */
export const testTouches = async (
  words: readonly string[],
  refs: readonly string[],
  setting: TouchSetting & { readonly below: string },
): Promise<Touch> => {
  const selected = await testsSelected(words, setting);
  if (selected.length === 0)
    return refused("the command selects no test; run one that names the code by its file or name");
  for (const file of selected) {
    const bytes = await setting.snapshot.read(file);
    const names = bytes && (await setting.reader.inspect({ path: file, bytes }, (digested) => digested.names()));
    const used = new Set(names ?? []);
    const touched: string[] = [];
    for (const reference of parsed(refs)) {
      if (reference.path !== file && (await isNamed(reference, used, setting))) touched.push(reference.ref);
    }
    if (touched.length > 0) return { state: "touches", refs: touched, file };
  }
  return refused("no test that the command selects refers to the code that the page is about");
};

const isNamed = async (
  { path, symbol }: Reference,
  used: ReadonlySet<string>,
  { snapshot, reader }: TouchSetting,
): Promise<boolean> => {
  const terminal = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
  if (symbol !== undefined) return used.has(terminal(symbol));
  const bytes = await snapshot.read(path);
  const own = bytes && (await reader.inspect({ path, bytes }, ({ symbols }) => symbols.map(({ name }) => name)));
  return (own ?? []).some((name) => !name.includes(".") && used.has(name));
};

/** The references in whose definitions a line of a file stands. */
export const lineTouches = async (
  { path, line }: { readonly path: string; readonly line: number },
  refs: readonly string[],
  { snapshot, reader }: TouchSetting,
): Promise<Touch> => {
  const bytes = await snapshot.read(path);
  const own = parsed(refs).filter((reference) => reference.path === path);
  const spans =
    bytes &&
    (await reader.inspect({ path, bytes }, ({ symbols }) => new Map(symbols.map(({ name, lines }) => [name, lines]))));
  const touched = own.filter(({ symbol }) => {
    const [first, last] = (symbol === undefined ? undefined : spans?.get(symbol)) ?? [0, 0];
    return symbol === undefined || (line >= first && line <= last);
  });
  if (touched.length > 0) return { state: "touches", refs: touched.map(({ ref }) => ref), file: path };
  return refused(`the quote does not stand in the code of "${path}" that the page is about`);
};
