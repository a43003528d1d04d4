/** Opens a workspace: the one place where platform, vaults and core are put together. */

import { WikiError } from "./core/errors.ts";
import type { Finding } from "./core/finding.ts";
import { openLedger } from "./core/ledger/ledger-store.ts";
import type { Injection, InjectRules } from "./core/recall/inject.ts";
import type { NearTitles } from "./core/recall/near-titles.ts";
import type { RecallAnswer, RecallRequest } from "./core/recall/recall.ts";
import { openSessionRecall, type PageCounts, type SessionRecall } from "./core/recall/session-recall.ts";
import { defaultSettings, type Settings } from "./core/settings.ts";
import type { CaptureStage } from "./core/sources/capture.ts";
import { type CapturedSource, captureSource } from "./core/sources/capture-source.ts";
import type { Extraction } from "./core/sources/extract/extract-source.ts";
import type { SourceMeta } from "./core/sources/extract/extractor.ts";
import { type NoteRequest, type ProposedNote, proposeNote } from "./core/trust/propose-note.ts";
import { similarNotes } from "./core/trust/similar-notes.ts";
import {
  type CheckAnswer,
  lintVaults,
  placed,
  statusOf,
  type VaultStatus,
  verifyVaults,
} from "./core/vault/check-vault.ts";
import { type Imported, importFolder } from "./core/vault/import-folder.ts";
import { findLayers, type Layers } from "./core/vault/layers.ts";
import { settleVault } from "./core/vault/settle-vault.ts";
import { type InitRequest, initVault, targetVault } from "./core/vault/target-vault.ts";
import { loadTemplates, type Templates } from "./core/vault/templates.ts";
import type { Channel, LayerName, Vault, WriteContext } from "./core/vault/vault.ts";
import { nodePlatform } from "./platform/node-platform.ts";
import type { Platform } from "./platform/platform.ts";
import type { VaultPlace } from "./worker-tasks.ts";

export interface WorkspaceOptions {
  /** The session's folder, from the host. */
  readonly cwd: string;
  readonly channel: Channel;
  readonly settings?: Settings;
  readonly origin?: Readonly<Record<string, string>>;
  /** The package's own version and templates folder. */
  readonly version: string;
  readonly templatesRoot: string;
}

type Progress = (done: number, total: number) => void;

export type CaptureRequest = {
  readonly source?: string;
  readonly text?: string;
  readonly title?: string;
  readonly force?: boolean;
  readonly layer?: LayerName;
};

export interface Workspace {
  readonly platform: Platform;
  readonly options: WorkspaceOptions;
  readonly settings: Settings;
  /** The same workspace, writing through another channel or on behalf of another origin. */
  as(channel: Channel, origin?: Readonly<Record<string, string>>): Workspace;
  layers(): Promise<Layers>;
  /** All layers that a write must not harm: the personal vault too, when it is switched off. */
  guardedVaults(): Promise<readonly Vault[]>;
  init(request: InitRequest): Promise<InitAnswer>;
  recall(request: RecallRequest): Promise<RecallAnswer>;
  /** Ids of pages with names like the query's words; for "did you mean" and completion. */
  near(query: string, kind: keyof NearTitles, limit: number): Promise<readonly string[]>;
  inject(prompt: string, rules?: Partial<InjectRules>): Promise<Injection>;
  capture(
    request: CaptureRequest,
    progress?: (stage: CaptureStage) => void,
    signal?: AbortSignal,
  ): Promise<LayeredCapture>;
  note(request: NoteRequest & { readonly layer?: LayerName }): Promise<ProposedNote & { readonly layer: LayerName }>;
  importFolder(request: ImportRequest): Promise<Imported>;
  /** Pages and drafts over all vaults, from the index. */
  counts(): Promise<PageCounts>;
  status(): Promise<{ readonly vaults: readonly VaultStatus[]; readonly findings: readonly Finding[] }>;
  lint(): Promise<CheckAnswer>;
  verify(): Promise<CheckAnswer & { readonly events: number }>;
  rebuild(progress?: Progress): Promise<RebuildAnswer>;
  /** Opens the indexes, long work in a worker thread; safe to call in the background. */
  warm(): Promise<void>;
  /** After a turn: records edits, refreshes derived files, saves the index. */
  settle(): Promise<void>;
}

export interface InitAnswer {
  readonly root: string;
  readonly vault_id: string;
  readonly created: readonly string[];
}

export type LayeredCapture = CapturedSource & { readonly layer: LayerName; readonly folder: string };

export interface ImportRequest {
  readonly folder: string;
  readonly type?: string;
  readonly layer?: LayerName;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}

