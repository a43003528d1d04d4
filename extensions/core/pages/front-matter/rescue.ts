/**
 * Makes front matter readable that people and merges left slightly broken, without moving a character: what is
 * hidden keeps its length, so every offset still counts in the original. Pure.
 */

type Side = "none" | "ours" | "base" | "theirs";

/** Hides the markers of an unresolved merge and all sides but one; undefined when there is no merge. */
export const oneSide = (block: string, keep: "ours" | "theirs"): string | undefined => {
  if (!/^<{7}(?: |$)/m.test(block)) return undefined;
  let side: Side = "none";
  const lines = block.split("\n").map((line) => {
    const next = nextSide(side, line);
    const shown = next === side && (side === "none" || side === keep);
    side = next;
    return shown ? line : " ".repeat(line.length);
  });
  return lines.join("\n");
};

const nextSide = (side: Side, line: string): Side => {
  if (side === "none") return /^<{7}(?: |$)/.test(line) ? "ours" : side;
  if (side === "ours" && /^\|{7}(?: |$)/.test(line)) return "base";
  if (side !== "theirs") return line === "=======" ? "theirs" : side;
  return /^>{7}(?: |$)/.test(line) ? "none" : side;
};

export interface LooseValues {
  readonly block: string;
  /** The text that stands at an offset, where the block now has a plain word of the same length. */
  readonly texts: ReadonlyMap<number, string>;
}

/** Indentation, dashes and a key, then the value. */
const valueLine = /^( *(?:- +)*(?:[A-Za-z_][A-Za-z0-9_-]*: +)?)(\S.*)$/gm;

/** Text that YAML wants quoted: `Deploy: how`, `@scope/name`, "`code` first", `"Quoted" word`, `[WIP] title`. */
const loose = [
  /^[^\s\-?:,[\]{}#&*!|>'"%@`].*:(?: |$)/,
  /^[@`%]/,
  /^"(?:[^"\\]|\\.)*" *[^\s#:,]/,
  /^'(?:[^']|'')*' *[^\s#:,]/,
  /^\[[^[\]]*\] *[^\s#:,\]]/,
];

/** Hides values that need quotes and have none; undefined when there are none. */
export const hideLooseValues = (block: string): LooseValues | undefined => {
  const texts = new Map<number, string>();
  const hidden = block.replace(valueLine, (line: string, prefix: string, rest: string, offset: number) => {
    const text = rest.trimEnd();
    if (prefix === "" || !loose.some((pattern) => pattern.test(text))) return line;
    texts.set(offset + prefix.length, text);
    return prefix + "x".repeat(text.length) + rest.slice(text.length);
  });
  return texts.size === 0 ? undefined : { block: hidden, texts };
};

const withholdingLine =
  /^(status|confidence_level|task_id|valid_from|valid_until):[ \t]*["'[]?[ \t]*([^\s"'[\],#][^"'[\],#\n]*)/gm;

/** The fields that may withhold a page, from the lines of front matter that is no YAML; of two the first. */
export const withholdingFields = (block: string): Readonly<Record<string, string>> => {
  const fields = Array.from(
    block.matchAll(withholdingLine),
    ([, key = "", value = ""]) => [key, value.trim()] as const,
  );
  return Object.fromEntries(fields.reverse());
};
