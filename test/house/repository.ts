/** The checkout as house tests see it: its files, and what each source file imports, read from syntax trees. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** `static` runs at load, `late` is an `import()`, `type` is erased. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly kind: "static" | "late" | "type";
}

const skippedFolders = new Set(["node_modules", "dist", "coverage", ".git"]);

export const readText = (path: string): string => readFileSync(join(repository, path), "utf8");

export const exists = (path: string): boolean => existsSync(join(repository, path));

/** Paths relative to the checkout with `/`, sorted; an absent folder has none. */
export const filesBelow = (folder: string): string[] => {
  if (!exists(folder)) return [];
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return skippedFolders.has(entry.name) ? [] : filesBelow(path);
    })
    .sort();
};

export const foldersBelow = (folder: string): string[] => {
  if (!exists(folder)) return [];
  return readdirSync(join(repository, folder))
    .filter((name) => !skippedFolders.has(name) && statSync(join(repository, folder, name)).isDirectory())
    .sort();
};

export const sourcesBelow = (folder: string): string[] =>
  filesBelow(folder).filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith(".d.ts"));

const namesOnlyTypes = (clause: ts.ImportClause | undefined): boolean =>
  clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

const importOf = (node: ts.Node): Omit<Import, "file"> | undefined => {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const kind = namesOnlyTypes(node.importClause) ? "type" : "static";
    return { specifier: node.moduleSpecifier.text, kind };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, kind: node.isTypeOnly ? "type" : "static" };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { specifier: node.argument.literal.text, kind: "type" };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [target] = node.arguments;
    return target && ts.isStringLiteral(target) ? { specifier: target.text, kind: "late" } : undefined;
  }
  return undefined;
};

export const importsOf = (file: string): Import[] => {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const one = importOf(node);
    if (one) found.push({ file, ...one });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readText(file), ts.ScriptTarget.ES2022, true));
  return found;
};

/** `@scope/name/deep` and `name/deep` to the package's name; undefined for relative paths and Node's own modules. */
export const packageOf = (specifier: string): string | undefined => {
  if (specifier.startsWith(".") || specifier.startsWith("/") || specifier.startsWith("node:")) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
};

/** Every file and package that loading `entries` loads, late imports left out. */
export const loadGraph = (entries: readonly string[]): { files: string[]; packages: string[] } => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const { specifier, kind } of importsOf(file)) {
      if (kind !== "static") continue;
      const name = packageOf(specifier);
      if (name) packages.add(name);
      else if (specifier.startsWith(".")) visit(posix.join(dirname(file), specifier));
    }
  };
  for (const entry of entries) visit(entry);
  return { files: [...files].sort(), packages: [...packages].sort() };
};
