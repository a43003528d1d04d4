/** A process of its own that captures texts and prints the id of each packet: `ROOT NAME COUNT`. */

import { writeSync } from "node:fs";
import { WikiError } from "../../../extensions/core/errors.ts";
import { capture } from "../../../extensions/core/sources/capture.ts";
import { extractSource } from "../../../extensions/core/sources/extract/extract-source.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";

const [root = "", name = "", count = "0"] = process.argv.slice(2);

const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
const files = platform.files(root);
const vault: Vault = { layer: "project", root, layout: "current", exists: true, config: undefined, files, key: "k" };

for (let index = 0; index < Number(count); index += 1) {
  const { id } = await capture({
    vault,
    context: { platform, actor: name, channel: "cli" },
    request: { text: `Night ${index} of ${name}`, cwd: root, allowedHosts: [] },
    extract: extractSource,
    record: async (event) => await files.append("meta/events.jsonl", `${JSON.stringify(event)}\n`),
  });
  writeSync(1, `${id}\n`);
}
