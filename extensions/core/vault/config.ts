/** A vault's config.json: what of it is used, and how it is read and written. Pure. */

import type { Finding } from "../finding.ts";

export const knowledgeFormats = ["legacy", "okf-0.2"] as const;
export type KnowledgeFormat = (typeof knowledgeFormats)[number];

/**
 * Keys as they stand in the file. Nothing else in a config is ever used: a vault may come with a
 * repository that nobody vouches for, so it can't name endpoints, commands, variables or outside paths.
 */
export interface VaultConfig {
  readonly name: string;
  readonly topic: string;
  /** As written, usually `YYYY-MM-DD`; empty when absent. */
  readonly created: string;
  readonly version: string;
  /** Absent in vaults of older tools. */
  readonly vault_id: string | undefined;
  readonly knowledge_format: KnowledgeFormat;
  /** Keys of other tools: carried along, never read. */
  readonly otherKeys: Readonly<Record<string, unknown>>;
}

export type ParsedConfig =
  | { readonly config: VaultConfig; readonly finding?: undefined }
  | { readonly config?: undefined; readonly finding: Finding };

const ownKeys = new Set(["name", "topic", "created", "version", "vault_id", "knowledge_format"]);

/** True for an id that may name folders below the cache and state roots. */
export const isVaultId = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z0-9_-]{8,64}$/.test(value);

/** Reads a config; anything that can't be trusted to be one is a finding at `path`, never an exception. */
export const parseConfig = (text: string, path = "config.json"): ParsedConfig => {
  const damaged = (problem: string): ParsedConfig => ({ finding: damagedConfig(path, problem) });

  const value = parseObject(text);
  if (typeof value === "string") return damaged(value);
  const { vault_id, knowledge_format = "legacy" } = value;
  if (vault_id !== undefined && !isVaultId(vault_id)) {
    return damaged("vault_id must be 8 to 64 characters from a–z, 0–9, _ and -");
  }
  if (!isKnowledgeFormat(knowledge_format)) {
    return damaged(`knowledge_format must be one of ${knowledgeFormats.join(", ")}`);
  }
  const words = (key: string): string => (typeof value[key] === "string" ? value[key] : "");
  const topic = words("topic") || words("name");
  return {
    config: {
      name: words("name") || topic,
      topic,
      created: words("created"),
      version: words("version") || "1.0",
      vault_id,
      knowledge_format,
      otherKeys: Object.fromEntries(Object.entries(value).filter(([key]) => !ownKeys.has(key))),
    },
  };
};

/** The file's text: our keys first, then those of other tools in their order. */
export const renderConfig = (config: VaultConfig): string => {
  const { otherKeys, ...own } = config;
  return `${JSON.stringify({ ...own, ...otherKeys }, null, 2)}\n`;
};

export const damagedConfig = (path: string, problem: string): Finding => ({
  code: "config-damaged",
  severity: "error",
  path,
  line: 0,
  message: `The vault's config can't be used: ${problem}`,
  remedy: "Correct it by hand, or restore it from git; pages are still read, nothing is written.",
});

const isKnowledgeFormat = (value: unknown): value is KnowledgeFormat =>
  knowledgeFormats.some((format) => format === value);

/** The JSON object in `text`, or what is wrong with it. */
const parseObject = (text: string): Readonly<Record<string, unknown>> | string => {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(bare);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "it is not a JSON object";
    // A parsed JSON object has string keys and JSON values.
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return /^(<{7}|={7}|>{7})/m.test(bare) ? "it has conflict markers" : "it is not JSON";
  }
};
