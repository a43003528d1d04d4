/** Keeps what was done for a task as a packet, once and for good. */

import { loadParser } from "../guard/shell/parser.ts";
import type { NewEvent } from "../ledger/event.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { present } from "../present.ts";
import type { RuleCount } from "../secrets/rule-counts.ts";
import { redactionsField, redactionsOf } from "../sources/clean-source.ts";
import { openNames } from "../sources/conversation-store.ts";
import { type Manifest, type PacketFile, packetVersion } from "../sources/packet.ts";
import type { RecordedPacket } from "../sources/packet-staging.ts";
import { createPacket, listPackets, type Packet } from "../sources/packet-store.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { type CleanTask, cleanTask } from "./clean-task.ts";
import { withDiffs } from "./diff-writes.ts";
import { judgedSteps } from "./outcome.ts";
import {
  outcomeOf,
  parseTrajectory,
  renderTrajectory,
  type Trajectory,
  type TrajectoryOutcome,
  type TrajectoryStep,
} from "./packet.ts";
import type { SessionRecord } from "./recorded.ts";
import { segmentOf } from "./segment.ts";
import { type SessionPlace, sessionPlace } from "./session-place.ts";
import { budgetFor, shortSteps, wholeSteps } from "./shorten.ts";
import { renderSummary, type SummaryFacts } from "./summary.ts";

export interface CapturedTrajectory {
  readonly id: string;
  /** The packet's folder, relative to the vault's root. */
  readonly path: string;
  readonly title: string;
  readonly outcome: TrajectoryOutcome;
  readonly steps: number;
  readonly tool_calls: number;
  readonly files: readonly PacketFile[];
  /** Secrets that were replaced by `[redacted:<rule>]`; empty when there were none. */
  readonly redactions: readonly RuleCount[];
  /** Nothing was done since this packet, and nothing was written. */
  readonly duplicate_of?: string;
}

export interface TrajectoryRequest {
  readonly title?: string | undefined;
  /** The last prompts that belong to the task; all since the last capture or the task's start when not given. */
  readonly prompts?: number | undefined;
  /** What a person says of it. */
  readonly result?: "success" | "failure" | undefined;
}

export interface TrajectorySetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly testCommands: readonly string[];
  /** The task that the session is bound to, and since when. */
  readonly task?: { readonly id: string; readonly since?: string | undefined } | undefined;
}

const lockTimeoutMs = 30_000;

/** Undefined when nothing was done. */
export const captureTrajectory = async (
  record: SessionRecord,
  request: TrajectoryRequest,
  setting: TrajectorySetting,
): Promise<CapturedTrajectory | undefined> => {
  const { vault, context } = setting;
  const { platform } = context;
  const named = await openNames([record.session, record.root, ...record.steps.map(({ entry }) => entry)], platform);
  const root = named(record.root);
  return await vault.files.withLock(
    `${vaultPaths[vault.layout].raw}/.trajectories`,
    async () => {
      const known = listPackets(vault, "TRJ").filter(({ manifest }) => manifest?.extra["conversation"] === root);
      const ends = new Set(known.map(({ manifest }) => String(manifest?.extra["last_entry"])));
      const captured = new Set(record.steps.map(({ entry }) => entry).filter((entry) => ends.has(named(entry))));
      const steps = segmentOf(record.steps, { captured, since: setting.task?.since, prompts: request.prompts });
      const last = known.at(-1);
      if (steps.length === 0) return captured.size > 0 && last !== undefined ? duplicateOf(last) : undefined;
      const place = await sessionPlace(platform, record.cwd);
      const clean = await cleanTask({ steps, title: request.title ?? "", place }, platform);
      const lastEntry = named(record.steps.at(-1)?.entry ?? "");
      const names = { session: named(record.session), conversation: root, last_entry: lastEntry };
      return await keep(clean, { names, bytes: record.bytes, place, request, setting });
    },
    lockTimeoutMs,
  );
};

interface Keeping {
  readonly names: { readonly session: string; readonly conversation: string; readonly last_entry: string };
  readonly bytes: number;
  readonly place: SessionPlace;
  readonly request: TrajectoryRequest;
  readonly setting: TrajectorySetting;
}

