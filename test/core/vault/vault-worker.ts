/** Run as a process of its own by vault-process.ts: does one thing to a vault with the real platform. */

import { WikiError } from "../../../extensions/core/errors.ts";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openPages } from "../../../extensions/core/pages/page-store.ts";
import { ensureVault } from "../../../extensions/core/vault/create-vault.ts";
import { importFolder } from "../../../extensions/core/vault/import-folder.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import { loadTemplates } from "../../../extensions/core/vault/templates.ts";
import type { WriteContext } from "../../../extensions/core/vault/vault.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";

const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
const context: WriteContext = { platform, actor: "keeper", channel: "cli" };
const [templatesRoot = "", action = "", root = "", ...rest] = process.argv.slice(2);

const vault = openVault(platform, { layer: "project", root, layout: "current" }).vault;

const print = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);

const actions: Record<string, (...rest: string[]) => Promise<unknown>> = {
  ensure: async () => {
    const ensured = await ensureVault(vault, context, { templates: loadTemplates(platform, templatesRoot) });
    return { vault_id: ensured.config?.vault_id, created: ensured.created };
  },
  note: async (title = "", count = "1") => {
    const pages = openPages({ platform, vault, ledger: openLedger({ platform, vault }) });
    const ids: string[] = [];
    for (let index = 0; index < Number(count); index += 1) {
      const page = { type: "lesson", title, frontMatter: {}, body: `Entry ${process.pid}-${index}.\n` };
      ids.push((await pages.create(page, context)).id);
    }
    return ids;
  },
  import: (folder = "") => importFolder({ vault, context, folder, onProgress: (done) => print({ done }) }),
};

print(await actions[action]?.(...rest));
