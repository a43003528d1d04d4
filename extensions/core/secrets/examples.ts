/** Tells documented example keys and placeholders, which stay as they are. Pure. */

/** Keys that documentation of their makers shows; a part of each that nothing else has. */
const documented: readonly string[] = [
  "wJalrXUtnFEMI/K7MDENG",
  "je7MtGbClwBF/2Zp9Utk",
  // The emulator of Azure's storage has one key for everybody.
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq",
  // The token of jwt.io, those of RFC 7515 and RFC 7519, and Supabase's for local work.
  "eyJzdWIiOiIxMjM0NTY3ODkwIi",
  "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAs",
  "eyJpc3MiOiJzdXBhYmFzZS1kZW1vIi",
  // PyJWT's.
  "eyJzb21lIjoicGF5bG9hZCJ9",
  "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ",
  "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
  // The OAuth of RFC 5849, 6749 and 6750, and the basic authentication of RFC 7617.
  "lsdkfol23w54jlksdef",
  "ad180jjd733klru7",
  "czZCaGRSa3F0MzpnWDFmQmF0M2JW",
  "7Fjfp0ZBr1KtDRbnfVdmIw",
  "2YotnFZFEjr1zCsicMWpAA",
  "tGzv3JOkF0XG5Qx2TlKWIA",
  "45ghiukldjahdnhzdauz",
  "mF_9.B5f-4.1JqM",
  // The specification of age.
  "GFPYYSJZGFPYYSJZ",
  "QWxhZGRpbjpvcGVuIHNlc2FtZQ",
  "QWxhZGRpbjpPcGVuU2VzYW1l",
  "YWxhZGRpbjpvcGVuc2VzYW1l",
  "4eC39HqLyjWDarjtT1zdp7dc",
  "BQokikJOvBiI2HlWgH4olfQ2",
];

/** Words that only a placeholder has. */
const plainWords =
  /example|placeholder|change[-_ ]?(?:me|this|it)|redacted|your[-_. ]?|replace|insert[-_]|dummy|sample|foobar|a1b2c3|lorem|ipsum|omitted|masked|hidden|xxxx|\*{3}|\.{3}|…|(?:sk|pk|rk)_test_|pk_live_/i;

/** Words of placeholders and of names in code, which a secret may have beside what is random. */
const nameWords =
  /passw[o0]rd|p[a@][s$]{2}w[o0]rd|passwd|secret|keyboard|(?:^|[-_. ])(?:test(?:ing)?|demo|fake|mock|foo|bar|baz|qux|my|some|the|key|api|apikey|token|auth|value|string|admin|root|user|todo|null|none|undefined|true|false|abc|xxx|pass|here|id)(?=[-_. ]|\d{0,4}$)/gi;

/** What is filled in elsewhere: `<token>`, `${TOKEN}`, `$TOKEN`, `{{ token }}`, `%TOKEN%`, `$(…)`, `[token]`, `@@token@@`. */
const templates =
  /^[<[{(]|<[A-Za-z][^<>]{0,60}>|\{[^{}]{1,60}\}|\$[({]\w|^\$[A-Za-z_]|^%[A-Za-z_]{2,60}%$|@@[A-Za-z_]{2,60}@@|^&|^!|^\\?[*#]/;

const forward = ["0123456789abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "1234567890123", "abcdefabcdef"];
const rows = [...forward, ...forward.map((row) => [...row].reverse().join(""))].join(" ");

const runLength = 4;

/** Whether most of it runs along the alphabet, the digits or the keyboard, in either direction. */
const isSequence = (bare: string): boolean => {
  let covered = 0;
  let end = 0;
  for (let index = 0; index + runLength <= bare.length; index += 1) {
    if (!rows.includes(bare.slice(index, index + runLength))) continue;
    covered += index + runLength - Math.max(end, index);
    end = index + runLength;
  }
  return covered > 0 && covered >= bare.length * 0.6;
};

/** One character, or a few of them over and over. */
const isRepeated = (bare: string): boolean => {
  if (new Set(bare).size <= Math.min(4, bare.length / 3)) return true;
  for (let period = 2; period <= Math.min(8, bare.length / 3); period += 1) {
    if (bare.slice(period) === bare.slice(0, -period)) return true;
  }
  return false;
};

/** The value without the prefix that names its maker, and without separators. */
const bodyOf = (value: string): string =>
  value
    .replace(/^(?:[A-Za-z]{2,8}[-_]){1,3}(?=.{12})/, "")
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, 256)
    .toLowerCase();

/** In long values short words stand by chance. */
const longWords = /example|placeholder|changeme|redacted/i;
const longest = 120;

/** For tokens whose form alone tells what they are: only what can't be chance makes one an example. */
export const isExample = (value: string): boolean => {
  if (documented.some((part) => value.includes(part))) return true;
  if (value.length > longest ? longWords.test(value) : plainWords.test(value) || templates.test(value)) return true;
  const body = bodyOf(value);
  return body.length > 0 && (isRepeated(body) || isSequence(body));
};

/** For values that only their name makes a secret: names, words and what code fills in are none. */
export const isPlaceholder = (value: string): boolean => {
  if (isExample(value) || /^(?:my|your|our)[-_]?(?:token|key|secret|password)\d{0,4}$/i.test(value)) return true;
  const rest = value.replace(nameWords, "");
  return rest !== value && !(rest.length >= 7 && /[A-Za-z]/.test(rest) && /[0-9]/.test(rest));
};
