import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeName, safeTitle } from "../../../extensions/core/sources/safe-name.ts";
import { isSecretPath } from "../../../extensions/core/sources/secret-names.ts";
import { nameOfUrl, recordableUrl } from "../../../extensions/core/sources/source-url.ts";

describe("files of secrets", () => {
  test.each([
    ".env",
    ".env.local",
    ".envrc",
    "config/.ENV",
    "server.pem",
    "tls.key",
    "id_rsa",
    "id_ed25519.bak",
    ".npmrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".git-credentials",
    "credentials.json",
    "credentials",
    "secrets.yaml",
    "secret.txt",
    "store.p12",
    "cert.pfx",
    "vault.kdbx",
    "prod.tfvars",
    "service-account-lamp.json",
    "/home/keeper/.ssh/config",
    "C:\\Users\\keeper\\.aws\\config",
  ])("%s is told by its name", (path) => expect(isSecretPath(path)).toBe(true));

  test.each([
    "environment.md",
    "id_rsa.pub",
    "keys.md",
    "monkey.txt",
    "secretary.md",
    "docs/credentials-guide.md",
    "pem.ts",
  ])("%s is not one", (path) => expect(isSecretPath(path)).toBe(false));
});

describe("safe names", () => {
  test.each([
    ["灯台の手入れ.md", "灯台の手入れ.md"],
    [".env", "_env"],
    ["../../etc/passwd", "_-..-etc-passwd"],
    ["a:b?c*.html", "a-b-c-.html"],
    ["CON.txt", "_CON.txt"],
    ["log. . ", "log"],
    ["inv\u202Egnp.exe", "invgnp.exe"],
    ["...", "source"],
    ["", "source"],
  ])("%j becomes %j", (name, safe) => expect(safeName(name)).toBe(safe));

  test("a long name keeps its extension", () => {
    const name = safeName(`${"灯".repeat(200)}.markdown`);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^灯+\.markdown$/);
  });

  test("no name leads out of its folder, is hidden, empty or too long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const safe = safeName(name);
        expect(safe).not.toMatch(/[/\\:\0]|^\.|[. ]$|^$/);
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(121);
      }),
    );
  });

  test("a title is one line of at most 200 characters", () => {
    expect(safeTitle("  Lamp\n\tcare\0 ")).toBe("Lamp care");
    expect([...safeTitle("🗼".repeat(300))]).toHaveLength(200);
  });
});

describe("addresses", () => {
  test.each([
    ["https://lamp.example/a?token=abc&page=2", "https://lamp.example/a?token=redacted&page=2"],
    [
      "https://s3.example/x?X-Amz-Signature=1f&X-Amz-Date=2",
      "https://s3.example/x?X-Amz-Signature=redacted&X-Amz-Date=2",
    ],
    ["https://lamp.example/#access_token=abc", "https://lamp.example/#access_token=redacted"],
    ["https://keeper:oil@lamp.example/a", "https://lamp.example/a"],
    ["https://lamp.example/a?author=x&monkey=y", "https://lamp.example/a?author=x&monkey=y"],
    ["https://lamp.example/@keeper/post", "https://lamp.example/@keeper/post"],
  ])("%s is recorded as %s", (url, recorded) => expect(recordableUrl(url)).toBe(recorded));

  test.each([
    ["https://lamp.example/docs/care.html?x=1", "care.html"],
    ["https://lamp.example/%E7%81%AF/", "灯"],
    ["https://lamp.example/100%25%zz", "100%25%zz"],
    ["https://lamp.example/", undefined],
  ])("the name in %s is %s", (url, name) => expect(nameOfUrl(url)).toBe(name));
});
