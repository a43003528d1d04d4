/** Evidence that touches what a page claims: a commit, a test that was seen to pass, a line of its code. */

import type { CheckedPage } from "../../anchors/anchor.ts";
import type { Touch } from "../../anchors/code/touching.ts";
import { loadCommandChanges } from "../../anchors/command-changes.ts";
import { anchorable } from "../../anchors/reference.ts";
import { repositoryTop } from "../../anchors/repository-top.ts";
import { passedRuns, type SeenRun } from "../../anchors/seen-runs.ts";
import type { SessionAnchors } from "../../anchors/session-anchors.ts";
import { loadParser } from "../../guard/shell/parser.ts";
import type { Page } from "../../pages/page.ts";
import type { CourseStep } from "../../usage/course.ts";
import { type CheckedEvidence, checkQuote, type EvidencePiece, type EvidencePlace, refusal } from "./evidence.ts";

export interface TouchPlace extends EvidencePlace {
  readonly anchors: Pick<SessionAnchors, "touch">;
  readonly testCommands: readonly string[];
  /** What happened in the session, as the host saw it. */
  readonly steps: readonly CourseStep[];
}

export interface TouchingEvidence {
  readonly evidence: readonly CheckedEvidence[];
  /** The references that it touches. */
  readonly refs: readonly string[];
}

/** A claim that something failed, and what put it right, is proved by just that. */
const provedByRepair: ReadonlySet<string> = new Set(["pitfall", "bug_fix", "lesson", "workaround"]);

/** Every piece must hold. Throws `evidence_refused` with the reason. */
export const touchingEvidence = async (
  pieces: readonly EvidencePiece[],
  { page, checked }: { readonly page: Page; readonly checked: CheckedPage | undefined },
  place: TouchPlace,
): Promise<TouchingEvidence> => {
  const refuse = (reason: string) => refusal(page.id, reason);
  const refs = (checked?.anchors ?? []).filter(({ verdict }) => verdict !== "unknown").map(({ ref }) => ref);
  if (refs.length === 0) throw refuse("none of its files is known in this repository");
  const runs = await seenRuns(place);
  if (pieces.length === 0) throw refuse(`none was given${handlesOf(runs)}`);
  const found: TouchingEvidence[] = [];
  for (const piece of pieces) found.push(await checkPiece(piece, { page, refs, runs, place }));
  const evidence = found.flatMap((one) => one.evidence);
  if (provedByRepair.has(page.type) && !evidence.some((piece) => piece["repaired"] === true)) {
    throw refuse(
      `a ${page.type} is proved by a command that failed earlier in this session and passed after a change to its code${handlesOf(runs)}`,
    );
  }
  return { evidence, refs: [...new Set(found.flatMap((one) => one.refs))] };
};

const seenRuns = async ({ steps, testCommands, platform, cwd }: TouchPlace): Promise<readonly SeenRun[]> => {
  if (!steps.some(({ kind }) => kind === "ran")) return [];
  const [parse, changes] = [await loadParser(), await loadCommandChanges(platform.paths, cwd)];
  return passedRuns(steps, { parse, changes, testCommands, hash: (text) => platform.hash(text) });
};

const mostShown = 3;

const handlesOf = (runs: readonly SeenRun[]): string => {
  const shown = runs.slice(-mostShown).map(({ handle, words }) => `${handle} (${words.join(" ").slice(0, 60)})`);
  return shown.length === 0 ? "" : `; runs that were seen to pass: ${shown.join(", ")}`;
};

interface Checking {
  readonly page: Page;
  readonly refs: readonly string[];
  readonly runs: readonly SeenRun[];
  readonly place: TouchPlace;
}

const checkPiece = (piece: EvidencePiece, checking: Checking): Promise<TouchingEvidence> => {
  if (piece.commit_ref !== undefined) return checkCommit(piece.commit_ref, checking);
  if (piece.test_ref !== undefined) return checkRun(piece.test_ref, checking);
  return checkLine(piece, checking);
};

const touchedRefs = (touch: Touch | undefined, { page }: Checking): Extract<Touch, { state: "touches" }> => {
  if (touch?.state === "touches") return touch;
  throw refusal(page.id, touch?.reason ?? "there is no repository here");
};

const nothingAsked = { commits: [], tests: [], lines: [] } as const;

const checkCommit = async (commit: string, checking: Checking): Promise<TouchingEvidence> => {
  const { refs, place } = checking;
  const answer = await place.anchors.touch({ ...nothingAsked, refs, commits: [commit] });
  const touch = touchedRefs(answer?.commits[0], checking);
  return { evidence: [{ commit: touch.commit ?? commit, touches: touch.refs }], refs: touch.refs };
};

const checkRun = async (handle: string, checking: Checking): Promise<TouchingEvidence> => {
  const { page, refs, runs, place } = checking;
  const run = runs.find((one) => one.handle === handle);
  if (run === undefined) throw refusal(page.id, `"${handle}" is no run that was seen to pass${handlesOf(runs)}`);
  const repaired = repairedRefs(run, checking);
  if (repaired.length > 0) return { evidence: [{ run: handle, repaired: true, touches: repaired }], refs: repaired };
  const answer = await place.anchors.touch({ ...nothingAsked, refs, tests: [run.words] });
  const touch = touchedRefs(answer?.tests[0], checking);
  return { evidence: [{ run: handle, file: touch.file ?? "", touches: touch.refs }], refs: touch.refs };
};

/** References whose files changed between the failure and the success. */
const repairedRefs = ({ changedSinceFailure = [] }: SeenRun, { refs, place }: Checking): readonly string[] => {
  const { platform, cwd } = place;
  const top = repositoryTop(platform, cwd);
  if (top === undefined) return [];
  const changed = new Set(
    changedSinceFailure.map((path) =>
      platform.paths.inside(top, platform.paths.physical(platform.paths.resolve(cwd, path))),
    ),
  );
  return anchorable(refs).flatMap(({ ref, path }) => (changed.has(path) ? [ref] : []));
};

const checkLine = async (piece: EvidencePiece, checking: Checking): Promise<TouchingEvidence> => {
  const { page, refs, place } = checking;
  const { file = "", quote = "" } = piece;
  const checked = checkQuote({ file, quote }, page, place);
  const answer = await place.anchors.touch({
    ...nothingAsked,
    refs,
    lines: [{ path: checked.path, line: checked.line }],
  });
  const touch = touchedRefs(answer?.lines[0], checking);
  const { sha256, line } = checked;
  return { evidence: [{ file: checked.file, sha256, line, touches: touch.refs }], refs: touch.refs };
};
