/** Resolves what a note names in `files` against the code as it is, and offers what its text names beside that. */

import type { Platform } from "../../../platform/platform.ts";
import { runGit } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import { cutoffOf, distanceWithin } from "../../knowledge/grounding/distance.ts";
import { languageOf } from "../../knowledge/symbols/language.ts";
import { byCodePoint } from "../../ledger/canonical.ts";
import type { Anchor } from "../anchor.ts";
import { endingOf } from "../anchored-event.ts";
import { type Reference, readReference } from "../reference.ts";
import { type CodeReader, namesMeant, type ReadFile } from "./digest-code.ts";
import type { Snapshot } from "./snapshot-store.ts";

export interface Resolution {
  /** What was given, in its order. */
  readonly given: readonly ResolvedReference[];
  /** Symbols that the text names and `files` does not. */
  readonly offered: readonly string[];
}

export interface ResolvedReference {
  readonly given: string;
  readonly state: "resolved" | "planned" | "unresolved";
  /** As the page is to name it. */
  readonly ref: string;
  readonly anchor?: Anchor;
  readonly suggestions: readonly string[];
}

export interface ResolveSetting {
  readonly platform: Platform;
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly reader: CodeReader;
  /** The session's folder below the repository's top; empty for the top itself. */
  readonly below: string;
}

export const resolveReferences = async (
  { files, text }: { readonly files: readonly string[]; readonly text: string },
  setting: ResolveSetting,
): Promise<Resolution> => {
  const given: ResolvedReference[] = [];
  for (const file of files) given.push(await resolveOne(file, setting));
  return { given, offered: await offeredIn(text, given, setting) };
};

const resolveOne = async (given: string, setting: ResolveSetting): Promise<ResolvedReference> => {
  const reference = readReference(given);
  if (reference === undefined) return { given, state: "unresolved", ref: given, suggestions: [] };
  if (reference.isPlanned) return { given, state: "planned", ref: `${reference.ref} (new)`, suggestions: [] };
  const placed = await placedReference(reference, setting);
  if (placed === undefined) {
    return { given, state: "unresolved", ref: reference.ref, suggestions: await nearFiles(reference.path, setting) };
  }
  return resolveIn(given, placed, setting);
};

interface PlacedReference {
  readonly path: string;
  readonly symbol: string | undefined;
  readonly bytes: Uint8Array;
}

/** Told from the repository's top, or from the session's folder. */
const placedReference = async (
  { path, symbol }: Reference,
  { snapshot, below }: ResolveSetting,
): Promise<PlacedReference | undefined> => {
  for (const one of new Set([path, below === "" ? path : `${below}/${path}`])) {
    const bytes = await snapshot.read(one);
    if (bytes !== undefined) return { path: one, symbol, bytes };
  }
  return undefined;
};

const resolveIn = async (
  given: string,
  { path, symbol, bytes }: PlacedReference,
  setting: ResolveSetting,
): Promise<ResolvedReference> => {
  const { reader } = setting;
  const name = symbol === undefined ? undefined : await fullName({ path, bytes }, symbol, reader);
  const ref = symbol === undefined ? path : `${path}#${name ?? symbol}`;
  const missing = async (): Promise<ResolvedReference> => ({
    given,
    state: "unresolved",
    ref,
    suggestions: await nearSymbols({ path, bytes }, symbol ?? "", setting),
  });
  if (symbol !== undefined && name === undefined) return missing();
  const found = await reader.find({ path, bytes }, name);
  if (found.state !== "found") return missing();
  const { body, shape } = found.digest;
  const anchor = { ref, blob: await blobOf(path, setting), shape, body };
  return { given, state: "resolved", ref, anchor, suggestions: [] };
};

const blobOf = async (path: string, { platform, repository: { folder } }: ResolveSetting): Promise<string> => {
  const { exitCode, stdout } = await runGit(platform, ["hash-object", "--", path], { cwd: folder });
  return exitCode === 0 ? stdout.trim() : "";
};

/** The name within the file, where it is one only. */
const fullName = async (file: ReadFile, symbol: string, reader: CodeReader): Promise<string | undefined> => {
  const names = await reader.inspect(file, (digested) => namesMeant(file.path, symbol, digested));
  return names?.length === 1 ? names[0] : undefined;
};

const mostNear = 3;

