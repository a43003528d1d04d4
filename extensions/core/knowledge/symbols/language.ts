/** The languages whose files have symbols, and which of their files are tests. Pure. */

export const languages = ["python", "typescript", "tsx", "javascript", "go", "rust", "java"] as const;
export type Language = (typeof languages)[number];

const extensions: Readonly<Record<string, Language>> = {
  py: "python",
  pyi: "python",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  go: "go",
  rs: "rust",
  java: "java",
};

/** Undefined for a file of no language that is covered. */
export const languageOf = (path: string): Language | undefined => {
  const extension = /[^/]\.([a-z]+)$/.exec(path)?.[1];
  return extension !== undefined && Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
};

const scriptTests = /\.(?:test|spec)\.[a-z]+$|(?:^|\/)__tests__\//;

/** Beside `tests/`, which is a folder of tests in every language. */
const testPaths: Readonly<Record<Language, RegExp>> = {
  python: /(?:^|\/)test_[^/]*$|_tests?\.pyi?$/,
  typescript: scriptTests,
  tsx: scriptTests,
  javascript: scriptTests,
  go: /_test\.go$/,
  rust: /(?:^|\/)tests\.rs$|_test\.rs$/,
  java: /(?:^|\/)src\/test\/|Tests?\.java$|(?:^|\/)Test[^/]*\.java$/,
};

const testFolder = /(?:^|\/)tests\//;

export const isTestFile = (path: string, language: Language): boolean =>
  testFolder.test(path) || testPaths[language].test(path);

/** `src/lens/turn.ts` is `src.lens.turn`; a Python package is named without its `__init__`. */
export const moduleName = (path: string, language: Language): string => {
  const parts = path.replace(/\.[a-z]+$/, "").split("/");
  const isPackage = language === "python" && parts.length > 1 && parts.at(-1) === "__init__";
  return (isPackage ? parts.slice(0, -1) : parts).join(".");
};
