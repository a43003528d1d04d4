/** Holds a call's arguments to the tool's schema, as Pi does before it calls a tool. The owner of the validator. */

import { type Schema, Validator } from "@cfworker/json-schema";
import { WikiError } from "../../core/errors.ts";
import { asLine } from "../../core/visible.ts";

/** Throws `invalid_input` with what is wrong. */
export type CheckInput = (input: unknown) => void;

const mostProblems = 3;
const longestProblem = 200;

/** Those that only repeat what their parts say. */
const wrappers: ReadonlySet<string> = new Set(["properties", "items", "anyOf", "allOf"]);

export const openInputCheck = (tool: string, schema: object): CheckInput => {
  let validator: Validator | undefined;
  return (input) => {
    validator ??= new Validator(plain(schema), "2020-12", false);
    const { valid, errors } = validator.validate(input);
    if (valid) return;
    const problems = errors.filter(({ keyword }) => !wrappers.has(keyword)).slice(0, mostProblems);
    const places = new Set(problems.map(({ instanceLocation }) => nameOf(instanceLocation)).filter(Boolean));
    throw new WikiError("invalid_input", {
      what: [...places].join(", ") || tool,
      problem: problems.map(({ error }) => asLine(error, longestProblem)).join(" "),
    });
  };
};

/** Without TypeBox's symbols. */
const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema));

/** `#/evidence/0/quote` as `evidence.0.quote`; empty for the whole. */
const nameOf = (location: string): string => asLine(location.replace(/^#\/?/, "").replaceAll("/", "."), longestProblem);
