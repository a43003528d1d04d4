/** Gathers the Markdown documentation of installed packages: real pages, on any machine, without a network. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

interface Doc {
  readonly from: string;
  /** Where it goes, relative to the target folder. */
  readonly to: string;
}

/** Shorter files are stubs that only name a package. */
const leastBytes = 600;
const mostBytes = 200_000;

const packagesIn = (modules: string): readonly string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )
    .sort();

const markdownBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.isDirectory()) return markdownBelow(join(folder, entry.name)).map((path) => join(entry.name, path));
        return entry.name.endsWith(".md") ? [entry.name] : [];
      })
    : [];

const docsOf = (modules: string, name: string): readonly Doc[] => {
  const root = join(modules, name);
  if (!statSync(root).isDirectory()) return [];
  const readme = readdirSync(root).find((file) => file.toLowerCase() === "readme.md");
  const own = readme === undefined ? [] : [{ from: join(root, readme), to: `${name}.md` }];
  const pages = markdownBelow(join(root, "docs")).map((path) => ({
    from: join(root, "docs", path),
    to: join(name, path),
  }));
  return [...own, ...pages];
};

const isWorthReading = (doc: Doc): boolean => {
  const { size } = statSync(doc.from);
  return size >= leastBytes && size <= mostBytes;
};

export interface GatherOptions {
  readonly modules: string;
  readonly into: string;
  /** Only these packages; all when absent. */
  readonly packages?: readonly string[];
}

/** Copies the pages, named after their packages; gives their number. */
export const gatherDocs = ({ modules, into, packages }: GatherOptions): number => {
  const docs = (packages ?? packagesIn(modules)).flatMap((name) => docsOf(modules, name)).filter(isWorthReading);
  for (const doc of docs) {
    mkdirSync(dirname(join(into, doc.to)), { recursive: true });
    copyFileSync(doc.from, join(into, doc.to));
  }
  return docs.length;
};
