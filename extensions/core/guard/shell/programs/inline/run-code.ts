/** Follows a one-liner or a small script: which files would it change? Returns what it prints, as far as known. */

import type { Call } from "../../shell.ts";
import { Code } from "./code.ts";
import { runNodes } from "./expression.ts";
import { runFunction } from "./run-function.ts";
import type { Language } from "./tokens.ts";

export const runCode = (
  text: string,
  call: Call,
  { language, args }: { readonly language: Language; readonly args: readonly string[] },
): string => {
  const code = new Code(call, { language, args, engine: { run: runNodes, call: runFunction } });
  code.run(text);
  return code.printed;
};
