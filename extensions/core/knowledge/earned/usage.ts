/** What a run used up, as far as that is known: what is not is null, and never 0. Pure. */

import { isJsonObject } from "../../ledger/canonical.ts";

const measurements = ["input_tokens", "output_tokens", "total_tokens", "cost_microunits"] as const;
type Measurement = (typeof measurements)[number];

export type Usage = Readonly<Record<Measurement, number | null>> & {
  /** `unknown`: nothing is known; `reported`: all is; `partial`: some. */
  readonly status: "unknown" | "reported" | "partial";
};

export const unknownUsage: Usage = {
  status: "unknown",
  input_tokens: null,
  output_tokens: null,
  total_tokens: null,
  cost_microunits: null,
};

/** With the status that goes with what is known. */
export const usageOf = (known: Readonly<Partial<Record<Measurement, number | null>>>): Usage => {
  const values = measurements.map((name) => known[name] ?? null);
  const [input_tokens = null, output_tokens = null, total_tokens = null, cost_microunits = null] = values;
  const count = values.filter((value) => value !== null).length;
  const status = count === 0 ? "unknown" : count === values.length ? "reported" : "partial";
  return { status, input_tokens, output_tokens, total_tokens, cost_microunits };
};

/** Exactly the five keys, and a status that fits; undefined for anything else. */
export const parseUsage = (value: unknown): Usage | undefined => {
  if (!isJsonObject(value) || Object.keys(value).length !== measurements.length + 1) return undefined;
  const known: Partial<Record<Measurement, number | null>> = {};
  for (const name of measurements) {
    const measured = value[name];
    if (measured !== null && !isCount(measured)) return undefined;
    known[name] = measured;
  }
  const usage = usageOf(known);
  return usage.status === value["status"] ? usage : undefined;
};

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);

/**
 * The usage of an answer in Pi: its providers begin with zeros, so that an answer with content and nothing but zeros has
 * an unknown usage. What was read from a cache, or written to one, counts as input.
 */
export const piUsage = (reported: unknown, answer: { readonly isEmpty: boolean; readonly isCut: boolean }): Usage => {
  const fields = isObject(reported) ? reported : {};
  const cost = isObject(fields["cost"]) ? numberOf(fields["cost"]["total"]) : null;
  const parts = ["input", "cacheRead", "cacheWrite"].map((name) => numberOf(fields[name]));
  const input = parts[0] === null ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const output = numberOf(fields["output"]);
  const known = [...parts, output, numberOf(fields["totalTokens"]), cost];
  const isAllZero = known.every((value) => value === null || value === 0);
  if (isAllZero && (!answer.isEmpty || answer.isCut)) return unknownUsage;
  return usageOf({
    input_tokens: input,
    output_tokens: output,
    total_tokens: numberOf(fields["totalTokens"]),
    cost_microunits: cost === null ? null : Math.round(cost * microunits),
  });
};

const microunits = 1_000_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** The sum of runs; what one of them does not know is not known of all. */
export const sumUsage = (usages: readonly Usage[]): Usage => {
  if (usages.length === 0) return unknownUsage;
  const sum = (name: Measurement): number | null =>
    usages.reduce<number | null>((total, usage) => {
      const value = usage[name];
      return total === null || value === null ? null : total + value;
    }, 0);
  return usageOf(Object.fromEntries(measurements.map((name) => [name, sum(name)])));
};

/** For a person: what is not known is called so. */
export const usageText = (usage: Usage): string =>
  measurements.map((name) => `${name.replace("_", " ")} ${usage[name] ?? "unknown"}`).join(", ");
