/** Reads a whole weakness wiki from a run directory; what has not changed is not read again. Writes nothing. */

import type { FileState, Files } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { isSameState } from "../same-state.ts";
import { type ReadRound, readRound } from "./read-round.ts";
import { type ReadSolution, readSolution } from "./read-solution.ts";
import { type ReadWeakness, readWeakness } from "./read-weakness.ts";
import { compareRounds, type Round, type Solution, type Weakness } from "./weakness.ts";
import { cardName, diffName, wikiPaths } from "./wiki-place.ts";

export interface WeaknessNode extends Weakness {
  /** Those in its folder, sorted by time and id. */
  readonly solutions: readonly Solution[];
}

export interface WeaknessWiki {
  /** The run directory, absolute. */
  readonly runDir: string;
  /** False when there is no wiki/ in it yet. */
  readonly exists: boolean;
  /** Sorted by the names of their files. */
  readonly weaknesses: readonly WeaknessNode[];
  /** Solutions in folders that are no weakness's. */
  readonly orphans: readonly Solution[];
  /** In the order of their numbers. */
  readonly rounds: readonly Round[];
  /** What can't be read, or is read with loss; what `validate` finds beside is not among it. */
  readonly findings: readonly Finding[];
}

/** What `validate` needs beside: the files as they were read. */
export interface WikiReading {
  readonly wiki: WeaknessWiki;
  readonly weaknessFiles: readonly ReadWeakness[];
  readonly solutionFiles: readonly ReadSolution[];
}

export interface WikiReader {
  /** As the files are now. */
  read(): WeaknessWiki;
  reading(): WikiReading;
  /** The text of a solution's changes.diff, cut at `maxBytes`; undefined when there is none. */
  readDiff(
    solution: Pick<Solution, "path">,
    maxBytes?: number,
  ): { readonly text: string; readonly isCut: boolean } | undefined;
}

const largestFile = 4 * 1024 * 1024;
const largestDiff = 1024 * 1024;

/** `files` has the run directory as its root: nothing outside it is read, links out of it are not followed. */
export const openWikiReader = (files: Files): WikiReader => {
  const weaknesses = remembered<ReadWeakness>(files, (text, path) => readWeakness(text, path));
  const rounds = remembered<ReadRound>(files, (text, path) => readRound(text, path));
  const cards = remembered<string>(files, (text) => text);

  const reading = (): WikiReading => {
    const nodes = filesIn(files, wikiPaths.weaknesses, ".md").map((state) => weaknesses(state.path, state));
    const results = filesIn(files, wikiPaths.results, ".json").map((state) => rounds(state.path, state));
    const solutions = solutionFolders(files).map(({ weakness, id, path }) => {
      const card = cards(`${path}/${cardName}`);
      const diffBytes = files.state(`${path}/${diffName}`)?.size;
      return { ...readSolution({ weakness, id, path, card: card.value, diffBytes }), problems: card.problems };
    });
    const weaknessFiles = nodes.flatMap(({ value }) => value ?? []);
    const known = new Set(weaknessFiles.map(({ weakness }) => weakness.slug));
    const found = solutions.map(({ solution }) => solution);
    const wiki: WeaknessWiki = {
      runDir: files.root,
      exists: files.kind(wikiPaths.wiki) === "folder",
      weaknesses: weaknessFiles.map(({ weakness }) => ({ ...weakness, solutions: solutionsOf(weakness.slug, found) })),
      orphans: found.filter(({ weakness }) => !known.has(weakness)),
      rounds: results.flatMap(({ value }) => value?.round ?? []).sort(compareRounds),
      findings: [
        ...nodes.flatMap(({ value, problems }) => [...problems, ...(value?.findings ?? [])]),
        ...solutions.flatMap(({ findings, problems }) => [...problems, ...findings]),
        ...results.flatMap(({ value, problems }) => [...problems, ...(value?.findings ?? [])]),
      ],
    };
    return { wiki, weaknessFiles, solutionFiles: solutions };
  };
  return {
    reading,
    read: () => reading().wiki,
    readDiff: ({ path }, maxBytes = largestDiff) => {
      const bytes = attempt(() => files.read(`${path}/${diffName}`), `${path}/${diffName}`).value;
      if (bytes === undefined) return undefined;
      // A character that the cut went through is left out.
      const text = new TextDecoder("utf-8").decode(bytes.subarray(0, maxBytes), { stream: bytes.length > maxBytes });
      return { text, isCut: bytes.length > maxBytes };
    },
  };
};

