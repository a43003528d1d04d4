/** A process of its own that gathers `count` uses of a vault's pages, putting them into the vault every now and then. */

import { WikiError } from "../../../extensions/core/errors.ts";
import { openUsageStore } from "../../../extensions/core/usage/usage-store.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import { hit } from "./usage-worlds.ts";

const [root = "", key = "", name = "", count = "0"] = process.argv.slice(2);

const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
const files = platform.files(root);
const vault: Vault = { layer: "project", root, layout: "current", exists: true, config: undefined, files, key };
const store = openUsageStore(platform, vault);

for (let index = 0; index < Number(count); index += 1) {
  await store.gather([hit(`notes/${name}`, { id: `${name}-${index}` })]);
  if (index % 5 === 4) await store.flush();
}
