/** The files that the page is made of, by their addresses: its own, and those of packages. Nothing else is served. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Assets {
  /** Undefined for an address that none has, and for the file of a package that is not installed. */
  at(path: string): Asset | undefined;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** What the page loads of packages: single modules that import nothing. */
const libraries: Readonly<Record<string, readonly [name: string, file: string]>> = {
  "/lib/cytoscape.js": ["cytoscape", "dist/cytoscape.esm.min.mjs"],
  "/lib/uplot.js": ["uplot", "dist/uPlot.esm.js"],
  "/lib/uplot.css": ["uplot", "dist/uPlot.min.css"],
  "/lib/marked.js": ["marked", "lib/marked.esm.js"],
  "/lib/flexsearch.js": ["flexsearch", "dist/flexsearch.bundle.module.min.mjs"],
};

/** `folder` is the page's own. */
export const openAssets = (folder: string): Assets => {
  const own = readdirSync(folder).filter((name) => extname(name) in types);
  const require = createRequire(join(folder, "index.html"));
  const installed = ([name, file]: readonly [string, string]): string | undefined =>
    // By its folder: packages do not export the files that browsers load.
    (require.resolve.paths(name) ?? []).map((place) => join(place, name, file)).find((path) => existsSync(path));
  const fileAt = (path: string): string | undefined => {
    if (path === "/") return join(folder, "index.html");
    const library = libraries[path];
    if (library !== undefined && Object.hasOwn(libraries, path)) return installed(library);
    const name = own.find((one) => path === `/page/${one}`);
    return name === undefined ? undefined : join(folder, name);
  };
  return {
    at: (path) => {
      const file = fileAt(path);
      return file === undefined ? undefined : { type: types[extname(file)] ?? "", bytes: readFileSync(file) };
    },
  };
};
