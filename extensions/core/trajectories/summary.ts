/** `extracted.md` of a trajectory: what a person wants to read of it. Pure. */

import { asLine, visible } from "../visible.ts";
import { readable, type Trajectory, type TrajectoryOutcome, type TrajectoryStep } from "./packet.ts";
import { outcomeText } from "./render-kept.ts";
import { type AskedPrompt, changesIn, code, type Deed, deedsIn, isLook, pathOf, type TriedCall } from "./step-lines.ts";

export interface SummaryFacts {
  readonly title: string;
  readonly outcome: TrajectoryOutcome;
  /** With all of its steps, also where its packet has no room for them. */
  readonly trajectory: Trajectory;
}

const longestText = 1_500;
const longestSaid = 500;
const mostDeeds = 120;
const mostFailures = 12;

export const renderSummary = ({ title, outcome, trajectory }: SummaryFacts): string => {
  const deeds = deedsIn(trajectory);
  const tried = deeds.filter((deed): deed is TriedCall => "pair" in deed);
  const sections = [
    `# ${asLine(title)}`,
    factsOf(trajectory, tried),
    `**Outcome:** ${outcomeText(outcome)}`,
    `## Task\n\n${quoted(readable(trajectory.prompt), longestText) || "_Nothing was asked in words._"}`,
    `## What was tried, in order\n\n${listed(deeds, trajectory)}`,
    failuresIn(tried),
    evidenceIn(tried),
    lastWords(trajectory),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
};

const factsOf = (trajectory: Trajectory, tried: readonly TriedCall[]): string => {
  const { id, captured, model, cwd, git, task_id: task, steps } = trajectory;
  const tools = new Map<string, number>();
  for (const { pair } of tried) tools.set(pair.call.name, (tools.get(pair.call.name) ?? 0) + 1);
  const named = [...tools].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${asLine(name, 40)} ${count}`);
  const calls = tried.length === 0 ? "no tool calls" : `${tried.length} tool calls (${named.slice(0, 8).join(", ")})`;
  const place = [
    ...(cwd === "." ? [] : [`in ${code(cwd)}`]),
    ...(git?.branch ? [`branch ${code(git.branch)}`] : []),
    ...(git?.head ? [`at ${git.head.slice(0, 10)}${git.dirty === true ? ", with changes" : ""}`] : []),
  ];
  return [
    `${id}, captured ${captured}${model === null ? "" : `, by ${asLine(model, 80)}`}; ${steps.length} steps, ${calls}.`,
    ...(place.length === 0 ? [] : [`${place.join(", ")}.`]),
    ...(task === undefined ? [] : [`Task ${asLine(task, 120)}.`]),
    ...spanOf(steps),
  ].join("\n");
};

const spanOf = (steps: readonly TrajectoryStep[]): readonly string[] => {
  const times = steps.flatMap(({ at }) => at ?? []);
  const [first, last] = [times[0], times.at(-1)];
  const spent = steps.flatMap(({ usage }) => usage?.output ?? []).reduce((sum, one) => sum + one, 0);
  if (first === undefined || last === undefined) return [];
  return [`From ${asLine(first, 40)} to ${asLine(last, 40)}${spent === 0 ? "" : `; ${spent} tokens written`}.`];
};

const listed = (deeds: readonly Deed[], { omitted_steps: left = 0 }: Trajectory): string => {
  const lines = grouped(deeds);
  const note = left === 0 ? [] : [`_${left} steps in the middle were left out of the packet._`];
  if (lines.length <= mostDeeds) return [...lines, ...note].join("\n") || "_Nothing._";
  const [first, last] = [lines.slice(0, mostDeeds / 3), lines.slice(lines.length - (mostDeeds * 2) / 3)];
  const more = `${lines.length - mostDeeds} more${left === 0 ? ", in packet.json" : ""}`;
  return [...first, `… ${more} …`, ...last, ...note].join("\n");
};

/** One line a deed; looks that follow each other share one. */
const grouped = ([first, ...others]: readonly Deed[]): readonly string[] => {
  // What was asked first stands above.
  const deeds = first === undefined || "prompt" in first ? others : [first, ...others];
  const lines: string[] = [];
  let looks: TriedCall[] = [];
  const flush = (): void => {
    const [begin] = looks;
    const last = looks.at(-1);
    if (begin === undefined || last === undefined) return;
    const said = looks.map(({ line }, index) => (index === 0 ? line : line.charAt(0).toLowerCase() + line.slice(1)));
    const numbers = begin === last ? `${begin.number}` : `${begin.number}–${last.number}`;
    const more = said.length > mostLooks ? `, and ${said.length - mostLooks} more` : "";
    lines.push(`- (${numbers}) ${said.slice(0, mostLooks).join(", ")}${more}`);
    looks = [];
  };
  for (const deed of deeds) {
    if ("pair" in deed && isLook(deed)) {
      looks.push(deed);
      continue;
    }
    flush();
    lines.push(`- (${deed.number}) ${lineOf(deed)}`);
  }
  flush();
  return lines;
};

const mostLooks = 6;

const lineOf = (deed: Deed): string => {
  if ("pair" in deed) return deed.line;
  return "prompt" in deed ? askedLine(deed) : deed.note;
};

const askedLine = ({ prompt }: AskedPrompt): string => `**Asked:** ${asLine(prompt, 200)}`;

const failuresIn = (tried: readonly TriedCall[]): string => {
  const failed = tried.filter(({ isFailure }) => isFailure);
  if (failed.length === 0) return "";
  const shown = failed.slice(-mostFailures).map(({ number, line, said }) => {
    const words = quoted(
      tellingPart(said.replace(/\n*Command exited with code \d+\s*$/, "").trimEnd()),
      longestSaid * 3,
    );
    return `- (${number}) ${line}${words === "" ? "" : `\n\n${words.replace(/^/gm, "  ")}\n`}`;
  });
  const more =
    failed.length > mostFailures ? [`_${failed.length - mostFailures} earlier ones are in packet.json._\n`] : [];
  return `## What failed\n\n${[...more, ...shown].join("\n").trimEnd()}`;
};

/** The lines that name the failure, wherever they are, and how it ended. */
const tellingPart = (said: string): string => {
  if (said.length <= longestSaid) return said;
  const tail = said.slice(-longestSaid / 2).replace(/^[^\n]*\n/, "");
  const lines = said.slice(0, said.length - tail.length).split("\n");
  const telling = lines
    .filter((line) => namesFailure.test(line) && !namesNone.test(line))
    .map((line) => asLine(line, 200));
  return [...[...new Set(telling)].filter((line) => !tail.includes(line)).slice(0, mostTelling), "…", tail].join("\n");
};

const namesFailure =
  /\b(?:\w*(?:error|exception)|fail(?:ed|ure|ing)?|assert\w*|expected|received|panic(?:ked)?|not ok|undefined|traceback)\b|^\s*(?:E\s|[×✗✕✖●]\s|--- FAIL)/i;
/** A line of code that a report shows around the failure, a heading without its values, a count of none. */
const namesNone =
  /^\s*\d+\s*\||^\s*[-+]\s*(?:expected|received)\s*$|\b(?:0|no) (?:errors?|failed|failures?)\b|^[=_─⎯\s-]*(?:failures|failed tests)\b[\s\d=_─⎯-]*$/i;
const mostTelling = 8;

const evidenceIn = (tried: readonly TriedCall[]): string => {
  const lines = [...checksIn(tried), ...filesIn(tried)];
  return lines.length === 0 ? "" : `## Evidence\n\n${lines.join("\n")}`;
};

/** Each check with how it ended, time after time. */
const checksIn = (tried: readonly TriedCall[]): readonly string[] => {
  const runs = new Map<string, string[]>();
  for (const { number, pair, isFailure } of tried) {
    for (const name of pair.result?.checks ?? []) {
      runs.set(name, [...(runs.get(name) ?? []), `${isFailure ? "failed" : "passed"} (${number})`]);
    }
  }
  return [...runs].map(([name, ends]) => {
    const shown = ends.length <= 8 ? ends : [...ends.slice(0, 3), "…", ...ends.slice(-4)];
    return `- ${code(name)}: ${shown.join(", ")}`;
  });
};

const mostFiles = 40;

const filesIn = (tried: readonly TriedCall[]): readonly string[] => {
  const files = new Map<string, { added: number; dropped: number }>();
  for (const { pair, isFailure } of tried) {
    const [path, changes] = [pathOf(pair.call), changesIn(pair.call)];
    if (path === undefined || changes === undefined || isFailure) continue;
    const { added, dropped } = changes;
    const known = files.get(path) ?? { added: 0, dropped: 0 };
    files.set(path, { added: known.added + added, dropped: known.dropped + dropped });
  }
  const lines = [...files].map(([path, { added, dropped }]) => `- changed ${code(path)} (+${added} −${dropped})`);
  const more = lines.length > mostFiles ? [`- and ${lines.length - mostFiles} more files`] : [];
  return [...lines.slice(0, mostFiles), ...more];
};

/** What the agent says of it is no evidence. */
const lastWords = ({ steps }: Trajectory): string => {
  const last = steps.findLast(({ role, text }) => role === "assistant" && readable(text) !== "");
  const said = last === undefined ? "" : quoted(readable(last.text), longestText);
  return said === "" ? "" : `## The agent's own last words, unverified\n\n${said}`;
};

const quoted = (text: string, most: number): string => {
  const shown = text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")} […]`;
  return shown.trim() === "" ? "" : visible(shown.trim()).replace(/^/gm, "> ");
};
