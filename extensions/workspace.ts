/** What a workspace can do: everything that hosts and tools ask of the memory. */

import type { Distil } from "./core/distil/session-distil.ts";
import type { Finding } from "./core/finding.ts";
import type { Deliveries } from "./core/knowledge/earned/deliveries.ts";
import type { SessionKnowledge } from "./core/knowledge/session-knowledge.ts";
import type { InjectRules } from "./core/recall/inject.ts";
import type { NearTitles } from "./core/recall/near-titles.ts";
import type { RecallAnswer, RecallRequest } from "./core/recall/recall.ts";
import type { ExplainedInjection, PageCounts } from "./core/recall/session-recall.ts";
import type { Settings } from "./core/settings.ts";
import type { ExportedSkill, ExportRequest } from "./core/skills/learned/export-skill.ts";
import type { LearnedSkills } from "./core/skills/learned/learned-skills.ts";
import type { CaptureStage } from "./core/sources/capture.ts";
import type { SyncedLayer } from "./core/sync/session-sync.ts";
import type { Tasks } from "./core/tasks/tasks.ts";
import type { Trajectories } from "./core/trajectories/session-trajectories.ts";
import type { ChangeRequest } from "./core/trust/changes/changed-page.ts";
import type { DecidedPage, DecisionRequest } from "./core/trust/decide-page.ts";
import type { ForgetRequest, Forgotten } from "./core/trust/forget.ts";
import type { Promoted } from "./core/trust/promote.ts";
import type { NoteRequest, ProposedNote } from "./core/trust/propose-note.ts";
import type { ReviewTable } from "./core/trust/review/review-table.ts";
import type { LayeredChange } from "./core/trust/session-notes.ts";
import type { PromoteRequest, StatusAnswer } from "./core/trust/session-review.ts";
import type { StatusRequest } from "./core/trust/set-status.ts";
import type { CheckAnswer, VaultStatus } from "./core/vault/check-vault.ts";
import type { Imported } from "./core/vault/import-folder.ts";
import type { Layers } from "./core/vault/layers.ts";
import type { VaultHistory } from "./core/vault/read-history.ts";
import type { RebuildAnswer } from "./core/vault/rebuild-vaults.ts";
import type { InitRequest } from "./core/vault/target-vault.ts";
import type { Channel, LayerName, Vault } from "./core/vault/vault.ts";
import type { Weaknesses } from "./core/weaknesses/weaknesses.ts";
import type { Platform } from "./platform/platform.ts";
import type { SessionParts } from "./session-parts.ts";
import type {
  CaptureRequest,
  ImportRequest,
  InitAnswer,
  LayeredCapture,
  Progress,
  WorkspaceOptions,
} from "./workspace-requests.ts";

/** What was learned of tasks that were done. */
export interface Skills extends Pick<LearnedSkills, "list" | "recall"> {
  /** Puts a trusted one where agents read it. */
  export(request: ExportRequest & { readonly layer?: LayerName }): Promise<ExportedSkill>;
}

export interface Workspace extends Pick<SessionParts, "anchors" | "browse" | "seals" | "usage"> {
  readonly platform: Platform;
  readonly options: WorkspaceOptions;
  readonly settings: Settings;
  /** What waits for a person. */
  readonly review: ReviewTable;
  /** What a model makes of conversations, sources and notes. */
  readonly distil: Distil;
  readonly skills: Skills;
  /** What was done for tasks. */
  readonly trajectories: Trajectories;
  /** What tasks have taught. */
  readonly tasks: Tasks;
  /** What the repository around the session defines. */
  readonly knowledge: SessionKnowledge;
  /** Lessons that were earned, and what is accepted. */
  readonly deliveries: Deliveries;
  /** The weakness wiki of a run: the one of this directory, else the one that the environment or the user's settings name. */
  weaknesses(runDir?: string): Weaknesses;
  decide(request: DecisionRequest & { readonly layer?: LayerName }): Promise<DecidedPage>;
  setStatus(request: StatusRequest & { readonly layer?: LayerName }): Promise<StatusAnswer>;
  /** Removes a page or a packet for good. */
  forget(request: ForgetRequest & { readonly layer?: LayerName }): Promise<Forgotten>;
  /** Copies a page of the other layer into this one. */
  promote(request: PromoteRequest): Promise<Promoted>;
  /** The same workspace, writing through another channel or on behalf of another origin. */
  as(channel: Channel, origin?: Readonly<Record<string, string>>): Workspace;
  layers(): Promise<Layers>;
  /** All layers that a write must not harm: the personal vault too, when it is switched off. */
  guardedVaults(): Promise<readonly Vault[]>;
  init(request: InitRequest): Promise<InitAnswer>;
  recall(request: RecallRequest): Promise<RecallAnswer>;
  /** Ids of pages with names like the query's words; for "did you mean" and completion. */
  near(query: string, kind: keyof NearTitles, limit: number): Promise<readonly string[]>;
  inject(prompt: string, rules?: Partial<InjectRules>): Promise<ExplainedInjection>;
  capture(
    request: CaptureRequest,
    progress?: (stage: CaptureStage) => void,
    signal?: AbortSignal,
  ): Promise<LayeredCapture>;
  note(request: NoteRequest & { readonly layer?: LayerName }): Promise<ProposedNote & { readonly layer: LayerName }>;
  /** Changes a page as far as this channel may: what it may not is put before a person. */
  change(request: ChangeRequest & { readonly layer?: LayerName }): Promise<LayeredChange>;
  importFolder(request: ImportRequest): Promise<Imported>;
  /** Pages and drafts over all vaults, from the index. */
  counts(): Promise<PageCounts>;
  status(): Promise<{ readonly vaults: readonly VaultStatus[]; readonly findings: readonly Finding[] }>;
  lint(progress?: Progress): Promise<CheckAnswer>;
  verify(): Promise<CheckAnswer & { readonly events: number }>;
  /** Who changed what in the vaults. */
  history(): Promise<VaultHistory>;
  rebuild(progress?: Progress): Promise<RebuildAnswer>;
  /** Opens the indexes, long work in a worker thread; safe to call in the background. */
  warm(): Promise<void>;
  /** Before a tool may write: what changed so far was changed by others. Writes nothing. */
  look(): Promise<void>;
  /** Notes that an agent's session is open in the vaults that exist: a confirmation at a terminal beside it says so. */
  noteSession(session: string, state: "open" | "over"): Promise<void>;
  /** Records what changed since the last look as made through this channel, refreshes derived files, saves the index. */
  settle(): Promise<void>;
  /** Brings the vaults together with the remotes of their repositories. */
  sync(): Promise<readonly SyncedLayer[]>;
}
