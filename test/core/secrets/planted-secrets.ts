/**
 * Made-up secrets of every format that is to be found. They are put together here, from a seed, so that no file of
 * this repository holds one.
 */

import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync } from "node:crypto";

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const upper = lower.toUpperCase();
const word = `${lower}${upper}${digits}`;
const hex = "0123456789abcdef";

export interface PlantedSecret {
  readonly name: string;
  /** What is written down. */
  readonly text: string;
  /** What must not be left of it. */
  readonly secret: string;
}

/** Characters of an alphabet, the same for the same seed. */
export type Draw = (count: number, alphabet?: string) => string;

export const drawFrom = (seed: string): Draw => {
  let count = 0;
  return (length, alphabet = word) => {
    let text = "";
    while (text.length < length) {
      count += 1;
      for (const byte of createHash("sha256").update(`${seed}:${count}`).digest()) {
        const limit = 256 - (256 % alphabet.length);
        if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
      }
    }
    return text;
  };
};

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

const pem = (label: string, body: string): string =>
  `-----BEGIN ${label}-----\n${(body.match(/.{1,64}/g) ?? []).join("\n")}\n-----END ${label}-----`;

const jwt = (draw: Draw): string =>
  [
    base64url(JSON.stringify({ alg: "HS256", typ: "JWT" })),
    base64url(JSON.stringify({ sub: draw(12), lamp: "lit", iat: 1_796_000_000 })),
    draw(43, `${word}-_`),
  ].join(".");

/** Tokens that stand for themselves, wherever they are written. */
const tokens = (draw: Draw): Readonly<Record<string, string>> => ({
  "aws key id": `AKIA${draw(16, `${upper}234567`)}`,
  "aws session key id": `ASIA${draw(16, `${upper}234567`)}`,
  "github personal": `ghp_${draw(36)}`,
  "github oauth": `gho_${draw(36)}`,
  "github server, longer than today": `ghs_${draw(60)}`,
  "github fine-grained": `github_pat_${draw(22)}_${draw(59)}`,
  "gitlab personal": `glpat-${draw(20)}`,
  "gitlab runner": `glrt-${draw(20)}`,
  "slack bot": `xoxb-${draw(12, digits)}-${draw(13, digits)}-${draw(24)}`,
  "slack user": `xoxp-${draw(12, digits)}-${draw(12, digits)}-${draw(12, digits)}-${draw(32, hex)}`,
  "slack app": `xapp-1-A${draw(10, `${upper}${digits}`)}-${draw(13, digits)}-${draw(64, hex)}`,
  "slack webhook": `https://hooks.slack.com/services/T${draw(8, upper)}/B${draw(8, upper)}/${draw(24)}`,
  sendgrid: `SG.${draw(22)}.${draw(43)}`,
  "sendgrid with dashes": `SG.${draw(10)}-${draw(11)}.${draw(20)}-${draw(10)}_${draw(11)}`,
  npm: `npm_${draw(36)}`,
  "openai old": `sk-${draw(20)}T3BlbkFJ${draw(20)}`,
  "openai project": `sk-proj-${draw(74)}T3BlbkFJ${draw(74)}`,
  "openai without mark": `sk-${draw(47)}7`,
  anthropic: `sk-ant-api03-${draw(93)}AA`,
  "anthropic of a login": `sk-ant-oat01-${draw(86)}`,
  "hugging face": `hf_${draw(34, `${lower}${upper}`)}`,
  groq: `gsk_${draw(52)}`,
  linear: `lin_api_${draw(40)}`,
  docker: `dckr_pat_${draw(27)}`,
  vault: `hvs.${draw(95)}`,
  "vault, short": `hvs.${draw(24)}`,
  shopify: `shpat_${draw(32, hex)}`,
  databricks: `dapi${draw(32, hex)}`,
  figma: `figd_${draw(43)}`,
  grafana: `glsa_${draw(32)}_${draw(8, hex)}`,
  vercel: `vcp_${draw(40)}`,
  jwt: jwt(draw),
  google: `AIza${draw(35)}`,
  "google client secret": `GOCSPX-${draw(28)}`,
  "google access token": `ya29.${draw(80)}`,
  "stripe secret": `sk_live_${draw(24)}`,
  "stripe restricted": `rk_live_${draw(99)}`,
  "stripe webhook": `whsec_${draw(32)}`,
  telegram: `${draw(1, "123456789")}${draw(9, digits)}:AA${draw(33)}`,
  "discord bot": `MT${draw(22)}.G${draw(5)}.${draw(38)}`,
  "discord webhook": `https://discord.com/api/webhooks/${draw(18, "123456789")}/${draw(68)}`,
  pypi: `pypi-AgEIcHlwaS5vcmc${draw(120)}`,
  digitalocean: `dop_v1_${draw(64, hex)}`,
  "1password account": `ops_${base64(JSON.stringify({ email: `${draw(12, lower)}@1password.lcl`, secretKey: draw(30), srpX: draw(64, hex) }))}`,
  "1password key": `A3-${draw(6, upper)}-${draw(11, upper)}-${draw(5, upper)}-${draw(5, upper)}-${draw(5, upper)}`,
  twilio: `SK${draw(32, hex)}`,
  notion: `ntn_${draw(11, digits)}${draw(35)}`,
  "notion, before": `secret_${draw(43)}`,
  age: `AGE-SECRET-KEY-1${draw(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")}`,
  mailgun: `key-${draw(32, hex)}`,
  mailchimp: `${draw(32, hex)}-us14`,
  brevo: `xkeysib-${draw(64, hex)}-${draw(16)}`,
  atlassian: `ATATT3xFfGF0${draw(170)}=${draw(8, hex)}`,
  sentry: `sntryu_${draw(64, hex)}`,
  postman: `PMAK-${draw(24, hex)}-${draw(34, hex)}`,
  rubygems: `rubygems_${draw(48, hex)}`,
  tailscale: `tskey-auth-${draw(12)}CNTRL-${draw(32)}`,
  terraform: `${draw(14)}.atlasv1.${draw(67)}`,
  xai: `xai-${draw(80)}`,
});

