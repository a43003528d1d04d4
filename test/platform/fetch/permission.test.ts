import { expect, test } from "vitest";
import { problemOfUrl } from "../../../extensions/platform/fetch/permission.ts";
import { verifies } from "../../acceptance/verifies.ts";

const at = (text: string): URL => new URL(text);

test("a step from https to http is refused, and every other step between the two is fine", () => {
  verifies("platform.fetch-web-only");
  const [secure, plain] = [at("https://harbour.example/"), at("http://harbour.example/")];
  expect(problemOfUrl(plain, secure)).toBe("it leads from https to http");
  for (const [from, to] of [
    [secure, secure],
    [plain, secure],
    [plain, plain],
  ] as const) {
    expect(problemOfUrl(to, from)).toBeUndefined();
  }
  expect(problemOfUrl(plain, undefined)).toBeUndefined();
});
