/** The options that verbs declare: how they are written, what they are for, and how their text becomes a value. */

import { WikiError } from "../../core/errors.ts";
import { isTime } from "../../core/instant.ts";
import { layerNames } from "../../core/vault/vault.ts";
import type { PersonNeed } from "./person.ts";
import { suggestion } from "./suggestion.ts";

export interface Option<Value> {
  /** How its value is shown in usage; an option without one is a flag. */
  readonly placeholder?: string;
  readonly about: string;
  readonly isRequired?: true;
  readonly repeats?: true;
  /** Whom it takes to use it. */
  readonly person?: PersonNeed;
  /** With it a verb that is for somebody at a terminal takes their script too. */
  readonly isUnattended?: true;
  /** `given` has the texts in their order, none when the option was not used; `name` is for refusals. */
  read(given: readonly string[], name: string): Value;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

export const refused = (name: string, problem: string, hint?: string): WikiError =>
  new WikiError("invalid_input", { what: name, problem }, hint);

/** Where an option is given several times, the last one counts. */
const last = (given: readonly string[]): string | undefined => given.at(-1);

export const flag = (about: string): Option<boolean> => ({ about, read: (given) => given.length > 0 });

export const personsFlag = (person: PersonNeed, about: string): Option<boolean> => ({ ...flag(about), person });

export const unattended = (about: string): Option<boolean> => ({ ...flag(about), isUnattended: true });

export const text = (placeholder: string, about: string): Option<string | undefined> => ({
  placeholder,
  about,
  read: last,
});

export const requiredText = (placeholder: string, about: string): Option<string> => ({
  placeholder,
  about,
  isRequired: true,
  read: (given, name) => {
    const value = last(given);
    if (value === undefined) throw new WikiError("usage", { problem: `${name} ${placeholder} is missing.` });
    return value;
  },
});

/** One text for each time it is given. */
export const texts = (placeholder: string, about: string): Option<readonly string[]> => ({
  placeholder,
  about,
  repeats: true,
  read: (given) => given.filter((one) => one.trim() !== ""),
});

const separated = (given: readonly string[]): readonly string[] =>
  given.flatMap((one) => one.split(",").map((word) => word.trim())).filter((word) => word !== "");

/** Words separated by commas. */
export const list = (placeholder: string, about: string): Option<readonly string[]> => ({
  placeholder,
  about,
  read: separated,
});

export const integer = (
  placeholder: string,
  { minimum, maximum, about }: { readonly minimum: number; readonly maximum: number; readonly about: string },
): Option<number | undefined> => ({
  placeholder,
  about,
  read: (given, name) => {
    const value = last(given);
    if (value === undefined) return undefined;
    const fits = /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
    if (!fits) throw refused(name, `"${value}" is not a whole number from ${minimum} to ${maximum}`);
    return Number(value);
  },
});

const wordOf = <Word extends string>(words: readonly Word[], value: string, name: string): Word => {
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw refused(name, `"${value}" is not one of ${words.join(", ")}`, suggestion(value, words));
};

export const oneOf = <Word extends string>(
  words: readonly Word[],
  about: string,
  placeholder = words.join("|"),
): Option<Word | undefined> => ({
  placeholder,
  about,
  read: (given, name) => {
    const value = last(given);
    return value === undefined ? undefined : wordOf(words, value, name);
  },
});

export const requiredOneOf = <Word extends string>(
  words: readonly Word[],
  about: string,
  placeholder: string,
): Option<Word> => {
  const { read } = requiredText(placeholder, about);
  return { placeholder, about, isRequired: true, read: (given, name) => wordOf(words, read(given, name), name) };
};

export const someOf = <Word extends string>(words: readonly Word[], about: string): Option<readonly Word[]> => ({
  placeholder: words.join(","),
  about,
  read: (given, name) => separated(given).map((value) => wordOf(words, value, name)),
});

export const time = (about: string): Option<string | undefined> => ({
  placeholder: "TIME",
  about,
  read: (given, name) => {
    const value = last(given);
    if (value === undefined || isTime(value)) return value;
    throw refused(name, `"${value}" is not a date or time`, "Write it as 2026-09-18 or 2026-09-18T14:30:00Z.");
  },
});

export const layer = (about: string) => oneOf(layerNames, about);
