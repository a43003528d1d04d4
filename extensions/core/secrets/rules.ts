/** The formats that the kept rules lack, as data: what stands around a secret, and what it must be. */

import {
  isAddressPassword,
  isCookieLine,
  isCredential,
  isGivenPassword,
  isKeyBlock,
  isNoPlaceholder,
} from "./judge-value.ts";
import { namedValues } from "./named-values.ts";
import type { SecretRule } from "./secret-rule.ts";
import { vendorTokens } from "./vendor-tokens.ts";

const keyHead = "-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----";
const keyFoot = keyHead.replace("BEGIN", "END");

/** Line ends, as such or escaped, and the marks of quotes, diffs, comments and strings. */
const newLine = String.raw`(?:\\[nr]|[\s"',|>+#*]){1,40}`;

const keyHints = ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"];

const keys: readonly SecretRule[] = [
  {
    id: "private-key",
    hints: keyHints,
    pattern: new RegExp(`${keyHead}(?:[^-]|-(?!----)){0,40000}${keyFoot}`, "g"),
    accept: isKeyBlock,
  },
  // Cut off: as many lines as there are, and the piece of a line before the end or an ellipsis.
  {
    id: "private-key",
    hints: keyHints,
    pattern: new RegExp(
      `${keyHead}(?:${newLine}[A-Za-z0-9+/=]{24,200}){1,600}(?:${newLine}[A-Za-z0-9+/=]{1,24}(?=\\s*(?:$|\\.\\.\\.|…|\\[)))?`,
      "g",
    ),
    accept: isKeyBlock,
  },
  // As PuTTY has it.
  {
    id: "private-key",
    hints: ["Private-Lines: "],
    pattern: /(?<before>Private-Lines: \d{1,3}[\s+>]{1,20})(?:[A-Za-z0-9+/=]{16,80}[\s+>]{1,20}){1,200}/g,
  },
  {
    id: "service-account",
    hints: ["private_key_id"],
    pattern: /(?<before>private_key_id\\?["']\s{0,3}:\s{0,3}\\?["'])[a-f0-9]{40}/g,
  },
];

const headers: readonly SecretRule[] = [
  {
    id: "authorization-header",
    hints: ["authorization"],
    pattern:
      /(?<before>\b(?:proxy-)?authorization["'`\]]{0,2}\s{0,3}[:=,]>?\s{0,3}["'`]?(?:(?:bearer|basic|token|bot|apikey|digest)\s{1,3})?)[\w+/=.~:-]{8,8000}/gi,
    accept: isCredential,
  },
  {
    id: "authorization-header",
    hints: ["bearer", "basic"],
    pattern: /(?<before>\b(?:bearer|basic)\s{1,3})[\w+/=.~-]{16,8000}/gi,
    accept: isCredential,
  },
  {
    id: "cookie",
    hints: ["cookie"],
    pattern: /(?<before>\b(?:set-)?cookie["'`]?\s{0,3}:\s{0,3}["'`]?)[^\r\n"'`<>]{8,8000}/gi,
    accept: isCookieLine,
  },
];

const addresses: readonly SecretRule[] = [
  {
    id: "url-password",
    hints: ["://"],
    pattern: /(?<before>[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`<>()[\]]{0,100}:)[^\s/@"'`<>]{1,300}(?=@[\w.[\]-])/gi,
    accept: isAddressPassword,
  },
  { id: "url-password", hints: [":x-oauth-basic@"], pattern: /(?<before>:\/\/)[^\s/:@]{8,300}(?=:x-oauth-basic@)/g },
  {
    id: "signed-url",
    hints: ["sig=", "signature=", "token="],
    pattern:
      /(?<before>[?&](?:X-Amz-(?:Signature|Security-Token)|X-Goog-Signature|sig|signature)=)[\w%+/=-]{30,4000}/gi,
  },
  {
    id: "azure",
    hints: ["accountkey=", "sharedaccesskey="],
    pattern: /(?<before>\b(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,100}={0,2}/gi,
  },
];

const filesAndCommands: readonly SecretRule[] = [
  {
    id: "npm",
    hints: [":_auth", ":_password"],
    pattern: /(?<before>:_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?)[^\s"'$<{]{8,2000}/g,
    accept: isNoPlaceholder,
  },
  {
    id: "netrc",
    hints: ["machine"],
    pattern:
      /(?<before>\bmachine\s{1,9}\S{1,100}[\s+>]{1,9}login\s{1,9}\S{1,100}[\s+>]{1,9}password\s{1,9})[^\s<>]{6,200}/g,
    accept: isNoPlaceholder,
  },
  {
    id: "command-password",
    hints: ["curl"],
    pattern: /(?<before>\bcurl\s[^\n]{0,200}?(?:-u|--user)[ =]{0,2}["']?[^\s:"']{1,64}:)[^\s"']{6,200}/g,
    accept: isNoPlaceholder,
  },
  {
    id: "command-password",
    hints: ["sshpass", "mysql"],
    pattern: /(?<before>\b(?:sshpass\s{1,3}-p|mysql(?:dump|admin)?\s[^\n]{0,120}?-p)\s?["']?)[^\s"'-][^\s"']{5,200}/g,
    accept: isGivenPassword,
  },
];

export const ownRules: readonly SecretRule[] = [
  ...vendorTokens,
  ...keys,
  ...headers,
  ...addresses,
  ...filesAndCommands,
  ...namedValues,
];
