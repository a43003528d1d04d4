/** Reads an evaluation set: documents, queries and judgements, and the triggers written for its documents. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isObject, type JsonObject, listAt, parseJson, textAt } from "../../support/json-view.ts";

export interface EvalDoc {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** "" for a set without scopes. */
  readonly scope: string;
  readonly triggers: readonly string[];
}

export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  readonly scope: string;
  /** `kind` or `category` of the set; "" without. */
  readonly kind: string;
  /** Grade by document; empty for a query that nothing answers. */
  readonly grades: ReadonlyMap<string, number>;
}

export interface EvalSet {
  readonly name: string;
  readonly docs: readonly EvalDoc[];
  readonly queries: readonly EvalQuery[];
}

const isSetFolder = (folder: string): boolean =>
  ["docs.jsonl", "queries.jsonl", "qrels.tsv"].every((name) => existsSync(join(folder, name)));

/** The folder itself when it is a set, else the sets in it, sorted. */
export const setFolders = (folder: string): readonly string[] => {
  const place = resolve(folder);
  if (isSetFolder(place)) return [place];
  const inner = existsSync(place)
    ? readdirSync(place)
        .sort()
        .map((name) => join(place, name))
    : [];
  const found = inner.filter(isSetFolder);
  if (found.length === 0) throw new Error(`${folder} holds no docs.jsonl, queries.jsonl and qrels.tsv.`);
  return found;
};

export interface ReadSetOptions {
  readonly triggers: boolean;
}

export const readSet = (folder: string, { triggers }: ReadSetOptions): EvalSet => {
  const triggersById = triggers ? readTriggers(folder) : new Map<string, readonly string[]>();
  const docs = jsonLines(join(folder, "docs.jsonl")).map((line) => ({
    id: idOf(line),
    title: textAt(line, "title"),
    text: textAt(line, "text"),
    scope: textAt(line, "scope"),
    triggers: triggersById.get(idOf(line)) ?? [],
  }));
  const grades = readGrades(join(folder, "qrels.tsv"), new Set(docs.map(({ id }) => id)));
  const queries = jsonLines(join(folder, "queries.jsonl")).map((line) => ({
    id: idOf(line),
    text: textAt(line, "text"),
    scope: textAt(line, "scope"),
    kind: String(line["kind"] ?? line["category"] ?? ""),
    grades: grades.get(idOf(line)) ?? new Map<string, number>(),
  }));
  return { name: basename(folder), docs, queries };
};

export const isJudged = ({ grades }: EvalQuery): boolean => grades.size > 0;

/** Documents and queries that belong together; a set without scopes is one. */
export const byScope = ({ docs, queries }: EvalSet): readonly Pick<EvalSet, "docs" | "queries">[] =>
  [...new Set(docs.map(({ scope }) => scope))].map((scope) => ({
    docs: docs.filter((doc) => doc.scope === scope),
    queries: queries.filter((query) => query.scope === scope),
  }));

const idOf = (line: JsonObject): string => String(line["id"] ?? "");

const jsonLines = (path: string): readonly JsonObject[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at) => {
      const value = parseJson(line)?.value;
      if (!isObject(value)) throw new Error(`${path}:${at + 1} is no JSON object.`);
      return value;
    });

const readTriggers = (folder: string): ReadonlyMap<string, readonly string[]> => {
  const path = join(folder, "triggers.jsonl");
  if (!existsSync(path)) throw new Error(`${path} does not exist: without it there are no triggers to write.`);
  return new Map(jsonLines(path).map((line) => [idOf(line), listAt(line, "triggers").map(String)]));
};

/** Judgements of unknown documents, and grades of 0 and below, do not count. */
const readGrades = (path: string, docs: ReadonlySet<string>): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const grades = new Map<string, Map<string, number>>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const [query = "", doc = "", written = ""] = line.split("\t");
    const grade = Number(written);
    if (!docs.has(doc) || !(grade > 0)) continue;
    grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(doc, grade));
  }
  return grades;
};

/**
 * The same documents in vaults of `pages` each, as they come in the file. A judged query is asked where its first
 * document is, one that nothing answers of every vault.
 */
export const inVaultsOf = (pages: number, { name, docs, queries }: EvalSet): EvalSet => {
  const scoped = docs.map((doc, at) => ({ ...doc, scope: `${doc.scope} ${Math.floor(at / pages)}` }));
  const scopes = new Map(scoped.map(({ id, scope }) => [id, scope]));
  const asked = queries.flatMap((query) => {
    const [first] = query.grades.keys();
    const places = first === undefined ? new Set(scopes.values()) : [scopes.get(first) ?? ""];
    return [...places].map((scope) => ({ ...query, scope }));
  });
  return { name: `${name}, vaults of ${pages}`, docs: scoped, queries: asked };
};