/** Values that only what stands around them makes secrets. */
const named = (draw: Draw): readonly PlantedSecret[] => {
  const one = (name: string, secret: string, text: (secret: string) => string): PlantedSecret => ({
    name,
    secret,
    text: text(secret),
  });
  const aws = draw(40, `${word}/+`);
  const key = draw(32);
  return [
    one("aws secret in a profile", aws, (it) => `aws_secret_access_key = ${it}`),
    one("aws secret in a variable", `${draw(39, `${word}/+`)}/`, (it) => `export AWS_SECRET_ACCESS_KEY=${it}`),
    one("aws secret in JSON", draw(40, `${word}/+`), (it) => `{"SecretAccessKey": "${it}"}`),
    one("bearer header", key, (it) => `Authorization: Bearer ${it}`),
    one("bearer header in code", draw(40, hex), (it) => `headers: { "Authorization": \`Bearer ${it}\` },`),
    one("basic header", base64(`keeper:${draw(14)}`), (it) => `Authorization: Basic ${it}`),
    one(
      "basic header of curl",
      base64(`keeper:Lamp-${draw(6)}`),
      (it) => `curl -H 'Authorization: Basic ${it}' https://lamps.io`,
    ),
    one("bearer alone", draw(48), (it) => `the gateway was called with bearer ${it} all night`),
    one("cookie", draw(40), (it) => `Cookie: theme=dark; sid=${it}`),
    one("set-cookie", `s%3A${draw(32)}.${draw(43)}`, (it) => `set-cookie: connect.sid=${it}; Path=/; HttpOnly`),
    one("password variable", `Fresnel!${draw(4, digits)}lens`, (it) => `DB_PASSWORD=${it}`),
    one("password variable with odd signs", `b&(${draw(8)})|7`, (it) => `POSTGRES_PASSWORD=${it}`),
    one("quoted password variable", `kelp${draw(6, digits)}Reef`, (it) => `export PGPASSWORD='${it}'`),
    one("password in YAML", `tide-${draw(8)}`, (it) => `database:\n  user: keeper\n  password: ${it}`),
    one("quoted password in YAML", `a;b,c)${draw(8)}`, (it) => `  password: "${it}"`),
    one("password in code", `Gull${draw(5, digits)}#x`, (it) => `const password = "${it}";`),
    one(
      "password in a sentence",
      `Skerry${draw(4, digits)}rock`,
      (it) => `The admin password is \`${it}\`, ask Ada for the rest.`,
    ),
    one("password in a table", `oil-${draw(10)}`, (it) => `| Password | ${it} |`),
    one("password in bold", `Wick${draw(7)}9`, (it) => `**Password:** \`${it}\``),
    one("password of a connection", `Str0ng${draw(6)}`, (it) => `Server=db;User Id=sa;Password=${it};Encrypt=true`),
    one("password in XML", `Buoy${draw(6, digits)}bell`, (it) => `<password>${it}</password>`),
    one("password of an option", `foghorn${draw(5, digits)}`, (it) => `lampctl login --user keeper --password ${it}`),
    one("api key in YAML", draw(32), (it) => `api_key: ${it}`),
    one("api key in JSON", draw(40, hex), (it) => `{ "apiKey": "${it}" }`),
    one("api key header", draw(36), (it) => `X-Api-Key: ${it}`),
    one("api key in an address", draw(32, hex), (it) => `https://api.lamps.io/v1/tides?api_key=${it}&day=7`),
    one("token in TOML", draw(40), (it) => `token = "${it}"`),
    one("token of an option", draw(40), (it) => `lampctl deploy --token=${it} --yes`),
    one("client secret in XML", draw(34, `${word}~.`), (it) => `<add key="ClientSecret" value="${it}" />`),
    one("secret of a pod", draw(28), (it) => `- name: JWT_SECRET\n  value: "${it}"`),
    one("secret of a pod, encoded", base64(draw(24)), (it) => `kind: Secret\ndata:\n  password: ${it}`),
    one(
      "secret key of Django",
      draw(50, `${lower}${digits}!@#$%^&*(-_=+)`).replace(/^./, "x"),
      (it) => `SECRET_KEY = "django-insecure-${it}"`,
    ),
    one("twilio auth token", draw(32, hex), (it) => `TWILIO_AUTH_TOKEN=${it}`),
    one(
      "azure storage",
      `${draw(86, `${word}+/`)}==`,
      (it) => `AccountName=tides;AccountKey=${it};EndpointSuffix=core.windows.net`,
    ),
    one(
      "azure shared access",
      `${draw(43)}%3D`,
      (it) => `https://tides.blob.core.windows.net/a?sv=2024-11-04&sig=${it}`,
    ),
    one(
      "signed address",
      draw(64, hex),
      (it) => `https://s3.amazonaws.com/tides/log?X-Amz-Expires=60&X-Amz-Signature=${it}`,
    ),
    one(
      "npmrc",
      `${draw(8, hex)}-${draw(4, hex)}-4${draw(3, hex)}-9${draw(3, hex)}-${draw(12, hex)}`,
      (it) => `//registry.lamps.io/:_authToken=${it}`,
    ),
    one("address with a password", draw(12), (it) => `https://keeper:${it}@git.lamps.io/tides.git`),
    one(
      "address with an escaped password",
      `p%40ss${draw(8)}%21`,
      (it) => `https://keeper:${it}@git.lamps.io/tides.git`,
    ),
    one("postgres", `trim${draw(6)}`, (it) => `postgres://keeper:${it}@db.lamps.io:5432/tides`),
    one(
      "postgres of an administrator",
      `${draw(4, lower)}tide2secret`,
      (it) => `postgres://admin:${it}@db.lamps.io/tides`,
    ),
    one("mongodb", draw(16), (it) => `mongodb+srv://keeper:${it}@cluster0.lamps.mongodb.net/tides?retryWrites=true`),
    one("redis", draw(24), (it) => `REDIS_URL=redis://:${it}@cache.lamps.io:6379/0`),
    one("github token as user", draw(40, hex), (it) => `git+https://${it}:x-oauth-basic@github.com/lamps/tides.git`),
    one("netrc", draw(14), (it) => `machine git.lamps.io\n  login keeper\n  password ${it}`),
    one("curl user", `Lens${draw(6)}`, (it) => `curl -s -u keeper:${it} https://lamps.io/api`),
    one("mysql option", `Barnacle${draw(3, digits)}`, (it) => `mysql -h db.lamps.io -u keeper -p${it} tides`),
    one("docker login", base64(`keeper:${draw(20)}`), (it) => `{"auths": {"registry.lamps.io": {"auth": "${it}"}}}`),
    one("wireguard", `${draw(43, `${word}+/`)}=`, (it) => `[Interface]\nPrivateKey = ${it}\nAddress = 10.0.0.2/32`),
  ];
};

