/** Captures a source: reads it once, takes its text out, and keeps both for good as a packet. */

import { isWikiError, WikiError } from "../errors.ts";
import type { JsonObject } from "../ledger/canonical.ts";
import type { RuleCount } from "../secrets/rule-counts.ts";
import { packetFolders } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import {
  type CleanMaterial,
  type CleanText,
  cleanMaterial,
  cleanText,
  redactionsField,
  redactionsOf,
  type SourceText,
} from "./clean-source.ts";
import type { Extraction } from "./extract/extract-source.ts";
import { messageOf, type SourceMeta } from "./extract/extractor.ts";
import { titleOfMarkdown } from "./extract/markdown.ts";
import { leadOf } from "./lead.ts";
import type { Manifest, PacketFile } from "./packet.ts";
import { createPacket, findByContent, type Packet, readExtracted } from "./packet-store.ts";
import { safeName, safeTitle } from "./safe-name.ts";
import { type CaptureRequest, type Material, readMaterial } from "./source-material.ts";

export type CaptureStage = "read" | "extract" | "store";

/** What the ledger is to record; hashes and ids, never text of the source. */
export interface CaptureEvent {
  readonly kind: "capture";
  readonly details: JsonObject;
}

export interface CaptureInput {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly request: CaptureRequest;
  /** Throws for a content, by its SHA-256, that must not be captured. */
  readonly refuse?: (hash: string, source: string) => void;
  /** Awaited before the packet becomes visible. */
  readonly record: (event: CaptureEvent) => Promise<void>;
  readonly onProgress?: (stage: CaptureStage) => void;
  readonly signal?: AbortSignal;
  /** Runs `extractSource` where damaged input can hurt nobody and long work holds up nobody: in a worker. */
  readonly extract: (bytes: Uint8Array, meta: SourceMeta, signal?: AbortSignal) => Promise<Extraction>;
  readonly taskId?: string;
}

export interface Captured {
  readonly id: string;
  /** The packet's folder, relative to the vault's root. */
  readonly path: string;
  readonly title: string;
  /** As in the manifest: paths are relative to the packet's folder. */
  readonly files: readonly PacketFile[];
  /** The packet that already held the same bytes; nothing was written then, and the other fields are its own. */
  readonly duplicate_of?: string;
  /** The beginning of the text. */
  readonly preview: string;
  /** Secrets that were replaced by `[redacted:<rule>]`; absent when there were none. */
  readonly redactions?: readonly RuleCount[];
}

const previewLength = 600;

export const capture = async (input: CaptureInput): Promise<Captured> => {
  const { vault, context, request, signal, onProgress } = input;
  onProgress?.("read");
  const material = await readMaterial(request, {
    vault,
    platform: context.platform,
    ...(signal === undefined ? {} : { signal }),
  });
  const hash = context.platform.hash(material.bytes);
  const known = findByContent(vault, hash);
  if (known !== undefined) return duplicate(vault, known);
  input.refuse?.(hash, material.label);
  signal?.throwIfAborted();
  onProgress?.("extract");
  const rules = { platform: context.platform, force: request.force === true };
  const clean = await cleanMaterial({ material, title: request.title }, rules);
  const extraction = await extractFrom({ ...material, bytes: clean.readable }, input);
  const text = await cleanText(clean, extraction, rules);
  signal?.throwIfAborted();
  onProgress?.("store");
  return await store(clean, text, input);
};

const extractFrom = async (material: Material, { extract, signal }: CaptureInput): Promise<SourceText> => {
  const { origin, bytes, name } = material;
  if (origin.kind === "text") return pastedText(bytes);
  const meta: SourceMeta = {
    ...(name === undefined ? {} : { name }),
    ...(origin.kind === "url" ? { url: origin.url, contentType: origin.contentType } : {}),
  };
  const extraction = await attempt(extract(bytes, meta, signal), { source: material.label, signal });
  if (extraction.ok) return extraction;
  throw new WikiError(extraction.code, { source: material.label, reason: extraction.reason });
};

/** Libraries fall over some damaged files, and the worker with them: that is the file's fault. */
const attempt = async (
  extraction: Promise<Extraction>,
  { source, signal }: { readonly source: string; readonly signal: AbortSignal | undefined },
): Promise<Extraction> => {
  try {
    return await extraction;
  } catch (error) {
    signal?.throwIfAborted();
    if (isWikiError(error)) throw error;
    throw new WikiError("extraction_failed", { source, reason: messageOf(error) }, undefined, error);
  }
};

