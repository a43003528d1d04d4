import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { pageTypes } from "../../../extensions/core/pages/page.ts";
import { fillTemplate } from "../../../extensions/core/vault/fill-template.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import { loadTemplates } from "../../../extensions/core/vault/templates.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

const templatesRoot = fileURLToPath(new URL("../../../templates", import.meta.url));

const bakery = async () => {
  const world = await testPlatform();
  const files = world.files("bakery/.llm-wiki");
  const { vault } = openVault(world.platform, { layer: "project", root: files.root, layout: "current" });
  return { vault, files, templates: loadTemplates(world.platform, templatesRoot) };
};

const frontMatter = (text: string): unknown => parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "");

describe("page templates", () => {
  test("exist for every page type and for no other", () => {
    verifies("vault.template-per-type");
    const names = readdirSync(`${templatesRoot}/pages`).map((name) => name.replace(/\.md$/, ""));
    expect(names.sort()).toEqual([...pageTypes].sort());
  });

  test.each(pageTypes)("of a %s give its type, its title and headings, and no place left open", async (type) => {
    const { vault, templates } = await bakery();
    const text = templates.page(type, { vault, fields: { title: 'Rye: the "slow" one' } });
    expect(frontMatter(text)).toEqual({ type, title: 'Rye: the "slow" one' });
    expect(text).toContain('\n# Rye: the "slow" one\n');
    expect(text.match(/^## /gm)?.length).toBeGreaterThan(1);
    expect(text).not.toMatch(/\{\{|\[\[|\]\(|\n\n\n/);
    expect(text.endsWith("\n")).toBe(true);
  });

  test("take fields of all kinds", async () => {
    const { vault, templates } = await bakery();
    const sources = [{ id: "SRC-2026-11-30-001", resource: "/sources/SRC-2026-11-30-001.md" }];
    const fields = { title: "Rye", status: "draft", tags: ["bread"], sources, summary: "It needs time.", unknown: "x" };
    const text = templates.page("pitfall", { vault, fields });
    expect(frontMatter(text)).toEqual({ type: "pitfall", title: "Rye", tags: ["bread"], status: "draft", sources });
    expect(text).toContain("\n# Rye\n\nIt needs time.\n\n## Symptom\n");
  });

  test("of the vault outrank the package's", async () => {
    verifies("vault.template-own-first");
    const { vault, files, templates } = await bakery();
    await files.write(
      "templates/pages/decision.md",
      "---\r\ntype: decision\r\ntitle: {{title}}\r\n---\r\n\r\n## House rule\r\n",
    );
    expect(templates.page("decision", { vault, fields: { title: "Rye" } })).toBe(
      '---\ntype: decision\ntitle: "Rye"\n---\n\n## House rule\n',
    );
    await files.write("templates/pages/recipe.md", "# {{title}}\n");
    expect(templates.page("recipe", { vault, fields: { title: "Rye" } })).toBe("# Rye\n");
  });

  test("of an unknown type are those of general", async () => {
    const { vault, templates } = await bakery();
    expect(frontMatter(templates.page("recipe", { vault, fields: { title: "Rye" } }))).toEqual({
      type: "recipe",
      title: "Rye",
    });
    const outside = templates.page("../../secret", { vault, fields: { title: "Rye" } });
    expect(frontMatter(outside)).toEqual({ type: "../../secret", title: "Rye" });
  });

  test("that are no files or far too large are passed over", async () => {
    const { vault, files, templates } = await bakery();
    await files.write("templates/pages/lesson.md", "x".repeat(100_000));
    await files.createFolder("templates/pages/pitfall.md");
    for (const type of ["lesson", "pitfall"]) {
      expect(frontMatter(templates.page(type, { vault, fields: { title: "Rye" } }))).toEqual({ type, title: "Rye" });
    }
  });
});

describe("filling", () => {
  test("drops a line whose fields have no value and keeps one that has any", () => {
    expect(fillTemplate("a {{x}}\n{{y}}\n- {{x}} of {{y}}\n", { y: "rye" })).toBe("rye\n-  of rye\n");
  });

  test("fills once: a value is never a template", () => {
    expect(fillTemplate("# {{title}}\n", { title: "{{secret}}", secret: "key" })).toBe("# {{secret}}\n");
  });

  test("knows no inherited fields", () => {
    expect(fillTemplate("# {{constructor}}{{toString}}\nend\n", {})).toBe("end\n");
  });

  test("writes any title as one YAML string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (title) => {
        const text = fillTemplate("---\ntitle: {{title}}\n---\n", { title });
        expect(parse(text.slice(4, -5))).toEqual({ title });
      }),
    );
  });
});
