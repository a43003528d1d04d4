/** Cards of solutions: built aside and shown whole, kept only where the run's gate says so. */

import type { Files } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import { editFrontMatter } from "../../pages/edit-page.ts";
import { ledgerVerdict } from "../gate-store.ts";
import { type GateResult, readGateResult, type Verdict } from "../read-gate.ts";
import { readSolution } from "../read-solution.ts";
import type { Metric, Solution, Weakness, WeaknessStatus } from "../weakness.ts";
import { cardName, diffName, solutionPath, wikiPaths } from "../wiki-place.ts";
import { renderCard } from "./render-markdown.ts";
import { checkDeltas, checkIteration, checkMetrics, checkSlug, checkText, type SolveRequest } from "./requests.ts";
import { added, type WeaknessAnswer } from "./weakness-store.ts";
import { type HeldWeakness, stampOf, type WikiPen } from "./wiki-pen-store.ts";

export interface SolveAnswer extends WeaknessAnswer {
  readonly solution: string;
  /** Of the solution's folder, absolute. */
  readonly folder: string;
  readonly outcome: "pending" | "kept";
  readonly new_record: boolean;
  /** What was found of the gate's decision. */
  readonly gate: Gate;
}

interface Gate {
  readonly by: "ledger" | "person" | undefined;
  readonly verdict: Verdict | undefined;
}

const gateOf = (files: Files, { iteration, gateResult }: SolveRequest): Gate => {
  const verdict = ledgerVerdict(files, iteration);
  if (verdict === "accepted" || gateResult === undefined) return { by: verdict && "ledger", verdict };
  const given = readGateResult(gateResult, iteration);
  const problem = gateProblem(gateResult, given, iteration);
  if (problem !== undefined) throw new WikiError("invalid_input", { what: "gate-result", problem });
  return { by: "person", verdict: given.verdict };
};

/** A file that does not say yes is no yes. */
const gateProblem = (text: string, { verdict, isOnAnother }: GateResult, iteration: string): string | undefined => {
  if (text.trim() === "") return "the file is empty";
  if (isOnAnother) return `the file is about another candidate than ${iteration}`;
  if (verdict !== undefined) return undefined;
  return `the file does not say whether ${iteration} was accepted: write "${iteration}: accepted", "${iteration}: rejected" or {"candidate": "${iteration}", "accepted": true}`;
};

export const solveWeakness = async (pen: WikiPen, request: SolveRequest): Promise<SolveAnswer> => {
  const iteration = checkIteration(request.iteration);
  const held = pen.hold(checkSlug(request.slug));
  const gate = gateOf(pen.files, request);
  const folder = solutionPath(held.weakness.slug, iteration);
  const present = presentCard(pen, held.weakness.slug, iteration);
  if (present !== undefined) return await completeCard(pen, held, { request, gate, present });
  const metrics = checkMetrics(request.metrics);
  const outcome = gate.verdict === "accepted" ? "kept" : "pending";
  const newRecord = isRecord(pen, held.weakness.slug, { metrics, besides: iteration });
  const card = {
    slug: held.weakness.slug,
    iteration,
    outcome,
    gate: outcome === "kept" ? gate.by : undefined,
    timestamp: stampOf(pen.platform),
    metrics,
    newRecord,
    title: checkText(request.title, "title"),
    thesis: checkText(request.thesis, "thesis"),
    changes: request.changes ?? [],
    deltas: checkDeltas(request.deltas, held.weakness.affectedTasks),
  } as const;
  const diff = request.diff;
  if (diff === undefined) throw new WikiError("invalid_input", { what: "diff", problem: "is missing" });
  await noteOutcome(pen, held, { request, outcome, gate });
  await showFolder(pen, folder, { card: renderCard(card), diff });
  const status = await linkCard(pen, held, { request, outcome, deltas: card.deltas });
  return solved(pen, held, { iteration, outcome, newRecord, gate, status });
};

const presentCard = ({ files }: WikiPen, weakness: string, id: string): Solution | undefined => {
  const path = solutionPath(weakness, id);
  const card = files.kind(path) === "folder" ? files.readText(`${path}/${cardName}`) : undefined;
  return card === undefined ? undefined : readSolution({ weakness, id, path, card, diffBytes: undefined }).solution;
};

interface Completion {
  readonly request: SolveRequest;
  readonly gate: Gate;
  readonly present: Solution;
}

