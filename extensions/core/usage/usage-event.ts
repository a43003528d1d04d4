/** What is recorded of a page's use: that it was put before the model, that it was cited, and what came of it. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { isTime } from "../instant.ts";
import { type JsonObject, type JsonValue, parseJsonObject } from "../ledger/canonical.ts";

interface Use {
  /** The same for one use, however often it is recorded. */
  readonly id: string;
  /** The page's id. */
  readonly doc: string;
  readonly at: Instant;
  readonly session?: string;
}

/** The page was put before the model. */
export interface Hit extends Use {
  readonly kind: "hit";
  /** The prompt of the session, counted from one. */
  readonly turn?: number;
  /** What it cost the model to read. */
  readonly tokens: number;
  readonly how: "injected" | "asked";
}

/** The model relied on the page: it said so, or cited it. */
export interface Adoption extends Use {
  readonly kind: "adopted";
}

export const results = ["success", "failure"] as const;
/** Nothing between. */
export type Result = (typeof results)[number];

/** Observed is what the extension saw; self is what somebody says of it. */
export type Judge = "observed" | "self";

/** What came of relying on the page. */
export interface Outcome extends Use {
  readonly kind: "outcome";
  readonly result: Result;
  readonly judge: Judge;
  /** What was judged: of several outcomes of one case the latest counts. */
  readonly case?: string;
  readonly task_id?: string;
  readonly note?: string;
}

export type UsageEvent = Hit | Adoption | Outcome;

/** One line of a stream. */
export const renderUse = (event: UsageEvent): string => `${JSON.stringify(event)}\n`;

/** The events of a stream, in its order. Lines that are torn or of another kind are passed over. */
export const parseUses = (text: string): readonly UsageEvent[] =>
  text.split("\n").flatMap((line) => {
    const event = parseUse(line);
    return event === undefined ? [] : [event];
  });

/** A line's event; undefined for one that is none. A byte order mark and CRLF change nothing. */
const parseUse = (line: string): UsageEvent | undefined => {
  const text = line.replace(/^\uFEFF/, "").trim();
  const value = text === "" ? undefined : parseJsonObject(text);
  const use = value && useOf(value, text);
  if (value === undefined || use === undefined) return undefined;
  switch (value["kind"]) {
    case "hit":
      return hitOf(use, value);
    case "adopted":
      return { kind: "adopted", ...use };
    case "outcome":
      return outcomeOf(use, value);
    default:
      return undefined;
  }
};

/** A line without an id is its own: two that are equal are one, as after a merge. */
const useOf = ({ id, doc, at, session }: JsonObject, text: string): Use | undefined => {
  if (typeof doc !== "string" || doc === "" || typeof at !== "string" || !isTime(at)) return undefined;
  return { id: typeof id === "string" ? id : text, doc, at, ...given({ session }) };
};

const hitOf = (use: Use, { turn, tokens, how }: JsonObject): Hit => ({
  kind: "hit",
  ...use,
  ...(isCount(turn) ? { turn } : {}),
  tokens: isCount(tokens) ? tokens : 0,
  how: how === "asked" ? "asked" : "injected",
});

const outcomeOf = (use: Use, { result, judge, case: what, task_id, note }: JsonObject): Outcome | undefined => {
  if (result !== "success" && result !== "failure") return undefined;
  // Whatever is not plainly observed never ranks.
  const by: Judge = judge === "observed" ? "observed" : "self";
  return { kind: "outcome", ...use, result, judge: by, ...given({ case: what, task_id, note }) };
};

/** Those that are texts. */
const given = <Key extends string>(
  fields: Readonly<Record<Key, JsonValue | undefined>>,
): { readonly [Name in Key]?: string } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === "string")) as {
    [Name in Key]?: string;
  }; // What was filtered.

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
