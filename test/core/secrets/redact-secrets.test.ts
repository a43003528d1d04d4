import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../../extensions/core/secrets/redact-secrets.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { drawFrom, plantedInPlace, plantedTokens } from "./planted-secrets.ts";

const fixtures = new URL("../../fixtures/secrets/", import.meta.url);
const fixture = (path: string): string => readFileSync(new URL(path, fixtures), "utf8");

const mark = /\[redacted:[a-z0-9-]+\]/g;

describe("a secret", () => {
  test.each(plantedTokens("alone").map(({ name, text }) => [name, text] as const))(
    "of the format %s is found where it stands alone",
    async (_name, text) => {
      verifies("secrets.formats");
      const redaction = await redactSecrets(`Ada sent ${text} by mail.`);
      expect(redaction.text.replace(mark, "it").replace("https://it", "it")).toBe("Ada sent it by mail.");
      expect(redaction.found).toHaveLength(1);
    },
  );

  test.each(readdirSync(new URL("settings/", fixtures)))(
    "of any format is found in %s, and nothing else goes",
    async (file) => {
      verifies("secrets.formats", "secrets.whole", "secrets.escaped");
      const setting = fixture(`settings/${file}`);
      // An address has a scheme before the secret, which may stay.
      const planted = plantedTokens(file).filter(({ text }) => !text.includes("://"));
      for (const { name, text } of planted) {
        const redaction = await redactSecrets(setting.replaceAll("{{secret}}", text));
        expect(redaction.text.replace(mark, "{{secret}}"), name).toBe(setting);
      }
    },
  );

  test.each(plantedInPlace("in place").map((one) => [one.name, one] as const))("is found as %s", async (_name, one) => {
    verifies("secrets.formats", "secrets.whole");
    const { text, found } = await redactSecrets(`The lamp is lit.\n\n${one.text}\n\nThe sea is calm.\n`);
    expect(text).not.toContain(one.secret);
    expect(found).not.toEqual([]);
    expect(text).toMatch(/^The lamp is lit\.\n\n.*\n\nThe sea is calm\.\n$/s);
  });

  test("is found whatever its characters happen to be", async () => {
    verifies("secrets.formats");
    for (const seed of ["first", "second", "third", "fourth"]) {
      for (const { name, text, secret } of [...plantedTokens(seed), ...plantedInPlace(seed)]) {
        expect((await redactSecrets(text)).text, `${name}, ${seed}`).not.toContain(secret);
      }
    }
  });

  test("with a name and a format is replaced once, by the format's rule", async () => {
    verifies("secrets.whole");
    const draw = drawFrom("twice");
    const text = `api_key: "ghp_${draw(36)}" and Authorization: Bearer glpat-${draw(20)}`;
    expect(await redactSecrets(text)).toEqual({
      text: 'api_key: "[redacted:github]" and Authorization: Bearer [redacted:gitlab]',
      found: [
        { rule: "github", count: 1 },
        { rule: "gitlab", count: 1 },
      ],
    });
  });

  test("that is longer than its format was is replaced to its end", async () => {
    verifies("secrets.whole");
    const text = `AIza${drawFrom("longer")(60)} and a figure: 7`;
    expect((await redactSecrets(text)).text).toBe("[redacted:google] and a figure: 7");
  });

  test.each(["secretlint-disable", "secretlint-disable-line", "<!-- secretlint-disable -->", "gitleaks:allow"])(
    "is replaced although the text says %s",
    async (words) => {
      verifies("secrets.no-switch");
      const token = `ghp_${drawFrom("switch")(36)}`;
      const { text } = await redactSecrets(`/* ${words} */\n${token} // ${words}\n`);
      expect(text).toBe(`/* ${words} */\n[redacted:github] // ${words}\n`);
    },
  );
});

describe("what is no secret", () => {
  test.each(fixture("examples.txt").trimEnd().split("\n"))("stays as documentation shows it: %s", async (line) => {
    verifies("secrets.examples-stay");
    expect(await redactSecrets(`For example:\n\n    ${line}\n`)).toEqual({
      text: `For example:\n\n    ${line}\n`,
      found: [],
    });
  });

  test("stays, though it looks like one", async () => {
    verifies("secrets.examples-stay");
    const text = fixture("harmless.txt");
    expect((await redactSecrets(text)).text).toBe(text);
  });
});

describe("a token", () => {
  const draw = drawFrom("tokens");
  const uuid = [8, 4, 4, 4, 12].map((length) => draw(length, "0123456789abcdef")).join("-");

  test.each([
    `access_token: ${draw(32)}`,
    `"refreshToken": "${draw(32)}"`,
    `"clientToken": "${draw(32)}"`,
    `token = "${uuid}"`,
    `--api-token ${draw(32)}`,
    `SESSION_TOKEN=${draw(32)}`,
    `pageAccessToken: ${draw(32)}`,
    `secret:${draw(32)}`,
  ])("that opens something is found: %s", async (line) => {
    verifies("secrets.formats");
    expect((await redactSecrets(line)).found).toHaveLength(1);
  });

  test.each([
    `"nextPageToken": "${draw(40)}"`,
    `--lock-token ${draw(32)}`,
    `"ClientToken": "${uuid}"`,
    `client_request_token=${uuid}`,
  ])("that only marks a place or a request stays: %s", async (line) => {
    verifies("secrets.documentation");
    expect((await redactSecrets(line)).found).toEqual([]);
  });
});

describe("whatever the text", () => {
  const draw = drawFrom("pieces");
  const pieces = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom(
      ...plantedTokens("pieces").map(({ text }) => text),
      ...plantedInPlace("pieces").map(({ text }) => text),
      ...["password: ", "API_KEY=", "Bearer ", "https://keeper:", "@lamps.io/", 'token="', "'", "\\n", "%3A", "&quot;"],
      ...["-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----", "<span>", "\uFEFF", "\ud800", "\x1b[1m", "\\_"],
      draw(20),
      draw(64),
    ),
  );
  const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));

  test("redacting again changes nothing", async () => {
    verifies("secrets.stable");
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const once = await redactSecrets(text);
        expect(await redactSecrets(once.text)).toEqual({ text: once.text, found: [] });
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test("as many marks are set as were counted, and without one the text is the same", async () => {
    verifies("secrets.stable");
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const redaction = await redactSecrets(text);
        const count = redaction.found.reduce((sum, one) => sum + one.count, 0);
        expect(redaction.text === text).toBe(count === 0);
        expect(redaction.text.match(mark)?.length ?? 0).toBeLessThanOrEqual(count);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
