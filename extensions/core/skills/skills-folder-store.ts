/** One folder of skills that agents read: what stands in it, and our own skills put there and taken out whole. */

import type { Files, Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import type { Found } from "./judge-copy.ts";
import {
  emptyManifest,
  type Manifest,
  manifestName,
  type OwnedSkill,
  parseManifest,
  renderManifest,
  withoutSkill,
  withSkill,
} from "./manifest.ts";
import type { FileHashes } from "./skill.ts";
import { entriesBelow, joined } from "./skill-files-store.ts";

const largestManifest = 4 * 1024 * 1024;
/** Beside the folder of skills, where no agent looks for any. */
const stagingName = ".pi-wiki-skills-new";
const asideName = ".pi-wiki-skills-aside";

/** What is put: its files, or where the link leads. */
export type Content =
  | { readonly mode: "copy"; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly mode: "link"; readonly target: string };

export class SkillsFolder {
  readonly #platform: Platform;
  readonly #files: Files;
  /** Relative to the scope's root, links resolved. */
  readonly #folder: string;
  readonly #base: string;
  /** Folders that are not there yet. */
  #missing: readonly string[] = [];
  /** Folders to remove at the end if they are empty. */
  #passing: readonly string[] = [];

  /** Undefined when the folder leads out of `root` through a link. */
  static open(platform: Platform, root: string, path: string): SkillsFolder | undefined {
    const { paths } = platform;
    const physicalRoot = paths.physical(root);
    const folder = paths.inside(physicalRoot, paths.physical(paths.join(physicalRoot, path)));
    return folder === undefined || folder === "" ? undefined : new SkillsFolder(platform, physicalRoot, folder);
  }

  private constructor(platform: Platform, root: string, folder: string) {
    this.#platform = platform;
    this.#files = platform.files(root);
    this.#folder = folder;
    this.#base = folder.split("/").slice(0, -1).join("/");
  }

  /** Absolute; of one skill, or of the folder. */
  path(name = ""): string {
    return this.#platform.paths.join(this.#files.root, joined(this.#folder, name));
  }

  manifest(): Manifest {
    const text = this.#files.readText(this.#manifestPath, largestManifest);
    const manifest = text === undefined ? emptyManifest : parseManifest(text);
    if (manifest !== undefined) return manifest;
    const reason = "it is not as pi-wiki wrote it";
    throw new WikiError(
      "unreadable",
      { path: this.#platform.paths.join(this.#files.root, this.#manifestPath), reason },
      "Restore it, or move it aside: then pi-wiki knows no skill here as its own.",
    );
  }

  owned(name: string): OwnedSkill | undefined {
    return this.manifest().skills.get(this.#key(name));
  }

  /** Names of the skills that we put here. */
  ownedNames(): readonly string[] {
    const prefix = this.#key("");
    return [...this.manifest().skills.keys()].flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
  }

  /** Only files that `isKnown` names are read; of others it is enough that they are there. */
  look(name: string, isKnown: (path: string) => boolean): Found {
    const place = joined(this.#folder, name);
    const kind = this.#files.kind(place);
    if (kind === undefined) return { kind: "absent" };
    if (kind === "link") {
      const target = this.#files.linkTarget(place) ?? "";
      return { kind: "link", target, leadsTo: this.#platform.paths.physical(this.path(name)) };
    }
    if (kind !== "folder") return { kind: "other" };
    const { files, others } = entriesBelow(this.#files, place);
    return { kind: "folder", others, files: new Map(files.map((path) => [path, this.#hash(place, path, isKnown)])) };
  }

  #hash(place: string, path: string, isKnown: (path: string) => boolean): string {
    const bytes = isKnown(path) ? this.#files.read(joined(place, path)) : undefined;
    return bytes === undefined ? "" : this.#platform.hash(bytes);
  }

  /** Alone among processes. Folders that were made for a skill go when it does, or when it was not put after all. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    this.#missing = [this.#base, this.#folder].filter((one) => one !== "" && this.#files.kind(one) === undefined);
    this.#passing = this.#missing;
    try {
      return await this.#files.withLock(this.#manifestPath, act);
    } finally {
      await this.#removeEmpty(this.#passing);
    }
  }

  /** Moves what stands at a skill's place to where no agent looks; returns where, absolute. */
  async setAside(name: string): Promise<string> {
    const stamp = this.#platform.now().replace(/[^0-9TZ]/g, "");
    for (let count = 1; ; count += 1) {
      const place = joined(joined(this.#base, asideName), `${name}-${stamp}${count === 1 ? "" : `-${count}`}`);
      if (this.#files.kind(place) !== undefined) continue;
      await this.#files.move(joined(this.#folder, name), place);
      return this.#platform.paths.join(this.#files.root, place);
    }
  }

  /** Puts a skill in place of what stands there, which must be ours; whole or not at all. */
  async put(name: string, content: Content, version: string): Promise<void> {
    const staging = joined(this.#base, stagingName);
    const [fresh, former, place] = [`${staging}/new`, `${staging}/old`, joined(this.#folder, name)];
    const before = this.manifest();
    await this.#files.remove(staging);
    await this.#stage(fresh, content);
    const isReplacing = this.#files.kind(place) !== undefined;
    if (isReplacing) await this.#files.move(place, former);
    try {
      // Before the skill itself: one that stands there must never be unknown to us.
      const made = [...new Set([...before.made, ...this.#missing.map((one) => this.#relative(one))])];
      await this.#write({ ...withSkill(before, this.#key(name), this.#ownedOf(content, version)), made });
      await this.#files.move(fresh, place);
    } catch (error) {
      if (this.#files.kind(place) === undefined) {
        if (isReplacing) await this.#files.move(former, place);
        await this.#write(before);
      }
      throw error;
    } finally {
      await this.#files.remove(staging);
    }
  }

  async #stage(place: string, content: Content): Promise<void> {
    if (content.mode === "link") {
      await this.#files.link(place, content.target);
      return;
    }
    for (const [path, bytes] of content.files) await this.#files.write(joined(place, path), bytes);
  }

  #ownedOf(content: Content, version: string): OwnedSkill {
    return content.mode === "link"
      ? { ...content, version }
      : {
          mode: "copy",
          version,
          files: new Map([...content.files].map(([path, bytes]) => [path, this.#platform.hash(bytes)])),
        };
  }

  /** Removes those of our files that are as we wrote them, and the link that we made; returns what stays. */
  async takeOut(name: string, known: readonly FileHashes[]): Promise<readonly string[]> {
    const place = joined(this.#folder, name);
    const found = this.look(name, (path) => known.some((hashes) => hashes.has(path)));
    if (found.kind === "link") await this.#files.remove(place);
    const kept = found.kind === "folder" ? await this.#removeFiles(place, found, known) : [];
    await this.forgetOwned(name);
    return kept;
  }

  async #removeFiles(
    place: string,
    { files, others }: Extract<Found, { readonly kind: "folder" }>,
    known: readonly FileHashes[],
  ): Promise<readonly string[]> {
    const ours = [...files].filter(([path, hash]) => known.some((hashes) => hashes.get(path) === hash));
    const kept = [...[...files.keys()].filter((path) => !ours.some(([one]) => one === path)), ...others];
    if (kept.length === 0) {
      await this.#files.remove(place);
      return [];
    }
    for (const [path] of ours) await this.#files.remove(joined(place, path));
    await this.#removeEmpty(
      foldersAbove(
        ours.map(([path]) => joined(place, path)),
        place,
      ),
    );
    return kept.sort();
  }

  /** Leaves whatever stands there to others. */
  async forgetOwned(name: string): Promise<void> {
    const before = this.manifest();
    if (!before.skills.has(this.#key(name))) return;
    await this.#write(withoutSkill(before, this.#key(name)));
  }

  async #write(manifest: Manifest): Promise<void> {
    this.#passing = manifest.skills.size > 0 ? [] : manifest.made.map((folder) => this.#fromBase(folder));
    if (manifest.skills.size > 0) await this.#files.write(this.#manifestPath, renderManifest(manifest));
    else await this.#files.remove(this.#manifestPath);
  }

  /** Deepest first. */
  async #removeEmpty(folders: readonly string[]): Promise<void> {
    const deepestFirst = [...folders].sort((left, right) => right.length - left.length);
    for (const folder of deepestFirst) {
      if (this.#files.kind(folder) === "folder" && this.#files.list(folder).length === 0) {
        await this.#files.remove(folder);
      }
    }
  }

  get #manifestPath(): string {
    return joined(this.#base, manifestName);
  }

  #key(name: string): string {
    return `${this.#relative(this.#folder)}/${name}`;
  }

  /** As the manifest names it. */
  #relative(folder: string): string {
    if (folder === this.#base) return ".";
    return this.#base === "" ? folder : folder.slice(this.#base.length + 1);
  }

  #fromBase(folder: string): string {
    return folder === "." ? this.#base : joined(this.#base, folder);
  }
}

/** The folders between `top` and each path, without `top`. */
const foldersAbove = (paths: readonly string[], top: string): readonly string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const parts = path.slice(top.length + 1).split("/");
      return parts.slice(0, -1).map((_, count) => joined(top, parts.slice(0, count + 1).join("/")));
    }),
  ),
];