/** A card is written once; what may still follow is the gate's yes, and the link that a crash left out. */
const completeCard = async (
  pen: WikiPen,
  held: HeldWeakness,
  { request, gate, present }: Completion,
): Promise<SolveAnswer> => {
  const { iteration } = request;
  const isConfirmed = present.outcome !== "kept" && gate.verdict === "accepted";
  const isLinked = held.weakness.solutionLinks.includes(iteration);
  const path = `${present.path}/${cardName}`;
  if (!isConfirmed && isLinked) {
    const hint =
      present.outcome === "kept"
        ? "It is kept already."
        : "It stays pending until LEDGER.md shows the candidate accepted.";
    throw new WikiError("name_taken", { path: pen.files.absolute(path) }, hint);
  }
  const outcome = isConfirmed || present.outcome === "kept" ? "kept" : "pending";
  if (isConfirmed) {
    await noteOutcome(pen, held, { request, outcome, gate });
    const card = pen.files.readText(path) ?? "";
    await pen.files.write(path, editFrontMatter(card, { outcome, gate: gate.by }, path));
  }
  const status = await linkCard(pen, held, { request, outcome, deltas: present.deltas });
  return solved(pen, held, { iteration, outcome, newRecord: present.newRecord === true, gate, status });
};

interface Noted {
  readonly request: SolveRequest;
  readonly outcome: "pending" | "kept";
  readonly gate: Gate;
}

const noteOutcome = (pen: WikiPen, { weakness }: HeldWeakness, { request, outcome, gate }: Noted): Promise<void> =>
  pen.note({
    verb: "solve",
    slug: weakness.slug,
    iteration: request.iteration,
    solution: request.iteration,
    outcome,
    gate: outcome === "kept" ? gate.by : undefined,
    gate_result: gate.by === "person" ? pen.platform.hash(request.gateResult ?? "") : undefined,
  });

/** Both files at once, under their name, or nothing. */
const showFolder = async (
  { files, platform }: WikiPen,
  folder: string,
  { card, diff }: { readonly card: string; readonly diff: string },
): Promise<void> => {
  const staging = `${wikiPaths.meta}/staging-${platform.newId(12)}`;
  try {
    await files.create(`${staging}/${cardName}`, card);
    await files.create(`${staging}/${diffName}`, diff === "" || diff.endsWith("\n") ? diff : `${diff}\n`);
    // A crash in the middle of a rename leaves an empty folder under the name.
    if (files.kind(folder) === "folder" && files.list(folder).length === 0) await files.remove(folder);
    await files.move(staging, folder);
  } catch (error) {
    await files.remove(staging).catch(() => {
      // The first failure is the one to report; nothing reads what is left.
    });
    throw error;
  }
};

interface Linking {
  readonly request: SolveRequest;
  readonly outcome: "pending" | "kept";
  readonly deltas: Solution["deltas"];
}

const linkCard = async (
  pen: WikiPen,
  held: HeldWeakness,
  { request, outcome, deltas }: Linking,
): Promise<WeaknessStatus> => {
  const { iteration, style } = request;
  const { weakness } = held;
  const status = outcome === "kept" ? keptStatus(weakness, deltas) : "in-progress";
  const attacked = added(weakness.attackedIn, iteration);
  await pen.change(held, {
    edit: {
      attackedIn: attacked,
      solutionLinks: added(weakness.solutionLinks, iteration),
      status,
      solvedIn: status === "solved" ? (weakness.solvedIn ?? iteration) : undefined,
    },
    event: { verb: "attack", iteration, attacked, status },
    style,
  });
  return status;
};

/** Solved when each of its tasks is measured to pass whole, or has been; otherwise improved, and stopped. */
const keptStatus = ({ status, affectedTasks }: Weakness, deltas: Solution["deltas"]): WeaknessStatus => {
  if (status === "solved") return "solved";
  const passes = new Set(deltas.filter(({ after }) => Number(after) >= 1).map(({ task }) => task));
  return affectedTasks.length > 0 && affectedTasks.every((task) => passes.has(task)) ? "solved" : "completed";
};

interface Measured {
  readonly metrics: readonly Metric[];
  readonly besides: string;
}

/** Better than every earlier card of the weakness on the same metric; the first one always is. */
const isRecord = (pen: WikiPen, slug: string, { metrics, besides }: Measured): boolean => {
  const primary = metrics.find((metric) => metric.primary);
  if (primary === undefined) return false;
  const folder = `${wikiPaths.solutions}/${slug}`;
  const earlier = pen.files
    .list(folder)
    .filter((id) => id !== besides)
    .flatMap((id) => presentCard(pen, slug, id)?.metric ?? [])
    .filter(({ name }) => name === primary.name);
  return earlier.every(({ value }) => (primary.direction === "higher" ? primary.value > value : primary.value < value));
};

interface Solved {
  readonly iteration: string;
  readonly outcome: "pending" | "kept";
  readonly newRecord: boolean;
  readonly gate: Gate;
  readonly status: WeaknessStatus;
}

const solved = ({ files }: WikiPen, { weakness }: HeldWeakness, done: Solved): SolveAnswer => ({
  slug: weakness.slug,
  path: files.absolute(weakness.path),
  status: done.status,
  solution: done.iteration,
  folder: files.absolute(solutionPath(weakness.slug, done.iteration)),
  outcome: done.outcome,
  new_record: done.newRecord,
  gate: done.gate,
});
