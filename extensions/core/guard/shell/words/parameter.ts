/** Parameter expansions: `${name}` with all its operators. */

import type { ParameterPart, Word } from "../parser.ts";
import { setText } from "../state.ts";
import { asWritten, globPattern, isUnknown, longestPattern, mark } from "../text.ts";
import type { Frame } from "./frame.ts";
import { element, elements, joiner, variable } from "./variables.ts";

/** How words inside an expansion are read; given by the reader of words, which in turn needs this file. */
export interface WordReading {
  /** As one text, with glob marks where `asPattern`. */
  readonly text: (word: Word, frame: Frame, options?: { readonly asPattern: boolean }) => string;
}

/** One text, or one for each element where the expansion gives several words. */
export type Expanded = { readonly text: string } | { readonly items: readonly string[] };

export const expandParameter = (part: ParameterPart, frame: Frame, reading: WordReading): Expanded => {
  if (part.operation?.type === "Names") return { text: mark.unknown };
  const index = part.index === undefined ? undefined : reading.text(part.index, frame);
  const isAll = index === "@" || index === "*" || (part.index === undefined && /^[@*]$/.test(part.parameter));
  if (isAll && part.prefix === undefined)
    return allElements(part, frame, { reading, isJoined: (index ?? part.parameter) === "*" });
  const value = parameterValue(part, index, frame);
  if (part.prefix === "#") return { text: isUnknown(value ?? "") ? mark.unknown : String((value ?? "").length) };
  return { text: operated(value, part, { frame, reading }) };
};

interface AllRules {
  readonly reading: WordReading;
  readonly isJoined: boolean;
}

const allElements = (part: ParameterPart, frame: Frame, { reading, isJoined }: AllRules): Expanded => {
  const items = sliced(elements(part.parameter, frame), part, { frame, reading });
  const changed =
    part.operation?.type === "Slice" ? items : items.map((item) => operated(item, part, { frame, reading }));
  return isJoined ? { text: changed.join(joiner(frame)) } : { items: changed };
};

interface Operation {
  readonly frame: Frame;
  readonly reading: WordReading;
}

const sliced = (
  items: readonly string[],
  { operation }: ParameterPart,
  { frame, reading }: Operation,
): readonly string[] => {
  if (operation?.type !== "Slice") return items;
  const from = Number(reading.text(operation.offset, frame));
  const count = operation.length === undefined ? items.length : Number(reading.text(operation.length, frame));
  return Number.isNaN(from + count) ? items : items.slice(Math.max(0, from - 1), Math.max(0, from - 1) + count);
};

const parameterValue = (part: ParameterPart, index: string | undefined, frame: Frame): string | undefined => {
  const value = index === undefined ? variable(part.parameter, frame) : element(part.parameter, index, frame);
  if (part.prefix !== "!" || value === undefined) return value;
  return isUnknown(value) ? mark.unknown : variable(value, frame);
};

const operated = (value: string | undefined, part: ParameterPart, by: Operation): string => {
  const { operation } = part;
  if (operation === undefined) return value ?? "";
  if (operation.type === "Default") return withDefault(value, part, by);
  if (value === undefined) return "";
  if (operation.type === "Slice") return slice(value, operation, by);
  if (operation.type === "Remove") return remove(value, operation, by);
  if (operation.type === "Replace") return replace(value, operation, by);
  if (operation.type === "CaseModification") return inCase(value, operation.operator);
  if (operation.type === "Transform") return value;
  return mark.unknown;
};

type OperationOf<Type> = Extract<ParameterPart["operation"], { readonly type: Type }>;

const withDefault = (value: string | undefined, part: ParameterPart, { frame, reading }: Operation): string => {
  const { operator, operand } = part.operation as OperationOf<"Default">; // Called for defaults only.
  const isMissing = value === undefined || (operator.startsWith(":") && value === "");
  if (operator.endsWith("+")) return isMissing ? "" : reading.text(operand, frame);
  if (!isMissing && value !== mark.unknown) return value;
  const fallback = reading.text(operand, frame);
  if (operator.endsWith("=") && part.index === undefined) frame.state = setText(frame.state, part.parameter, fallback);
  // A variable of the session that nobody knows is most often unset.
  return fallback;
};

const slice = (value: string, operation: OperationOf<"Slice">, { frame, reading }: Operation): string => {
  if (isUnknown(value)) return mark.unknown;
  const from = Number(reading.text(operation.offset, frame));
  const length = operation.length === undefined ? undefined : Number(reading.text(operation.length, frame));
  if (Number.isNaN(from) || Number.isNaN(length ?? 0)) return mark.unknown;
  const start = from < 0 ? value.length + from : from;
  const end = length === undefined ? value.length : length < 0 ? value.length + length : start + length;
  return value.slice(start, end);
};

const remove = (value: string, { operator, operand }: OperationOf<"Remove">, { frame, reading }: Operation): string => {
  const pattern = globPattern(reading.text(operand, frame, { asPattern: true }), { acrossSlash: true });
  const cuts = Array.from({ length: value.length + 1 }, (_, at) => at);
  const isGreedy = operator.length === 2;
  if (operator.startsWith("#")) {
    const fitting = (isGreedy ? cuts.reverse() : cuts).find((at) => pattern.test(value.slice(0, at)));
    return fitting === undefined ? value : value.slice(fitting);
  }
  const fitting = (isGreedy ? cuts : cuts.reverse()).find((at) => pattern.test(value.slice(at)));
  return fitting === undefined ? value : value.slice(0, fitting);
};

const replace = (value: string, operation: OperationOf<"Replace">, { frame, reading }: Operation): string => {
  const { operator } = operation;
  const wanted = reading.text(operation.pattern, frame, { asPattern: true });
  const replacement = asWritten(reading.text(operation.replacement, frame));
  if (isUnknown(value) || wanted === "") return value;
  if (wanted.length > longestPattern) return mark.unknown;
  const source = globPattern(wanted, { acrossSlash: true }).source.slice(1, -1);
  const anchored = operator === "/#" ? `^${source}` : operator === "/%" ? `${source}$` : source;
  return value.replace(new RegExp(anchored, operator === "//" ? "gu" : "u"), () => replacement);
};

const inCase = (value: string, operator: string): string => {
  const change = (text: string): string => (operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? change(value) : `${change(value.slice(0, 1))}${value.slice(1)}`;
};
