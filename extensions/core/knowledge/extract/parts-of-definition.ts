/** Where the body of a definition is, and the values of a type's members. Pure, given the tree. */

import type { DefinedSymbol } from "./extract-module.ts";

type Node = DefinedSymbol["own"];

/** Types of nodes whose value is what they are. */
const aliases: ReadonlySet<string> = new Set(["type_alias_declaration", "type_spec", "type_alias", "type_item"]);

const valueFields = ["value", "right"] as const;

/** A function's block, or what a constant is set to; undefined where all is shape. */
export const bodyOf = (node: Node): Node | undefined => {
  if (aliases.has(node.type)) return undefined;
  const body = node.childForFieldName("body");
  if (body !== null) return body;
  const value = valueIn(node);
  return value === undefined ? undefined : (value.childForFieldName("body") ?? value);
};

const valueIn = (node: Node): Node | undefined => {
  for (const field of valueFields) {
    const value = node.childForFieldName(field);
    if (value !== null) return value;
  }
  const inner = node.childForFieldName("declarator") ?? onlyStatement(node);
  return inner === null || inner === undefined ? undefined : valueIn(inner);
};

/** A declaration around one thing that is declared. */
const onlyStatement = (node: Node): Node | undefined => {
  const [first, ...more] = node.namedChildren;
  const isAround = /_(?:statement|declaration|list)$/.test(node.type) && more.length === 0;
  return isAround && first ? first : undefined;
};

/** Ids of the values that the members of a type are set to. */
export const memberValues = (type: Node): readonly number[] => {
  const members = type.childForFieldName("body")?.namedChildren ?? [];
  return members.flatMap((member) => {
    const value = member === null || member.type === "block" ? undefined : valueIn(member);
    return value === undefined || value.childForFieldName("body") !== null ? [] : [value.id];
  });
};
