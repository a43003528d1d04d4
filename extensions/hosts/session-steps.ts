/** What was done in a Pi session, step by step, from its branch or its file, for both generations of Pi. */

import { Buffer } from "node:buffer";
import { toolKind } from "../core/guard/tool-kind.ts";
import type { KeptImage, StepUsage } from "../core/trajectories/packet.ts";
import type { RecordedCall, RecordedStep, SessionRecord } from "../core/trajectories/recorded.ts";
import type { Platform } from "../platform/platform.ts";
import {
  contentText,
  entryName,
  type Fields,
  fieldsOf,
  isOfMemory,
  readSessionFile,
  readsMemory,
  rootOf,
  textOf,
} from "./session-file.ts";

type Hash = Pick<Platform, "hash">;

/** Entries from root to leaf; those before a compaction have happened all the same. */
export const recordOf = (
  branch: readonly unknown[],
  { session, cwd, platform }: { readonly session: string; readonly cwd: string; readonly platform: Hash },
): SessionRecord => {
  const calls = new Map<string, RecordedCall>();
  let bytes = 0;
  const steps = branch.flatMap((value, index) => {
    bytes += Buffer.byteLength(JSON.stringify(value) ?? "") + 1;
    const entry = fieldsOf(value);
    const place = { entry: entryName(entry, index), at: textOf(entry["timestamp"]) || null, calls, platform };
    if (entry["type"] === "message") return stepsOfMessage(fieldsOf(entry["message"]), place);
    const summary = entry["type"] === "branch_summary" ? textOf(entry["summary"]) : "";
    return summary === "" ? [] : [{ ...named(place), role: "summary" as const, text: summary }];
  });
  return { session, root: rootOf(branch, session), cwd, bytes, steps };
};

/** Throws as `readSessionFile` does. */
export const recordInFile = (platform: Platform, path: string): SessionRecord => {
  const { session, cwd, branch } = readSessionFile(platform, path);
  return recordOf(branch, { session, cwd, platform });
};

interface Place {
  readonly entry: string;
  readonly at: string | null;
  /** Calls so far, by their ids. */
  readonly calls: Map<string, RecordedCall>;
  readonly platform: Hash;
}

const named = ({ entry, at }: Place): Pick<RecordedStep, "entry" | "at"> => ({ entry, at });

const stepsOfMessage = (message: Fields, place: Place): readonly RecordedStep[] => {
  switch (message["role"]) {
    case "user":
      return [{ ...named(place), role: "user", text: contentText(message["content"]), ...imagesIn(message, place) }];
    case "assistant":
      return [answered(message, place)];
    case "toolResult":
      return afterTool(message, place);
    case "bashExecution":
      return typed(message, place);
    default:
      return [];
  }
};

const answered = (message: Fields, place: Place): RecordedStep => {
  const calls = partsOf(message["content"]).flatMap((part): readonly RecordedCall[] =>
    part["type"] === "toolCall"
      ? [{ id: textOf(part["id"]), name: textOf(part["name"]), arguments: fieldsOf(part["arguments"]) }]
      : [],
  );
  for (const call of calls) place.calls.set(call.id, call);
  const [stop, error, model] = ["stopReason", "errorMessage", "model"].map((key) => textOf(message[key]));
  const isBroken = stop === "aborted" || stop === "error" || stop === "length";
  return {
    ...named(place),
    role: "assistant",
    text: contentText(message["content"]),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(isBroken && stop !== undefined ? { stop } : {}),
    ...(error ? { error } : {}),
    usage: usageOf(message["usage"]),
    ...(model ? { model } : {}),
  };
};

/** Hosts write zeros where a provider reported nothing, and where no price is known. */
const usageOf = (value: unknown): StepUsage | null => {
  const given = fieldsOf(value);
  const number = (one: unknown): number | null => (typeof one === "number" ? one : null);
  const [input, output] = [number(given["input"]), number(given["output"])];
  const [read, write] = [number(given["cacheRead"]), number(given["cacheWrite"])];
  if (!input && !output && !read && !write) return null;
  return {
    input,
    output,
    cache_read: read,
    cache_write: write,
    cost: number(fieldsOf(given["cost"])["total"]) || null,
  };
};

