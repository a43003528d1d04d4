/** SQLite FTS5 in memory: Porter stems, any quoted word may match, bm25 with the title twice as heavy. */

import { createRequire } from "node:module";
import { deepest, type Engine, indexedText, timed } from "./engine.ts";

interface Statement {
  run(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): readonly { readonly rowid: number }[];
}

interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
}

type Sqlite = new (path: string) => Database;

const anyWord = (query: string): string =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => `"${word}"`).join(" OR ");

const openDatabase = (): Database => {
  const DatabaseFile = createRequire(import.meta.url)("better-sqlite3") as Sqlite; // Untyped by createRequire.
  return new DatabaseFile(":memory:");
};

/** Why SQLite can't be used: its native part may be missing, or built for another Node. */
export const whyNoSqlite = (): string | undefined => {
  try {
    openDatabase();
    return undefined;
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return `better-sqlite3 can't be used here, it needs a prebuilt binary or a compiler (${reason}).`;
  }
};

export const fts5: Engine = async (docs) => {
  const { value: database, ms } = await timed(() => {
    const built = openDatabase();
    built.exec("CREATE VIRTUAL TABLE pages USING fts5(title, text, tokenize = 'porter unicode61')");
    const insert = built.prepare("INSERT INTO pages (rowid, title, text) VALUES (?, ?, ?)");
    built.exec("BEGIN");
    for (const [at, doc] of docs.entries()) insert.run(at + 1, doc.title, indexedText(doc));
    built.exec("COMMIT");
    return built;
  });
  const select = database.prepare("SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, 2, 1) LIMIT ?");
  return {
    buildMs: ms,
    search: async (query) => {
      const words = anyWord(query);
      return words === "" ? [] : select.all(words, deepest).flatMap(({ rowid }) => docs[rowid - 1]?.id ?? []);
    },
  };
};
