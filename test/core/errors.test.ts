import { expect, test } from "vitest";
import { type ErrorCode, errorCodes, isWikiError, WikiError } from "../../extensions/core/errors.ts";

test("a refusal names the thing, what to do, and its exit code", () => {
  const cause = new Error("ENOENT");
  const error = new WikiError("source_not_found", { source: "docs/tides.md" }, undefined, cause);
  expect(error).toMatchObject({
    name: "WikiError",
    message: "docs/tides.md does not exist.",
    hint: "Check the path or the address.",
    exitCode: 3,
    cause,
  });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: "source_not_found",
    message: "docs/tides.md does not exist.",
    hint: "Check the path or the address.",
  });
});

test("a remedy may be particular, and may name the thing too", () => {
  expect(new WikiError("no_vault", { layer: "personal" }, "Set personalVault to on.").hint).toBe(
    "Set personalVault to on.",
  );
  expect(new WikiError("person_required", { verb: "retire", command: "pi-wiki retire ID" }).hint).toContain(
    "pi-wiki retire ID",
  );
});

test("what is missing in the data stays visible in the text", () => {
  expect(new WikiError("page_not_found", {}).message).toBe('There is no page "{id}".');
});

test("refusals are told from other errors, whichever copy of the package threw them", () => {
  const elsewhere = Object.assign(new Error("no"), { name: "WikiError", code: "no_vault" });
  expect([new WikiError("no_vault", { layer: "project" }), elsewhere].map(isWikiError)).toEqual([true, true]);
  expect([new Error("no"), { name: "WikiError", code: "no_vault" }, undefined].map(isWikiError)).toEqual([
    false,
    false,
    false,
  ]);
});

test("every code has a message and a remedy, each a sentence", () => {
  const codes = Object.keys(errorCodes) as ErrorCode[]; // The list's own keys.
  const odd = codes.filter((code) => !/[.}]$/.test(errorCodes[code].remedy) || errorCodes[code].message === "");
  expect(odd).toEqual([]);
});
