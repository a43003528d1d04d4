/** Looks for code that is no longer where it was: an equal body, found once elsewhere. */

import { languageOf } from "../../knowledge/symbols/language.ts";
import type { AcceptedAnchor } from "../anchor.ts";
import type { Reference } from "../reference.ts";
import type { CodeReader } from "./digest-code.ts";
import type { Snapshot, SnapshotFile } from "./snapshot-store.ts";

export interface Lost {
  readonly reference: Reference;
  readonly accepted: readonly AcceptedAnchor[];
  /** What the file defined when the anchor was made: that was elsewhere already. */
  readonly before: ReadonlySet<string>;
}

export interface Looking {
  readonly snapshot: Snapshot;
  readonly reader: CodeReader;
}

/** Fewer tokens make a body like many others. */
const fewestTokens = 12;

/** Where it is now, as a reference; undefined where it is not found, or found more than once. */
export const findMoved = async (lost: Lost, looking: Looking): Promise<string | undefined> => {
  const { symbol } = lost.reference;
  return symbol === undefined ? movedFile(lost, looking) : movedSymbol(lost, symbol, looking);
};

const only = (found: Iterable<string>): string | undefined => {
  const [one, ...more] = new Set(found);
  return more.length === 0 ? one : undefined;
};

const terminal = (symbol: string): string => symbol.slice(symbol.lastIndexOf(".") + 1);

const movedSymbol = async (lost: Lost, symbol: string, { snapshot, reader }: Looking): Promise<string | undefined> => {
  const { path } = lost.reference;
  const own = await snapshot.read(path);
  const renamed = own === undefined ? [] : await alikeIn({ path, bytes: own }, lost, { reader, name: undefined });
  if (renamed.length > 0) return only(renamed);
  const elsewhere: string[] = [];
  for (const other of await candidates(lost, symbol, snapshot)) {
    const bytes = other === path ? undefined : await snapshot.read(other);
    if (bytes !== undefined) {
      elsewhere.push(...(await alikeIn({ path: other, bytes }, lost, { reader, name: terminal(symbol) })));
    }
  }
  return only(elsewhere);
};

/** Files with the name in them, and those that have the very content that the old file had. */
const candidates = async (lost: Lost, symbol: string, snapshot: Snapshot): Promise<readonly string[]> => {
  const named = await snapshot.holding([terminal(symbol)]);
  return named.filter((path) => languageOf(path) === languageOf(lost.reference.path));
};

const alikeIn = async (
  file: { readonly path: string; readonly bytes: Uint8Array },
  { accepted, before }: Lost,
  { reader, name }: { readonly reader: CodeReader; readonly name: string | undefined },
): Promise<readonly string[]> => {
  const bodies = new Set(accepted.map(({ body }) => body));
  const isMeant = (one: string): boolean => (name === undefined ? !before.has(one) : terminal(one) === name);
  // Another name says nothing for it: then there must be enough to be alike.
  const fewest = name === undefined ? fewestTokens : 0;
  const found = await reader.inspect(file, (digested) =>
    digested.symbols
      .map((symbol) => symbol.name)
      .filter(isMeant)
      .filter((one) => {
        const digest = digested.digest(one);
        return digest !== undefined && digest.tokens >= fewest && bodies.has(digest.body);
      }),
  );
  return (found ?? []).map((one) => `${file.path}#${one}`);
};

const movedFile = async (lost: Lost, looking: Looking): Promise<string | undefined> => {
  const { path } = lost.reference;
  const files = (await looking.snapshot.files()).filter((file) => file.path !== path);
  const same = await sameContent(files, lost, looking);
  return only(same.length > 0 ? same : await alikeFiles(files, lost, looking));
};

/** Files that git has with the very content; one that is listed may be gone from the work tree. */
const sameContent = async (
  files: readonly SnapshotFile[],
  { accepted }: Lost,
  { snapshot }: Looking,
): Promise<readonly string[]> => {
  const blobs = new Set(accepted.map(({ blob }) => blob));
  const same: string[] = [];
  for (const { path, blob } of files) {
    const isSame = blob !== undefined && blobs.has(blob);
    if (isSame && (await snapshot.read(path)) !== undefined) same.push(path);
  }
  return same;
};

const alikeFiles = async (
  files: readonly SnapshotFile[],
  { reference, accepted }: Lost,
  { snapshot, reader }: Looking,
): Promise<readonly string[]> => {
  const bodies = new Set(accepted.map(({ body }) => body));
  const alike: string[] = [];
  for (const { path } of files.filter((one) => mayBe(one, reference.path))) {
    const bytes = await snapshot.read(path);
    const found = bytes && (await reader.find({ path, bytes }, undefined));
    if (found?.state === "found" && bodies.has(found.digest.body)) alike.push(path);
  }
  return alike;
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** One of the same name, or one that git has not read yet and is of the same kind. */
const mayBe = ({ path, blob }: { readonly path: string; readonly blob: string | undefined }, lost: string): boolean =>
  nameOf(path) === nameOf(lost) ||
  (blob === undefined && languageOf(lost) === undefined && /\.[^./]*$/.exec(path)?.[0] === /\.[^./]*$/.exec(lost)?.[0]);
