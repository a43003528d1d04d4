/** Values that their name gives away: `password: …`, `API_KEY=…`, `--token …`, cells, tags, lists of variables. Data. */

import { isNamedSecret } from "./judge-value.ts";
import type { SecretRule } from "./secret-rule.ts";

const kinds = [
  "api",
  "access",
  "auth",
  "private",
  "encryption",
  "signing",
  "account",
  "master",
  "license",
  "app",
  "service",
  "deploy",
  "shared",
  "storage",
  "webhook",
  "session",
  "hmac",
  "subscription",
  "integration",
  "admin",
].join("|");
/** Tokens that name a page of a list, a version or a request: whoever has one can do nothing with it alone. */
const marker =
  "(?:next|prev(?:ious)?|page|paging|pagination|starting|continuation|cursor|sync|lock|change|idempotency|action|unit)";
const request = "(?:client|request|import|export|update|product)";
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-";
const token = `(?<!${marker}[ _-]?)token(?!(?<=${request}[ _-]?token)[^\\w\\n]{1,10}${uuid})`;

const nouns = [
  "pass(?:word|wd|phrase|code)",
  "(?<![a-z])(?:pwd|pass|auth)",
  // Not the name of a secret, as an ARN has it.
  "(?<!\\d{12}:)secret(?:[ _-]?(?:access[ _-]?)?key)?",
  `(?:${kinds})[ _-]?key`,
  token,
  "credentials?",
].join("|");
const endings = "prod(?:uction)?|dev|staging|live|primary|secondary|old|new|base|base64|b64|value|\\d{1,3}";
const name = `(?:${nouns})(?:[_-]?(?:${endings}))?`;

/** What closes a name or opens a value: quotes, and the marks of code and bold text. */
const marks = "[\"'`*_\\])]{0,4}";

/** `=`, `:`, `=>`, the border of a cell, the end of a tag, or `, value: ` as lists of variables have it. */
const relation = "\\s{0,3}(?:[:=]{1,3}>?|\\||>|,?[\\s+>#]{1,30}[\"']?value[\"']?\\s{0,3}[:=])[*_]{0,2}\\s{0,3}";

/** One of them is in every name. */
const stems = ["pass", "pwd", "auth", "secret", "key", "token", "credential"];

const rule = (id: string, flags: string, parts: { readonly before: string; readonly value: string }): SecretRule => ({
  id,
  hints: flags.includes("i") ? stems : stems.map((stem) => stem.toUpperCase()),
  pattern: new RegExp(`(?<before>${parts.before})${parts.value}`, flags),
  accept: isNamedSecret,
});

const variable =
  "(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET|(?<!(?:NEXT|PAGE|LOCK|CHANGE|SYNC|CONTINUATION|IDEMPOTENCY)_)TOKEN|KEY|CREDENTIALS?|AUTH)(?:_[A-Z0-9]{1,20})?";

export const namedValues: readonly SecretRule[] = [
  // Of a shell or a file of variables: everything up to the next space.
  rule("named-secret", "g", {
    before: `(?<![a-z])[A-Z][A-Z0-9_]{0,60}?${variable}=["']?`,
    value: "[^\\s\"'`]{8,4000}",
  }),
  rule("named-secret", "gi", {
    before: `${name}${marks}${relation}${marks}`,
    value: "[^\\s\"'`,;(){}[\\]<>|&\\\\]{8,4000}",
  }),
  // Signs that end a bare value are a part of a quoted one.
  rule("named-secret", "gi", {
    before: `${name}${marks}${relation}(?<quote>["'\`])`,
    value: "(?:(?!\\k<quote>)[^\\s\\\\]){8,500}(?=\\k<quote>)",
  }),
  rule("named-secret", "gi", {
    before: `\\b${name}\\s{1,2}(?:is|was)\\s{1,2}(?:now\\s)?["'\`*]{0,2}`,
    value: "[^\\s\"'`,;()<>]{8,200}",
  }),
  {
    ...rule("command-password", "gi", {
      before: `--[\\w-]{0,30}${name}(?:=|\\s{1,3})["']?`,
      value: "[^\\s\"'`<>]{8,500}",
    }),
    hints: ["--"],
  },
];
