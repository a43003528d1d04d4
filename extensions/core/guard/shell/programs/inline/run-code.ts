/** Follows a one-liner or a small script: which files would it change? */

import type { Call } from "../../shell.ts";
import { Code } from "./code.ts";
import { runNodes } from "./expression.ts";
import { runFunction } from "./run-function.ts";
import type { Language } from "./tokens.ts";

export interface Ran {
  /** What it prints, as far as known. */
  readonly printed: string;
  readonly links: ReadonlyMap<string, string>;
}

export const runCode = (
  text: string,
  call: Call,
  { language, args }: { readonly language: Language; readonly args: readonly string[] },
): Ran => {
  const code = new Code(call, { language, args, engine: { run: runNodes, call: runFunction } });
  code.run(text);
  return { printed: code.printed, links: code.links };
};
