/** `[[ … ]]` and `(( … ))`: their results are not followed, but the commands inside them run. */

import type { Arithmetic, TestExpression, Word } from "../parser.ts";
import type { Shell } from "../shell.ts";
import { ended, type Outcome, type ShellState } from "../state.ts";
import { arithmetic, expandText } from "../words/expand-word.ts";

export const runTest = (expression: TestExpression, shell: Shell, state: ShellState): readonly Outcome[] => {
  const frame = { shell, state };
  for (const word of wordsIn(expression)) expandText(word, frame);
  return [ended(frame.state)];
};

const wordsIn = (expression: TestExpression): readonly Word[] => {
  switch (expression.type) {
    case "TestUnary":
      return [expression.operand];
    case "TestBinary":
      return [expression.left, expression.right];
    case "TestLogical":
      return expression.operands.flatMap(wordsIn);
    case "TestNot":
      return wordsIn(expression.operand);
    case "TestGroup":
      return wordsIn(expression.expression);
  }
};

export const runArithmetic = (
  expression: Arithmetic | undefined,
  shell: Shell,
  state: ShellState,
): readonly Outcome[] => {
  const frame = { shell, state };
  arithmetic(expression, frame);
  return [ended(frame.state)];
};
