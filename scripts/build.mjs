/**
 * Bundles the hosts into dist/, which loads several times faster than the sources: a Pi entry without imports of the
 * host, the command line, the worker's tasks. What they share, and what one of them imports late (the MCP server, the
 * dashboard), are files of their own beside them. Large packages that are loaded late stay outside. dist/stamp.json
 * names the version; a loader takes dist/ only when it equals the package's. `--clean` only removes dist/, so that a
 * checkout goes back to its sources after packing.
 */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const pathOf = (path) => fileURLToPath(new URL(path, root));

/** Each bundle and the source it starts from. */
const bundles = {
  pi: "extensions/hosts/pi/register.ts",
  cli: "extensions/hosts/cli/run.ts",
  "worker-tasks": "extensions/worker-tasks.ts",
};

/** Packages that are imported late and are large: they are found in node_modules when they are needed. */
const external = [
  "@secretlint/secretlint-rule-preset-recommend",
  "defuddle",
  "fast-xml-parser",
  "jszip",
  "linkedom",
  "mammoth",
  "turndown",
  "unpdf",
  "web-tree-sitter",
  "jiti",
];

/** Pi's packages are there as types only; a value import of one must fail here, not in a user's session. */
const refuseHostImports = {
  name: "refuse-host-imports",
  setup({ onResolve }) {
    onResolve({ filter: /^@(mariozechner|earendil-works)\// }, ({ path, importer }) => ({
      errors: [{ text: `${importer} imports ${path} as a value; import it as a type.` }],
    }));
  },
};

/** Bundled CommonJS packages ask for Node's modules with require, which a module does not have. */
const banner = {
  js: 'import { createRequire as createRequireOfBundle } from "node:module";\nconst require = createRequireOfBundle(import.meta.url);',
};

const bundleAll = () =>
  build({
    entryPoints: Object.entries(bundles).map(([name, source]) => ({ in: pathOf(source), out: name })),
    outdir: pathOf("dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    // Names and statements stay, for the traces of errors.
    minifyWhitespace: true,
    format: "esm",
    platform: "node",
    target: "node20.6",
    external,
    banner,
    plugins: [refuseHostImports],
    legalComments: "none",
    logLevel: "warning",
  });

const sourcesMissing = () => Object.keys(bundles).filter((name) => !existsSync(pathOf(bundles[name])));

const buildAll = async () => {
  const missing = sourcesMissing();
  for (const name of missing) console.error(`dist/${name}.mjs is not built: ${bundles[name]} does not exist.`);
  if (missing.length > 0) {
    process.exitCode = existsSync(pathOf("extensions/index.ts")) ? 1 : 0;
    return;
  }
  const { version } = JSON.parse(readFileSync(pathOf("package.json"), "utf8"));
  await bundleAll();
  writeFileSync(pathOf("dist/stamp.json"), `${JSON.stringify({ version })}\n`);
};

rmSync(pathOf("dist"), { recursive: true, force: true });
if (!process.argv.includes("--clean")) await buildAll();
