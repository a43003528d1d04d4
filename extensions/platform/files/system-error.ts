/** Turns the system's error codes into refusals that name the path and say why. */

import type { Refuse } from "../platform.ts";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links run in a circle",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "it does not exist",
  ENOTEMPTY: "the folder is not empty",
  EINVAL: "the operation is not possible there",
  EBUSY: "it is in use",
  EMFILE: "too many files are open",
  ENXIO: "it is not a regular file",
  EIO: "input/output error",
};

/** The system's code of an error (`ENOENT` …), or undefined when it did not come from the system. */
export const systemCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined;
};

/** An error as the system would raise it, for a case that is found out by looking. */
export const systemError = (code: string): Error => Object.assign(new Error(code), { code });

/** A path with one of these codes names nothing that could be read. */
export const isAbsent = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(systemCode(error) ?? "");

export interface Attempt {
  readonly path: string;
  readonly refuse: Refuse;
}

/** What to throw for a failed read; an error that is not the system's passes as it is. */
export const readingError = (error: unknown, { path, refuse }: Attempt): unknown => {
  const code = systemCode(error);
  return code === undefined ? error : refuse("unreadable", { path, reason: reasons[code] ?? code }, error);
};

/** What to throw for a failed write; an error that is not the system's passes as it is. */
export const writingError = (error: unknown, { path, refuse }: Attempt): unknown => {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === "ENOSPC" || code === "EDQUOT") return refuse("disk_full", { path }, error);
  if (code === "EEXIST") return refuse("name_taken", { path }, error);
  return refuse("not_writable", { path, reason: reasons[code] ?? code }, error);
};
