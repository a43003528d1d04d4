/** The world as the core may see it: types only, implemented by node-platform.ts and by tests. */

/** An ISO 8601 time with an explicit offset, such as `2026-09-18T14:30:00.000Z`. */
export type Instant = string;

export type EntryKind = "file" | "folder" | "link" | "other";

/** What a stat says of a regular file; `path` is relative to the root, with `/`. */
export interface FileState {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** How an entry looks from outside; any change of it gives another sign. */
export interface EntrySign {
  /** Kind, mode, size, change time and inode. */
  readonly sign: string;
  /** False for an entry changed so recently that one more change might leave the same sign. */
  readonly isSettled: boolean;
}

export interface SkippedEntry {
  readonly path: string;
  readonly reason: "link" | "unreadable" | "special" | "name";
}

export interface Scan {
  /** Sorted by path. */
  readonly files: readonly FileState[];
  /** Entries that were not followed: links, devices, unreadable folders, names that are not UTF-8. */
  readonly skipped: readonly SkippedEntry[];
}

/**
 * The files below one root. Every path is relative to the root and uses `/`; a path that is absolute,
 * has `..` or NUL, or leads out of the root through a link is refused (`path_outside`).
 * Reading is synchronous (local files, microseconds); writing is asynchronous and durable: when a
 * write's promise resolves, the bytes are on disk, whole, under their final name.
 */
export interface Files {
  /** Absolute and physical (links resolved); the folder need not exist yet. */
  readonly root: string;
  absolute(path: string): string;
  kind(path: string): EntryKind | undefined;
  state(path: string): FileState | undefined;
  /** Where a link leads, as it is written; undefined for anything else. */
  linkTarget(path: string): string | undefined;
  /** Absent is undefined; over `maxBytes` or unreadable is a WikiError. */
  read(path: string, maxBytes?: number): Uint8Array | undefined;
  /** As `read`, as UTF-8 with a BOM kept; malformed bytes become U+FFFD. */
  readText(path: string, maxBytes?: number): string | undefined;
  /** The last `bytes` bytes of a file (all of a shorter one). */
  readTail(path: string, bytes: number): Uint8Array | undefined;
  /** Sorted names; an absent folder has none. */
  list(folder: string): readonly string[];
  /** All regular files below a folder, or only its own, whose names end in `suffix`; links are never followed. */
  scan(folder: string, suffix?: string, reach?: "below" | "own"): Scan;
  /** Modification times of a folder and the folders below it, a cheap sign of added or removed files. */
  folderTimes(folder: string): ReadonlyMap<string, number>;
  /** Of the entries themselves, links not followed; undefined for what is absent. Cheap for thousands of paths. */
  signs(paths: readonly string[]): readonly (EntrySign | undefined)[];
  /** Replaces or creates atomically (temporary file, fsync, rename); missing folders are made. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Creates exclusively and atomically; false when the path is taken. */
  create(path: string, content: string | Uint8Array): Promise<boolean>;
  /** Makes one folder exclusively (parents are made); false when the path is taken. */
  createFolder(path: string): Promise<boolean>;
  /**
   * Appends durably in one write; content that ends a line starts on a line of its own. Writers that hold no
   * lock may leave an empty line between theirs, never a torn one.
   */
  append(path: string, content: string | Uint8Array): Promise<void>;
  /** Makes a link at `path` to an absolute path, which may lie anywhere; false when `path` is taken. */
  link(path: string, target: string): Promise<boolean>;
  /** Renames within the root; refuses to replace. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file or a whole folder; absent is fine. */
  remove(path: string): Promise<void>;
  /** Makes a file read-only (0444). */
  protect(path: string): Promise<void>;
  /**
   * Runs `action` while holding the lock file `<path>.lock`, across processes. A dead holder is taken
   * over at once; after `timeoutMs` (default 5,000) a `locked` WikiError names the holder.
   */
  withLock<T>(path: string, action: () => Promise<T>, timeoutMs?: number): Promise<T>;
}

/** Absolute paths, for finding vaults; everything inside a vault goes through Files. */
export interface Paths {
  /** Absolute and normalised; `~` is expanded; relative to `base`. */
  resolve(base: string, path: string): string;
  join(...parts: string[]): string;
  dirname(path: string): string;
  basename(path: string): string;
  /** Links resolved in the longest existing prefix, the rest appended. */
  physical(path: string): string;
  kind(path: string): EntryKind | undefined;
  /** `path` relative to `folder` with `/`, or undefined when it is not inside. */
  inside(folder: string, path: string): string | undefined;
  /** Sorted names in a folder; none when it is absent, unreadable or no folder. */
  list(folder: string): readonly string[];
  /** Which regular file a path leads to, links followed. */
  identity(path: string): FileIdentity | undefined;
  /** The text of a regular file of at most `maxBytes`, links followed; undefined for anything else. */
  text(path: string, maxBytes: number): string | undefined;
}

export interface FileIdentity {
  /** Equal for all names of one file. */
  readonly key: string;
  /** How many names it has. */
  readonly names: number;
}

export interface Environment {
  readonly home: string;
  /** PI_WIKI_USER, else git user.name, else the login name; as a safe file name. */
  readonly user: string;
  /** `$XDG_CACHE_HOME/pi-wiki`, or its default: everything below may be deleted at any time. */
  readonly cacheRoot: string;
  /** `$XDG_STATE_HOME/pi-wiki`, or its default. */
  readonly stateRoot: string;
  variable(name: string): string | undefined;
  readonly caseInsensitive: boolean;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Environment variables over our own; undefined takes one away. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Takes standard output piece by piece, of any length and to the byte; the result's `stdout` is then empty. */
  readonly onOutput?: (bytes: Uint8Array) => void;
}

export interface RunResult {
  /** Null when the program could not be started or was ended by a signal. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FetchOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Private hosts (`host` or `host:port`) that may be reached all the same. */
  readonly allowedHosts: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Fetched {
  /** After redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface WorkerTaskOptions {
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the task, whatever it is doing; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the task after this time; it rejects with an error named `TimeoutError`. */
  readonly limitMs?: number | undefined;
}

export interface Platform {
  /**
   * Tells, soon after it, of each change of what is directly in absolute folders; those that are absent are passed over.
   * Returns how to stop; undefined where the machine watches no more. Of a disk elsewhere it may tell nothing.
   */
  watch(folders: readonly string[], changed: () => void): (() => void) | undefined;
  /** With `private`, what is made there is readable by its owner alone; below the cache and state roots it always is. */
  files(root: string, access?: "private"): Files;
  readonly paths: Paths;
  readonly environment: Environment;
  now(): Instant;
  /** Milliseconds of a clock that never goes back; only for measuring. */
  elapsed(): number;
  /** Lets the session's other work go on, between two pieces of long work. */
  pause(): Promise<void>;
  /** A random id of `length` characters from a–z and 0–9. */
  newId(length: number): string;
  /** SHA-256, as 64 hex digits. */
  hash(content: string | Uint8Array): string;
  /** HMAC-SHA-256, as 64 hex digits. */
  hmac(key: string, content: string): string;
  run(command: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** A file that an installed package ships, by `<package>/<path>`; one that is not there is a bug. */
  packageFile(specifier: string): Uint8Array;
  /** One http(s) download under the capture rules: no credentials, no private addresses, capped. */
  fetch(url: string, options: FetchOptions): Promise<Fetched>;
  /** Runs a named task of `worker-tasks.ts` in a worker thread and returns its result. */
  inWorker(task: string, input: unknown, options?: WorkerTaskOptions): Promise<unknown>;
}

/** Refusals that the platform itself raises; the message and remedy of each are in core/errors.ts. */
export type PlatformRefusal =
  | "path_outside"
  | "unreadable"
  | "too_large"
  | "not_writable"
  | "disk_full"
  | "name_taken"
  | "locked"
  | "fetch_refused"
  | "fetch_failed";

/** Makes the error to throw; given to nodePlatform by whoever builds it, so that platform imports nothing of ours. */
export type Refuse = (code: PlatformRefusal, data: Readonly<Record<string, string | number>>, cause?: unknown) => Error;
