/** What is told of a repository, to a person or a model. Pure. */

import type { Paint } from "../paint.ts";
import { asLine, visible } from "../visible.ts";
import { chainText, stateText } from "./earned/lesson-labels.ts";
import type { GroundedFile, GroundedSymbol } from "./grounding/ground.ts";
import type { PacketLesson, PacketLocation, PacketSnippet } from "./packet/packet.ts";
import type {
  CheckedFact,
  Coverage,
  GroundAnswer,
  MapAnswer,
  PacketAnswer,
  RefreshAnswer,
  VerifyAnswer,
  WorktreeNote,
} from "./serve-knowledge.ts";
import type { FoundSymbol, MapQuery } from "./symbols/query-map.ts";

export const refreshedText = (answer: RefreshAnswer, paint: Paint): string => {
  const { unchanged, parsed, reused, replaced, coverage, worktree } = answer;
  const done = unchanged
    ? `${paint.good("Up to date")}: the index is as it was.`
    : `${paint.good("Mapped")} ${counted(parsed + reused, "file")}: ${parsed} read, ${reused} as before.`;
  const mended = replaced === undefined ? [] : [paint.warn(`The map before was not what was written: ${replaced}.`)];
  return [done, ...mended, coverageText(coverage), ...worktreeLines(worktree, paint)].join("\n");
};

const coverageText = ({ symbol_count, parsed_file_count, tracked_file_count, ...rest }: Coverage): string => {
  const gaps = Object.entries(rest.gap_kinds).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${counted(symbol_count, "symbol")} in ${parsed_file_count} of ${counted(tracked_file_count, "tracked file")}, ` +
      `${counted(rest.test_file_count, "test file")} linked.`,
    `Gaps: ${gaps.length === 0 ? "none" : `${gaps.join(", ")}; there use git grep`}.`,
  ].join("\n");
};

const mostNamed = 5;

const worktreeLines = ({ dirty_paths, count }: WorktreeNote, paint: Paint): readonly string[] => {
  if (count === 0) return [];
  const named = dirty_paths.slice(0, mostNamed).map((path) => asLine(path));
  const rest = count - named.length;
  const names = `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  const differing = count === 1 ? "1 file differs" : `${count} files differ`;
  return [paint.dim(`This is of what is staged; ${differing} from it: ${names}`)];
};

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

export const mapText = (answer: MapAnswer, query: MapQuery, paint: Paint): string => {
  const { symbols, total, gaps, coverage, worktree } = answer;
  const isAsked = Object.keys(query).some((key) => key !== "limit");
  const rest = total - symbols.length;
  return [
    ...(isAsked ? symbols.map((symbol) => symbolText(symbol, paint)) : [coverageText(coverage)]),
    ...(isAsked && total === 0 ? ["No symbol matches; where there is no coverage, use git grep."] : []),
    ...(rest > 0 ? [paint.dim(`… and ${rest} more.`)] : []),
    ...gaps.slice(0, mostNamed).map(({ file, kind, reason }) => paint.warn(`${asLine(file)}: ${kind}, ${reason}`)),
    ...(gaps.length > mostNamed ? [paint.dim("… and more gaps.")] : []),
    ...worktreeLines(worktree, paint),
  ].join("\n");
};