/** Whoever gave the text meant it as it is. */
const pastedText = (bytes: Uint8Array): SourceText => {
  const markdown = new TextDecoder().decode(bytes).replace(/\r\n?/g, "\n");
  const firstLine = markdown.trim().split("\n")[0] ?? "";
  const title = titleOfMarkdown(markdown) ?? [...firstLine].slice(0, 80).join("");
  return { ok: true, format: "text", extractor: "passthrough", title, markdown, notes: [] };
};

const store = async (
  { material, title: givenTitle }: CleanMaterial,
  { text, redactions }: CleanText,
  input: CaptureInput,
): Promise<Captured> => {
  const { vault, context } = input;
  const { platform } = context;
  const at = platform.now();
  const original = originalName(material, text);
  const title = titleOf(material, text, givenTitle);
  const outcome = await createPacket(
    { vault, platform },
    {
      prefix: "SRC",
      day: at.slice(0, 10),
      files: [
        { path: `original/${original}`, content: material.bytes },
        { path: "extracted.md", content: text.markdown },
      ],
      describe: (id) => ({
        title,
        ...describeOrigin(material, { text, place: `${packetFolders.SRC}/${id}/original/${original}` }),
        captured_at: at,
        ...(input.taskId === undefined ? {} : { task_id: input.taskId }),
        ...(text.notes.length === 0 ? {} : { notes: text.notes }),
        extra: redactionsField(redactions),
      }),
      unlessOriginal: platform.hash(material.bytes),
      record: async (packet) => await input.record(eventOf(packet)),
    },
  );
  if ("duplicate" in outcome) return duplicate(vault, outcome.duplicate);
  const { id, path, manifest } = outcome.created;
  const preview = leadOf(text.markdown, previewLength);
  return { id, path, title, files: manifest.files ?? [], preview, ...redactionsField(redactions) };
};

const duplicate = (vault: Vault, packet: Packet): Captured => ({
  id: packet.id,
  path: packet.path,
  title: packet.manifest?.title ?? packet.id,
  files: packet.manifest?.files ?? [],
  duplicate_of: packet.id,
  preview: leadOf(readExtracted(vault, packet) ?? "", previewLength),
  ...redactionsField(redactionsOf(packet.manifest?.extra ?? {})),
});

/** A download is named after its format, as the peer does; a file keeps its name. */
const originalName = ({ origin, name }: Material, { format }: SourceText): string => {
  if (origin.kind === "text") return "text.md";
  if (origin.kind === "file") return safeName(name ?? "source");
  const extensions = { markdown: "md", text: "txt" } as const;
  return `source.${format === "markdown" || format === "text" ? extensions[format] : format}`;
};

const titleOf = ({ origin, name }: Material, text: SourceText, given: string | undefined): string => {
  const host = origin.kind === "url" ? new URL(origin.url).hostname : "Pasted text";
  const candidates = [given, text.title, name, host].map((title) => safeTitle(title ?? ""));
  return candidates.find((title) => title !== "") ?? host;
};

type Description = Pick<
  Manifest,
  "url" | "file_path" | "format" | "extractor" | "extraction_status" | "content_type" | "resource"
>;

const describeOrigin = ({ origin }: Material, { text, place }: { text: SourceText; place: string }): Description => {
  const extraction = { extractor: text.extractor, extraction_status: "success" };
  switch (origin.kind) {
    case "url": {
      const { url, contentType } = origin;
      const served = contentType === "" ? {} : { content_type: contentType };
      return { url, format: "web", ...extraction, ...served, resource: url };
    }
    case "file":
      return { file_path: origin.filePath, format: text.format, ...extraction, resource: origin.filePath };
    case "text":
      return { format: "text", ...extraction, resource: place };
  }
};

const eventOf = (packet: { id: string; path: string; manifest: Manifest; manifestHash: string }): CaptureEvent => {
  const { url, file_path, format, task_id } = packet.manifest;
  return {
    kind: "capture",
    details: {
      source_id: packet.id,
      ...(url === undefined ? {} : { url }),
      ...(file_path === undefined ? {} : { file_path }),
      format,
      manifest_sha256: packet.manifestHash,
      ...(task_id === undefined ? {} : { task_id }),
    },
  };
};
