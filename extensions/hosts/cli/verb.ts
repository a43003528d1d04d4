/** What a verb of the command line is: its declaration, from which arguments and help come, and its work. */

import { WikiError } from "../../core/errors.ts";
import type { Finding } from "../../core/finding.ts";
import type { ResolvedSettings } from "../../core/settings.ts";
import type { Workspace } from "../../workspace.ts";
import type { OpenEditor } from "./editor.ts";
import type { Options, ValuesOf } from "./option.ts";
import type { Paint } from "./paint.ts";
import { type PersonNeed, strictest } from "./person.ts";
import type { Progress } from "./progress.ts";
import type { OpenScreen } from "./screen.ts";

/** What a verb may use while it works. */
export interface Call {
  /** Opened by the first call: a verb that needs no vault answers without loading what works on them. */
  workspace(): Promise<Workspace>;
  /** What the settings files say, with what is wrong in them. */
  settings(): Promise<ResolvedSettings>;
  /** Standard input as text; only for an argument that is `-`. */
  readStdin(): Promise<string>;
  openProgress(label: string): Promise<Progress>;
  /** Aborted by Ctrl-C, which from the first call of this on no longer ends the process. */
  interruptSignal(): AbortSignal;
  /** The answer is for a program. */
  readonly isJson: boolean;
  /** Undefined where nobody sees one. */
  readonly screen: OpenScreen | undefined;
  /** Undefined where none can open. */
  readonly editor: OpenEditor | undefined;
  readonly isColoured: boolean;
}

export interface Answer {
  /** The JSON value for programs. */
  readonly data: object;
  /** For a person. */
  readonly text: (paint: Paint) => string;
  /** 0 when not given. */
  readonly exitCode?: number;
  /** Told to a person on the side. */
  readonly warnings?: readonly Finding[];
}

/** The words after the verb. */
export interface Words {
  readonly placeholder: string;
  readonly about: string;
  readonly isRequired?: true;
  /** How many; more are joined by spaces unless they are one by one. */
  readonly take: "joined" | "one" | "each";
  /** They name pages or packets: a path of one, as a shell completes it, does too. */
  readonly areIds?: true;
}

export interface Given {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, readonly string[]>>;
}

export interface Verb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly words: Words | undefined;
  readonly options: Options;
  readonly isForAnyPlace: boolean;
  /** Whom it takes to call it so; undefined for anybody. */
  personFor(given: Given): PersonNeed | undefined;
  /** Checks what was given, then gives the work; a bad argument is refused before anything is opened. */
  prepare(given: Given): (call: Call) => Promise<Answer>;
}

export interface VerbDefinition<Declared extends Options> {
  readonly name: string;
  readonly summary: string;
  readonly words?: Words;
  readonly options: Declared;
  /** It shows and changes nothing of a vault: an agent's shell may ask about places that its session has nothing to do with. */
  readonly isForAnyPlace?: true;
  /** Whom it takes, always or with so many words, or to list only; options may ask for a person too. */
  readonly person?: PersonNeed | ((words: readonly string[], isJson: boolean) => PersonNeed | undefined);
  run(input: { readonly words: readonly string[]; readonly options: ValuesOf<Declared> }, call: Call): Promise<Answer>;
}

export const defineVerb = <Declared extends Options>(definition: VerbDefinition<Declared>): Verb => {
  const { name, summary, words, options, person, isForAnyPlace = false, run } = definition;
  return {
    name,
    isForAnyPlace,
    summary,
    words,
    options,
    usage: usageOf(words, options),
    personFor: ({ words: said, options: given }) => {
      const used = Object.keys(given).flatMap((one) => options[one] ?? []);
      const own = typeof person === "function" ? person(said, given["json"] !== undefined) : person;
      const isUnattended = own === "terminal" && used.some((option) => option.isUnattended === true);
      return strictest([isUnattended ? "script" : own, ...used.map((option) => option.person)]);
    },
    prepare: (given) => {
      const input = { words: readWords(words, given.words), options: readOptions(options, given.options) };
      return (call) => run(input, call);
    },
  };
};

const readWords = (words: Words | undefined, given: readonly string[]): readonly string[] => {
  const most = words === undefined ? 0 : words.take === "one" ? 1 : Number.POSITIVE_INFINITY;
  if (given.length > most) {
    const extra = given.slice(most).map((word) => `"${word}"`);
    throw new WikiError("usage", {
      problem: `${extra.join(", ")} is too much; put quotes around words that belong together.`,
    });
  }
  if (words === undefined) return [];
  if (words.isRequired && given.join("").trim() === "") {
    throw new WikiError("usage", { problem: `${words.placeholder} is missing.` });
  }
  if (words.areIds) return given.map(idOfPath);
  return words.take === "joined" && given.length > 0 ? [given.join(" ")] : given;
};

/** `.llm-wiki\wiki\notes\lamp.md` of Windows is the page `notes/lamp`; no id has a backslash. */
const idOfPath = (word: string): string =>
  word
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)?(?:\.llm-wiki\/)?wiki\//, "")
    .replace(/\.md$/i, "");

const readOptions = <Declared extends Options>(options: Declared, given: Given["options"]): ValuesOf<Declared> => {
  const values = Object.entries(options).map(([name, option]) => [name, option.read(given[name] ?? [], `--${name}`)]);
  return Object.fromEntries(values) as ValuesOf<Declared>; // Each option read its own value.
};

/** Required options first, as a person would write them. */
const usageOf = (words: Words | undefined, options: Options): string => {
  const written = Object.entries(options).map(([name, { placeholder, isRequired, repeats }]) => {
    const one = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
    return { isRequired, shown: isRequired ? one : `[${one}]${repeats ? "…" : ""}` };
  });
  const [required, optional] = [written.filter((one) => one.isRequired), written.filter((one) => !one.isRequired)];
  const place = words && (words.isRequired ? words.placeholder : `[${words.placeholder}]`);
  return [...(place === undefined ? [] : [place]), ...[...required, ...optional].map(({ shown }) => shown)].join(" ");
};
