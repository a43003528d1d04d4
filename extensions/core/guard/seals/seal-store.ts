/**
 * Seals of a vault's files in its state folder: `seals/index.jsonl`, a line for each seal and the last of a path
 * counts, and `seals/copies/<first two digits>/<sha256>`, a copy of each content. Whatever fails here stops nobody's
 * work: a file without a seal can't be healed, which `problem` says.
 */

import type { EntrySign, FileState, Files, Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import { isSameState } from "../../same-state.ts";
import type { Vault } from "../../vault/vault.ts";
import { applySeals, foldSeals, goneLine, type Seal, sealLine } from "./seal.ts";

export interface SealStore {
  seals(): ReadonlyMap<string, Seal>;
  /** Another number whenever `seals` may hold others. */
  version(): number;
  /**
   * Takes files as they now are for right; left out are those that are absent, too large for a copy, or not what they
   * are expected to be.
   */
  put(files: readonly { readonly path: string; readonly sha256?: string | undefined }[]): Promise<void>;
  /** As `put`, for files whose content was found to be what is sealed: only their sign is new. */
  renew(paths: readonly string[]): Promise<void>;
  forget(paths: readonly string[]): Promise<void>;
  /** Forgets files below a folder, or one file, and destroys the copies that no other file has. */
  destroy(path: string): Promise<void>;
  /** The sealed content; undefined when the copy is gone or is not what was sealed. */
  copy(seal: Seal): Uint8Array | undefined;
  /** Absolute. */
  copyPath(seal: Seal): string;
  /** Why sealing failed last, when it did. */
  problem(): string | undefined;
}

const indexPath = "seals/index.jsonl";
const largestIndex = 512 * 1024 * 1024;
const largestCopy = 64 * 1024 * 1024;

const sealFilesOf = (platform: Platform, vault: Vault): Files =>
  platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));

export const openSealStore = (platform: Platform, vault: Vault): SealStore =>
  new OpenSealStore(platform, vault, sealFilesOf(platform, vault));

class OpenSealStore implements SealStore {
  readonly #platform: Platform;
  readonly #vault: Vault;
  readonly #files: Files;
  #read: { readonly state: FileState | undefined; readonly seals: Map<string, Seal> } | undefined;
  #problem: string | undefined;
  #version = 0;

  constructor(platform: Platform, vault: Vault, files: Files) {
    this.#platform = platform;
    this.#vault = vault;
    this.#files = files;
  }

  seals(): ReadonlyMap<string, Seal> {
    return this.#seals();
  }

  version(): number {
    this.#seals();
    return this.#version;
  }

  async put(files: Parameters<SealStore["put"]>[0]): Promise<void> {
    await this.#attempt(async () => {
      const made: Seal[] = [];
      for (const { path, sha256 } of files) {
        const seal = await this.#sealed(path, sha256);
        if (seal !== undefined) made.push(seal);
        if (made.length >= batch) await this.#append(made.splice(0));
        await this.#platform.pause();
      }
      await this.#append(made);
    });
  }

  async renew(paths: readonly string[]): Promise<void> {
    const signs = this.#vault.files.signs(paths);
    const renewed = paths.flatMap((path, index) => {
      const [seal, sign] = [this.#seals().get(path), reliable(signs[index])];
      return seal === undefined || seal.sign === sign ? [] : [{ ...seal, sign }];
    });
    await this.#attempt(() => this.#append(renewed));
  }

  async forget(paths: readonly string[]): Promise<void> {
    const known = paths.filter((path) => this.#seals().has(path));
    await this.#attempt(() => this.#write(known.map(goneLine)));
  }

  async destroy(path: string): Promise<void> {
    const doomed = [...this.#seals().values()].filter((one) => one.path === path || one.path.startsWith(`${path}/`));
    await this.forget(doomed.map((seal) => seal.path));
    const kept = new Set([...this.#seals().values()].map(({ sha256 }) => sha256));
    await this.#attempt(async () => {
      for (const { sha256 } of doomed) if (!kept.has(sha256)) await this.#files.remove(copyName(sha256));
    });
  }

  copy(seal: Seal): Uint8Array | undefined {
    try {
      const content = this.#files.read(copyName(seal.sha256), largestCopy);
      return content !== undefined && this.#platform.hash(content) === seal.sha256 ? content : undefined;
    } catch (error) {
      return this.#note(error);
    }
  }

  copyPath(seal: Seal): string {
    return this.#files.absolute(copyName(seal.sha256));
  }

  problem(): string | undefined {
    return this.#problem;
  }

  async #sealed(path: string, expected: string | undefined): Promise<Seal | undefined> {
    const { files } = this.#vault;
    const size = files.kind(path) === "file" ? (files.state(path)?.size ?? 0) : largestCopy + 1;
    if (size > largestCopy) return undefined;
    const [before] = files.signs([path]);
    const content = files.read(path, largestCopy);
    const [after] = files.signs([path]);
    if (content === undefined) return undefined;
    const sha256 = this.#platform.hash(content);
    if (expected !== undefined && expected !== sha256) return undefined;
    if (this.#files.state(copyName(sha256))?.size !== content.length)
      await this.#files.write(copyName(sha256), content);
    return { path, sha256, bytes: content.length, sign: before?.sign === after?.sign ? reliable(after) : "" };
  }

  /** What another process added is read anew. */
  #seals(): Map<string, Seal> {
    try {
      const state = this.#files.state(indexPath);
      if (this.#read !== undefined && isSameState(this.#read.state, state)) return this.#read.seals;
      const { seals } = foldSeals(this.#files.readText(indexPath, largestIndex) ?? "");
      this.#read = { state, seals };
      this.#version += 1;
      return this.#read.seals;
    } catch (error) {
      this.#note(error);
      return this.#read?.seals ?? new Map();
    }
  }

  async #append(seals: readonly Seal[]): Promise<void> {
    await this.#write(seals.map(sealLine));
  }

  async #write(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await this.#files.withLock(indexPath, async () => {
      // What is read again now need not be read again because of our own lines.
      const seals = this.#seals();
      await this.#files.append(indexPath, lines.join(""));
      applySeals(seals, lines.join(""));
      await this.#compact();
      this.#read = { state: this.#files.state(indexPath), seals };
      this.#version += 1;
    });
    this.#problem = undefined;
  }

  /** Keeps the index from growing with each change of the same files. */
  async #compact(): Promise<void> {
    if ((this.#files.state(indexPath)?.size ?? 0) < smallestCompacted) return;
    const { seals, lines } = foldSeals(this.#files.readText(indexPath, largestIndex) ?? "");
    if (lines > 2 * seals.size) await this.#files.write(indexPath, [...seals.values()].map(sealLine).join(""));
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#note(error);
    }
  }

  #note(error: unknown): undefined {
    if (!isWikiError(error)) throw error;
    this.#problem = error.message;
  }
}

const reliable = (sign: EntrySign | undefined): string => (sign?.isSettled === true ? sign.sign : "");

const batch = 200;
const smallestCompacted = 256 * 1024;

const copyName = (sha256: string): string => `seals/copies/${sha256.slice(0, 2)}/${sha256}`;
