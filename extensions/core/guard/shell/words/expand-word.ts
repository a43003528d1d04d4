/** Expands words as bash does: braces, tilde, parameters, substitutions, splitting, globs. */

import { expandGlob } from "../files/glob.ts";
import type { Arithmetic, Parse, Script, Word, WordPart } from "../parser.ts";
import { activated, asWritten, isUnknown, mark } from "../text.ts";
import { expandBraces } from "./braces.ts";
import type { Frame } from "./frame.ts";
import { type Expanded, expandParameter } from "./parameter.ts";
import { elements, joiner, separators, variable } from "./variables.ts";

/** The words that one word stands for, split and globbed. */
export const expandWord = (word: Word, frame: Frame): readonly string[] => {
  if (word.parts === undefined && !word.text.startsWith("~")) return [word.value];
  return braced(word, frame.shell.parse)
    .flatMap((one) => splitFields(one, frame))
    .flatMap((field) => globbed(field, frame));
};

/** As one text: for assignments, redirections and patterns. */
export const expandText = (word: Word, frame: Frame, { asPattern = false } = {}): string => {
  const builder = new FieldBuilder("");
  addParts(word, builder, { frame, isQuoted: false, isWhole: true });
  const text = builder.done().join(" ");
  return asPattern ? text : asWritten(text);
};

/** The target of a redirection: one word, globbed. */
export const expandTarget = (word: Word, frame: Frame): readonly string[] => {
  const builder = new FieldBuilder("");
  addParts(word, builder, { frame, isQuoted: false, isWhole: true });
  return builder.done().flatMap((field) => globbed(field, frame));
};

/** The body of a here-document. */
export const expandParts = (parts: readonly WordPart[], frame: Frame): string => {
  const builder = new FieldBuilder("");
  for (const part of parts) addPart(part, builder, { frame, isQuoted: true, isWhole: true });
  return builder.done().join(" ");
};

const globbed = (field: string, frame: Frame): readonly string[] => {
  const { shell, state } = frame;
  if (state.options.has("noglob")) return [asWritten(field)];
  const worthEntering = (folder: string): boolean => shell.sealedBelow(folder).length > 0;
  return expandGlob(field, { paths: shell.paths, cwd: state.cwd, options: state.options, worthEntering });
};

const splitFields = (word: Word, frame: Frame): readonly string[] => {
  const builder = new FieldBuilder(separators(frame));
  addParts(word, builder, { frame, isQuoted: false, isWhole: false });
  return builder.done();
};

/** Braces are read from the text, so what they hold is parsed anew. */
const braced = (word: Word, parse: Parse): readonly Word[] => {
  if (word.parts?.some((part) => part.type === "BraceExpansion") !== true) return [word];
  const texts = expandBraces(word.text);
  if (texts.length === 1 && texts[0] === word.text) return [word];
  return texts.flatMap((text) => {
    const [statement] = parse(`: ${text}`).commands;
    const command = statement?.command;
    const first = command?.type === "Command" ? command.suffix[0] : undefined;
    return first?.type === "Word" ? [first] : [];
  });
};

/** Gathers the fields of a word from its pieces. */
class FieldBuilder {
  readonly #fields: string[] = [];
  readonly #separators: string;
  #open: string | undefined;

  constructor(separators: string) {
    this.#separators = separators;
  }

  add(text: string): void {
    this.#open = (this.#open ?? "") + text;
  }

  /** Unquoted: separators in it end a field. */
  addSplit(text: string): void {
    const pieces = this.#separators === "" ? [text] : text.split(new RegExp(`[${escaped(this.#separators)}]+`));
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.#close();
      if (piece !== "") this.add(activated(piece));
    }
  }

  /** `"$@"`: each a field of its own, the first and last joined to what stands beside them. */
  addItems(items: readonly string[]): void {
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#close();
      this.add(item);
    }
  }

  #close(): void {
    if (this.#open !== undefined) this.#fields.push(this.#open);
    this.#open = undefined;
  }

  done(): readonly string[] {
    this.#close();
    return this.#fields;
  }
}

const escaped = (text: string): string => text.replace(/[\\\]^-]/g, "\\$&");

interface Adding {
  readonly frame: Frame;
  readonly isQuoted: boolean;
  /** Never split, so that an unquoted value stays one text. */
  readonly isWhole: boolean;
}

const addParts = (word: Word, builder: FieldBuilder, adding: Adding): void => {
  if (word.parts === undefined) {
    builder.add(word.text.startsWith("~") ? withTilde(word.value, adding.frame) : word.value);
    return;
  }
  for (const [index, part] of word.parts.entries()) {
    const isTilde = index === 0 && part.type === "Literal" && part.text.startsWith("~");
    if (isTilde) builder.add(withTilde(part.value, adding.frame));
    else addPart(part, builder, adding);
  }
};

