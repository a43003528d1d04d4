/** Runs one command line: the only place of the command line that prints answers and sets the exit code. */

import { isWikiError } from "../../core/errors.ts";
import { asLine } from "../../core/visible.ts";
import { packageRoot } from "../package-root.ts";
import { parseCommandLine, wantsJson } from "./arguments.ts";
import { openCall } from "./call.ts";
import { findingsText } from "./findings-text.ts";
import { helpAnswer } from "./help.ts";
import { forTerminal, hasColours, jsonForTerminal, type Paint } from "./paint.ts";
import { requirePerson } from "./person.ts";
import type { Answer, Given, Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";
import { ignoreClosedPipes, type Output, processWorld, type World } from "./world.ts";

export const run = async (): Promise<void> => {
  const world = processWorld();
  ignoreClosedPipes(world.stdout, world.stderr);
  process.exitCode = await main(process.argv.slice(2), world);
};

/** Answers on the world's standard output, complains on its standard error; returns the exit code. */
export const main = async (argv: readonly string[], world: World): Promise<number> => {
  const report: Report = { world, json: wantsJson(argv) };
  try {
    const answer = await answerTo(argv, report);
    printAnswer(answer, report);
    return answer.exitCode ?? 0;
  } catch (error) {
    return printFailure(error, report);
  }
};

interface Report {
  readonly world: World;
  readonly json: boolean;
}

const answerTo = async (argv: readonly string[], { world, json }: Report): Promise<Answer> => {
  const line = parseCommandLine(argv, verbs);
  if (line.ask === "version") {
    const { version } = packageRoot();
    return { data: { version }, text: () => version };
  }
  if (line.ask === "help") return helpAnswer(verbs, line.verb);
  const work = line.verb.prepare(line.given);
  requirePerson(line.verb.personFor(line.given), calledAs(line.verb, line.given), world);
  const call = openCall(world, { cwd: line.cwd, isForAnyPlace: line.verb.isForAnyPlace, isQuiet: json });
  try {
    return await work(call);
  } finally {
    call.close();
  }
};

/** Named in a refusal: what follows the first word may be long. */
const calledAs = ({ name, options }: Verb, { words, options: given }: Given): string => {
  const [first, second] = words;
  const asking = Object.keys(given).flatMap((used) => (options[used]?.person === undefined ? [] : [`--${used}`]));
  const shown = [first ?? [], second === undefined ? [] : "…"].flat();
  return [name, ...shown, ...asking].join(" ");
};

const print = ({ world }: Report, output: Output, render: (paint: Paint) => string): void => {
  const text = forTerminal(render, hasColours(output.isTTY === true, world.noColour));
  if (text !== "") output.write(`${text}\n`);
};

const printAnswer = ({ data, text, warnings = [] }: Answer, report: Report): void => {
  const { stdout, stderr } = report.world;
  if (report.json) {
    stdout.write(`${jsonForTerminal(data)}\n`);
    return;
  }
  print(report, stdout, text);
  print(report, stderr, (paint) => findingsText(warnings, { paint }));
};

const unexpected = "This is a bug in pi-wiki: please report it with these lines.";

const printFailure = (error: unknown, report: Report): number => {
  const { stdout, stderr } = report.world;
  const known = isWikiError(error) ? error : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (report.json) {
    // One from a worker thread has the fields of a refusal, and not its methods.
    const shown = { code: known?.code ?? "internal", message, hint: known?.hint ?? unexpected };
    stdout.write(`${jsonForTerminal({ error: shown })}\n`);
  } else if (known === undefined) {
    const trace = error instanceof Error && error.stack ? error.stack : message;
    print(report, stderr, (paint) => `${paint.bad("pi-wiki failed:")} ${trace}\n${unexpected}`);
  } else {
    print(report, stderr, (paint) => [`${paint.bad("pi-wiki:")} ${asLine(message)}`, paint.dim(known.hint)].join("\n"));
  }
  return known?.exitCode ?? 1;
};
