/** What the published package may hold. Pure: paths in, problems out. */

/** Every path of the package matches one of these. */
const allowed = [
  /^package\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^extensions\/.+\.(ts|mjs|js|css|html|md|json)$/,
  /^skills\/[a-z0-9-]+\/.+$/,
  /^templates\/.+\.md$/,
  /^templates\/vault\/git(ignore|attributes)$/,
  /^dist\/(pi|cli|worker-tasks)\.mjs$/,
  // What those share or import late.
  /^dist\/[a-z0-9.-]+-[A-Z0-9]{8}\.mjs$/,
  /^dist\/stamp\.json$/,
];

/** None of its paths matches one of these, wherever it lies. */
const forbidden = [/\.test\.[a-z]+$/, /\.map$/, /(^|\/)(test|tests|fixtures|coverage|node_modules)\//, /~$/];

const required = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "extensions/index.ts"];

const matches = (path: string, patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(path));

/** `paths` are the files of the package, with `/`. */
export const packListProblems = (paths: readonly string[]): string[] => [
  ...paths.filter((path) => matches(path, forbidden)).map((path) => `${path} must not be in the package.`),
  ...paths
    .filter((path) => !matches(path, allowed))
    .map((path) => `${path} is not among the paths that the package may hold (scripts/package/pack-list.ts).`),
  ...required.filter((path) => !paths.includes(path)).map((path) => `${path} is missing from the package.`),
];
