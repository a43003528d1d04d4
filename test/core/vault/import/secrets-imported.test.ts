import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importFolder } from "../../../../extensions/core/vault/import-folder.ts";
import { openVault } from "../../../../extensions/core/vault/layers.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { testPlatform } from "../../../support/test-platform.ts";
import { drawFrom } from "../../secrets/planted-secrets.ts";

const draw = drawFrom("imported");
const text = `---\ntype: procedure\ntitle: Relay\n---\n# Relay\n\nUse ghp_${draw(36)} and password: "Gull-${draw(9)}7".\n`;

test("an imported file keeps its secrets, byte for byte, and a finding names file and rules", async () => {
  verifies("secrets.imported");
  const { platform, folder } = await testPlatform();
  const source = join(folder, "handbook");
  mkdirSync(source);
  writeFileSync(join(source, "relay.md"), text);
  writeFileSync(join(source, "lamp.md"), "# Lamp\n\nTrim it; the token of AWS is AKIAIOSFODNN7EXAMPLE.\n");
  const root = join(folder, "coast/.llm-wiki");
  const { vault } = openVault(platform, { layer: "project", root, layout: "current" });
  const context = { platform, actor: "keeper", channel: "cli" } as const;
  const { created, findings } = await importFolder({ vault, context, folder: source });
  const [id = ""] = created.filter((one) => one.endsWith("relay"));
  expect(readFileSync(join(root, `wiki/${id}.md`), "utf8")).toBe(text);
  expect(readFileSync(join(source, "relay.md"), "utf8")).toBe(text);
  expect(findings).toEqual([
    {
      code: "secrets-imported",
      severity: "warning",
      path: `wiki/${id}.md`,
      line: 0,
      message: "relay.md was imported as it is, with what looks like secrets: github 1, named-secret 1",
      remedy: "Recall shows them to the model. Take them out of the page, and change those that others may have seen.",
    },
  ]);
  expect(JSON.stringify(findings)).not.toContain("ghp_");
});
