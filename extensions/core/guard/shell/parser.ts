/** The bash parser, loaded when a command needs it; the only file that names its package. */

import type * as Unbash from "unbash";

export type Script = Unbash.ParsedScript;
export type Statement = Unbash.Statement;
export type ListNode = Unbash.Statement["command"];
export type CommandNode = Unbash.PipelineNode;
export type SimpleCommand = Unbash.Command;
export type FunctionBody = Unbash.Function["body"];
export type CompoundList = Unbash.CompoundList;
export type Redirection = Unbash.Redirection;
export type Redirect = Unbash.Redirect;
export type Assignment = Unbash.Assignment;
export type Word = Unbash.Word;
export type WordPart = Unbash.WordPart;
export type ParameterPart = Unbash.ParameterExpansionPart;
export type Arithmetic = Unbash.ArithmeticExpression;
export type TestExpression = Unbash.TestExpression;

export type Parse = (text: string) => Script;

let loading: Promise<Parse> | undefined;

export const loadParser = (): Promise<Parse> => {
  loading ??= import("unbash").then(({ parse }) => parse);
  return loading;
};