const nearest = (names: readonly { readonly shown: string; readonly compared: string }[], wanted: string) => {
  const cutoff = cutoffOf(wanted);
  return names
    .flatMap(({ shown, compared }) => {
      const distance = distanceWithin(wanted.toLowerCase(), compared.toLowerCase(), cutoff);
      return distance === undefined ? [] : [{ shown, distance }];
    })
    .sort((left, right) => left.distance - right.distance || byCodePoint(left.shown, right.shown))
    .map(({ shown }) => shown);
};

/** Files with nearly that path, or with that name in another folder. */
const nearFiles = async (path: string, { snapshot }: ResolveSetting): Promise<readonly string[]> => {
  const files = (await snapshot.files()).map((file) => file.path);
  const nameOf = (one: string): string => one.slice(one.lastIndexOf("/") + 1);
  const sameName = files.filter((one) => nameOf(one) === nameOf(path));
  const near = nearest(
    files.map((shown) => ({ shown, compared: shown })),
    path,
  );
  const nearName = nearest(
    files.map((shown) => ({ shown, compared: nameOf(shown) })),
    nameOf(path),
  );
  return [...new Set([...sameName, ...near, ...nearName])].slice(0, mostNear);
};

const terminal = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Symbols of that file with nearly that name, and that name in other files. */
const nearSymbols = async (file: ReadFile, symbol: string, setting: ResolveSetting): Promise<readonly string[]> => {
  const own = await setting.reader.inspect(file, ({ symbols }) =>
    nearest(
      symbols.map(({ name }) => ({ shown: `${file.path}#${name}`, compared: terminal(name) })),
      terminal(symbol),
    ),
  );
  const elsewhere = await definitionsOf([terminal(symbol)], setting);
  return [...new Set([...(own ?? []), ...elsewhere])].slice(0, mostNear);
};

/** Where symbols of some names are defined, in files that hold the names. */
const definitionsOf = async (
  names: readonly string[],
  { snapshot, reader }: ResolveSetting,
): Promise<readonly string[]> => {
  const wanted = new Set(names);
  const found: string[] = [];
  for (const path of await snapshot.holding(names)) {
    const bytes = languageOf(path) === undefined ? undefined : await snapshot.read(path);
    const own =
      bytes &&
      (await reader.inspect({ path, bytes }, ({ symbols }) =>
        symbols.filter(({ name }) => wanted.has(terminal(name))).map(({ name }) => `${path}#${name}`),
      ));
    found.push(...(own ?? []));
  }
  return found;
};

/** `snake_case` or `CamelCase` of more than one hump, also called or qualified. */
const codeLike = /^(?:[A-Za-z_$][\w$]*(?:\.|::|#))*([A-Za-z][A-Za-z0-9]*_\w+|[A-Za-z0-9]*[a-z0-9][A-Z]\w*)(?:\(\))?$/;
const mostOffered = 5;

/** Symbols that the text names in code spans and that are defined once: offered, never added. */
const offeredIn = async (
  text: string,
  given: readonly ResolvedReference[],
  setting: ResolveSetting,
): Promise<readonly string[]> => {
  const spans = [...text.matchAll(/`([^`\n]{3,120})`/g)].flatMap(
    ([, span = ""]) => codeLike.exec(span.trim())?.[1] ?? [],
  );
  const named = new Set(given.map(({ ref }) => terminal(ref.slice(ref.lastIndexOf("#") + 1))));
  const names = [...new Set(spans)].filter((name) => !named.has(name)).slice(0, mostOffered);
  const found = names.length === 0 ? [] : await definitionsOf(names, setting);
  return names.flatMap((name) => {
    const own = found.filter((ref) => terminal(ref.slice(ref.lastIndexOf("#") + 1)) === name);
    return own.length === 1 ? own : [];
  });
};

/** What made the digests of some anchors, by the endings of their files. */
export const extractorsOf = (
  anchors: readonly Anchor[],
  reader: Pick<CodeReader, "extractorOf">,
): Readonly<Record<string, string>> => {
  const paths = anchors.flatMap(({ ref }) => readReference(ref)?.path ?? []);
  const made = paths.map((path) => [endingOf(path), reader.extractorOf(path)] as const);
  return Object.fromEntries(made.filter(([, extractor]) => extractor !== ""));
};
