/**
 * Decides whether a task's change is accepted, and records it: its checks ran and exited 0, for a person who saw them.
 * What is known of the repository is neither asked nor told here.
 */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { canonicalHash, type JsonObject } from "../ledger/canonical.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import { present } from "../present.ts";
import type { FoundTask } from "../tasks/find-task.ts";
import type { Channel, WriteContext } from "../vault/vault.ts";
import { type ChangedPath, pathsOf, subjectOf } from "./change.ts";
import { type Change, lookAtChange } from "./change-store.ts";

export interface AcceptedPlace {
  readonly cwd: string;
  /** A commit from which the change began; the task's own when not given. */
  readonly base: string | undefined;
  /** Absolute folders of vaults. */
  readonly vaults: readonly string[];
}

/** What would be accepted now. */
export interface Candidate extends Pick<Change, "folder" | "base" | "head"> {
  readonly way: "complete" | "handoff";
  readonly subject: string;
  readonly paths: readonly string[];
  /** The task's recorded checks, as command lines. */
  readonly checks: readonly string[];
}

export interface CheckRun {
  /** Those of the recorded checks that the person saw or typed. */
  readonly checks: readonly string[];
  readonly onCheck?: ((check: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Decided {
  readonly candidate: Candidate;
  readonly results: readonly CheckResult[];
  /** The event `accepted`. */
  readonly accepted: LedgerEvent;
  /** The event `delivery_facts_recorded`; undefined for a handoff. */
  readonly facts: LedgerEvent | undefined;
  readonly isReplay: boolean;
}

export interface CheckResult {
  readonly command: string;
  readonly exit_code: number;
}

/** Throws `base_unknown` for a task that began at no commit, and `nothing_to_accept`. */
export const candidateOf = async (
  platform: Platform,
  { task }: FoundTask,
  place: AcceptedPlace,
): Promise<Candidate> => {
  const base = place.base ?? task.baseCommit;
  if (base === undefined) throw new WikiError("base_unknown", { base: `The task ${task.id}` });
  const change = await lookAtChange(platform, { ...place, base });
  const { folder, head, committed, pending } = change;
  if (committed.length + pending.length === 0) throw new WikiError("nothing_to_accept", { task: task.id, base });
  const isHandoff = pending.length > 0;
  const accepted: readonly ChangedPath[] = isHandoff ? pending : committed;
  return {
    folder,
    base: change.base,
    head,
    way: isHandoff ? "handoff" : "complete",
    subject: subjectOf(accepted, platform.hash),
    paths: isHandoff ? pathsOf(pending) : change.paths,
    checks: task.checks.map(commandOf),
  };
};

/** A check may be written as code. */
const commandOf = (check: string): string => check.trim().replace(/^`+([^`]*)`+$/, "$1");

export const acceptTask = async (
  found: FoundTask,
  { place, run, context }: { readonly place: AcceptedPlace; readonly run: CheckRun; readonly context: WriteContext },
): Promise<Decided> => {
  requirePersonsChannel(context.channel, "accept");
  const { platform } = context;
  const candidate = await candidateOf(platform, found, place);
  const results = await runChecks(platform, { candidate, run, task: found.task.id });
  const after = await candidateOf(platform, found, place);
  if (after.subject !== candidate.subject || after.head !== candidate.head) {
    throw new WikiError(
      "changed_meanwhile",
      { page: "The work tree" },
      "Its checks changed it: look, and accept again.",
    );
  }
  return { candidate, results, ...(await record(found, { candidate, results, context })) };
};

/** A tool's word grants nothing; a person's own script may accept, and is recorded as one. */
const accepting: ReadonlySet<Channel> = new Set(["ui", "terminal", "command", "cli"]);

export const requirePersonsChannel = (channel: Channel, verb: string): void => {
  if (!accepting.has(channel)) throw new WikiError("person_required", { verb, command: `pi-wiki knowledge ${verb}` });
};

const longestCheckMs = 30 * 60_000;

const runChecks = async (
  platform: Platform,
  { candidate, run, task }: { readonly candidate: Candidate; readonly run: CheckRun; readonly task: string },
): Promise<readonly CheckResult[]> => {
  const options = { cwd: candidate.folder, timeoutMs: longestCheckMs, ...present({ signal: run.signal }) };
  const results: CheckResult[] = [];
  for (const command of chosenChecks(candidate, run, task)) {
    run.onCheck?.(command);
    const { exitCode } = await platform.run(["sh", "-c", command], options);
    if (exitCode !== 0) {
      throw new WikiError("check_failed", { command, exit: exitCode === null ? "was ended" : `exited ${exitCode}` });
    }
    results.push({ command, exit_code: exitCode });
  }
  return results;
};

const chosenChecks = ({ checks }: Candidate, run: CheckRun, task: string): ReadonlySet<string> => {
  const chosen = new Set(run.checks.map(commandOf));
  const unknown = [...chosen].find((check) => !checks.includes(check));
  if (chosen.size > 0 && unknown === undefined) return chosen;
  const recorded = checks.length === 0 ? "none" : checks.join("; ");
  throw new WikiError("check_needed", { task, recorded, problem: unknown ?? "no check" });
};

interface Recording {
  readonly candidate: Candidate;
  readonly results: readonly CheckResult[];
  readonly context: WriteContext;
}

/** The receipt of the checks is bound to what they ran on: another result, or another change, has another hash. */
const verdictOf = ({ candidate, results, context }: Recording, task: string): string =>
  canonicalHash(
    {
      kind: "pi-wiki-check-receipt",
      schema_version: 1,
      task,
      head_sha: candidate.head,
      subject: candidate.subject,
      checks: results.map((result) => ({ ...result })),
    },
    context.platform.hash,
  );

const record = async (
  { vault, task }: FoundTask,
  recording: Recording,
): Promise<Pick<Decided, "accepted" | "facts" | "isReplay">> => {
  const { candidate, results, context } = recording;
  const { base, head, way, subject, paths } = candidate;
  const { platform } = context;
  const ledger = openLedger({ platform, vault });
  const known = recorded(ledger, { task: task.id, base, head, way, subject });
  if (known !== undefined) return { ...known, isReplay: true };
  const verdict = verdictOf(recording, task.id);
  const decision = { task: task.id, base, head, way, subject };
  const receipt = canonicalHash({ ...decision, verdict, at: platform.now(), id: platform.newId(12) }, platform.hash);
  const facts: JsonObject = {
    task_ids: [task.id],
    paths: [...paths],
    outcome: "passed",
    obligation_ids: results.map(({ command }) => `check-${platform.hash(command).slice(0, 16)}`),
    head_sha: head,
    receipt,
  };
  const [accepted, recordedFacts] = await ledger.append(context, [
    { kind: "accepted", details: { ...decision, verdict, receipt, checks: results.length } },
    ...(way === "complete" ? [{ kind: "delivery_facts_recorded", details: facts } as const] : []),
  ]);
  if (accepted === undefined) throw new Error("The ledger kept no event.");
  return { accepted, facts: recordedFacts, isReplay: false };
};

/** What was accepted before, of the very same change. */
const recorded = (
  ledger: Ledger,
  decision: Readonly<Record<string, string>>,
): Pick<Decided, "accepted" | "facts"> | undefined => {
  const events = ledger.read().events.filter((event) => ledger.vouch(event) !== "forged");
  const accepted = events.findLast(
    ({ kind, details }) =>
      kind === "accepted" && Object.entries(decision).every(([name, value]) => details[name] === value),
  );
  if (accepted === undefined) return undefined;
  const facts = events.find(
    ({ kind, details }) => kind === "delivery_facts_recorded" && details["receipt"] === accepted.details["receipt"],
  );
  return { accepted, facts };
};
