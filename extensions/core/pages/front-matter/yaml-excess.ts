/**
 * Finds YAML that is nested too deep or has too many parts, from its lexemes alone. The parser recurses, and a stack
 * that runs out can end the whole process, so it must never see such a text. Pure.
 */

export interface YamlExcess {
  readonly kind: "deep" | "long";
  /** Where the limit was passed, as an offset in the text. */
  readonly at: number;
}

export interface YamlLimits {
  readonly depth: number;
  /** Lexemes that are more than space. */
  readonly parts: number;
}

/** What the lexer puts before a scalar, before a document, and where a broken flow collection ends. */
const scalarMark = "\u001F";
const documentMark = "\u0002";
const flowEndMark = "\u0018";

interface Position {
  /** Columns of the block collections that are open, ascending; a list in a map may share its column. */
  readonly columns: number[];
  /** Flow collections that are open. */
  flow: number;
  /** Further collections that the parser makes of stray indicators inside flow collections. */
  stray: number;
  /** Whether the present flow entry has had its colon. */
  hadColon: boolean;
  column: number;
  /** Where the last scalar began: a key, if a colon follows. */
  scalarColumn: number;
}

export const yamlExcess = (lexemes: Iterable<string>, limits: YamlLimits): YamlExcess | undefined => {
  const position: Position = { columns: [], flow: 0, stray: 0, hadColon: false, column: 0, scalarColumn: 0 };
  let offset = 0;
  let count = 0;
  let marked = false;
  for (const lexeme of lexemes) {
    if (marked || isQuoted(lexeme)) position.scalarColumn = position.column;
    else countLexeme(position, lexeme);
    if (position.columns.length + position.flow + position.stray > limits.depth) return { kind: "deep", at: offset };
    const isText = marked || !isMark(lexeme);
    if (isText && lexeme.trim() !== "" && ++count > limits.parts) return { kind: "long", at: offset };
    marked = !marked && lexeme === scalarMark;
    if (!isText) continue;
    offset += lexeme.length;
    const lineEnd = lexeme.lastIndexOf("\n");
    position.column = lineEnd === -1 ? position.column + lexeme.length : lexeme.length - lineEnd - 1;
  }
  return undefined;
};

const isQuoted = (lexeme: string): boolean => lexeme[0] === '"' || lexeme[0] === "'";

const isMark = (lexeme: string): boolean => lexeme === scalarMark || lexeme === documentMark || lexeme === flowEndMark;

const countLexeme = (position: Position, lexeme: string): void => {
  if (lexeme === "[" || lexeme === "{") position.flow++;
  else if (lexeme === "]" || lexeme === "}") position.flow = Math.max(0, position.flow - 1);
  else if (lexeme === flowEndMark) position.flow = 0;
  else if (position.flow > 0) countInFlow(position, lexeme);
  else if (lexeme === "-" || lexeme === "?") openBlock(position, position.column);
  else if (lexeme === ":") openBlock(position, Math.min(position.scalarColumn, position.column));
  if (position.flow === 0) position.stray = 0;
  if (lexeme === "[" || lexeme === "{" || lexeme === ",") position.hadColon = false;
};

const countInFlow = (position: Position, lexeme: string): void => {
  if (lexeme === "-" || lexeme === "?" || (lexeme === ":" && position.hadColon)) position.stray++;
  if (lexeme === ":") position.hadColon = true;
};

const openBlock = (position: Position, column: number): void => {
  while ((position.columns.at(-1) ?? -1) >= column) position.columns.pop();
  position.columns.push(column);
};
