import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { captureSource } from "../../../extensions/core/sources/capture-source.ts";
import { extractSource } from "../../../extensions/core/sources/extract/extract-source.ts";
import type { CaptureRequest } from "../../../extensions/core/sources/source-material.ts";
import { verifyPackets } from "../../../extensions/core/sources/verify-packets.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { put, vaultIn } from "../sources/lighthouse-vault.ts";
import { makeDocx } from "../sources/make-docx.ts";
import { makePdf } from "../sources/make-pdf.ts";
import { drawFrom } from "./planted-secrets.ts";

const draw = drawFrom("captured");
const github = `ghp_${draw(36)}`;
const stripe = `sk_live_${draw(24)}`;
const password = `Gull-${draw(9)}7`;

const captureFrom = async (world: TestPlatform, request: Partial<CaptureRequest>) =>
  await captureSource({
    vault: vaultIn(world),
    context: { platform: world.platform, actor: "keeper", channel: "tool" },
    request: { cwd: join(world.folder, "project"), allowedHosts: [], ...request },
    extract: extractSource,
    version: "0.0.0",
  });

/** Everything in the vault, so that nothing is overlooked. */
const wholeVault = (world: TestPlatform): string => {
  const { files } = vaultIn(world);
  return files
    .scan("")
    .files.map(({ path }) => `${path}\n${files.readText(path) ?? ""}`)
    .join("\n");
};

const log = `# Relay of the night\n\nAda sent ${github} to the relay.\n\npassword: "${password}"\n`;
const cleanLog =
  '# Relay of the night\n\nAda sent [redacted:github] to the relay.\n\npassword: "[redacted:named-secret]"\n';

const manifestOf = (world: TestPlatform, id: string): Record<string, unknown> =>
  JSON.parse(vaultIn(world).files.readText(`raw/sources/${id}/manifest.json`) ?? "");

describe("a captured text", () => {
  test("is kept without its secrets, in the original too, and says what was replaced", async () => {
    verifies("secrets.capture");
    const world = await testPlatform();
    put(world, "project/relay.md", log);
    const captured = await captureFrom(world, { source: "relay.md" });
    const { files } = vaultIn(world);
    expect(files.readText(`${captured.path}/original/relay.md`)).toBe(cleanLog);
    expect(files.readText(`${captured.path}/extracted.md`)).toBe(cleanLog);
    const redactions = [
      { rule: "github", count: 1 },
      { rule: "named-secret", count: 1 },
    ];
    expect(captured).toMatchObject({ redactions, preview: cleanLog.trim() });
    expect(manifestOf(world, captured.id)).toMatchObject({
      redactions,
      notes: ["Secrets were replaced by [redacted:<rule>]: github 1, named-secret 1."],
    });
    expect(captured.findings.map(({ code, severity }) => [code, severity])).toEqual([["secrets-redacted", "warning"]]);
    for (const secret of [github, password]) expect(wholeVault(world)).not.toContain(secret);
    expect(verifyPackets({ vault: vaultIn(world), platform: world.platform })).toEqual([]);
  });

  test("without secrets says nothing of them", async () => {
    verifies("secrets.capture");
    const world = await testPlatform();
    const captured = await captureFrom(world, { text: "password: changeme\n" });
    expect(captured).not.toHaveProperty("redactions");
    expect(captured.findings).toEqual([]);
    expect(Object.keys(manifestOf(world, captured.id))).not.toContain("redactions");
  });

  test("is known again, though it was changed", async () => {
    verifies("secrets.capture");
    const world = await testPlatform();
    const first = await captureFrom(world, { text: log });
    const before = wholeVault(world);
    const second = await captureFrom(world, { text: log });
    expect(second).toMatchObject({ duplicate_of: first.id, redactions: first.redactions, findings: [] });
    expect(wholeVault(world)).toBe(before);
  });

  test("gives no secret away by its title, its name or its ledger", async () => {
    verifies("secrets.capture");
    const world = await testPlatform();
    put(world, `project/${github}.txt`, `${stripe}\n`);
    const captured = await captureFrom(world, { source: `${github}.txt`, title: `Of ${stripe}` });
    expect(captured.title).toBe("Of [redacted:stripe]");
    for (const secret of [github, stripe]) expect(wholeVault(world)).not.toContain(secret);
  });

  test("is cleaned in any encoding, its other bytes unchanged", async () => {
    verifies("secrets.capture");
    const world = await testPlatform();
    const western = (text: string) => Buffer.from(text, "latin1");
    put(world, "project/phare.txt", western(`Clé du phare à Sète: ${github}\r\nété\r\n`));
    put(world, "project/marked.txt", `\uFEFFKey: ${github}\r\n`);
    const { files } = vaultIn(world);
    const first = await captureFrom(world, { source: "phare.txt" });
    expect(Buffer.from(files.read(`${first.path}/original/phare.txt`) ?? [])).toEqual(
      western("Clé du phare à Sète: [redacted:github]\r\nété\r\n"),
    );
    const second = await captureFrom(world, { source: "marked.txt" });
    expect(files.readText(`${second.path}/original/marked.txt`)).toBe("\uFEFFKey: [redacted:github]\r\n");
  });

  test("of a page is cleaned where colours cut it to pieces", async () => {
    verifies("secrets.capture", "secrets.escaped");
    const world = await testPlatform();
    const code = `<span class="k">password</span>: <span class="s">&quot;${password}&quot;</span>`;
    const words = "The relay listens at night, and Ada writes down what it says in the morning. ".repeat(8);
    put(
      world,
      "project/relay.html",
      `<html><body><article><h1>Relay</h1><p>${words}</p><pre>${code}</pre></article></body></html>`,
    );
    const captured = await captureFrom(world, { source: "relay.html" });
    expect(captured.redactions).toEqual([{ rule: "named-secret", count: 1 }]);
    expect(wholeVault(world)).not.toContain(password);
  });
});

