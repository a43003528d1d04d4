/** A process of its own that appends `count` events and prints the hash of each as soon as it is acknowledged. */

import { writeSync } from "node:fs";
import { WikiError } from "../../../extensions/core/errors.ts";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import { edited, keeper } from "./ledger-words.ts";

const [root = "", key = "", name = "", count = "0"] = process.argv.slice(2);

const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
const files = platform.files(root);
const vault: Vault = { layer: "project", root, layout: "current", exists: true, config: undefined, files, key };
const ledger = openLedger({ platform, vault });

for (let index = 0; index < Number(count); index += 1) {
  const [event] = await ledger.append(keeper(platform), [edited(`${name}/${index}`)]);
  writeSync(1, `${event?.hash}\n`);
}
