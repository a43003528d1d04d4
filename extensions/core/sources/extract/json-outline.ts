/** A short outline of a JSON value: its first levels, one line a key. Pure. */

const maxLines = 40;
const maxDepth = 3;
const maxKeys = 12;

/** A Markdown list. */
export const outlineOfJson = (value: unknown): string => {
  const lines = linesOf({ name: undefined, value, depth: 0 });
  const shown = lines.slice(0, maxLines);
  return [...shown, ...(lines.length > maxLines ? [`- … (${lines.length - maxLines} lines more)`] : [])].join("\n");
};

interface Entry {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

const linesOf = ({ name, value, depth }: Entry): readonly string[] => {
  const label = name === undefined ? "" : `\`${name.replaceAll("`", "'").slice(0, 60)}\`: `;
  const line = `${"  ".repeat(depth)}- ${label}${describe(value)}`;
  if (depth >= maxDepth) return [line];
  const children = childrenOf(value);
  const shown = children.slice(0, maxKeys).flatMap((child) => linesOf({ ...child, depth: depth + 1 }));
  const rest = children.length - maxKeys;
  return [line, ...shown, ...(rest > 0 ? [`${"  ".repeat(depth + 1)}- … (${rest} more)`] : [])];
};

const childrenOf = (value: unknown): readonly { readonly name: string | undefined; readonly value: unknown }[] => {
  if (typeof value !== "object" || value === null) return [];
  // The items of a list are mostly alike: the first one stands for all.
  if (Array.isArray(value)) return typeof value[0] === "object" ? [{ name: "[0]", value: value[0] }] : [];
  return Object.entries(value).map(([name, child]) => ({ name, value: child }));
};

const describe = (value: unknown): string => {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === "object" && value !== null) return `object with ${count(Object.keys(value).length, "key")}`;
  return scalar(value);
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const scalar = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "";
  const characters = [...text.slice(0, 160)];
  return `\`${(characters.length > 60 ? `${characters.slice(0, 59).join("")}…` : text).replaceAll("`", "'")}\``;
};
