/** Help, from the same declarations that command lines are read with. */

import { commonOptions, unknownVerb } from "./arguments.ts";
import type { Options } from "./option.ts";
import type { Paint } from "./paint.ts";
import { type Answer, defineVerb, type Verb } from "./verb.ts";

export const helpVerb = (verbs: () => readonly Verb[]): Verb =>
  defineVerb({
    name: "help",
    summary: "Shows the verbs, or what one verb takes.",
    words: { placeholder: "VERB", about: "Which verb.", take: "one" },
    options: {},
    run: async ({ words: [name] }) => helpAnswer(verbs(), name),
  });

export const helpAnswer = (verbs: readonly Verb[], name: string | undefined): Answer => {
  if (name === undefined) {
    return { data: { verbs: verbs.map(row) }, text: (paint) => overview(verbs, paint) };
  }
  const verb = verbs.find((one) => one.name === name);
  if (verb === undefined) throw unknownVerb(name, verbs);
  return { data: row(verb), text: (paint) => details(verb, paint) };
};

const row = ({ name, usage, summary }: Verb) => ({ name, usage, summary });

type Line = readonly [left: string, right: string];

const gap = 2;

const columns = (lines: readonly Line[], paint: Paint): readonly string[] => {
  const width = Math.max(...lines.map(([left]) => left.length)) + gap;
  return lines.map(([left, right]) => `  ${paint.strong(left)}${" ".repeat(width - left.length)}${right}`);
};

const optionLines = (options: Options): readonly Line[] =>
  Object.entries(options).map(([name, { placeholder, about, repeats }]) => [
    placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`,
    repeats ? `${about} May be given several times.` : about,
  ]);

const overview = (verbs: readonly Verb[], paint: Paint): string =>
  [
    "Usage: pi-wiki VERB …",
    "",
    ...columns(
      verbs.map(({ name, summary }) => [name, summary]),
      paint,
    ),
    "",
    "For every verb:",
    ...columns(optionLines(commonOptions), paint),
    "",
    "`pi-wiki help VERB` shows what a verb takes, `pi-wiki --version` the version.",
    "Exit codes: 0 ok, 1 bug, 2 usage or bad input, 3 not found, 4 findings, conflict or refusal, 5 integrity.",
  ].join("\n");

const details = ({ name, usage, summary, words, options }: Verb, paint: Paint): string => {
  const lines: readonly Line[] = [
    ...(words === undefined ? [] : [[words.placeholder, words.about] as const]),
    ...optionLines(options),
    ...optionLines(commonOptions),
  ];
  return [`Usage: pi-wiki ${[name, usage].filter(Boolean).join(" ")}`, "", summary, "", ...columns(lines, paint)].join(
    "\n",
  );
};