const solutionsOf = (slug: string, solutions: readonly Solution[]): readonly Solution[] =>
  solutions
    .filter(({ weakness }) => weakness === slug)
    .sort(
      (left, right) => compareTexts(left.timestamp ?? "", right.timestamp ?? "") || compareTexts(left.id, right.id),
    );

const compareTexts = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

interface Attempt<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly Finding[];
}

/** A file that can't be read is a finding, and the rest as usual. */
const attempt = <Value>(read: () => Value | undefined, path: string): Attempt<Value> => {
  try {
    return { value: read(), problems: [] };
  } catch (error) {
    if (!isWikiError(error)) throw error;
    const said = { path, line: 0, message: error.message, remedy: error.hint };
    return { value: undefined, problems: [{ code: "weakness-file-unreadable", severity: "error", ...said }] };
  }
};

/** Parses a file anew only when it changed. */
const remembered = <Value>(
  files: Files,
  parse: (text: string, path: string) => Value,
): ((path: string, seen?: FileState) => Attempt<Value>) => {
  const known = new Map<string, { readonly state: FileState; readonly read: Attempt<Value> }>();
  const parsed = (path: string): Attempt<Value> => {
    const { value: bytes, problems } = attempt(() => files.read(path, largestFile), path);
    if (bytes === undefined) return { value: undefined, problems };
    const text = new TextDecoder("utf-8").decode(bytes);
    const losses: readonly Finding[] = text.includes("\uFFFD") && !isUtf8(bytes) ? [notUtf8(path)] : [];
    return { value: parse(text, path), problems: losses };
  };
  return (path, seen) => {
    const { value: state, problems } =
      seen === undefined ? attempt(() => files.state(path), path) : { value: seen, problems: [] };
    if (state === undefined) return { value: undefined, problems };
    const before = known.get(path);
    if (before !== undefined && isSameState(before.state, state)) return before.read;
    const read = parsed(path);
    known.set(path, { state, read });
    return read;
  };
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false; // The answer, not a failure.
  }
};

const notUtf8 = (path: string): Finding => ({
  code: "weakness-not-utf8",
  severity: "error",
  path,
  line: 1,
  message: "The file is not UTF-8; existing dashboards give up the whole run for it.",
  remedy: "Save it as UTF-8.",
});

/** Only what lies in the folder itself; a link is no file of the wiki. */
const filesIn = (files: Files, folder: string, suffix: string): readonly FileState[] =>
  (attempt(() => files.scan(folder, suffix), folder).value?.files ?? []).filter(
    ({ path }) => !path.slice(folder.length + 1).includes("/"),
  );

const solutionFolders = (
  files: Files,
): readonly { readonly weakness: string; readonly id: string; readonly path: string }[] =>
  foldersIn(files, wikiPaths.solutions).flatMap((weakness) =>
    foldersIn(files, `${wikiPaths.solutions}/${weakness}`).map((id) => ({
      weakness,
      id,
      path: `${wikiPaths.solutions}/${weakness}/${id}`,
    })),
  );

const foldersIn = (files: Files, folder: string): readonly string[] =>
  namesIn(files, folder).filter((name) => attempt(() => files.kind(`${folder}/${name}`), folder).value === "folder");

/** None where the folder is absent or leads out of the run directory. */
const namesIn = (files: Files, folder: string): readonly string[] =>
  attempt(() => files.list(folder), folder).value ?? [];
