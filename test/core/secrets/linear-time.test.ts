import { expect, test } from "vitest";
import { findSecrets } from "../../../extensions/core/secrets/find-secrets.ts";
import { verifies } from "../../acceptance/verifies.ts";

const megabyte = 1_000_000;

/** Openings of what the rules look for, over and over: one whose search starts anew at each would take minutes. */
const openings: readonly string[] = [
  ...["A", "-", "\\", "%41", "\\n", "<span ", " "],
  ...['password="', "PASSWORD", "--token", "| token "],
  ...["-eyJ", "eyJaaaaaaaaaa.", "SG.aaaaaaaaaaaaaaaaaaaaaaaa.", "xoxb-a-", "EAAA"],
  ...["https://a:b@", "postgres://", "curl -u ", "machine a login b password ", "authorization: ", "Cookie: a=b;"],
  "-----BEGIN PRIVATE KEY-----",
  `-----BEGIN PRIVATE KEY-----\n${"A".repeat(64)}`,
];

test.each(openings)(
  "a megabyte of %j is read through at once",
  async (opening) => {
    verifies("secrets.linear");
    const text = opening.repeat(Math.ceil(megabyte / opening.length));
    const secrets = await findSecrets(text);
    expect(secrets.every(({ start, end }) => start < end && end <= text.length)).toBe(true);
  },
  20_000,
);