const symbolText = (symbol: FoundSymbol, paint: Paint): string => {
  const { kind, qualified_name, file, line_start, line_end, tests, test_count } = symbol;
  const more = test_count - tests.length;
  const used = `${tests.map((path) => asLine(path)).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    `${kind} ${paint.strong(asLine(qualified_name))} ${asLine(file)}:${line_start}-${line_end}`,
    ...(test_count === 0 ? [] : [paint.dim(`  named in ${used}`)]),
  ].join("\n");
};

export const groundedText = (answer: GroundAnswer, paint: Paint): string => {
  const { grounding, hint_free, warnings, worktree } = answer;
  if (hint_free && warnings.length === 0) return `${asLine(grounding.story)} has no localization hints.`;
  const { verified, new: planned, unknown } = grounding.summary;
  const found = [...grounding.affected_files, ...grounding.target_symbols];
  return [
    ...found.map((hint) => hintText(hint, paint)),
    `${verified} verified, ${planned} new, ${unknown} unknown.`,
    ...warnings.map(({ line, message }) => `WARNING ${asLine(grounding.story)}:${line}: ${asLine(message)}`),
    ...worktreeLines(worktree, paint),
  ].join("\n");
};

const hintText = (hint: GroundedFile | GroundedSymbol, paint: Paint): string => {
  const { classification, locations } = hint;
  const painted = { verified: paint.good, new: paint.strong, unknown: paint.warn }[classification](classification);
  const what = hint.kind === "affected-file" ? "file" : "symbol";
  const places = locations.map((location) => linesText(location));
  const shown = [...places.slice(0, mostNamed), ...(places.length > mostNamed ? ["…"] : [])].join(", ");
  const seen = classification === "verified" ? shown : shown && `its text occurs in ${shown}`;
  return [`${painted} ${what} ${asLine(hint.hint)}`, ...(seen === "" ? [] : [seen])].join(": ");
};

export const packetText = ({ packet, worktree }: Pick<PacketAnswer, "packet" | "worktree">, paint: Paint): string => {
  const { story, grounding_status, snippets, verified_locations, test_references, lessons, exclusions } = packet;
  const { unconsidered_count: rest } = packet;
  if (grounding_status === "hint-free") return `${asLine(story)} has no localization hints: the packet is empty.`;
  const shown = new Set(snippets.map(({ file, line_start }) => `${file}:${line_start}`));
  const bare = verified_locations.filter(({ file, line_start }) => !shown.has(`${file}:${line_start}`));
  const named = [...(packet.planned_names ?? []), ...packet.unverified_hints];
  return [
    ...snippets.map((snippet) => `${paint.strong(placeText(snippet))}\n${visible(snippet.content)}\n`),
    ...bare.map((location) => paint.strong(placeText(location))),
    ...test_references.map(({ file, symbol }) => `test ${asLine(file)} names ${asLine(symbol)}`),
    ...lessons.map((lesson) => lessonLine(lesson, paint)),
    ...named.map(({ label, hint }) => `${label} ${asLine(hint)}`),
    ...exclusions.map(({ name }) => paint.warn(`left out for its bytes: ${asLine(name)}`)),
    ...(rest === undefined
      ? []
      : [paint.warn(`${counted(rest, "thing")} more that the hints lead to: hint at fewer.`)]),
    paint.dim(`${packet.used_bytes} of ${packet.byte_budget} bytes. Advice, not evidence and no permission.`),
    ...worktreeLines(worktree, paint),
  ].join("\n");
};

const lessonLine = (lesson: PacketLesson, paint: Paint): string =>
  ["lesson", stateText(lesson, paint), asLine(lesson.claim), paint.dim(lesson.age_label)].filter(Boolean).join(" ");

const placeText = ({ symbol, ...place }: PacketLocation | PacketSnippet): string =>
  `${linesText(place)}${symbol === "" ? "" : ` ${asLine(symbol)}`}`;

type LinedPlace = Pick<PacketLocation, "file" | "line_start" | "line_end">;

/** What has no lines is only named. */
const linesText = ({ file, line_start, line_end }: LinedPlace): string =>
  line_end === 0 ? asLine(file) : `${asLine(file)}:${line_start}-${line_end}`;

export const verifiedText = ({ facts, earned }: VerifyAnswer, paint: Paint): string =>
  facts.length + earned.length === 0
    ? "Nothing is stored."
    : [...facts.map((fact) => factText(fact, paint)), ...earned.map((chain) => chainText(chain, paint))].join("\n");

const factText = ({ fact, path, state, problem, index_tree }: CheckedFact, paint: Paint): string => {
  const painted = { current: paint.good, stale: paint.warn, malformed: paint.bad }[state](state);
  const about = fact === undefined ? asLine(path) : `${asLine(fact)} of tree ${index_tree}`;
  return `${painted} ${about}${problem === undefined ? "" : `: ${problem}`}`;
};
