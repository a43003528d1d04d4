import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findSecrets } from "../../../extensions/core/secrets/find-secrets.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { plantedTokens } from "./planted-secrets.ts";

/** The documentation of every package that is installed here: none of it holds a secret. */
const folder = new URL("../../../node_modules/", import.meta.url).pathname;
const wanted = 3_000_000;
const most = 8;

const documents: string[] = [];

beforeAll(() => {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(md|markdown)$/i.test(path))
    .sort();
  const seen = new Set<string>();
  for (const path of paths) {
    const text = readFileSync(join(folder, path), "utf8");
    if (!seen.has(text)) documents.push(text);
    seen.add(text);
  }
}, 60_000);

test("of megabytes of documentation at most a handful of passages is taken for secrets", async () => {
  verifies("secrets.documentation");
  const passages: string[] = [];
  for (const text of documents) {
    for (const { rule, start, end } of await findSecrets(text)) {
      passages.push(`${rule}: ${text.slice(Math.max(0, start - 40), end)}`);
    }
  }
  expect(documents.reduce((sum, text) => sum + text.length, 0)).toBeGreaterThan(wanted);
  expect(passages.length, passages.join("\n")).toBeLessThanOrEqual(most);
}, 120_000);

test("the same documents show a secret that is put into them", async () => {
  verifies("secrets.documentation");
  const planted = plantedTokens("documentation");
  const every = Math.ceil(documents.length / planted.length);
  for (const [index, { name, text }] of planted.entries()) {
    const document = (documents[index * every] ?? "").slice(0, 20_000);
    const middle = document.indexOf("\n", document.length / 2) + 1;
    const secrets = await findSecrets(`${document.slice(0, middle)}${text}\n${document.slice(middle)}`);
    expect(secrets, name).toHaveLength(1);
  }
}, 120_000);
