/** Run as a process of its own by vault-process.ts: does one thing to a vault with the real platform. */

import { fileURLToPath } from "node:url";
import { WikiError } from "../../../extensions/core/errors.ts";
import { ensureVault } from "../../../extensions/core/vault/create-vault.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import { loadTemplates } from "../../../extensions/core/vault/templates.ts";
import type { WriteContext } from "../../../extensions/core/vault/vault.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";

const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
const context: WriteContext = { platform, actor: "keeper", channel: "cli" };
const templatesRoot = fileURLToPath(new URL("../../../templates", import.meta.url));

const vaultAt = (root: string) => openVault(platform, { layer: "project", root, layout: "current" }).vault;

const actions: Record<string, (root: string, ...rest: string[]) => Promise<unknown>> = {
  ensure: async (root) => {
    const vault = await ensureVault(vaultAt(root), context, { templates: loadTemplates(platform, templatesRoot) });
    return { vault_id: vault.config?.vault_id, created: vault.created };
  },
};

const [action = "", root = "", ...rest] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await actions[action]?.(root, ...rest))}\n`);
