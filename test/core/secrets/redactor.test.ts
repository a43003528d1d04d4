import { describe, expect, test } from "vitest";
import { openRedactor } from "../../../extensions/core/secrets/redactor.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { drawFrom } from "./planted-secrets.ts";

const draw = drawFrom("redactor");
const token = `ghp_${draw(36)}`;

describe("a redactor", () => {
  test("takes secrets out of every string, and counts over all of them", async () => {
    verifies("secrets.fields");
    const { platform } = await testPlatform();
    const redactor = openRedactor(platform);
    const value = {
      title: `Lamp ${token}`,
      tags: ["lit", token],
      night: { hours: 9, log: [null, `by ${token}`] },
      lit: true,
    };
    expect(await redactor.all(value)).toEqual({
      title: "Lamp [redacted:github]",
      tags: ["lit", "[redacted:github]"],
      night: { hours: 9, log: [null, "by [redacted:github]"] },
      lit: true,
    });
    expect(await redactor.text(`and ${token}`)).toBe("and [redacted:github]");
    expect(redactor.found()).toEqual([{ rule: "github", count: 4 }]);
  });

  test("takes a key for the name of its value", async () => {
    verifies("secrets.fields");
    const { platform } = await testPlatform();
    const redactor = openRedactor(platform);
    const value = {
      user: "keeper",
      password: `Gull-${draw(8)}7`,
      apiKey: draw(32),
      tokenKind: "bearer",
      password_hint: "the bird",
    };
    expect(await redactor.all(value)).toEqual({
      ...value,
      password: "[redacted:named-secret]",
      apiKey: "[redacted:named-secret]",
    });
    expect(redactor.found()).toEqual([{ rule: "named-secret", count: 2 }]);
  });

  test("finds nothing in what has no secrets, and gives it back", async () => {
    verifies("secrets.stable");
    const { platform } = await testPlatform();
    const redactor = openRedactor(platform);
    const value = { title: "Lamp", token: "<your-token>", hours: [1, 2], note: "" };
    expect(await redactor.all(value)).toEqual(value);
    expect(redactor.found()).toEqual([]);
  });

  test("reads a big text in a worker", async () => {
    verifies("secrets.worker");
    const asked: string[] = [];
    const { platform } = await testPlatform({ tasks: new URL("../../../extensions/worker-tasks.ts", import.meta.url) });
    const redactor = openRedactor({
      inWorker: (task, input) => {
        asked.push(task);
        return platform.inWorker(task, input);
      },
    });
    const night = "The lamp turned all night.\n".repeat(10_000);
    expect(await redactor.text(`${night}${token}\n${night}`)).toBe(`${night}[redacted:github]\n${night}`);
    expect(await redactor.text("The lamp is lit.")).toBe("The lamp is lit.");
    expect(asked).toEqual(["redact"]);
  }, 30_000);
});
