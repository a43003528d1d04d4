/** An object that carries the hash of its own text: sealing it, and telling whether a text is what was sealed. Pure. */

import {
  byCodePoint,
  canonicalMembers,
  type HashFunction,
  isPlainlyCanonical,
  type JsonObject,
  joinMembers,
  withoutMember,
} from "./canonical.ts";

export interface HashRule {
  /** The field that holds the hash. */
  readonly field: string;
  readonly hash: HashFunction;
}

export interface Sealed {
  readonly fields: JsonObject;
  readonly hash: string;
  /** The canonical text, without a line feed at its end. */
  readonly text: string;
}

/** The object with the hash, `sha256:` of the canonical text of everything but the hash field itself. */
export const sealObject = (body: JsonObject, rule: HashRule): Sealed => {
  const members = canonicalMembers(body);
  const hash = `sha256:${rule.hash(joinMembers(members))}`;
  // The body may be long: it is written once, and the hash put in its place among the members.
  const before = Object.keys(body).filter((key) => byCodePoint(key, rule.field) < 0).length;
  const text = joinMembers([
    ...members.slice(0, before),
    ...canonicalMembers({ [rule.field]: hash }),
    ...members.slice(before),
  ]);
  return { fields: { ...body, [rule.field]: hash }, hash, text };
};

/** Whether the text, from which the fields were parsed, is canonical and carries its own hash, to the byte. */
export const carriesOwnHash = (text: string, fields: JsonObject, rule: HashRule): boolean => {
  const hash = fields[rule.field];
  if (typeof hash !== "string") return false;
  const body = bodyCutOut(text, fields, { ...rule, own: hash }) ?? bodyMadeAnew(text, fields, rule);
  return body !== undefined && hash === `sha256:${rule.hash(body)}`;
};

/** What was sealed, cut out of a text that is plainly canonical; undefined when that takes a closer look. */
const bodyCutOut = (
  text: string,
  fields: JsonObject,
  { field, own }: HashRule & { readonly own: string },
): string | undefined => (isPlainlyCanonical(text, fields) ? withoutMember(text, field, own) : undefined);

const bodyMadeAnew = (text: string, fields: JsonObject, { field }: HashRule): string | undefined => {
  const members = canonicalOrUndefined(fields);
  if (members === undefined || joinMembers(members) !== text) return undefined;
  const hashMember = `${JSON.stringify(field)}:`;
  return joinMembers(members.filter((member) => !member.startsWith(hashMember)));
};

const canonicalOrUndefined = (fields: JsonObject): readonly string[] | undefined => {
  try {
    return canonicalMembers(fields);
  } catch {
    // A text may hold JSON without a canonical form, such as a float: nothing that was sealed.
    return undefined;
  }
};
