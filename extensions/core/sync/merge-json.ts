/** Brings two versions of a JSON object together, key by key. Pure. */

import { isJsonObject, type JsonObject, parseJsonObject } from "../ledger/canonical.ts";

/** Undefined where one of them is no object; where both changed a key, theirs holds. */
export const mergeJson = (base: string, ours: string, theirs: string): string | undefined => {
  const [before, own, other] = [parseJsonObject(base) ?? {}, parseJsonObject(ours), parseJsonObject(theirs)];
  if (own === undefined || other === undefined) return undefined;
  return `${JSON.stringify(mergeObjects(before, own, other), null, 2)}\n`;
};

const mergeObjects = (base: JsonObject, ours: JsonObject, theirs: JsonObject): JsonObject => {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const [before, own, other] = [base[key], ours[key], theirs[key]];
      const value = isSame(other, before) ? own : other;
      if (isJsonObject(own) && isJsonObject(other)) {
        return [[key, mergeObjects(isJsonObject(before) ? before : {}, own, other)]];
      }
      return value === undefined ? [] : [[key, value]];
    }),
  );
};

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
