/**
 * Runs the rules of secretlint's preset, and is the only file that imports them. They are called without its engine:
 * that one keeps a record of every call for as long as the process lives, and obeys comments in the text that switch
 * rules off.
 */

export interface KeptFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What of a rule is used here. */
interface KeptRule {
  readonly meta: { readonly id: string };
  create(
    context: KeptContext,
    options: object,
  ): { file(source: { content: string; filePath: string; ext: string }): unknown };
}

interface KeptMessage {
  /** Holds the secret itself, whatever the range says. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface KeptContext {
  createTranslator(messages: unknown): (id: string, data?: KeptMessage["data"]) => KeptMessage;
  report(report: { readonly message: KeptMessage; readonly range: readonly [number, number] }): void;
}

/**
 * Comments that switch rules off have no effect here; the rule for Google's key files takes whole files; and of an
 * address only the password is a secret, for which there is a rule of our own.
 */
const leftOut: ReadonlySet<string> = new Set(["filter-comments", "gcp", "basicauth", "database-connection-string"]);

const names: Readonly<Record<string, string>> = { privatekey: "private-key", "hashicorp-vault": "hashicorp" };

const nameOf = ({ meta }: KeptRule): string => {
  const name = meta.id.replace("@secretlint/secretlint-rule-", "");
  return names[name] ?? name;
};

const shortest = 16;
const longestName = 300;

let loading: Promise<readonly KeptRule[]> | undefined;

const load = async (): Promise<readonly KeptRule[]> => {
  const { rules }: { rules: readonly KeptRule[] } = await import("@secretlint/secretlint-rule-preset-recommend");
  return rules.filter((rule) => !leftOut.has(nameOf(rule)));
};

export const findByKeptRules = async (text: string): Promise<readonly KeptFinding[]> => {
  loading ??= load();
  const rules = await loading;
  const found: KeptFinding[] = [];
  for (const rule of rules) {
    const context: KeptContext = {
      createTranslator: () => (_id, data) => ({ data: data ?? {} }),
      report: ({ message, range }) => {
        const [start, end] = placeOf(text, message, range[0]) ?? [];
        if (start !== undefined && end !== undefined) found.push({ rule: nameOf(rule), start, end });
      },
    };
    const done = rule.create(context, {}).file({ content: text, filePath: "", ext: "" });
    // Most answer at once, and there are many short texts.
    if (done instanceof Promise) await done;
  }
  return found;
};

/**
 * Some ranges cover only a part of the secret, or begin at the name before it: the secret is where its text is.
 * A short one is a piece of code that makes such tokens.
 */
const placeOf = (text: string, { data }: KeptMessage, from: number): readonly [number, number] | undefined => {
  const values = Object.values(data).filter((value) => typeof value === "string");
  const [secret = ""] = values.sort((a, b) => b.length - a.length);
  const start = text.indexOf(secret, from);
  if (secret.length < shortest || start === -1 || start > from + longestName) return undefined;
  return [start, start + secret.length];
};
