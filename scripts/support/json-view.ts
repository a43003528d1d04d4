/** Looks into JSON of unknown shape: the one place where events and request bodies lose their `unknown`. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path of keys, or undefined when any step is missing. */
export const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

/** The string at a path of keys; anything else reads as "". */
export const textAt = (value: unknown, ...keys: string[]): string => {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
};

export const listAt = (value: unknown, ...keys: string[]): readonly unknown[] => {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
};

/** The text of a message's content: a plain string, or its text parts put together. */
export const contentText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listAt({ content }, "content")
        .map((part) => textAt(part, "text"))
        .join("");

/** Undefined when the text is not one JSON value. */
export const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
};
