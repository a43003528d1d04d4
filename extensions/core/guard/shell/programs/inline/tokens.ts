/** Reads the code of one-liners into strings, words, signs and nested groups, for several languages at once. Pure. */

import { mark } from "../../text.ts";

export type Language = "javascript" | "python" | "perl" | "ruby" | "php" | "lua";

export type Node =
  | { readonly kind: "string"; readonly text: string; readonly isCommand: boolean }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "sign"; readonly text: string }
  | { readonly kind: "group"; readonly open: string; readonly nodes: readonly Node[] };

/** Around the name of a variable inside a string. */
export const hole = { open: "\uE005", close: "\uE006" } as const;

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export const nodesOf = (code: string, language: Language): readonly Node[] => new Reader(code, language).all();

class Reader {
  readonly #code: string;
  readonly #language: Language;
  #at = 0;

  constructor(code: string, language: Language) {
    this.#code = code;
    this.#language = language;
  }

  all(): readonly Node[] {
    const nodes: Node[] = [];
    while (this.#at < this.#code.length) nodes.push(...this.#until(""));
    return nodes;
  }

  #until(closer: string): readonly Node[] {
    const nodes: Node[] = [];
    while (this.#at < this.#code.length) {
      if (this.#skip(this.#blank())) continue;
      const char = this.#code[this.#at] ?? "";
      if (char === closer || /[)\]}]/.test(char)) {
        this.#at += 1;
        break;
      }
      nodes.push(this.#node(char, nodes.at(-1)));
    }
    return nodes;
  }

  #node(char: string, before: Node | undefined): Node {
    const closer = closers[char];
    if (closer !== undefined) {
      this.#at += 1;
      return { kind: "group", open: char, nodes: this.#until(closer) };
    }
    return this.#string() ?? this.#regex(before) ?? this.#word() ?? this.#sign(char);
  }

  /** Blanks and comments; a line's end counts where it ends a statement. */
  #blank(): RegExp {
    if (this.#language === "javascript") return /[^\S\n]+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
    if (this.#language === "php") return /[^\S\n]+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
    return this.#language === "lua" ? /[^\S\n]+|--[^\n]*/y : /[^\S\n]+|#[^\n]*|\\\n/y;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#code)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#code) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }

  #string(): Node | undefined {
    return this.#longString() ?? this.#operatorString() ?? this.#quoted();
  }

  #longString(): Node | undefined {
    const python = this.#match(/([rbfuRBFU]{0,2})("""|''')([\s\S]*?)\2/y);
    if (python !== undefined) return stringNode(python[3] ?? "", /f/i.test(python[1] ?? "") ? "braces" : "none");
    const lua = this.#language === "lua" ? this.#match(/\[\[([\s\S]*?)\]\]/y) : undefined;
    return lua === undefined ? undefined : stringNode(lua[1] ?? "", "none");
  }

  /** `q(…)`, `qq{…}`, `%w(…)`. */
  #operatorString(): Node | undefined {
    if (this.#language !== "perl" && this.#language !== "ruby") return undefined;
    const found = this.#match(/\b(qq?|qx|%[qQ]?)(?:\(([^)]*)\)|\{([^}]*)\}|\/([^/]*)\/)/y);
    if (found === undefined) return undefined;
    const [, operator, ...bodies] = found;
    const body = bodies.find((one) => one !== undefined) ?? "";
    return { ...stringNode(body, operator === "qq" ? "dollar" : "none"), isCommand: operator === "qx" };
  }

  #quoted(): Node | undefined {
    const found = this.#match(/([rbfuRBFU]{0,2})(["'`])((?:\\[\s\S]|(?!\2)[^\\])*)(?:\2|$)/y);
    if (found === undefined) return undefined;
    const [, prefix = "", quote = "", body = ""] = found;
    const text = /r/i.test(prefix) ? body : unescaped(body);
    const isCommand = quote === "`" && this.#language !== "javascript";
    return { ...stringNode(text, this.#interpolation(prefix, quote)), isCommand };
  }

  #interpolation(prefix: string, quote: string): Interpolation {
    if (this.#language === "python") return /f/i.test(prefix) ? "braces" : "none";
    if (this.#language === "javascript") return quote === "`" ? "dollar-braces" : "none";
    if (quote === "'" || this.#language === "lua") return "none";
    return this.#language === "ruby" ? "hash-braces" : "dollar";
  }

  /** A regular expression stands where an operand may. */
  #regex(before: Node | undefined): Node | undefined {
    if (this.#language === "python" || !isBeforeOperand(before)) return undefined;
    const found = this.#match(/\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+\/[a-z]*/y);
    return found === undefined ? undefined : { kind: "sign", text: "regex" };
  }

  #word(): Node | undefined {
    const found = this.#match(/[$@%&]?[A-Za-z_$][\w$]*|\d[\w.]*/y);
    return found === undefined ? undefined : { kind: "word", text: found[0] };
  }

  #sign(char: string): Node {
    const found = this.#match(/=>|->|::|===?|!==?|<=|>=|&&|\|\||\?\?|\?\.|\.\.\.|\*\*|\/\/|\n/y)?.[0];
    if (found === undefined) this.#at += 1;
    return { kind: "sign", text: found ?? char };
  }
}

const isBeforeOperand = (node: Node | undefined): boolean => {
  if (node === undefined) return true;
  if (node.kind === "word") return /^(return|if|and|or|not|unless|split)$/.test(node.text);
  return node.kind === "sign" && !/^[)\]]$/.test(node.text);
};

/** How variables are written into a string. */
type Interpolation = "none" | "braces" | "dollar-braces" | "hash-braces" | "dollar";

const holes: Readonly<Record<Exclude<Interpolation, "none">, RegExp>> = {
  braces: /\{([^{}]*)\}/g,
  "dollar-braces": /\$\{([^{}]*)\}/g,
  "hash-braces": /#\{([^{}]*)\}/g,
  dollar: /\{?\$\{?(\w+)\}?(?:->\w+|\[[^\]]*\])?\}?/g,
};

const stringNode = (body: string, interpolation: Interpolation) => {
  const fill = (_whole: string, inner: string): string =>
    /^\w+$/.test(inner.trim()) ? `${hole.open}${inner.trim()}${hole.close}` : mark.unknown;
  const text = interpolation === "none" ? body : body.replace(holes[interpolation], fill);
  return { kind: "string" as const, text, isCommand: false };
};

const namedEscapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "0": "\0" };

const unescaped = (body: string): string =>
  body.replace(/\\(?:(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4,6})\}?)|[\s\S])/g, (whole, hex, unicode) => {
    const digits: unknown = hex ?? unicode;
    if (typeof digits === "string") return String.fromCodePoint(Number.parseInt(digits, 16));
    return namedEscapes[whole.slice(1)] ?? whole.slice(1);
  });
