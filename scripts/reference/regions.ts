/** Marked regions of a Markdown file: `<!-- reference:tools -->` … `<!-- /reference:tools -->`. Pure. */

const open = (name: string): string => `<!-- reference:${name} -->`;
const close = (name: string): string => `<!-- /reference:${name} -->`;

const place = (text: string, name: string): { start: number; end: number } | undefined => {
  const start = text.indexOf(open(name)) + open(name).length;
  const end = text.indexOf(close(name));
  return text.includes(open(name)) && end >= start ? { start, end } : undefined;
};

/** Undefined when the document has no such region. */
export const readRegion = (text: string, name: string): string | undefined => {
  const found = place(text, name);
  return found && text.slice(found.start, found.end).trim();
};

export const replaceRegion = (text: string, name: string, content: string): string => {
  const found = place(text, name);
  if (!found) throw new Error(`There is no region "${name}".`);
  return `${text.slice(0, found.start)}\n\n${content}\n\n${text.slice(found.end)}`;
};