export interface RebuildAnswer {
  readonly pages: number;
  readonly refreshed: readonly string[];
  readonly findings: readonly Finding[];
}

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
  readonly #recall: SessionRecall;
  readonly #templates: Templates;

  constructor(platform: Platform, options: WorkspaceOptions, shared?: SessionRecall) {
    this.platform = platform;
    this.options = options;
    this.settings = options.settings ?? defaultSettings;
    this.#recall = shared ?? this.#openRecall();
    this.#templates = loadTemplates(platform, options.templatesRoot);
  }

  #openRecall(): SessionRecall {
    const { platform, settings } = this;
    return openSessionRecall({
      platform,
      settings,
      vaults: () => this.#existing(),
      indexElsewhere: async ({ layer, root, layout, key }, onProgress) => {
        const place: VaultPlace = { layer, root, layout, key };
        await platform.inWorker("index", place, onProgress);
      },
    });
  }

  as(channel: Channel, origin?: Readonly<Record<string, string>>): Workspace {
    const options = { ...this.options, channel, ...(origin === undefined ? {} : { origin }) };
    return new OpenWorkspace(this.platform, options, this.#recall);
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

  async #existing(): Promise<readonly Vault[]> {
    return (await this.layers()).layers.filter((vault) => vault.exists);
  }

  async #target(layer: LayerName | undefined): Promise<Vault> {
    const { layers } = await this.layers();
    return targetVault(layers, layer, { context: this.#context, templates: this.#templates });
  }

  async init(request: InitRequest): Promise<InitAnswer> {
    const { layers } = await this.layers();
    const { cwd } = this.options;
    const vault = await initVault(layers, { ...request, cwd }, { context: this.#context, templates: this.#templates });
    return { root: vault.root, vault_id: vault.config?.vault_id ?? "", created: vault.created };
  }

  recall(request: RecallRequest): Promise<RecallAnswer> {
    return this.#recall.recall(request);
  }

  inject(prompt: string, rules: Partial<InjectRules> = {}): Promise<Injection> {
    return this.#recall.inject(prompt, rules);
  }

  near(query: string, kind: keyof NearTitles, limit: number): Promise<readonly string[]> {
    return this.#recall.near(query, kind, limit);
  }

  counts(): Promise<PageCounts> {
    return this.#recall.counts();
  }

  async capture(
    request: CaptureRequest,
    onProgress?: (stage: CaptureStage) => void,
    signal?: AbortSignal,
  ): Promise<LayeredCapture> {
    const vault = await this.#target(request.layer);
    const { source, text, title, force } = request;
    const captured = await captureSource({
      vault,
      context: this.#context,
      request: {
        cwd: this.options.cwd,
        allowedHosts: this.settings.captureHosts,
        ...(source === undefined ? {} : { source }),
        ...(text === undefined ? {} : { text }),
        ...(title === undefined ? {} : { title }),
        ...(force === undefined ? {} : { force }),
      },
      version: this.options.version,
      extract: (bytes, meta) => this.#extract(bytes, meta),
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { ...captured, layer: vault.layer, folder: vault.files.absolute(captured.path) };
  }

  async #extract(bytes: Uint8Array, meta: SourceMeta): Promise<Extraction> {
    const extraction = await this.platform.inWorker("extract", { bytes, meta });
    return extraction as Extraction; // The worker runs extractSource.
  }

  async note(
    request: NoteRequest & { readonly layer?: LayerName },
  ): Promise<ProposedNote & { readonly layer: LayerName }> {
    const vault = await this.#target(request.layer);
    const candidates = similarNotes(request, await this.#recall.facts(vault));
    const { links } = this.settings;
    const proposed = await proposeNote(request, {
      vault,
      context: this.#context,
      candidates,
      links: vault.config?.knowledge_format === "okf-0.2" ? "markdown" : links,
      version: this.options.version,
    });
    return { ...proposed, layer: vault.layer };
  }

  async importFolder({ folder, type, layer, progress, signal }: ImportRequest): Promise<Imported> {
    const vault = await this.#target(layer);
    const place = this.platform.paths.resolve(this.options.cwd, folder);
    return importFolder({ vault, context: this.#context, folder: place, type, onProgress: progress, signal });
  }

  async status(): Promise<{ readonly vaults: readonly VaultStatus[]; readonly findings: readonly Finding[] }> {
    const { layers, findings } = await this.layers();
    return { vaults: layers.map(statusOf), findings };
  }

  async lint(): Promise<CheckAnswer> {
    return lintVaults(await this.layers(), this.platform);
  }

  async verify(): Promise<CheckAnswer & { readonly events: number }> {
    return verifyVaults(await this.layers(), this.platform);
  }

  async rebuild(progress?: Progress): Promise<RebuildAnswer> {
    const vaults = await this.#existing();
    const answer = { pages: 0, refreshed: [] as string[], findings: [] as Finding[] };
    for (const vault of vaults) {
      const index = this.#recall.index(vault);
      await index.rebuild(progress);
      await index.save();
      const { refreshed } = await this.#settle(vault);
      answer.pages += index.parts.reduce((sum, part) => sum + part.pageCount, 0);
      answer.refreshed.push(...refreshed.map((path) => vault.files.absolute(path)));
      answer.findings.push(...index.findings.map((finding) => placed(vault, finding)));
    }
    return answer;
  }

  warm(): Promise<void> {
    return this.#recall.warm();
  }

  async settle(): Promise<void> {
    for (const vault of await this.#existing()) {
      const index = this.#recall.index(vault);
      await index.refresh({ full: true });
      if (index.hasChanges) await this.#settle(vault);
    }
    await this.#recall.save();
  }

  async #settle(vault: Vault): Promise<{ readonly refreshed: readonly string[] }> {
    const ledger = openLedger({ platform: this.platform, vault });
    const changes = this.#recall.index(vault).takeChanges();
    return settleVault(vault, this.#context, { ledger, changes });
  }
}