const bodyOf = (key: string): string => key.split("\n")[2] ?? key.slice(40);

/** Keys that are many lines long. */
const keys = (draw: Draw): readonly PlantedSecret[] => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
  const ed25519 = generateKeyPairSync("ed25519").privateKey;
  const real = rsa.export({ type: "pkcs1", format: "pem" }).toString().trim();
  const short = ed25519.export({ type: "pkcs8", format: "pem" }).toString().trim();
  const made = pem("PRIVATE KEY", draw(640, `${word}+/`));
  const line = bodyOf(made);
  return [
    { name: "RSA key", text: real, secret: bodyOf(real) },
    { name: "short Ed25519 key", text: short, secret: (short.split("\n")[1] ?? "").slice(20) },
    { name: "key with a made-up body", text: made, secret: line },
    {
      name: "OpenSSH key",
      text: pem("OPENSSH PRIVATE KEY", `b3BlbnNzaC1rZXktdjE${line}${draw(300)}`),
      secret: line.slice(0, 30),
    },
    {
      name: "key with a pass phrase",
      text: pem("ENCRYPTED PRIVATE KEY", `${draw(45)}${line}${draw(300)}`),
      secret: line.slice(20, 40),
    },
    { name: "PGP key", text: pem("PGP PRIVATE KEY BLOCK", `${line}${draw(700)}`), secret: line.slice(0, 60) },
    { name: "indented key", text: made.replace(/^/gm, "      "), secret: line },
    { name: "quoted key", text: made.replace(/^/gm, "> "), secret: line },
    { name: "added key", text: made.replace(/^/gm, "+"), secret: line },
    { name: "key in JSON", text: JSON.stringify({ key: `${made}\n` }), secret: line },
    { name: "key that is cut off", text: `${made.slice(0, 300)}\n… 12 more lines`, secret: line },
    {
      name: "key of PuTTY",
      text: `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${line}\nPrivate-MAC: 00`,
      secret: line,
    },
    {
      name: "service account",
      text: JSON.stringify({ type: "service_account", private_key_id: draw(40, hex), private_key: real }, undefined, 2),
      secret: bodyOf(real),
    },
  ];
};

/** Tokens first, then values in their settings, then keys. */
export const plantedTokens = (seed: string): readonly PlantedSecret[] =>
  Object.entries(tokens(drawFrom(`${seed} tokens`))).map(([name, secret]) => ({ name, text: secret, secret }));

export const plantedInPlace = (seed: string): readonly PlantedSecret[] => [
  ...named(drawFrom(`${seed} named`)),
  ...keys(drawFrom(`${seed} keys`)),
];
