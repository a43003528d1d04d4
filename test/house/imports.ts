/** What each source file imports, read from its syntax tree. */

import { dirname, posix } from "node:path";
import ts from "typescript";
import { readText } from "./repository.ts";

/** `static` runs at load, `late` is an `import()`, `type` is erased. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly kind: "static" | "late" | "type";
}

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
