/**
 * Takes secrets out of everything that a session's steps hold, keys and names too, before any of it is cut or compared.
 * A secret that was found once is taken out wherever else it stands, where nothing around it says what it is.
 */

import type { Platform } from "../../platform/platform.ts";
import { findSecrets } from "../secrets/find-secrets.ts";
import { openRedactor } from "../secrets/redactor.ts";
import { type RuleCount, sumCounts } from "../secrets/rule-counts.ts";

export interface CleanSteps<Value> {
  readonly value: Value;
  readonly redactions: readonly RuleCount[];
}

export interface CleaningPlace {
  /** Absolute paths, and what is written in their place: they say who worked where, and nothing else. */
  readonly places: readonly { readonly path: string; readonly name: string }[];
}

export const cleanSteps = async <Value>(
  value: Value,
  { places }: CleaningPlace,
  platform: Platform,
): Promise<CleanSteps<Value>> => {
  const cleaner = new Cleaner(platform, spotsOf(places));
  const first = await cleaner.walk(value, undefined);
  const again = cleaner.repeated();
  const second = again === undefined ? first : replacedIn(first, again);
  // Strings became strings, and nothing else changed.
  return { value: second as Value, redactions: cleaner.found() };
};

/** Shorter ones are words that anybody may say. */
const shortestRepeat = 8;
const shortestLine = 24;
const mostRepeats = 2_000;

/** UTF-16 units between two pauses: some 30 ms. */
const longestStretch = 192 * 1024;

class Cleaner {
  readonly #platform: Platform;
  readonly #redactor;
  readonly #spots: readonly Spot[];
  readonly #known = new Map<string, string>();
  readonly #secrets = new Map<string, string>();

  #sincePause = 0;

  constructor(platform: Platform, spots: readonly Spot[]) {
    this.#platform = platform;
    this.#redactor = openRedactor(platform);
    this.#spots = spots;
  }

  /** `key` is the name that a value stands under: it may be all that makes it a secret. */
  async walk(value: unknown, key: string | undefined): Promise<unknown> {
    if (typeof value === "string") return await this.#text(value, key);
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.walk(item, key));
      return items;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries: [string, unknown][] = [];
    for (const [name, part] of Object.entries(value)) {
      if (part !== undefined) entries.push([await this.#text(name, undefined), await this.walk(part, name)]);
    }
    return Object.fromEntries(entries);
  }

  found(): readonly RuleCount[] {
    return sumCounts(this.#redactor.found());
  }

  /** What finds the secrets that were found, wherever they stand; undefined when there were none. */
  repeated(): Repeats | undefined {
    if (this.#secrets.size === 0) return undefined;
    const longest = [...this.#secrets.keys()].sort((a, b) => b.length - a.length).slice(0, mostRepeats);
    return { pattern: new RegExp(longest.map(escaped).join("|"), "g"), rules: this.#secrets };
  }

  async #text(given: string, key: string | undefined): Promise<string> {
    if (given.length < 4) return given;
    const text = withoutPlaces(given, this.#spots);
    await this.#breathe(text.length);
    const name = `${key ?? ""}\n${text}`;
    const known = text.length > longestKnown ? undefined : this.#known.get(name);
    if (known !== undefined) return known;
    const clean =
      key === undefined ? await this.#redactor.text(text) : ((await this.#redactor.all({ [key]: text }))[key] ?? "");
    if (clean !== text) await this.#note(text, clean);
    if (text.length <= longestKnown) this.#known.set(name, clean);
    return clean;
  }

  /** The session's other work goes on meanwhile. */
  async #breathe(length: number): Promise<void> {
    this.#sincePause += length;
    if (this.#sincePause < longestStretch) return;
    this.#sincePause = 0;
    await this.#platform.pause();
  }

  async #note(text: string, clean: string): Promise<void> {
    const found = await findSecrets(text);
    for (const { rule, start, end } of found) this.#add(text.slice(start, end), rule);
    // What its name alone made a secret is one as a whole.
    if (found.length === 0 && /^\[redacted:[\w-]+\]$/.test(clean)) this.#add(text, clean.slice(10, -1));
  }

  #add(secret: string, rule: string): void {
    for (const line of secret.split(/\\n|[\r\n]+/)) {
      const bare = line.replace(/^[\s>+"'#*|-]+|[\s"',\\]+$/g, "");
      const isLine = line.length < secret.length;
      const isPart = isLine && (bare.length < shortestLine || /^-----/.test(line));
      if (bare.length >= shortestRepeat && !isPart) this.#secrets.set(bare, rule);
    }
  }
}

/** Names, ids and short commands come again and again. */
const longestKnown = 200;

interface Repeats {
  readonly pattern: RegExp;
  readonly rules: ReadonlyMap<string, string>;
}

const replacedIn = (value: unknown, repeats: Repeats): unknown => {
  if (typeof value === "string") {
    return value.replace(repeats.pattern, (secret) => `[redacted:${repeats.rules.get(secret) ?? "secret"}]`);
  }
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, repeats));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [String(replacedIn(key, repeats)), replacedIn(part, repeats)]),
  );
};

interface Spot {
  readonly path: string;
  readonly pattern: RegExp;
  readonly name: string;
}

/** Whole paths only: `/home/karoline` is not below `/home/karol`. The longest first: a project lies below a home. */
const spotsOf = (places: CleaningPlace["places"]): readonly Spot[] =>
  [...places]
    .filter(({ path }) => path.length > 1)
    .sort((a, b) => b.path.length - a.path.length)
    .map(({ path, name }) => ({
      path,
      name,
      pattern: new RegExp(`(?<![\\w.-])${escaped(path)}(?![\\w-]|\\.\\w)`, "g"),
    }));

const withoutPlaces = (text: string, spots: readonly Spot[]): string =>
  spots.reduce(
    (rest, { path, pattern, name }) => (rest.includes(path) ? rest.replace(pattern, () => name) : rest),
    text,
  );

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
