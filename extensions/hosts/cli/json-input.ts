/** JSON objects on standard input. */

import { refused } from "./option.ts";

/** The fields of an object; `what` names it in a refusal. */
export const fieldsIn = (json: string, what: string): Readonly<Record<string, unknown>> => {
  const value = parsed(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused("standard input", `${what} is not a JSON object`);
  }
  return { ...value };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
