/** Which of the test commands a shell command's exit status tells of. Pure. */

import type { Parse } from "../guard/shell/parser.ts";
import { mayHold, namedBy } from "./command-patterns.ts";
import { makesCommit, proofOf } from "./command-proof.ts";

export interface Check {
  /** One check is one program with its arguments in one place. */
  readonly key: string;
  readonly name: string;
}

export interface CheckedCommand {
  readonly passed: readonly Check[];
  readonly failed: readonly Check[];
  readonly isCommit: boolean;
}

export const checkedCommand = (
  command: string,
  { testCommands, parse }: { readonly testCommands: readonly string[]; readonly parse: Parse | undefined },
): CheckedCommand => {
  if (parse === undefined) return { passed: [], failed: [], isCommit: false };
  const isCommit = makesCommit(command, parse);
  if (!mayHold(testCommands, command)) return { passed: [], failed: [], isCommit };
  const { ifPassed, ifFailed } = proofOf(command, parse);
  const named = (programs: typeof ifPassed): readonly Check[] =>
    programs.flatMap(({ words, folders }) => {
      const found = namedBy(testCommands, words);
      return found === undefined ? [] : [{ key: [...folders, words.join(" ")].join("\n"), name: found.name }];
    });
  return { passed: named(ifPassed), failed: named(ifFailed === undefined ? [] : [ifFailed]), isCommit };
};
