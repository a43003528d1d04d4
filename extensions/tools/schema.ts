/** Pieces of tool schemas: plain JSON Schema, the same on every host. The owner of TypeBox. */

import { type TProperties, type TSchema, type TUnsafe, Type } from "@sinclair/typebox";
import { layerNames } from "../core/vault/vault.ts";

export const object = Type.Object;

/** An object that takes nothing else. */
export const closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const optional = Type.Optional;

export const text = (description: string) => Type.String({ description });

export const list = <Item extends TSchema>(item: Item, description: string, maxItems = 20) =>
  Type.Array(item, { description, maxItems });

export const texts = (description: string, maxItems = 20) => list(Type.String(), description, maxItems);

export const integer = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ description, minimum, maximum });

export const flag = (description: string) => Type.Boolean({ description });

/** One of some words: `enum`, which every provider understands. */
export const oneOf = <Word extends string>(words: readonly Word[], description: string): TUnsafe<Word> =>
  Type.Unsafe<Word>({ type: "string", enum: [...words], description });

export const someOf = <Word extends string>(words: readonly Word[], description: string): TUnsafe<Word[]> =>
  Type.Unsafe<Word[]>({ type: "array", items: { type: "string", enum: [...words] }, description });

/** Which vault to read or write: every tool that takes a layer takes it so. */
export const layer = (description: string) => optional(oneOf(layerNames, description));

/** Every tool that asks the map of the repository takes it so. */
export const refresh = optional(flag("Bring the map up to date first"));
