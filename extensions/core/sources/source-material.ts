/** Fetches or reads what is to be captured: an address, a local file, or text. */

import type { Files, Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { ownership } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { isSecretPath } from "./secret-names.ts";
import { decodePercent, nameOfUrl, recordableUrl } from "./source-url.ts";

export interface CaptureRequest {
  /** An http(s) address, or a path: absolute, below `~`, or relative to `cwd`. */
  readonly source?: string;
  /** The text itself, in place of a source. */
  readonly text?: string;
  readonly title?: string;
  /** Takes files with the names of secrets, and keeps originals with secrets as they are; a person may ask for it. */
  readonly force?: boolean;
  readonly cwd: string;
  /** Private hosts (`host` or `host:port`) that may be reached all the same. */
  readonly allowedHosts: readonly string[];
}

export type Origin =
  | { readonly kind: "url"; readonly url: string; readonly contentType: string }
  | { readonly kind: "file"; readonly filePath: string }
  | { readonly kind: "text" };

export interface Material {
  readonly origin: Origin;
  /** As the caller may be told: the address without secrets, or the path as given. */
  readonly label: string;
  /** File name, or the last part of the address. */
  readonly name: string | undefined;
  readonly bytes: Uint8Array;
}

export interface MaterialContext {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly signal?: AbortSignal;
}

const maxDownloadBytes = 25 * 1024 * 1024;
const downloadTimeoutMs = 30_000;
const maxFileBytes = 50 * 1024 * 1024;

export const readMaterial = async (request: CaptureRequest, context: MaterialContext): Promise<Material> => {
  const { source, text } = request;
  if (source !== undefined && text !== undefined) throw invalid("give a source or a text, not both");
  if (text !== undefined) return pasted(text);
  if (source === undefined || source.trim() === "") throw invalid("give an address, a path or a text");
  if (/^https?:\/\//i.test(source.trim())) return await download(source.trim(), request, context);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source) && !/^file:/i.test(source)) {
    throw new WikiError("source_unsupported", { source, reason: "only http and https addresses are fetched" });
  }
  return readLocal(source, request, context);
};

const invalid = (problem: string): WikiError => new WikiError("invalid_input", { what: "capture", problem });

const pasted = (text: string): Material => {
  if (text.trim() === "") throw invalid("the text is empty");
  return { origin: { kind: "text" }, label: "the text", name: undefined, bytes: new TextEncoder().encode(text) };
};

const download = async (
  source: string,
  { allowedHosts }: CaptureRequest,
  { platform, signal }: MaterialContext,
): Promise<Material> => {
  const { url, contentType, bytes } = await platform.fetch(source, {
    maxBytes: maxDownloadBytes,
    timeoutMs: downloadTimeoutMs,
    allowedHosts,
    ...(signal === undefined ? {} : { signal }),
  });
  const recorded = recordableUrl(url);
  return { origin: { kind: "url", url: recorded, contentType }, label: recorded, name: nameOfUrl(url), bytes };
};

const readLocal = (source: string, request: CaptureRequest, { platform, vault }: MaterialContext): Material => {
  const { paths } = platform;
  const given = paths.resolve(request.cwd, pathOf(source));
  // Links are followed here, so that a harmless name can't lead to a file of secrets.
  const path = paths.physical(given);
  if (request.force !== true && (isSecretPath(given) || isSecretPath(path))) {
    throw new WikiError("secret_file", { path: source });
  }
  refuseOwnFile(path, source, { platform, vault });
  const name = paths.basename(path);
  const bytes = readRegularFile(platform.files(paths.dirname(path)), { name, source });
  const filePath = paths.inside(paths.physical(request.cwd), path) ?? name;
  return { origin: { kind: "file", filePath }, label: source, name, bytes };
};

const pathOf = (source: string): string => {
  if (!/^file:\/\//i.test(source)) return source;
  if (!URL.canParse(source)) throw invalid(`${source} is no file address`);
  return decodePercent(new URL(source).pathname);
};

// A page that comes back as its own source would seem better founded than it is.
const refuseOwnFile = (path: string, source: string, { platform, vault }: MaterialContext): void => {
  const inside = platform.paths.inside(vault.root, path);
  if (inside === undefined || ownership(inside, { layout: vault.layout }) === "other") return;
  throw new WikiError("source_unsupported", { source, reason: "it is a part of the vault itself" });
};

const readRegularFile = (files: Files, { name, source }: { name: string; source: string }): Uint8Array => {
  const kind = files.kind(name);
  if (kind === undefined) throw new WikiError("source_not_found", { source });
  if (kind !== "file") {
    const reason = kind === "folder" ? "it is a folder" : "it is not a regular file";
    const hint = kind === "folder" ? "Capture its files one by one, or take it over with `pi-wiki import`." : undefined;
    throw new WikiError("source_unsupported", { source, reason }, hint);
  }
  const bytes = files.read(name, maxFileBytes);
  if (bytes === undefined) throw new WikiError("source_not_found", { source });
  return bytes;
};
