/** Lessons and deliveries for one session: what agents emit waits, a person accepts, and commits are found. */

import type { Platform } from "../../../platform/platform.ts";
import { acceptTask, candidateOf, type Decided, requirePersonsChannel } from "../../acceptance/accept-task.ts";
import { WikiError } from "../../errors.ts";
import { openRepository } from "../../git/repository.ts";
import { openRedactor } from "../../secrets/redactor.ts";
import { type FoundTask, openTaskFinder, type TaskFinder } from "../../tasks/find-task.ts";
import { refuseTombstoned } from "../../trust/tombstones/refuse-tombstoned.ts";
import { openRepositoryKnowledge } from "../repository-knowledge.ts";
import type {
  AcceptAnswer,
  AcceptRequest,
  Deliveries,
  DeliveriesNeeds,
  ObserveAnswer,
  ObserveRequest,
  PreparedAcceptance,
  PrepareRequest,
  StagedLessons,
  StageRequest,
  WriteBack,
} from "./deliveries.ts";
import { isPlainText } from "./detail-values.ts";
import { openEarnedExchange } from "./earned-exchange-store.ts";
import { openEarnedStore } from "./earned-store.ts";
import { inventoryOf } from "./join-lessons.ts";
import { lessonOutputKind, readLessonOutput } from "./lesson-output.ts";
import { observeCommits, observeSuperseded } from "./observe-lessons.ts";
import { originOf, runOf } from "./origin.ts";
import { openRejections, readShownLessons } from "./shown-lessons.ts";
import { type Emission, openStagedLessons } from "./staged-lessons-store.ts";
import { sumUsage, unknownUsage } from "./usage.ts";
import { vaultFolders } from "./vault-folders.ts";
import { type WaitingLesson, type Writing, writeBackDelivery, writeBackHandoff } from "./write-back.ts";

export const openDeliveries = (needs: DeliveriesNeeds): Deliveries => new SessionDeliveries(needs);

class SessionDeliveries implements Deliveries {
  readonly #needs: DeliveriesNeeds;
  readonly #platform: Platform;
  readonly #finder: TaskFinder;

  constructor(needs: DeliveriesNeeds) {
    this.#needs = needs;
    this.#platform = needs.context.platform;
    const { cwd, vaults, context } = needs;
    this.#finder = openTaskFinder({ platform: this.#platform, vaults, cwd, session: context.origin?.["session"] });
  }

