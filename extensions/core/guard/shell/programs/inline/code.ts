/** A piece of code that is followed: its variables, its folder, and what it did that nobody could follow. */

import type { Call } from "../../shell.ts";
import type { ShellState } from "../../state.ts";
import { mark } from "../../text.ts";
import { hole, type Language, type Node, nodesOf } from "./tokens.ts";
import { type FunctionCall, nothing, type Value } from "./value.ts";

/** How statements and calls are followed; each needs the other. */
export interface Engine {
  readonly run: (nodes: readonly Node[], code: Code) => Value;
  readonly call: (call: FunctionCall, code: Code) => Value;
}

interface CodeOptions {
  readonly language: Language;
  /** Of the command line, after the code. */
  readonly args: readonly string[];
  readonly engine: Engine;
  readonly depth?: number;
}

const deepest = 4;

export class Code {
  readonly call: Call;
  readonly options: CodeOptions;
  readonly variables = new Map<string, Value>();
  /** With those that the code makes: place to target place. */
  links: ReadonlyMap<string, string>;
  cwd: string;
  printed = "";
  /** Something is written at a place that nobody can know. */
  isAimless = false;
  /** A protected path that the code names. */
  sealed: string | undefined;

  constructor(call: Call, options: CodeOptions) {
    this.call = call;
    this.options = options;
    this.cwd = call.state.cwd;
    this.links = call.state.links;
  }

  get language(): Language {
    return this.options.language;
  }

  get state(): ShellState {
    return { ...this.call.state, cwd: this.cwd, links: this.links, isHeard: false };
  }

  run(text: string): void {
    this.sealed ??= this.options.args.find((arg) => this.isSealed(arg));
    this.options.engine.run(nodesOf(text, this.language), this);
    if (this.isAimless && this.sealed !== undefined) this.call.shell.touch(this.sealed, "tree", this.state);
  }

  /** Code that this code runs: a text that it evaluates, a file that it loads. */
  runInner(text: string): void {
    const depth = (this.options.depth ?? 0) + 1;
    if (text === mark.unknown || depth > deepest) return;
    const inner = new Code(this.call, { ...this.options, depth });
    inner.cwd = this.cwd;
    inner.links = this.links;
    inner.run(text);
    this.links = inner.links;
  }

  named(name: string): Value {
    const known = this.variables.get(name.replace(/^[$@%&]/, ""));
    if (known !== undefined) return known;
    if (/^(@?ARGV|argv)$/.test(name)) return { ...nothing, items: this.options.args, name };
    return /^(__dirname|__DIR__)$/.test(name) ? { text: ".", name } : { ...nothing, name };
  }

  /** A string with the variables that stand in it. */
  filled(text: string): string {
    if (!text.includes(hole.open)) return text;
    const pattern = new RegExp(`${hole.open}(\\w+)${hole.close}`, "g");
    return text.replace(pattern, (_whole, name: string) => this.named(name).text);
  }

  isSealed(path: string): boolean {
    const isPathLike = path.length < 512 && /[./]/.test(path) && !path.includes("\n");
    return isPathLike && this.call.shell.isSealed(path, this.state);
  }

  /** Of many, the one that matters. */
  oneOf({ text, items }: Value): string {
    if (items === undefined) return text;
    return items.find((item) => this.isSealed(item)) ?? items[0] ?? mark.unknown;
  }
}