describe("a document", () => {
  const documents: readonly (readonly [name: string, bytes: Uint8Array])[] = [
    ["relay.pdf", makePdf([["Relay of the night", github]])],
    ["relay.docx", makeDocx(`<w:p><w:r><w:t>Ada sent ${github}.</w:t></w:r></w:p>`)],
  ];

  test.each(documents)("with a secret is refused, and may be kept by force: %s", async (source, bytes) => {
    verifies("secrets.capture-documents", "secrets.capture-forced");
    const world = await testPlatform();
    put(world, `project/${source}`, bytes);
    await expect(captureFrom(world, { source })).rejects.toMatchObject({
      code: "secret_in_source",
      message: `${source} holds secrets that can't be taken out of the file itself: github 1.`,
    });
    expect(vaultIn(world).files.list("raw")).toEqual([]);

    const captured = await captureFrom(world, { source, force: true });
    const { files } = vaultIn(world);
    expect(files.read(`${captured.path}/original/${source}`)).toEqual(new Uint8Array(bytes));
    expect(files.readText(`${captured.path}/extracted.md`)).toContain("[redacted:github]");
    expect(manifestOf(world, captured.id)["notes"]).toEqual([
      "Secrets were replaced by [redacted:<rule>] in the text; the original has them, as was asked for: github 1.",
    ]);
  });
});

test("a forced text is kept as it came, and nowhere else", async () => {
  verifies("secrets.capture-forced");
  const world = await testPlatform();
  put(world, "project/.env", `RELAY_PASSWORD=${password}\n`);
  const captured = await captureFrom(world, { source: ".env", force: true });
  const { files } = vaultIn(world);
  const original = `${captured.path}/${captured.files[0]?.path}`;
  expect(files.readText(original)).toBe(`RELAY_PASSWORD=${password}\n`);
  await files.remove(original);
  expect(wholeVault(world)).not.toContain(password);
  expect(wholeVault(world)).toContain("RELAY_PASSWORD=[redacted:named-secret]");
});
