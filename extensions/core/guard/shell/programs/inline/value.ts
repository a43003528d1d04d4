/** What an expression of a one-liner may be: a text, a list of them, or something with a name only. */

import { mark } from "../../text.ts";

export interface Value {
  /** Marked where unknown. */
  readonly text: string;
  readonly items?: readonly string[];
  /** The dotted name it was reached by: `fs`, `process.argv`. */
  readonly name?: string;
  /** Made by a constructor of paths, so that its methods act on the file. */
  readonly isPath?: boolean;
}

export interface Argument {
  /** Of a named argument. */
  readonly key: string | undefined;
  readonly value: Value;
}

export interface FunctionCall {
  readonly name: string;
  readonly receiver: Value | undefined;
  readonly args: readonly Argument[];
}

export const nothing: Value = { text: mark.unknown };

export const isKnown = (value: Value | undefined): value is Value => value !== undefined && value.text !== mark.unknown;

/** Path by path; an absolute one begins anew. */
export const joined = (parts: readonly string[]): string =>
  parts.reduce((base, part) => (part.startsWith("/") || base === "" ? part : `${base.replace(/\/$/, "")}/${part}`), "");
