/** Renders what the code declares (tools, verbs, settings, error codes) as Markdown tables. Pure. */

export interface ToolRow {
  readonly name: string;
  readonly effect: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly input: { readonly properties?: object; readonly required?: readonly string[] };
}

export interface VerbRow {
  readonly name: string;
  readonly usage?: string;
  readonly summary: string;
}

export interface SettingRow {
  readonly values?: readonly string[];
  readonly type?: string;
  readonly default: unknown;
  readonly summary: string;
}

export interface ErrorRow {
  readonly message: string;
  readonly remedy: string;
  readonly exitCode: number;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

const code = (text: string): string => `\`${text}\``;

/** What follows the first sentence is for the model, not for a table. */
const firstSentence = (text: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

const argumentsOf = ({ properties = {}, required = [] }: ToolRow["input"]): string =>
  Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(", ");

export const renderTools = (tools: readonly ToolRow[]): string =>
  table(
    ["tool", "effect", "what it does", "arguments"],
    tools.map((tool) => [code(tool.name), tool.effect, firstSentence(tool.description), argumentsOf(tool.input)]),
  );

/** `prefix` is what a person types before the verb. */
export const renderVerbs = (verbs: readonly VerbRow[], prefix: string): string =>
  table(
    ["command", "what it does"],
    verbs.map(({ name, usage, summary }) => [code([prefix, name, usage].filter(Boolean).join(" ")), summary]),
  );

export const renderSettings = (rules: Readonly<Record<string, SettingRow>>): string =>
  table(
    ["setting", "values", "default", "what it does"],
    Object.entries(rules).map(([key, rule]) => [
      code(key),
      rule.values?.map(code).join(", ") ?? rule.type ?? "",
      code(JSON.stringify(rule.default)),
      rule.summary,
    ]),
  );

export const renderErrors = (codes: Readonly<Record<string, ErrorRow>>): string =>
  table(
    ["code", "exit", "message", "remedy"],
    Object.entries(codes).map(([name, rule]) => [code(name), String(rule.exitCode), rule.message, rule.remedy]),
  );
