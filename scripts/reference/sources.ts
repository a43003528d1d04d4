/** Where each table of README.md comes from. */

import { existsSync } from "node:fs";
import { renderErrors, renderSettings, renderTools, renderVerbs } from "./tables.ts";

interface Source {
  /** Relative to the checkout. */
  readonly module: string;
  readonly export: string;
  readonly render: (value: never) => string;
}

export const sources: Readonly<Record<string, Source>> = {
  tools: { module: "extensions/tools/all.ts", export: "allTools", render: renderTools },
  commands: {
    module: "extensions/hosts/pi/verbs.ts",
    export: "verbs",
    render: (verbs: Parameters<typeof renderVerbs>[0]) => renderVerbs(verbs, "/wiki"),
  },
  cli: {
    module: "extensions/hosts/cli/verbs.ts",
    export: "verbs",
    render: (verbs: Parameters<typeof renderVerbs>[0]) => renderVerbs(verbs, "pi-wiki"),
  },
  settings: { module: "extensions/core/settings.ts", export: "settingRules", render: renderSettings },
  errors: { module: "extensions/core/errors.ts", export: "errorCodes", render: renderErrors },
};

/** Undefined for a source whose module does not exist. */
export const renderSource = async (name: string, root: URL): Promise<string | undefined> => {
  const source = sources[name];
  if (source === undefined) throw new Error(`There is no source "${name}".`);
  const url = new URL(source.module, root);
  if (!existsSync(url)) return undefined;
  const module: Record<string, never> = await import(url.href);
  const value = module[source.export];
  if (value === undefined) throw new Error(`${source.module} does not export ${source.export}.`);
  return source.render(value);
};
