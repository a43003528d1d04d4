/** Opens a workspace: the one place where platform, vaults and core are put together. */

import type { Distil } from "./core/distil/session-distil.ts";
import { WikiError } from "./core/errors.ts";
import type { Finding } from "./core/finding.ts";
import type { Deliveries } from "./core/knowledge/earned/deliveries.ts";
import { openSessionDeliveries } from "./core/knowledge/earned/session-deliveries.ts";
import { openSessionKnowledge, type SessionKnowledge } from "./core/knowledge/session-knowledge.ts";
import type { InjectRules } from "./core/recall/inject.ts";
import type { NearTitles } from "./core/recall/near-titles.ts";
import type { RecallAnswer, RecallRequest } from "./core/recall/recall.ts";
import type { ExplainedInjection, PageCounts } from "./core/recall/session-recall.ts";
import { defaultSettings, type Settings } from "./core/settings.ts";
import type { CaptureStage } from "./core/sources/capture.ts";
import { type SyncedLayer, syncVaults } from "./core/sync/session-sync.ts";
import type { Tasks } from "./core/tasks/tasks.ts";
import type { Trajectories } from "./core/trajectories/session-trajectories.ts";
import type { ChangeRequest } from "./core/trust/changes/changed-page.ts";
import type { DecidedPage, DecisionRequest } from "./core/trust/decide-page.ts";
import type { ForgetRequest, Forgotten } from "./core/trust/forget.ts";
import { openLiveSessions } from "./core/trust/live-sessions-store.ts";
import type { Promoted } from "./core/trust/promote.ts";
import type { NoteRequest, ProposedNote } from "./core/trust/propose-note.ts";
import type { ReviewTable } from "./core/trust/review/review-table.ts";
import type { LayeredChange } from "./core/trust/session-notes.ts";
import type { PromoteRequest, StatusAnswer } from "./core/trust/session-review.ts";
import type { StatusRequest } from "./core/trust/set-status.ts";
import { type CheckAnswer, lintVaults, statusOfAll, type VaultStatus, verifyVaults } from "./core/vault/check-vault.ts";
import { type Imported, importFolder } from "./core/vault/import-folder.ts";
import { findLayers, type Layers } from "./core/vault/layers.ts";
import { openHistory, type VaultHistory } from "./core/vault/read-history.ts";
import { type RebuildAnswer, rebuildVaults } from "./core/vault/rebuild-vaults.ts";
import { type InitRequest, initVault, targetVault } from "./core/vault/target-vault.ts";
import { loadTemplates, type Templates } from "./core/vault/templates.ts";
import type { Channel, LayerName, Vault, WriteContext } from "./core/vault/vault.ts";
import { openRun } from "./core/weaknesses/open-run.ts";
import type { Weaknesses } from "./core/weaknesses/weaknesses.ts";
import { nodePlatform } from "./platform/node-platform.ts";
import type { Platform } from "./platform/platform.ts";
import { openSessionParts, type SessionParts } from "./session-parts.ts";
import type { Skills, Workspace } from "./workspace.ts";
import type {
  CaptureRequest,
  ImportRequest,
  InitAnswer,
  LayeredCapture,
  Progress,
  WorkspaceOptions,
} from "./workspace-requests.ts";

export const defaultPlatform = (): Platform =>
  nodePlatform({
    refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
    tasks: new URL("./worker-tasks.ts", import.meta.url),
  });

export const openWorkspace = (platform: Platform, options: WorkspaceOptions): Workspace =>
  new OpenWorkspace(platform, options);

class OpenWorkspace implements Workspace {
  readonly platform: Platform;
  readonly options: WorkspaceOptions;
  readonly settings: Settings;
  readonly browse: SessionParts["browse"];
  readonly anchors: SessionParts["anchors"];
  readonly seals: SessionParts["seals"];
  readonly usage: SessionParts["usage"];
  readonly review: ReviewTable;
  readonly #parts: SessionParts;
  readonly #templates: Templates;

  constructor(platform: Platform, options: WorkspaceOptions, opened?: OpenWorkspace) {
    this.platform = platform;
    this.options = options;
    this.settings = options.settings ?? defaultSettings;
    this.#parts = opened === undefined ? this.#openParts() : opened.#parts;
    this.browse = this.#parts.browse;
    this.anchors = this.#parts.anchors;
    this.seals = this.#parts.seals;
    this.usage = this.#parts.usage;
    this.review = this.#parts.review.table({ context: () => this.#context, target: (layer) => this.#target(layer) });
    this.#templates = loadTemplates(platform, options.templatesRoot);
  }