const keep = async (task: CleanTask, keeping: Keeping): Promise<CapturedTrajectory> => {
  const { names, bytes, request, setting } = keeping;
  const { vault, context } = setting;
  const { platform } = context;
  const day = platform.now().slice(0, 10);
  const hasCommand = task.steps.some(({ exit_code: code }) => code !== undefined);
  const rules = { testCommands: setting.testCommands, parse: hasCommand ? await loadParser() : undefined };
  const judged = judgedSteps(withDiffs(task.steps), rules);
  const outcome = saidBy(request, context) ?? judged.outcome;
  const hash = (text: string): string => platform.hash(text);
  const { steps, omitted } = shortSteps(judged.steps, { budget: budgetFor(bytes), hash });
  const counts = { step_count: judged.steps.length, tool_call_count: callsIn(judged.steps) };
  const draft = trajectoryOf(task, { steps, omitted, day, keeping });
  const outcomeFields = { ...names, model: task.model ?? "unknown", outcome, ...counts };
  const made = await createPacket(
    { vault, platform },
    {
      prefix: "TRJ",
      day,
      files: (id) =>
        filesFor({ ...draft, id }, { title: task.title, outcome, all: wholeSteps(judged.steps, { hash }) }),
      describe: () => describe(task, { extra: outcomeFields, omitted, setting }),
      record: async (recorded) => {
        await openLedger({ platform, vault }).append(context, [eventOf(recorded, counts)]);
      },
    },
  );
  if ("duplicate" in made) return duplicateOf(made.duplicate);
  const { id, path, manifest } = made.created;
  return {
    id,
    path,
    title: task.title,
    outcome,
    steps: counts.step_count,
    tool_calls: counts.tool_call_count,
    files: manifest.files ?? [],
    redactions: task.redactions,
  };
};

const saidBy = ({ result }: TrajectoryRequest, { actor }: WriteContext): TrajectoryOutcome | undefined =>
  result && { result, judge: { by: "person", name: actor } };

const callsIn = (steps: CleanTask["steps"]): number =>
  steps.reduce((sum, { tool_calls: calls = [] }) => sum + calls.length, 0);

const trajectoryOf = (
  task: CleanTask,
  {
    steps,
    omitted,
    day,
    keeping: { place, setting },
  }: {
    readonly steps: readonly TrajectoryStep[];
    readonly omitted: number;
    readonly day: string;
    readonly keeping: Keeping;
  },
): Omit<Trajectory, "id"> => ({
  captured: day,
  packet_version: packetVersion,
  prompt: steps.find(({ role }) => role === "user")?.text ?? "",
  model: task.model,
  cwd: task.cwd,
  git: place.git === null ? null : { ...place.git, branch: task.branch },
  ...present({ task_id: setting.task?.id }),
  ...(omitted === 0 ? {} : { omitted_steps: omitted }),
  steps,
});

const trajectoryName = "packet.json";

const filesFor = (
  { id, ...rest }: Trajectory,
  { all, ...facts }: Omit<SummaryFacts, "trajectory"> & { readonly all: Trajectory["steps"] },
) => {
  const trajectory = { id, ...rest };
  return [
    { path: trajectoryName, content: renderTrajectory(trajectory) },
    { path: "extracted.md", content: renderSummary({ ...facts, trajectory: { ...trajectory, steps: all } }) },
  ];
};

const describe = (
  task: CleanTask,
  {
    extra,
    omitted,
    setting,
  }: { readonly extra: object; readonly omitted: number; readonly setting: TrajectorySetting },
): Omit<Manifest, "id" | "packet_version" | "captured" | "files"> => ({
  title: task.title,
  format: "trajectory",
  extractor: "session",
  extraction_status: "success",
  captured_at: setting.context.platform.now(),
  ...present({ task_id: setting.task?.id }),
  extra: { ...extra, ...(omitted === 0 ? {} : { omitted_steps: omitted }), ...redactionsField(task.redactions) },
});

const eventOf = (
  { id, manifest, manifestHash }: RecordedPacket,
  counts: { readonly step_count: number; readonly tool_call_count: number },
): NewEvent => ({
  kind: "trajectory_captured",
  details: {
    source_id: id,
    session: String(manifest.extra["session"]),
    ...counts,
    manifest_sha256: manifestHash,
  },
});

const duplicateOf = (packet: Packet): CapturedTrajectory => ({
  ...listedTrajectory(packet),
  files: packet.manifest?.files ?? [],
  redactions: redactionsOf(packet.manifest?.extra ?? {}),
  duplicate_of: packet.id,
});

export interface ListedTrajectory {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly captured_at?: string;
  readonly task_id?: string;
  readonly outcome: TrajectoryOutcome;
  readonly steps: number;
  readonly tool_calls: number;
}

export const listedTrajectory = ({ id, path, manifest }: Packet): ListedTrajectory => {
  const count = (key: string): number => Number(manifest?.extra[key]) || 0;
  return {
    id,
    path,
    title: manifest?.title ?? id,
    ...present({ captured_at: manifest?.captured_at, task_id: manifest?.task_id }),
    outcome: outcomeOf(manifest?.extra ?? {}),
    steps: count("step_count"),
    tool_calls: count("tool_call_count"),
  };
};

/** Undefined for a packet without one that can be read. */
export const readTrajectory = (vault: Vault, { path }: Pick<Packet, "path">): Trajectory | undefined => {
  const text = vault.files.readText(`${path}/${trajectoryName}`);
  return text === undefined ? undefined : parseTrajectory(text);
};
