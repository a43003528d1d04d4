/**
 * How what was remembered stands in a memory file: a line of it that readers would take for the file's own gets a
 * backslash, and loses it when it is read. Pure.
 */

/** Heads of entries, marks of superseding, and what git leaves in an unresolved merge; files that were joined have BOMs. */
const own = /^\\*\ufeff?(?:### |> \[superseded |<{7}|>{7})/;

/** As it is kept, before it is written: line feeds only, nothing around it, no half characters. */
export const tidyEntry = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/^\ufeff/, "")
    .trim();

export const asWritten = (text: string): string =>
  text
    .split("\n")
    .map((line) => (own.test(line) ? `\\${line}` : line))
    .join("\n");

export const asRead = (text: string): string => {
  const plain = text.includes("\r") ? text.replace(/\r\n/g, "\n") : text;
  if (!plain.includes("\\")) return plain;
  return plain
    .split("\n")
    .map((line) => (line.startsWith("\\") && own.test(line) ? line.slice(1) : line))
    .join("\n");
};