const afterTool = (message: Fields, place: Place): readonly RecordedStep[] => {
  const [id, tool] = [textOf(message["toolCallId"]), textOf(message["toolName"])];
  const call = place.calls.get(id);
  const text = contentText(message["content"]);
  const isError = message["isError"] === true;
  const isMemory = isOfMemory(tool, call === undefined ? "" : JSON.stringify(call.arguments));
  const details = message["details"];
  return [
    ...nestedIn(message, tool, place),
    {
      ...named(place),
      role: "tool",
      text,
      tool_call_id: id,
      tool_name: tool,
      is_error: isError,
      ...(toolKind(tool) === "command" ? { exit_code: exitCodeOf(text, isError) } : {}),
      ...(isEmpty(details) ? {} : { details: withoutText(details) }),
      ...(isMemory ? { from_memory: true as const } : {}),
      ...imagesIn(message, place),
    },
  ];
};

const isEmpty = (details: unknown): boolean =>
  details === undefined || details === null || (typeof details === "object" && Object.keys(details).length === 0);

/** Of a text that was cut the details hold the whole once more. */
const withoutText = (details: unknown): unknown => {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return details;
  const { truncation, ...rest } = fieldsOf(details);
  if (truncation === undefined) return rest;
  const { content: _content, ...cut } = fieldsOf(truncation);
  return { ...rest, truncation: cut };
};

/** A command that was blocked, broken off or not found has none. */
const exitCodeOf = (text: string, isError: boolean): number | null => {
  if (!isError) return 0;
  const [, status] = /Command exited with code (\d+)\s*$/.exec(text) ?? [];
  return status === undefined ? null : Number(status);
};

/** Calls that a tool made, as scripts in code mode do: the newer Pi records them with the tool's own result. */
const nestedIn = (message: Fields, within: string, place: Place): readonly RecordedStep[] =>
  partsOf(fieldsOf(message["nestedCalls"])["calls"]).flatMap((nested): readonly RecordedStep[] => {
    const [id, name] = [textOf(nested["id"]), textOf(nested["name"])];
    const call = { id, name, arguments: fieldsOf(nested["arguments"]) };
    const asked: RecordedStep = { ...named(place), role: "assistant", text: "", tool_calls: [call], within };
    // Without an end nothing is known of it.
    if (nested["status"] !== "ok" && nested["status"] !== "error") return [asked];
    const isError = nested["status"] === "error";
    const text = textOf(nested["error"]);
    const ended: RecordedStep = {
      ...named(place),
      role: "tool",
      text,
      tool_call_id: id,
      tool_name: name,
      is_error: isError,
      ...(toolKind(name) === "command" ? { exit_code: exitCodeOf(text, isError) } : {}),
      within,
    };
    return [asked, ended];
  });

/** A command that the user typed: the call and its result are the user's. */
const typed = (message: Fields, place: Place): readonly RecordedStep[] => {
  const [command, id] = [textOf(message["command"]), `typed-${place.entry}`];
  const code = message["exitCode"];
  const exitCode = message["cancelled"] === true || typeof code !== "number" ? null : code;
  return [
    {
      ...named(place),
      role: "user",
      text: "",
      tool_calls: [{ id, name: "bash", arguments: { command } }],
    },
    {
      ...named(place),
      role: "tool",
      text: textOf(message["output"]),
      tool_call_id: id,
      tool_name: "bash",
      is_error: exitCode !== 0,
      exit_code: exitCode,
      ...(readsMemory(command) ? { from_memory: true as const } : {}),
    },
  ];
};

const imagesIn = (message: Fields, { platform }: Place): { readonly images?: readonly KeptImage[] } => {
  const images = partsOf(message["content"]).flatMap((part): readonly KeptImage[] => {
    if (part["type"] !== "image") return [];
    const source = fieldsOf(part["source"]);
    const bytes = Buffer.from(textOf(part["data"]) || textOf(source["data"]), "base64");
    const type = textOf(part["mimeType"]) || textOf(source["mediaType"]) || "image";
    return [{ type, bytes: bytes.length, sha256: platform.hash(new Uint8Array(bytes)) }];
  });
  return images.length === 0 ? {} : { images };
};

const partsOf = (content: unknown): readonly Fields[] => (Array.isArray(content) ? content.map(fieldsOf) : []);