const withTilde = (text: string, frame: Frame): string => {
  const [, name = "", rest = ""] = /^~([^/]*)([\s\S]*)$/.exec(text) ?? [];
  if (name === "") return `${variable("HOME", frame) ?? frame.shell.home}${rest}`;
  if (name === "+") return `${frame.state.cwd}${rest}`;
  if (name === "-") return `${frame.state.oldCwd}${rest}`;
  return text;
};

const addPart = (part: WordPart, builder: FieldBuilder, adding: Adding): void => {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      builder.add(part.value);
      break;
    case "Glob":
      builder.add(globMark(part));
      break;
    case "ExtendedGlob":
      builder.add(mark.star);
      break;
    case "BraceExpansion":
      builder.add(part.text);
      break;
    case "DoubleQuoted":
    case "LocaleString":
      builder.add("");
      for (const child of part.parts) addPart(child, builder, { ...adding, isQuoted: true });
      break;
    case "ProcessSubstitution":
      builder.add(substitutedFile(part.script, part.operator, adding.frame));
      break;
    default:
      addExpanded(expandedPart(part, adding.frame), builder, adding);
  }
};

type Substituted = Extract<
  WordPart,
  { readonly type: "SimpleExpansion" | "ParameterExpansion" | "CommandExpansion" | "ArithmeticExpansion" }
>;

const expandedPart = (part: Substituted, frame: Frame): Expanded => {
  switch (part.type) {
    case "SimpleExpansion":
      return simple(part.text.slice(1), frame);
    case "ParameterExpansion":
      return expandParameter(part, frame, { text: expandText });
    case "CommandExpansion":
      return { text: substituted(part.script, frame) };
    case "ArithmeticExpansion":
      return { text: arithmetic(part.expression, frame) };
  }
};

const addExpanded = (expanded: Expanded, builder: FieldBuilder, { frame, isQuoted, isWhole }: Adding): void => {
  if ("items" in expanded) {
    if (isWhole) builder.add(expanded.items.join(joiner(frame)));
    else if (isQuoted) builder.addItems(expanded.items);
    else builder.addSplit(expanded.items.join(" "));
  } else if (isQuoted) builder.add(expanded.text);
  else if (isWhole) builder.add(activated(expanded.text));
  else builder.addSplit(expanded.text);
};

const simple = (name: string, frame: Frame): Expanded => {
  if (name === "@") return { items: elements("@", frame) };
  if (name === "*") return { text: elements("*", frame).join(joiner(frame)) };
  return { text: variable(name, frame) ?? "" };
};

const globMark = (part: Extract<WordPart, { readonly type: "Glob" }>): string => {
  if (part.kind === "star") return mark.star;
  return part.kind === "question" ? mark.question : `${mark.open}${part.value.slice(1, -1)}${mark.close}`;
};

/** What a script prints, run apart; several ways it may end give a text that is not known. */
const outputOf = (script: Script | undefined, frame: Frame): string => {
  if (script === undefined) return mark.unknown;
  const outs = new Set(frame.shell.run(script, { ...frame.state, isHeard: true }).map((one) => one.out));
  const [only] = outs;
  return outs.size === 1 && only !== undefined ? only : [mark.unknown, ...outs].join("\n");
};

const substituted = (script: Script | undefined, frame: Frame): string => outputOf(script, frame).replace(/\n+$/, "");

const substitutedFile = (script: Script | undefined, operator: "<" | ">", frame: Frame): string => {
  const out = outputOf(script, frame);
  return frame.shell.keep(operator === "<" ? out : mark.unknown);
};

/** Runs the substitutions inside; the value itself is followed only where it is a plain number. */
export const arithmetic = (expression: Arithmetic | undefined, frame: Frame): string => {
  if (expression === undefined) return mark.unknown;
  switch (expression.type) {
    case "ArithmeticWord":
      return arithmeticWord(expression, frame);
    case "ArithmeticCommandExpansion":
      return substituted(expression.script, frame);
    case "ArithmeticGroup":
      return arithmetic(expression.expression, frame);
    case "ArithmeticUnary":
      arithmetic(expression.operand, frame);
      return mark.unknown;
    case "ArithmeticBinary":
      return computed(arithmetic(expression.left, frame), expression.operator, arithmetic(expression.right, frame));
    case "ArithmeticTernary":
      for (const one of [expression.test, expression.consequent, expression.alternate]) arithmetic(one, frame);
      return mark.unknown;
  }
};

const arithmeticWord = (word: Extract<Arithmetic, { readonly type: "ArithmeticWord" }>, frame: Frame): string => {
  if (word.parts !== undefined) return expandParts(word.parts, frame);
  if (/^\d+$/.test(word.value)) return word.value;
  return variable(word.value, frame) ?? "0";
};

const computed = (left: string, operator: string, right: string): string => {
  if (isUnknown(left + right) || !/^\d+$/.test(left) || !/^\d+$/.test(right)) return mark.unknown;
  if (operator === "+") return String(Number(left) + Number(right));
  if (operator === "-") return String(Number(left) - Number(right));
  return operator === "*" ? String(Number(left) * Number(right)) : mark.unknown;
};
