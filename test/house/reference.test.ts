import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRegion, replaceRegion } from "../../scripts/reference/regions.ts";
import { renderErrors, renderSettings, renderTools, renderVerbs } from "../../scripts/reference/tables.ts";
import { verifies } from "../acceptance/verifies.ts";
import { repository } from "./repository.ts";

const document = "# Light\n\n<!-- reference:lamps -->\n\nold\n\n<!-- /reference:lamps -->\n\nThe end.\n";

test("the tables of README.md say what the code says", () => {
  verifies("house.reference");
  const script = join(repository, "scripts/write-reference.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("writing a region changes nothing around it, and reads back as written", () => {
  verifies("house.reference");
  const written = replaceRegion(document, "lamps", "| lamp |");
  expect(readRegion(written, "lamps")).toBe("| lamp |");
  expect(replaceRegion(written, "lamps", "old")).toBe(document);
  expect(() => replaceRegion(document, "bells", "")).toThrow("bells");
});

test("a tool's row has its effect, its first sentence and its arguments, the optional ones marked", () => {
  verifies("house.reference");
  const input = { properties: { lamp: {}, colour: {} }, required: ["lamp"] };
  const tool = { name: "wiki_light", effect: "write", description: "Lights a lamp. Use it at dusk.", input };
  expect(renderTools([tool])).toContain("| `wiki_light` | write | Lights a lamp. | `lamp`, `colour?` |");
});

test("rows of verbs, settings and errors escape what would break the table", () => {
  verifies("house.reference");
  expect(renderVerbs([{ name: "light", usage: "on|off", summary: "Lights it." }], "/wiki")).toContain(
    "| `/wiki light on\\|off` | Lights it. |",
  );
  expect(renderSettings({ lamp: { values: ["on", "off"], default: "on", summary: "Lit\nor not." } })).toContain(
    '| `lamp` | `on`, `off` | `"on"` | Lit or not. |',
  );
  expect(renderErrors({ dark: { message: "{lamp} is out.", remedy: "Light it.", exitCode: 4 } })).toContain(
    "| `dark` | 4 | {lamp} is out. | Light it. |",
  );
});