  #openParts(): SessionParts {
    return openSessionParts({
      platform: this.platform,
      settings: this.settings,
      cwd: this.options.cwd,
      version: this.options.version,
      vaults: () => this.#existing(),
      guarded: async () => (await this.guardedVaults()).filter((vault) => vault.exists),
    });
  }

  as(channel: Channel, origin?: Readonly<Record<string, string>>): Workspace {
    const options = { ...this.options, channel, ...(origin === undefined ? {} : { origin }) };
    return new OpenWorkspace(this.platform, options, this);
  }

  layers(): Promise<Layers> {
    return findLayers(this.platform, { cwd: this.options.cwd, personal: this.settings.personalVault === "on" });
  }

  async guardedVaults(): Promise<readonly Vault[]> {
    return (await findLayers(this.platform, { cwd: this.options.cwd, personal: true })).layers;
  }

  get #context(): WriteContext {
    const { channel, origin } = this.options;
    const { platform } = this;
    return { platform, actor: platform.environment.user, channel, ...(origin === undefined ? {} : { origin }) };
  }

  /** The hand that edits without an event count as: a tool's, or somebody's of whom nothing is known. */
  get #editor(): WriteContext {
    const { platform, actor } = this.#context;
    return this.options.channel === "tool" ? this.#context : { platform, actor, channel: "system" };
  }

  async #existing(): Promise<readonly Vault[]> {
    return (await this.layers()).layers.filter((vault) => vault.exists);
  }

  /** The vault to write to, its index open: what is written from now on is a change. */
  async #target(layer: LayerName | undefined): Promise<Vault> {
    const { layers } = await this.layers();
    const vault = await targetVault(layers, layer, { context: this.#context, templates: this.#templates });
    await this.#parts.recall.facts(vault);
    return vault;
  }

  async init(request: InitRequest): Promise<InitAnswer> {
    const { layers } = await this.layers();
    const { cwd } = this.options;
    const vault = await initVault(layers, { ...request, cwd }, { context: this.#context, templates: this.#templates });
    return { root: vault.root, vault_id: vault.config?.vault_id ?? "", created: vault.created };
  }

  async recall(request: RecallRequest): Promise<RecallAnswer> {
    const asked = { ...(await this.tasks.scope()), ...request };
    return this.#parts.recallRun(asked, await this.#parts.recall.recall(asked));
  }

  async inject(prompt: string, rules: Partial<InjectRules> = {}): Promise<ExplainedInjection> {
    return this.#parts.recall.inject(prompt, { ...(await this.tasks.scope()), ...rules });
  }

  near(query: string, kind: keyof NearTitles, limit: number): Promise<readonly string[]> {
    return this.#parts.recall.near(query, kind, limit);
  }

  counts(): Promise<PageCounts> {
    return this.#parts.recall.counts();
  }

  async capture(
    request: CaptureRequest,
    onProgress?: (stage: CaptureStage) => void,
    signal?: AbortSignal,
  ): Promise<LayeredCapture> {
    const { layer, ...rest } = request;
    const vault = await this.#target(layer);
    const task = await this.tasks.capturing();
    const { cwd } = this.options;
    return this.#parts.capture(rest, { vault, context: this.#context, cwd, onProgress, signal, task });
  }

  async note(
    request: NoteRequest & { readonly layer?: LayerName },
  ): Promise<ProposedNote & { readonly layer: LayerName }> {
    const vault = await this.#target(request.layer);
    const proposed = await this.#parts.notes.propose(request, vault, this.#context);
    return { ...proposed, layer: vault.layer };
  }

  change(request: ChangeRequest & { readonly layer?: LayerName }): Promise<LayeredChange> {
    return this.#parts.notes.change(request, this.#context, this.options.cwd);
  }

  get #worker() {
    return { context: this.#context, cwd: this.options.cwd, target: this.#target.bind(this) };
  }

  get distil(): Distil {
    return this.#parts.distil({ ...this.#worker, tasks: this.tasks });
  }

  get knowledge(): SessionKnowledge {
    const { platform } = this;
    return openSessionKnowledge({ platform, folder: this.options.cwd, vaults: () => this.#existing() });
  }

  weaknesses(runDir?: string): Weaknesses {
    return openRun(this.platform, { given: runDir, settings: this.settings, channel: this.options.channel });
  }

  get skills(): Skills {
    const { skills } = this.#parts;
    return {
      list: () => skills.list(),
      recall: async (request) => skills.recall({ ...(await this.tasks.scope()), ...request }),
      export: (request) => skills.export(request, this.#context),
    };
  }

  get trajectories(): Trajectories {
    return this.#parts.trajectories({ ...this.#worker, tasks: this.tasks });
  }

  get deliveries(): Deliveries {
    const { settings, options } = this;
    const vaults = () => this.#existing();
    return openSessionDeliveries({ context: this.#context, cwd: options.cwd, settings, vaults });
  }

  get tasks(): Tasks {
    return this.#parts.tasks(this.#worker);
  }

  decide(request: DecisionRequest & { readonly layer?: LayerName }): Promise<DecidedPage> {
    return this.#parts.review.decide(request, this.#context);
  }

  setStatus(request: StatusRequest & { readonly layer?: LayerName }): Promise<StatusAnswer> {
    return this.#parts.review.setStatus(request, this.#context);
  }

  forget(request: ForgetRequest & { readonly layer?: LayerName }): Promise<Forgotten> {
    return this.#parts.review.forget(request, this.#context);
  }

  async promote(request: PromoteRequest): Promise<Promoted> {
    return this.#parts.review.promote(request, await this.#target(request.to), this.#context);
  }

  async importFolder({ folder, type, layer, progress, signal }: ImportRequest): Promise<Imported> {
    const vault = await this.#target(layer);
    const place = this.platform.paths.resolve(this.options.cwd, folder);
    return importFolder({ vault, context: this.#context, folder: place, type, onProgress: progress, signal });
  }

  async status(): Promise<{ readonly vaults: readonly VaultStatus[]; readonly findings: readonly Finding[] }> {
    const { layers, findings } = await this.layers();
    return { vaults: await statusOfAll(layers, this.#parts.recall), findings };
  }

  async lint(progress?: Progress): Promise<CheckAnswer> {
    const { recall, skills } = this.#parts;
    const { findings } = await lintVaults(await this.layers(), { platform: this.platform, pages: recall, progress });
    return { findings: [...findings, ...(await skills.lint())] };
  }

  async verify(): Promise<CheckAnswer & { readonly events: number }> {
    return verifyVaults(await this.layers(), this.platform);
  }

  async history(): Promise<VaultHistory> {
    return openHistory(this.platform, await this.#existing());
  }

  async rebuild(onProgress?: Progress): Promise<RebuildAnswer> {
    const index = (vault: Vault) => this.#parts.recall.index(vault);
    return rebuildVaults(await this.#existing(), { index, edits: this.#parts.edits, by: this.#editor, onProgress });
  }

  async warm(): Promise<void> {
    await this.#parts.recall.warm();
    for (const vault of await this.#existing()) {
      const index = this.#parts.recall.index(vault);
      // Changes that are not recorded yet would be forgotten with this process.
      if (index.changedPaths().size === 0) await index.save();
    }
  }

  look(): Promise<void> {
    const { platform, actor } = this.#context;
    return this.#parts.edits.look({ platform, actor, channel: "system" }).then(() => this.#parts.trust.toolsMayWrite());
  }

  async noteSession(session: string, state: "open" | "over"): Promise<void> {
    for (const vault of await this.#existing()) await openLiveSessions(this.platform, vault).note(session, state);
  }

  async settle(): Promise<void> {
    const { platform, actor } = this.#context;
    await this.#parts.skills.note({ platform, actor, channel: "system" });
    await this.#parts.edits.settle(this.#editor);
    this.#parts.trust.settled();
  }

  async sync(): Promise<readonly SyncedLayer[]> {
    await this.settle();
    const { platform } = this;
    const [vaults, settle, queue] = [() => this.#existing(), () => this.settle(), () => this.review.queue()];
    const facts = (vault: Vault) => this.#parts.recall.facts(vault);
    // Nobody has seen what is merged: it waits as a tool's work does.
    return syncVaults({ platform, vaults, facts, settle, queue }, { ...this.#context, channel: "tool" });
  }
}
