/** Fills the `{{field}}` places of a template; there is nothing else in the template language. Pure. */

export type TemplateValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>;
export type TemplateFields = Readonly<Record<string, TemplateValue | undefined>>;

/**
 * In the front matter a value is written as JSON, which is YAML too, so that no title can break it; in
 * the body as text. A line whose fields all lack a value is left out.
 */
export const fillTemplate = (template: string, fields: TemplateFields): string => {
  const text = template.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const front = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0] ?? "";
  const body = fillLines(text.slice(front.length), { fields, render: asText });
  return fillLines(front, { fields, render: asJson }) + body.replace(/\n{3,}/g, "\n\n").replace(/\n+$/, "\n");
};

interface Filling {
  readonly fields: TemplateFields;
  readonly render: (value: TemplateValue) => string;
}

const place = /\{\{(\w+)\}\}/g;

const fillLines = (text: string, { fields, render }: Filling): string =>
  text
    .split("\n")
    .filter((line) => {
      const names = [...line.matchAll(place)].map((match) => match[1] ?? "");
      return names.length === 0 || names.some((name) => fieldValue(fields, name) !== undefined);
    })
    .map((line) => {
      const filled = line.replace(place, (_, name: string) => {
        const value = fieldValue(fields, name);
        return value === undefined ? "" : render(value);
      });
      return line.startsWith("#") ? filled.replace(/\s*\n\s*/g, " ") : filled;
    })
    .join("\n");

const fieldValue = (fields: TemplateFields, name: string): TemplateValue | undefined => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === "" ? undefined : value;
};

// A word such as `draft` reads better bare; `true` and its like would not be text any more.
const isPlainWord = (text: string): boolean =>
  /^[a-z][a-z0-9_]*$/.test(text) && !["true", "false", "null"].includes(text);

const asJson = (value: TemplateValue): string =>
  typeof value === "string" && isPlainWord(value) ? value : JSON.stringify(value);

const asText = (value: TemplateValue): string => (typeof value === "string" ? value.trim() : JSON.stringify(value));