  async #commonDir(): Promise<string> {
    return (await openRepository(this.#platform, this.#needs.cwd)).commonDir;
  }

  async lessons(query?: string) {
    const { vaults } = this.#needs;
    const { shown } = await readShownLessons(this.#platform, { commonDir: await this.#commonDir(), vaults });
    return inventoryOf(shown, query);
  }

  async stage(request: StageRequest): Promise<StagedLessons> {
    const commonDir = await this.#commonDir();
    const found = await this.#finder.find(request.task);
    const { context, settings } = this.#needs;
    const redactor = openRedactor(this.#platform);
    const lessons = await redactor.all(readLessonOutput(request.document));
    // What a rule put in place of a secret may have made a text too long.
    readLessonOutput({ kind: lessonOutputKind, schema_version: 1, lessons });
    const task = found.task.id;
    for (const { claim } of lessons)
      await refuseTombstoned({ texts: [claim], what: claim, task }, { vault: found.vault, context });
    await this.#requireSuperseded(
      commonDir,
      lessons.flatMap(({ supersedes }) => supersedes || []),
    );
    const staged = openStagedLessons(this.#platform, commonDir);
    const session = context.origin?.["session"] ?? `cli-${context.actor}`;
    const driverProfile = isPlainText(request.driverProfile, 200) ? request.driverProfile : "unknown/unknown";
    await staged.add({ session, task, driverProfile, usage: request.usage ?? unknownUsage, lessons });
    return {
      task_id: task,
      lessons: lessons.length,
      waiting: countWaiting(staged.of(task)),
      max_lessons: settings.maxLessons,
      redactions: redactor.found().reduce((sum, { count }) => sum + count, 0),
    };
  }

  async #requireSuperseded(commonDir: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    const store = openEarnedStore(this.#platform, commonDir);
    const known = new Set(
      [...(await store.read("lesson")), ...(await store.read("certified-handoff-lesson"))].map(({ hash }) => hash),
    );
    const unknown = hashes.find((hash) => !known.has(hash));
    if (unknown !== undefined) throw new WikiError("lesson_unknown", { hash: unknown });
  }

  async prepare(request: PrepareRequest): Promise<PreparedAcceptance> {
    const found = await this.#finder.find(request.task);
    const candidate = await candidateOf(this.#platform, found, await this.#place(request));
    const staged = openStagedLessons(this.#platform, await this.#commonDir());
    const { way, base, head, checks, folder, paths } = candidate;
    const emissions = staged.of(found.task.id).filter(({ accepted }) => accepted === undefined);
    const { length: waiting } = await this.#inForce(emissions);
    return { task_id: found.task.id, way, base, head_sha: head, checks, folder, paths, lessons_waiting: waiting };
  }

  async #place({ base }: PrepareRequest) {
    const { cwd, vaults } = this.#needs;
    return { cwd, base, vaults: vaultFolders(this.#platform, await vaults()) };
  }

  async accept(request: AcceptRequest): Promise<AcceptAnswer> {
    const { context } = this.#needs;
    const found = await this.#finder.find(request.task);
    const decided = await acceptTask(found, { place: await this.#place(request), run: request, context });
    const { candidate, results, accepted, isReplay } = decided;
    const { back, emissions } = await this.#writeBack(found, decided);
    const { way, base, head, subject, paths } = candidate;
    const latest = new Map(emissions.map(({ session, usage }) => [session, usage]));
    return {
      task_id: found.task.id,
      way,
      base,
      head_sha: head,
      subject,
      verdict_ref: String(accepted.details["verdict"]),
      checks: results,
      paths,
      is_replay: isReplay,
      write_back: back,
      usage: sumUsage([...latest.values()]),
    };
  }

  /** The decision stands in the ledger; whatever happens here, it is written back by accepting once more. */
  async #writeBack(
    { task }: FoundTask,
    { accepted, facts, candidate }: Decided,
  ): Promise<{ readonly back: WriteBack; readonly emissions: readonly Emission[] }> {
    const { context, settings } = this.#needs;
    const commonDir = await this.#commonDir();
    const staged = openStagedLessons(this.#platform, commonDir);
    const receipt = String(accepted.details["receipt"]);
    const waits = staged.of(task.id).filter((one) => one.accepted === undefined || one.accepted === receipt);
    // Those of the first time keep their places.
    const emissions = [
      ...waits.filter((one) => one.accepted !== undefined),
      ...waits.filter((one) => one.accepted === undefined),
    ];
    const inForce = await this.#inForce(emissions);
    const writing: Writing = {
      store: openEarnedStore(this.#platform, commonDir),
      hash: this.#platform.hash,
      origin: originOf(context),
      maxLessons: settings.maxLessons,
      lessons: await this.#resolved(inForce),
      rejected: lessonsOf(emissions).length - inForce.length,
    };
    const handoff = {
      headSha: candidate.head,
      terminal: receipt,
      story: task.id,
      subject: candidate.subject,
      verdictRef: String(accepted.details["verdict"]),
    };
    const back = await (facts === undefined
      ? writeBackHandoff(handoff, writing)
      : writeBackDelivery(facts.details, writing));
    await staged.accept(task.id, receipt);
    return { back, emissions };
  }

  /** Without those whose claim a person has rejected since they were emitted. */
  async #inForce(emissions: readonly Emission[]): Promise<readonly PlacedLesson[]> {
    const isRejected = openRejections(this.#platform, await this.#needs.vaults());
    return lessonsOf(emissions).filter(({ lesson, emission }) => !isRejected(lesson.claim, emission.task));
  }

  async #resolved(lessons: readonly PlacedLesson[]): Promise<readonly WaitingLesson[]> {
    const { context, cwd } = this.#needs;
    if (lessons.length === 0) return [];
    const knowledge = openRepositoryKnowledge(this.#platform, cwd);
    const { locations } = await knowledge.resolve(lessons.map(({ lesson }) => lesson.locations));
    return lessons.map(({ lesson, ordinal, emission: { session, driverProfile } }, index) => ({
      lesson,
      ordinal,
      locations: locations[index] ?? [],
      run: runOf(session.startsWith("cli-") ? undefined : session, context.actor),
      driverProfile,
    }));
  }

  async observe({ superseded }: ObserveRequest = {}): Promise<ObserveAnswer> {
    const { context, cwd, vaults } = this.#needs;
    if (superseded !== undefined) requirePersonsChannel(context.channel, "observe --superseded");
    const store = openEarnedStore(this.#platform, await this.#commonDir());
    const place = { platform: this.#platform, cwd, store, origin: originOf(context) };
    if (superseded !== undefined) return observeSuperseded(superseded, place);
    return observeCommits({ ...place, vaults: vaultFolders(this.#platform, await vaults()) });
  }

  async exported() {
    return openEarnedExchange(this.#platform, await this.#commonDir()).exported();
  }

  async imported(text: string) {
    requirePersonsChannel(this.#needs.context.channel, "import");
    return openEarnedExchange(this.#platform, await this.#commonDir()).imported(text);
  }

  async repair() {
    requirePersonsChannel(this.#needs.context.channel, "repair");
    return openEarnedExchange(this.#platform, await this.#commonDir()).repair();
  }
}

interface PlacedLesson extends Pick<WaitingLesson, "lesson" | "ordinal"> {
  readonly emission: Emission;
}

const lessonsOf = (emissions: readonly Emission[]): readonly PlacedLesson[] =>
  emissions
    .flatMap((emission) => emission.lessons.map((lesson) => ({ lesson, emission })))
    .map((one, ordinal) => ({ ...one, ordinal }));

const countWaiting = (emissions: readonly Emission[]): number =>
  emissions.reduce((sum, { accepted, lessons }) => sum + (accepted === undefined ? lessons.length : 0), 0);
