/** The verbs of our own command line that only a person may use, as a shell command may spell them. */

import { type Denial, denial } from "../decision.ts";

/** Whatever follows them; the command line declares the same of its verbs. */
export const personVerbs: ReadonlySet<string> = new Set(
  "confirm reject retire restore set-status promote review forget accept observe".split(" "),
);

/** Of `knowledge`: those that say that something is so, or let in what others say. */
const knowledgeVerbs: ReadonlySet<string> = new Set(["accept", "observe", "import", "repair"]);

const valueOptions = /^--(cwd|layer|reason|from|to|name|limit|task|session)$/;

/** `program` is the file's name; `file` what an interpreter would run. */
export const isOwnCommand = (program: string, args: readonly string[]): boolean =>
  program === "pi-wiki" || ((program === "node" || program === "nodejs") && args.some(isOwnLauncher));

const isOwnLauncher = (arg: string): boolean => /(^|\/)(hosts\/cli\/bin\.mjs|\.bin\/pi-wiki|bin\/pi-wiki)$/.test(arg);

/** The refusal of a verb that grants or takes trust. */
export const personDenial = (program: string, args: readonly string[]): Denial | undefined => {
  const start = program === "pi-wiki" ? 0 : args.findIndex(isOwnLauncher) + 1;
  const words = args
    .slice(start)
    .filter((arg, index, all) => !arg.startsWith("-") && !valueOptions.test(all[index - 1] ?? ""));
  const [verb = "", ...rest] = words;
  const isForced = verb === "capture" && args.includes("--force");
  const isRefused = isForced || args.includes("--unattended") || isPersons(verb, rest, args);
  return isRefused ? denial("person-verb", `pi-wiki ${[verb, ...rest].join(" ")}`.trim()) : undefined;
};

const isPersons = (verb: string, rest: readonly string[], args: readonly string[]): boolean => {
  if (verb === "review") return !args.includes("--json");
  if (verb === "guard") return rest[0] === "heal";
  if (verb === "settings") return rest.length > 1;
  if (verb === "trajectories") return rest.length > 0;
  if (verb === "skills") return rest[0] === "export";
  if (verb === "weakness") return args.some((arg) => /^--gate-result(?:=|$)/.test(arg));
  if (verb === "knowledge") return knowledgeVerbs.has(rest[0] ?? "");
  return personVerbs.has(verb);
};
